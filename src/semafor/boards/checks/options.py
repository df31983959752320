"""Checks of the options: each within its bounds, and all of them together possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.boards import limits
from semafor.boards.checks.places import repeated
from semafor.boards.faults import Fault, outside
from semafor.boards.model import WILD
from semafor.boards.shape import describe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.boards.faults import KeyPath
    from semafor.boards.model import Board, Options

TEAM_SIZE = 2


def check_players(board: Board) -> Iterator[Fault]:
    """Numbers of players are those of a table, and even ones for teams."""
    players = board.options.players
    if not players:
        yield Fault(
            ("options", "players"), "no number of players is named", f"numbers from 2 to {limits.SEATS}"
        )
    for index, count in enumerate(players):
        path = ("options", "players", index)
        yield from outside(path, count, 2, limits.SEATS)
        if board.options.teams and count not in (4, 6):
            yield Fault(path, f"{count} players make no teams of two", "4 or 6 players where `teams = true`")
    yield from repeated((("options", "players", index), count) for index, count in enumerate(players))
    yield from subset_of_players(("options", "one_strand_with"), board.options.one_strand_with, players)


def subset_of_players(path: KeyPath, counts: tuple[int, ...], players: tuple[int, ...]) -> Iterator[Fault]:
    """Numbers of players in another option are among those that may play."""
    for index, count in enumerate(counts):
        if count not in players:
            yield Fault((*path, index), f"{count} is no number of players here", "one of `players`")
    yield from repeated(((*path, index), count) for index, count in enumerate(counts))


def check_cards(board: Board) -> Iterator[Fault]:
    """The deck has plain colours, each with cards, and hands are small."""
    cards = board.options.cards
    for colour, count in cards.items():
        yield from outside(
            ("options", "cards", colour), count, 0 if colour == WILD else 1, limits.CARDS_OF_A_KIND
        )
    if not set(cards) - {WILD}:
        yield Fault(("options", "cards"), "the deck has no plain colour", "at least one colour")
    yield from outside(("options", "hand"), board.options.hand, 0, limits.HAND)


def check_offers(board: Board) -> Iterator[Fault]:
    """Offers of tickets are not larger than the engine's, and nobody must keep more than is offered."""
    start, draw = board.options.start_tickets, board.options.draw_tickets
    here = ("options", "start_tickets")
    yield from outside((*here, "count"), start.count, 1, limits.OFFER)
    yield from outside((*here, "long"), start.long, 0, limits.OFFER)
    if start.count + start.long > limits.OFFER:
        yield Fault(
            here, f"{start.count + start.long} tickets are offered at once", f"at most {limits.OFFER}"
        )
    yield from outside((*here, "keep"), start.keep, 1, max(1, start.count + start.long))
    # On a board at least one drawn ticket is kept (BASE-22); in the Card Game none may be (CRD-11).
    least = 0 if board.options.card_game else 1
    yield from outside(("options", "draw_tickets", "count"), draw.count, 1, limits.OFFER)
    yield from outside(("options", "draw_tickets", "keep"), draw.keep, least, max(1, draw.count))


def check_draft(board: Board) -> Iterator[Fault]:
    """The draft agrees with the starting tickets and has a place in the deck for every table."""
    draft, start = board.options.draft, board.options.start_tickets
    if not draft:
        return
    for key in ("count", "keep"):
        if getattr(draft, key) != getattr(start, key):
            yield Fault(
                ("options", "draft", key),
                f"{getattr(draft, key)} differs from start_tickets.{key}",
                f"{getattr(start, key)}: the first draft is the starting choice",
            )
    if start.long:
        yield Fault(
            ("options", "start_tickets", "long"), "drafts deal no long tickets", "no `long` with a draft"
        )
    if draft.count < 2:
        here = ("options", "draft", "count")
        yield Fault(here, "a hand of one ticket cannot be passed on", "2 or more tickets a player")
    yield from _second_draft_faults(board.options)


def _second_draft_faults(options: Options) -> Iterator[Fault]:
    second_at = options.draft.second_at if options.draft else {}
    here = ("options", "draft", "second_at")
    tables = [str(count) for count in options.players]
    for table in tables:
        if table not in second_at:
            yield Fault(here, f"no place of the draft card for {table} players", f"{table} = [1, 2], say")
    for table, (part, whole) in second_at.items():
        if table not in tables:
            yield Fault((*here, table), f"{describe(table)} is no number of players here", "one of `players`")
        if not 0 < part < whole <= limits.POINTS:
            yield Fault(
                (*here, table), f"[{part}, {whole}] is no part of the deck", "a fraction such as [2, 3]"
            )


def check_pieces(board: Board) -> Iterator[Fault]:
    """Pieces are as many as fit a box, of two kinds at most, and outlast the start of the game."""
    options = board.options
    if len(options.pieces) > limits.KINDS:
        yield Fault(
            ("options", "pieces"), f"{len(options.pieces)} kinds of pieces", f"at most {limits.KINDS}"
        )
    for kind, count in options.pieces.items():
        yield from outside(("options", "pieces", kind), count, 1, limits.PIECES)
    pieces = sum(options.pieces.values()) * (TEAM_SIZE if options.teams else 1)
    if options.last_round_at < 0 or (options.pieces and options.last_round_at >= pieces):
        yield Fault(
            ("options", "last_round_at"),
            f"the last round would begin at {options.last_round_at} of {pieces} pieces",
            "0 or more, and fewer than there are at the start",
        )


def check_pieces_have_routes(board: Board) -> Iterator[Fault]:
    """No kind of piece lies idle for want of a route."""
    used = {route.kind for route in board.routes}
    for kind in board.options.pieces:
        if kind not in used:
            yield Fault(
                ("options", "pieces", kind), f"there is no {kind} route", "only kinds that routes have"
            )


def check_scoring(board: Board) -> Iterator[Fault]:
    """Bonuses are no losses, and ties are broken by things this game counts."""
    options = board.options
    yield from outside(("options", "longest_bonus"), options.longest_bonus, 0, limits.POINTS)
    yield from outside(("options", "most_tickets_bonus"), options.most_tickets_bonus, 0, limits.POINTS)
    if options.stations:
        yield from outside(("options", "stations", "count"), options.stations.count, 1, limits.STATIONS)
        yield from outside(("options", "stations", "value"), options.stations.value, 0, limits.POINTS)
    yield from repeated((("options", "ties", index), tie) for index, tie in enumerate(options.ties))
    uncounted = _uncounted_ties(options)
    for index, tie in enumerate(options.ties):
        if tie in uncounted:
            yield Fault(("options", "ties", index), f"{tie!r} cannot break a tie here", uncounted[tie])


def _uncounted_ties(options: Options) -> dict[str, str]:
    """Tie-breaks without meaning under these options, with what would give them one."""
    if options.card_game:
        return {"stations": "'tickets' or 'bonuses'", "longest": "'tickets' or 'bonuses'"}
    ties = {"bonuses": "'tickets' or 'longest': bonus cards belong to the Card Game"}
    if not options.stations:
        ties["stations"] = "it only where `stations` are"
    return ties
