"""Tables: made, found, filled, started, left, played again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from semafor import Game
from semafor.seeds import seed_hash
from semafor.server.client import RemoteServer
from semafor.server.live.tables import LiveTables
from semafor.server.messages import ClaimSeat, CreateTable, MyTables, Seated, SeatPlan, Tables
from tests.server.serving import play_to_end, quick_config, refused, running, seats, table_of


async def test_a_game_against_bots_is_played_to_its_end(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "easy", "medium", "hard", start=True)
        async with server.sit(made.table.id, server.keys) as place:
            await play_to_end(place, random.Random(1))
            assert place.ending is not None
            assert place.card is not None
            assert place.card.status == "over"
            assert place.card.seed_hash == made.table.seed_hash == seed_hash(place.ending.seed)
        record = await server.record(made.table.id)
        assert Game.replay(record).result() == place.ending.result


async def test_who_sits_down_while_the_host_begins_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seat was free when the host asked for bots, and is taken when the bot comes."""
    change = LiveTables.change
    arrivals: list[Coroutine[Any, Any, Any]] = []

    async def arrive_first(self: LiveTables, *args: Any) -> Any:
        if arrivals:
            await arrivals.pop()
        return await change(self, *args)

    monkeypatch.setattr(LiveTables, "change", arrive_first)
    async with running(quick_config(tmp_path)) as host:
        table = (await table_of(host, "me", "open", "open")).table.id
        arrivals.append(RemoteServer(host.address).claim(table, 1, "Bob"))
        card = await host.start(table, fill=True)
        assert card.status == "playing"
        assert [seat.kind for seat in card.seats] == ["person", "person", "bot"]


async def test_friends_need_the_invitation_and_anyone_may_take_an_open_seat(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as host:
        made = await table_of(host, "me", "friend", "open")
        friend, stranger, table = RemoteServer(host.address), RemoteServer(host.address), made.table.id
        assert await refused(stranger.claim(table, 1, "Eve")) == "not-invited"
        assert await refused(stranger.claim(table, 1, "Eve", "guess")) == "not-invited"
        assert await refused(stranger.claim(table, 0, "Eve")) == "seat-taken"
        assert await refused(stranger.claim(table, 5, "Eve")) == "no-such-seat"
        assert await refused(host.start(table)) == "seats-free"
        assert await refused(stranger.start(table)) == "not-yours"
        await friend.claim(table, 1, "Bob", str(made.invite))
        await stranger.claim(table, 2, "  Eve\u202e\n ")
        card = await friend.start(table)
        assert [seat.name for seat in card.seats] == ["Ada", "Bob", "Eve"]
        assert card.status == "playing"
        assert await refused(host.start(table)) == "already-started"


async def test_empty_seats_can_be_filled_with_bots(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "open", "friend")
        card = await server.start(made.table.id, fill=True)
        assert [seat.kind for seat in card.seats] == ["person", "bot", "bot"]


async def test_only_public_tables_are_listed_and_mine_are_mine(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        hidden = await table_of(server, "me", "easy", start=True)
        shown = await table_of(server, "me", "open", public=True)
        listed = await server.ask("/api/tables", Tables)
        assert [table.id for table in listed.tables] == [shown.table.id]
        mine = await server.my_tables()
        assert [one.table.id for one in mine.tables] == [hidden.table.id, shown.table.id]
        assert [one.my_turn for one in mine.tables] == [True, False]
        assert (await RemoteServer(server.address).ask("/api/my", MyTables)).tables == ()


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (CreateTable(seats("me"), board="europe"), "players"),
        (CreateTable(seats("me", "easy"), board="atlantis"), "unknown-board"),
        (CreateTable(seats("me", "easy"), board="../boards/europe"), "unknown-board"),
        (CreateTable(seats("me", "easy"), first=4), "first"),
        (CreateTable(seats("me", "easy"), board_file="board = 1"), "bad-board"),
        (CreateTable(seats("me", "easy"), options={"hand": -1}), "bad-options"),
        (CreateTable(seats("me", "easy"), options={"wings": 2}), "bad-options"),
        (CreateTable(seats("me", "open"), start=True), "seats-free"),
        (CreateTable((SeatPlan("me", "\u200b"), SeatPlan("bot"))), "no-name"),
    ],
)
async def test_impossible_tables_are_refused(tmp_path: Path, wish: CreateTable, code: str) -> None:
    async with running(quick_config(tmp_path)) as server:
        assert await refused(server.create(wish)) == code


async def test_options_of_a_board_can_be_changed(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(
            server, "me", "easy", start=True, options={"stations": None, "ties": ["tickets"]}
        )
        assert made.table.own_board
        async with server.sit(made.table.id, server.keys) as place:
            await play_to_end(place, random.Random(2))


async def test_leaving_frees_a_seat_before_the_start_and_brings_a_bot_later(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path, bot_seconds=30.0)) as server:
        made = await table_of(server, "me", "open")
        guest = RemoteServer(server.address)
        await guest.claim(made.table.id, 1, "Bob")
        assert (await guest.leave(made.table.id)).seats[1].kind == "free"
        assert await refused(guest.leave(made.table.id)) == "not-yours"
        again = RemoteServer(server.address)
        await again.claim(made.table.id, 1, "Eve")
        await server.start(made.table.id)
        left = (await again.leave(made.table.id)).seats[1]
        assert (left.kind, left.name, left.level, left.away) == ("person", "Eve", "medium", "left")


async def test_a_rematch_keeps_the_word(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as host:
        made = await table_of(host, "me", "open", word="signal")
        guest, right = RemoteServer(host.address), ClaimSeat("Bob", word="Signal")
        seated = await guest.ask(f"/api/tables/{made.table.id}/seats/1", Seated, right)
        guest.keys += [seat.key for seat in seated.keys]
        await host.start(made.table.id)
        await guest.leave(made.table.id)
        async with host.sit(made.table.id, host.keys) as place:
            await play_to_end(place, random.Random(3))
        again = (await host.rematch(made.table.id)).table.id
        await guest.leave(again)
        other = RemoteServer(host.address)
        assert await refused(other.claim(again, 1, "Bob")) == "wrong-word"
        assert (await other.ask(f"/api/tables/{again}/seats/1", Seated, right)).keys


async def test_a_rematch_keeps_seats_and_keys(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "easy", "me", start=True)
        assert await refused(server.rematch(made.table.id)) == "not-over"
        async with server.sit(made.table.id, server.keys) as place:
            await play_to_end(place, random.Random(3))
            again, same = await asyncio.gather(server.rematch(made.table.id), server.rematch(made.table.id))
            assert again.table.id == same.table.id != made.table.id
            while place.card is None or place.card.rematch is None:
                await place.receive()
            assert place.card.rematch == again.table.id
        card = await server.start(again.table.id)
        assert card.seed_hash != made.table.seed_hash
        async with server.sit(again.table.id, server.keys) as place:
            await play_to_end(place, random.Random(4))
