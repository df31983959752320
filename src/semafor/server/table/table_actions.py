"""Actions of people at a table: each request becomes a journal entry or is refused with a code."""

from collections.abc import Collection, Sequence

from semafor.errors import SemaforError
from semafor.fair_deal import promise_of, seed_of
from semafor.server.messages import ClaimSeat, Level
from semafor.server.server_errors import NotDealing
from semafor.server.table import journal as en
from semafor.server.table.journal import Entry
from semafor.server.table.keys import same
from semafor.server.table.setup import says_word
from semafor.server.table.table import TELLING_SECONDS, Seat, Table
from semafor.server.table.text import clean_chat, clean_name

REPLACEMENT: Level = "medium"
"""Level of the bot that replaces a person."""
MOST_LINES = 2_000
"""Chat lines per table, since the journal keeps all of them."""
MOST_UNDONE = 1_000
"""Undone steps per table, since the journal keeps all of them."""


def sit(
    table: Table, number: int, wish: ClaimSeat, person: str, key: str, persons: Collection[str] = ()
) -> Entry:
    """Take a free seat. `persons` are all devices of the person, any of whom may have been removed before."""
    check_not_begun(table)
    if table.removed & {person, *persons}:
        raise SemaforError("removed")
    seat = seat_at(table, number)
    if not seat.free:
        raise SemaforError("seat-taken")
    invited = same(wish.invite, table.setup.invite)
    if seat.reserved and not invited:
        raise SemaforError("not-invited")
    _check_welcome(table, wish)
    agreed = wish.agree or not table.setup.counts
    return en.Sat(number, clean_name(wish.name), person, key, False, invited, wish.promise or "", agreed)


def _check_welcome(table: Table, wish: ClaimSeat) -> None:
    """Refuse a person if the table is locked, the password is wrong, or they do not agree to a rated game."""
    if table.locked:
        raise SemaforError("locked")
    if table.setup.word and not says_word(table.setup, wish.word):
        raise SemaforError("wrong-word")
    if table.counts and not wish.agree:
        raise SemaforError("must-agree")


def check_not_begun(table: Table) -> None:
    """Refuse once the cards are dealt or being dealt."""
    if table.dealing is not None:
        raise SemaforError("dealing")
    if table.status != "open":
        raise SemaforError("already-started")


def check_trusted(table: Table, seats: Sequence[int]) -> None:
    """Refuse strangers on open seats while the host or an invited person sits here."""
    trusted = [seat.number for seat in table.seats if seat.key and (seat.host or seat.invited)]
    if trusted and not set(trusted) & set(seats):
        raise SemaforError("not-host")


def fill(table: Table, number: int, level: Level) -> Entry:
    """Put a bot in a free seat."""
    check_not_begun(table)
    if not table.seats[number].free:
        raise SemaforError("seat-taken")
    return en.BotSat(number, level)


def begin(table: Table) -> Entry:
    """Start the game, or first ask for the promised parts of the deal."""
    check_not_begun(table)
    if any(seat.free for seat in table.seats):
        raise SemaforError("seats-free")
    return en.Dealing() if table.untold and table.setup.seed is None else deal(table)


def deal(table: Table) -> Entry:
    """Start the game with the given seed, or with the one made from all parts."""
    if table.setup.seed is not None:
        return en.Began(table.setup.seed)
    assert table.fair_deal is not None
    return en.Began(seed_of(table.fair_deal))


def deal_told(table: Table) -> Entry:
    """Start the game once all promised parts are known."""
    if table.dealing is None or table.untold:
        raise NotDealing
    return deal(table)


def deal_late(table: Table, now: float) -> Entry:
    """Start the game without the parts that were not told in time; everyone sees whose they are."""
    if table.dealing is None or now < table.dealing + TELLING_SECONDS:
        raise SemaforError("in-time")
    return deal(table)


def promise(table: Table, number: int, text: str) -> Entry:
    """Publish the hash of a part of the deal, once."""
    check_not_begun(table)
    if seat_at(table, number).promise:
        raise SemaforError("promised-already")
    return en.Promised(number, text)


def agree(table: Table, number: int, seats: Sequence[int]) -> Entry:
    """Agree to a rated rematch with a seat of one's own."""
    check_not_begun(table)
    if number not in seats:
        raise SemaforError("not-yours")
    return en.Agreed(number)


