"""The small parts of the server, each on its own."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.json import encode as encode_json

from semafor.errors import SemaforError
from semafor.server.messages import CreateTable, TimeControl
from semafor.server.monitoring import hide_secrets
from semafor.server.rate_limits import Bucket, Buckets
from semafor.server.storage.engine import make_engines, sqlite_url
from semafor.server.storage.store import Store
from semafor.server.storage.writer import NewTable, TableSummary
from semafor.server.table import journal as en
from semafor.server.table import table_actions as actions
from semafor.server.table.journal import Entry, Written, decode_entry, encode_entry
from semafor.server.table.keys import hash_key, new_id, new_key, next_id
from semafor.server.table.setup import make_setup
from semafor.server.table.table import GRACE, Table
from semafor.server.table.text import clean_chat, clean_name
from semafor.server.table.updates import card_of
from tests.server.serving import seats


def started(time: TimeControl = TimeControl(), players: int = 2) -> Table:  # noqa: B008 - frozen
    """A game that began at second 100, with seat 0 first and the starting choices made at once."""
    wish = CreateTable(seats(*["me"] * players), board="berlin", first=0, time=time, seed="parts")
    setup = make_setup(wish, "invite", None)
    table = Table("table", setup, setup.load_board(), 0.0)
    for seat in range(players):
        table = table.after(en.Sat(seat, "Ada", "person", f"key {seat}"), 1.0)
    table = table.after(actions.deal(table), 100.0)
    for seat in range(players):
        table = table.after(en.Decided(f"{seat}", seat, str(table.moves(seat)[0])), 100.0)
    return table


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Zażółć   gęślą ", "Zażółć gęślą"),
        ("a\u202eb\x00c\n", "abc"),
        ("e" + "\u0301" * 50, "é" + "\u0301" * 3),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("x" * 100, "x" * 40),
    ],
)
def test_names_are_one_clean_line(text: str, name: str) -> None:
    assert clean_name(text) == name


def test_what_says_nothing_is_refused() -> None:
    for clean in (clean_name, clean_chat):
        with pytest.raises(SemaforError):
            clean(" \u200b\u202e\n")


def test_ids_and_keys_are_long_and_different() -> None:
    assert len({new_id() for _ in range(100)}) == len({new_key() for _ in range(100)}) == 100
    assert len(new_id()) == 16
    assert len(new_key()) == 32
    assert hash_key("a") != hash_key("b")
    assert next_id("t", "secret") == next_id("t", "secret") != next_id("t", "other")


def test_entries_read_back() -> None:
    entries: list[Entry] = [
        en.Sat(0, "Ada", "p", "k"),
        en.Decided("0:x", 0, "draw deck"),
        en.Replaced(1, "hard", "vote"),
        en.PlayedAgain("t"),
    ]
    assert [decode_entry(encode_entry(entry)) for entry in entries] == entries


def test_a_bucket_fills_up_again() -> None:
    bucket = Bucket(rate=1e6, full=3)
    assert [Bucket(0, 2).take() for _ in range(2)] == [True, True]
    assert all(bucket.take() for _ in range(3))
    few = Buckets(per_minute=2)
    assert [few.take("a"), few.take("a"), few.take("a"), few.take("b")] == [True, True, False, True]


def test_secrets_leave_the_log() -> None:
    assert hide_secrets(None, "info", {"event": "x", "key": "k"}) == {"event": "x", "key": "hidden"}


def test_a_clock_for_the_whole_game_counts_only_the_own_time() -> None:
    table = started(TimeControl("game", 600, increment=5))
    left = {seat.seat: seat.clock.left for seat in card_of(table, 130.0).seats if seat.clock}
    assert left == {0: 605 - 30, 1: 605}
    after = table.after(en.Decided("a", 0, "draw deck"), 140.0)
    assert after.seats[0].left == 605 - 40 + 5
    assert after.due == 140.0 + after.seats[0].left  # the second card


def test_a_clock_for_each_decision_begins_anew() -> None:
    table = started(TimeControl("move", 60))
    after = table.after(en.Decided("a", 0, "draw deck"), 140.0)
    assert after.seats[0].left == 60
    assert after.due == 200.0


def test_who_comes_back_has_some_time() -> None:
    table = started(TimeControl("game", 600)).after(en.Replaced(0, "easy", "clock"), 700.0)
    assert table.seats[0].left == 0
    back = table.after(en.CameBack(0), 800.0)
    assert back.seats[0].left == GRACE
    assert back.due == 800.0 + GRACE


def test_a_majority_of_the_others_decides() -> None:
    table = started(players=4)
    for voter, enough in ((1, False), (2, True), (3, True)):
        table = table.after(en.Voted(voter, 0, True), 200.0)
        assert actions.has_majority(table, 0) is enough
    assert not actions.has_majority(
        table.after(en.Voted(1, 0, False), 201.0).after(en.Voted(2, 0, False), 202.0), 0
    )


def test_a_table_stays_as_it_was_when_an_entry_is_refused() -> None:
    table = started()
    before = (table.version, table.events, table.view(0))
    with pytest.raises(SemaforError):
        table.after(en.Decided("a", 0, "claim Nowhere 1 red"), 150.0)
    assert (table.version, table.events, table.view(0)) == before


async def test_what_waits_to_be_written_is_written_though_nobody_waits_for_it(tmp_path: Path) -> None:
    setup = encode_json(make_setup(CreateTable(seats("me", "me"), board="berlin"), "invite", None)).decode()
    entry = Written(1, 0.0, en.Sat(0, "Ada", "person", "key"))

    def table(name: str) -> NewTable:
        return NewTable(name, 0.0, setup, False, "owner", TableSummary(0.0, "open", 1, "{}", None), (entry,))

    store = Store(make_engines(sqlite_url(tmp_path)))
    await store.open()
    gone = asyncio.create_task(store.create(table("first")))
    await asyncio.sleep(0)  # it has been handed over
    gone.cancel()
    with suppress(asyncio.CancelledError):
        await gone
    await store.create(table("second"))
    assert gone.cancelled()
    assert [(stored := await store.load(name)) and stored.id for name in ("first", "second")] == [
        *("first", "second")
    ]
    await store.close()
