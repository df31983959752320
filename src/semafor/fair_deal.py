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
    """The hash of their part, published when they sat down."""
    part: str | None = None
    """Their part; None until it is revealed, or if it never is."""


class FairDeal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that is needed to check a deal."""

    server: str
    """The server's part."""
    promises: tuple[Promise, ...] = ()
    """The promises of the players who contributed, by seat."""


def promise_of(part: str) -> str:
    """Return the hash with which a part is promised."""
    return hashlib.sha256(part.encode()).hexdigest()


def seed_of(deal: FairDeal) -> str:
    """Return the seed made of all parts: 32 hexadecimal digits."""
    parts = [LABEL, deal.server, *(f"{one.seat}:{one.part or ''}" for one in deal.promises)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def check_deal(deal: FairDeal, seed: str, promise: str | None = None) -> None:
    """Raise BadRecord if a part differs from its promise, or the seed from its parts."""
    if promise is not None and promise.strip().lower() != promise_of(deal.server):
        raise BadRecord("other-promise")
    for one in deal.promises:
        if one.part is not None and promise_of(one.part) != one.promise:
            raise BadRecord("other-promise", seat_number=one.seat)
    if seed_of(deal) != seed:
        raise BadRecord("other-seed")
