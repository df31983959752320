"""A deal that nobody can choose: all parts of the seed are committed to before any of them is revealed.

The server and every player draw a random part. The server publishes the hash of its part when the table is
created, and each player publishes theirs when they sit down: these are the promises. The players' parts are
revealed when all seats are taken, the server's when the game is over. The seed is the hash of all parts, so
one honest part is enough to know that nobody chose the deal.
"""

import hashlib

import msgspec

from semafor.errors import BadRecord

LABEL = "semafor fair deal 1"


class Promise(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player adds to the deal."""

    seat: int
    promise: str
    """The hash of their part, told when they sat down."""
    part: str | None = None
    """Their part; None until it is told, and if they never tell it."""


class FairDeal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything by which a deal can be checked."""

    server: str
    """The server's part."""
    promises: tuple[Promise, ...] = ()
    """Of the players who added something, by seat."""


def promise_of(part: str) -> str:
    """The hash by which a part is promised."""
    return hashlib.sha256(part.encode()).hexdigest()


def seed_of(deal: FairDeal) -> str:
    """The seed that all parts make together: 32 hexadecimal digits."""
    parts = [LABEL, deal.server, *(f"{one.seat}:{one.part or ''}" for one in deal.promises)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def check_deal(deal: FairDeal, seed: str, promise: str | None = None) -> None:
    """BadRecord where a part is not the one that was promised, or the seed is not made of them."""
    if promise is not None and promise.strip().lower() != promise_of(deal.server):
        raise BadRecord("other-promise")
    for one in deal.promises:
        if one.part is not None and promise_of(one.part) != one.promise:
            raise BadRecord("other-promise", seat_number=one.seat)
    if seed_of(deal) != seed:
        raise BadRecord("other-seed")
