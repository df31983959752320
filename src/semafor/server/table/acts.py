"""What people may do at a table: each wish becomes an entry of the journal, or a typed refusal."""

from __future__ import annotations

from semafor.errors import SemaforError
from semafor.seeds import new_seed
from semafor.server.messages import Level
from semafor.server.table import journal as en
from semafor.server.table.journal import Entry
from semafor.server.table.keys import same
from semafor.server.table.setup import Setup
from semafor.server.table.table import Seat, Table
from semafor.server.table.text import clean_chat, clean_name

REPLACEMENT: Level = "medium"
"""The bot that plays for someone who is away."""


def sit(table: Table, number: int, name: str, invite: str, person: str, key: str) -> Entry:
    """Take a free seat."""
    if table.status != "open":
        raise SemaforError("already-started")
    seat = seat_at(table, number)
    if not seat.free:
        raise SemaforError("seat-taken")
    if seat.reserved and not same(invite, table.setup.invite):
        raise SemaforError("not-invited")
    return en.Sat(number, clean_name(name), person, key)


def begin(table: Table) -> Entry:
    """Deal the cards."""
    if table.status != "open":
        raise SemaforError("already-started")
    if any(seat.free for seat in table.seats):
        raise SemaforError("seats-free")
    return deal(table.setup)


def deal(setup: Setup) -> Entry:
    """Begin with the seed that was given, or with one that nobody can guess."""
    return en.Began(setup.seed or new_seed())


def leave(table: Table, number: int) -> Entry:
    """Give a seat up: for good before the start, to a bot later."""
    seat = seat_at(table, number)
    if table.status == "over":
        raise SemaforError("game-over")
    if table.status == "open":
        return en.Left(number)
    if seat.bot is not None:
        raise SemaforError("away-already")
    return en.Replaced(number, REPLACEMENT, "left")


def decide(table: Table, number: int, move: str, decision: str) -> Entry:
    """Decide something in the game; the game itself says whether that is possible."""
    if table.game is None:
        raise SemaforError("not-started")
    if seat_at(table, number).bot is not None:
        raise SemaforError("bot-plays")
    return en.Decided(decision, number, move)


def say(table: Table, number: int, text: str, line: str) -> Entry:
    """Say something at the table."""
    seat_at(table, number)
    return en.Said(line, number, clean_chat(text))


def vote(table: Table, number: int, about: int, yes: bool, now: float, patience: float) -> Entry:
    """Ask for a bot in place of someone who keeps the table waiting."""
    seat = seat_at(table, about)
    if number == about or not seat.key or seat.bot is not None:
        raise SemaforError("no-vote")
    if seat.since is None or now - seat.since < patience:
        raise SemaforError("too-early", n=round(patience))
    if yes == (number in seat.votes):
        raise SemaforError("voted-already")
    return en.Voted(number, about, yes)


def has_majority(table: Table, about: int) -> bool:
    """Whether more than half of the other people at the table want a bot there."""
    others = [seat for seat in table.seats if seat.key and seat.bot is None and seat.number != about]
    return bool(others) and 2 * len(table.seats[about].votes) > len(others)


def take_back(table: Table, number: int) -> Entry:
    """Play again oneself."""
    seat = seat_at(table, number)
    if seat.bot is None or table.status != "playing":
        raise SemaforError("not-away")
    return en.CameBack(number)


def seat_at(table: Table, number: int) -> Seat:
    """The seat of this number."""
    if not 0 <= number < len(table.seats):
        raise SemaforError("no-such-seat", seat_number=number)
    return table.seats[number]
