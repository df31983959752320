"""Who sits where: the line-ups in which every deal of a tournament is played.

Every deal is played once in each line-up, so that whatever luck a seat has with its cards, everyone has
it. A side is a seat, or in a game of teams the two partners, who are then played by the same bot.

- As many bots as sides, or more: every choice of different bots in every order.
- Fewer bots than sides: for every two bots, one of the first against a table of the second, on every side.
- With a challenger: it meets a table of each other bot, on every side, and nobody else meets.
"""

from __future__ import annotations

from itertools import permutations

LineUp = tuple[int, ...]
"""The number of the bot that plays each side."""


def line_ups(bots: int, sides: int, challenger: int | None = None) -> tuple[LineUp, ...]:
    """All line-ups of some bots, numbered from 0."""
    if challenger is not None:
        others = [bot for bot in range(bots) if bot != challenger]
        return tuple(found for other in others for found in _one_against_many(challenger, other, sides))
    if bots >= sides:
        return tuple(permutations(range(bots), sides))
    pairs = permutations(range(bots), 2)
    return tuple(found for one, other in pairs for found in _one_against_many(one, other, sides))


def _one_against_many(one: int, other: int, sides: int) -> list[LineUp]:
    """A bot on each side in turn, the other one everywhere else; with two sides both orders."""
    return [tuple(one if side == here else other for side in range(sides)) for here in range(sides)]