def tell_part(table: Table, number: int, part: str) -> Entry:
    """Reveal the promised part of the deal."""
    seat = seat_at(table, number)
    if table.dealing is None or seat.part is not None:
        raise NotDealing
    if not same(promise_of(part), seat.promise):
        raise SemaforError("other-promise")
    return en.Told(number, part)


def check_host(table: Table, seats: Sequence[int]) -> None:
    """Refuse unless one of these seats is the host's."""
    if not any(table.seats[mine].host for mine in seats):
        raise SemaforError("not-host", case="host")


def lock(table: Table, locked: bool, seats: Sequence[int]) -> Entry:
    """Lock or unlock the table, as its host."""
    check_not_begun(table)
    check_host(table, seats)
    return en.Locked(locked)


def pass_host(table: Table, number: int, seats: Sequence[int]) -> Entry:
    """Make another person the host."""
    check_host(table, seats)
    if not seat_at(table, number).key or number in seats:
        raise SemaforError("nobody-there")
    return en.HostPassed(number)


def remove(table: Table, number: int, seats: Sequence[int]) -> Entry:
    """Remove a person from a seat before the start, as the host."""
    check_not_begun(table)
    seat = seat_at(table, number)
    check_host(table, seats)
    if not seat.key or number in seats:
        raise SemaforError("nobody-there")
    return en.Removed(number, seat.person)


def leave(table: Table, number: int) -> Entry:
    """Give up a seat: before the start it is free again, later a bot plays it."""
    seat = seat_at(table, number)
    if table.status == "over":
        raise SemaforError("game-over")
    if table.status == "open":
        check_not_begun(table)
        return en.Left(number)
    if seat.bot is not None:
        raise SemaforError("away-already")
    return en.Replaced(number, REPLACEMENT, "left")


def decide(table: Table, number: int, move: str, decision: str) -> Entry:
    """Make a decision; the game checks whether it is legal."""
    if table.game is None:
        raise SemaforError("not-started")
    if seat_at(table, number).bot is not None:
        raise SemaforError("bot-plays")
    return en.Decided(decision, number, move)


def undo(table: Table, number: int, step: str) -> Entry:
    """Undo one's last step and the bots' answers, unless they revealed something or a person has acted."""
    if seat_at(table, number).bot is not None:
        raise SemaforError("bot-plays")
    if table.last_step is None or table.last_step.seat != number:
        raise SemaforError("nothing-to-undo")
    if table.undone >= MOST_UNDONE:
        raise SemaforError("undone-enough")
    return en.Undone(step, number)


def say(table: Table, number: int, text: str, line: str) -> Entry:
    """Write a chat line."""
    seat_at(table, number)
    if table.said >= MOST_LINES:
        raise SemaforError("said-enough")
    return en.Said(line, number, clean_chat(text))


def vote(table: Table, number: int, about: int, yes: bool, now: float, patience: float) -> Entry:
    """Vote for a bot in place of a person who keeps the table waiting.

    Refused at tables with a clock: the clock alone says how long a person may take.
    """
    seat = seat_at(table, about)
    if table.setup.time.kind != "none":
        raise SemaforError("clock-decides")
    if number == about or not seat.key or seat.bot is not None:
        raise SemaforError("no-vote")
    if seat.since is None or now - seat.since < patience:
        raise SemaforError("too-early", n=round(patience))
    if yes == (number in seat.votes):
        raise SemaforError("voted-already")
    return en.Voted(number, about, yes)


def has_majority(table: Table, about: int) -> bool:
    """Whether more than half of the other people voted for a bot."""
    others = [seat for seat in table.seats if seat.key and seat.bot is None and seat.number != about]
    return bool(others) and 2 * len(table.seats[about].votes) > len(others)


def take_back(table: Table, number: int) -> Entry:
    """Take one's seat back from a bot."""
    seat = seat_at(table, number)
    if seat.bot is None or table.status != "playing":
        raise SemaforError("not-away")
    return en.CameBack(number)


def seat_at(table: Table, number: int) -> Seat:
    """The seat with this number; refused if there is none."""
    if not 0 <= number < len(table.seats):
        raise SemaforError("no-such-seat", seat_number=number)
    return table.seats[number]
