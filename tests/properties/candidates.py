"""Moves that somebody might try, possible or not: of every kind, with values close to the right ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from semafor import Game, Move, Payment
from semafor.boards.model import WILD
from semafor.moves import (
    Build,
    Claim,
    Draw,
    DrawTickets,
    Keep,
    Pass,
    PayExtra,
    Pick,
    PutCard,
    RackTicket,
    Refuse,
    Share,
    TakeFestival,
)

BARE: tuple[Move, ...] = (
    *(Draw(place) for place in (None, 0, 1, 2, 3, 4, 5, 6)),
    DrawTickets(),
    Refuse(),
    Pass(),
    PutCard("hand"),
    PutCard("rack"),
    TakeFestival(None),
)


def candidates(game: Game, seat: int, chance: Random) -> Iterator[Move]:
    """Return a sample of moves that a seat might try."""
    yield from BARE
    yield from _ticket_moves(game, seat, chance)
    for route in chance.sample(list(zip(game.board.route_names, game.board.routes, strict=True)), 4):
        yield from (Claim(route[0], payment) for payment in _payments(game, route[1].cost, chance))
    yield from (TakeFestival(festival.id) for festival in game.board.festivals)
    for place in chance.sample(game.board.places, 3):
        yield from (
            Build(place.name.en, payment) for payment in _payments(game, chance.randint(1, 3), chance)
        )
    yield from (PayExtra(payment) for payment in _payments(game, chance.randint(1, 3), chance))


def variations(move: Move, game: Game, chance: Random) -> Iterator[Move]:
    """The move with another payment."""
    payment = getattr(move, "payment", None)
    if payment is None:
        return
    for other in _payments(game, payment.total, chance):
        match move:
            case Claim(route, _):
                yield Claim(route, other)
            case Build(place, _):
                yield Build(place, other)
            case PayExtra():
                yield PayExtra(other)


def _payments(game: Game, cost: int, chance: Random) -> Iterator[Payment]:
    """Return payments of about this many cards, some of them from a rack."""
    for _ in range(6):
        total = cost + chance.choice((0, 0, 0, 0, -1, 1))
        wild = chance.randint(0, max(0, total))
        plain = total - wild
        colour = chance.choice(game.board.colours) if plain else WILD
        rack = game.board.options.teams or chance.random() < 0.1
        from_rack = (chance.randint(0, plain + 1), chance.randint(0, wild)) if rack and plain > 0 else (0, 0)
        yield Payment(colour, plain, wild, *from_rack)


def _ticket_moves(game: Game, seat: int, chance: Random) -> Iterator[Move]:
    """Return keep, pick, rack and share moves with own tickets and with one from elsewhere."""
    own = game.view(seat).own
    assert own is not None
    stranger = chance.choice(game.board.ticket_names)
    for number in range(len(own.offer) + 1):
        yield from (Keep(kept) for kept in combinations(own.offer, number))
    yield Keep((*own.offer[:2], stranger))
    for ticket in (*own.offer, *own.tickets[:3], stranger):
        yield from (Pick(ticket), RackTicket(ticket), Share((ticket,)))
    yield from (Share(pair) for pair in combinations((*own.tickets[:4], stranger), 2))
    yield from (Share(()), Share(own.tickets[:3]))


def meaning(move: Move) -> object:
    """Return the meaning of a move: the order of tickets does not matter."""
    match move:
        case Keep(tickets) | Share(tickets):
            return type(move), frozenset(tickets)
        case _:
            return str(move)
