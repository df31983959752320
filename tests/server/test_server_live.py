"""LiveTable play: versions, resuming, decisions applied once, errors that change nothing."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from semafor.errors import SemaforError
from semafor.server.client import RemoteServer, TableSocket
from semafor.server.messages import TimeControl
from semafor.server.socket_messages import (
    AskHint,
    AskProgress,
    AskRoute,
    Hint,
    Ping,
    Pong,
    Progress,
    Refusal,
    RouteCheck,
    State,
    TakeBack,
    Update,
    Vote,
)
from semafor.server.table.keys import new_key
from tests.server.serving import play_to_end, quick_config, running, table_of


async def code_of(place: TableSocket, seat: int, move: str) -> str:
    """The code with which a decision is refused."""
    with pytest.raises(SemaforError) as caught:
        await place.decide(seat, move)
    return caught.value.code


async def test_a_decision_is_applied_once_however_often_it_is_sent(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", start=True)
        async with server.sit(made.table.id, server.keys) as place:
            await place.receive_until(State)
            move = place.moves(0)[0]
            first = await place.decide(0, move, "same-id")
            assert await place.decide(0, move, "same-id") == first
            assert await place.decide(0, "draw deck", "same-id") == first  # the id counts
            assert (await server.table(made.table.id)).version == first


async def test_wrong_decisions_get_typed_errors_and_change_nothing(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", "open")
        async with server.sit(made.table.id, server.keys[:1]) as place:
            await place.receive_until(State)
            assert await code_of(place, 0, "draw deck") == "not-started"
            await server.start(made.table.id, fill=True)
            while not place.moves(0):
                await place.receive()
            before = (await server.table(made.table.id)).version
            assert await code_of(place, 1, "draw deck") == "not-yours"
            assert await code_of(place, 5, "draw deck") == "not-yours"
            assert await code_of(place, 0, "sing") == "unknown-move"
            assert await code_of(place, 0, "draw deck")
            assert await code_of(place, 0, "keep nothing")
            assert (await server.table(made.table.id)).version in (before, before + 1)  # the bot's choice


async def test_a_client_resumes_from_its_last_version(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", start=True)
        async with server.sit(made.table.id, server.keys) as place:
            await play_to_end(place, random.Random(5), version=20)
        known = place.version
        async with server.sit(made.table.id, server.keys) as place:
            await play_to_end(place, random.Random(6), version=30)
        async with server.sit(made.table.id, server.keys, since=known) as place:
            resumed = await place.receive_until(State)
        async with server.sit(made.table.id, server.keys) as place:
            fresh = await place.receive_until(State)
        async with server.sit(made.table.id, server.keys, since=10_000) as place:
            assert (await place.receive_until(State)).sights == fresh.sights
        for late, whole in zip(resumed.sights, fresh.sights, strict=True):
            assert late.view == whole.view
            assert 0 < late.first_event < len(whole.events)
            assert whole.events[late.first_event :] == late.events


async def test_everyone_answers_at_the_same_time_where_all_must_choose(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", "me", "me", start=True)
        keys = [seat.key for seat in made.keys]

        async def choose(seat: int) -> int:
            async with server.sit(made.table.id, [keys[seat]]) as place:
                await place.receive_until(State)
                return await place.decide(seat, place.moves(seat)[0])

        versions = await asyncio.gather(*(choose(seat) for seat in range(4)))
        assert len(set(versions)) == 4
        assert sum(seat.pending for seat in (await server.table(made.table.id)).seats) == 1


async def test_chat_is_cleaned_and_only_for_those_who_sit(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "open")
        async with server.sit(made.table.id, server.keys) as place, server.sit(made.table.id) as watcher:
            await place.chat(0, "Good\u202e \n luck\x00!")
            with pytest.raises(SemaforError, match="not your seat"):
                await watcher.chat(0, "Boo")
            with pytest.raises(SemaforError, match="Type a message"):
                await place.chat(0, "\u200b\u202e")
            await watcher.send(Ping(7))
            assert (await watcher.receive_until(Pong)).n == 7
        async with server.sit(made.table.id) as watcher:
            told = await watcher.receive_until(State)
            assert [(line.name, line.text) for line in told.chat] == [("Ada", "Good luck!")]


async def test_a_table_keeps_so_many_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit also holds after a restart, although only the newest lines are shown; the game continues."""
    monkeypatch.setattr("semafor.server.table.table_actions.MOST_LINES", 3)
    monkeypatch.setattr("semafor.server.table.table.CHAT_KEPT", 1)
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", start=True)
        keys = [key.key for key in made.keys]
        async with server.sit(made.table.id, keys) as place:
            for line in range(3):
                await place.chat(line % 2, f"line {line}")
    async with running(quick_config(tmp_path)) as server, server.sit(made.table.id, keys) as place:
        for seat in range(2):
            with pytest.raises(SemaforError, match="chat is full"):
                await place.chat(seat, "one more")
        await play_to_end(place, random.Random(1), version=place.version + 10)


async def test_an_address_says_so_much_a_day(tmp_path: Path) -> None:
    """The limit covers all tables together, so that nobody can fill the disk; the game continues."""
    async with running(quick_config(tmp_path, lines_per_day=3.0)) as server:
        tables = [await table_of(server, "me", "me", start=True) for _ in range(4)]
        for made in tables[:3]:
            async with server.sit(made.table.id, [key.key for key in made.keys]) as place:
                await place.chat(0, "hello")
        async with server.sit(tables[3].table.id, [key.key for key in tables[3].keys]) as place:
            with pytest.raises(SemaforError, match="Too many"):
                await place.chat(0, "hello")
            await play_to_end(place, random.Random(1), version=place.version + 10)


async def test_a_seat_is_voted_away_and_taken_back(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path, bot_seconds=0.2)) as server:
        made = await table_of(server, "me", "me", "me", start=True, first=0)
        async with server.sit(made.table.id, server.keys) as place:
            await place.receive_until(State)
            for seat in range(3):
                await place.decide(seat, place.moves(seat)[0])
            await place.send(Vote(1, 0))
            while place.card is None or place.card.seats[0].votes != (1,):
                await place.receive()
            assert place.card.seats[0].away is None
            await place.send(Vote(2, 0))
            while place.card.seats[0].away != "vote":
                await place.receive()
            while not place.moves(1):  # the bot has played seat 0
                await place.receive()
            await place.send(TakeBack(0))
            while place.card.seats[0].away is not None:
                await place.receive()


async def test_votes_come_only_after_some_time(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path, vote_after=60.0)) as server:
        made = await table_of(server, "me", "me", start=True)
        async with server.sit(made.table.id, server.keys) as place:
            for vote, code in ((Vote(0, 1), "too-early"), (Vote(0, 0), "no-vote")):
                await place.send(vote)
                assert (await place.receive_until(Refusal)).code == code


async def test_nobody_is_voted_away_while_a_clock_runs(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", start=True, time=TimeControl("move", 86_400))
        async with server.sit(made.table.id, server.keys) as place:
            await place.send(Vote(0, 1))
            assert (await place.receive_until(Refusal)).code == "clock-decides"


async def test_a_bot_plays_when_the_time_is_over(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        clock = TimeControl("move", 5)
        made = await table_of(server, "me", "easy", start=True, time=clock)
        async with server.sit(made.table.id, server.keys) as place:
            state = await place.receive_until(State)
            ticking = state.table.seats[0].clock
            assert ticking is not None
            assert ticking.running
            assert 4 < ticking.left <= 5
            while place.card is None or place.card.seats[0].away != "clock":
                await place.receive()
            await place.send(TakeBack(0))
            while not place.moves(0):
                await place.receive()


async def test_spectators_see_no_secrets_and_may_be_behind(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", start=True, spectator_delay=1)
        async with server.sit(made.table.id, server.keys) as place, server.sit(made.table.id) as watcher:
            await place.receive_until(State)
            seen = await watcher.receive_until(State)
            assert (seen.you, seen.sights) == ((), ())  # the game has not begun for them
            assert seen.invite is None
            version = await place.decide(0, place.moves(0)[0])
            async with server.sit(made.table.id) as late:
                assert (await late.receive_until(State)).version < version
            started = asyncio.get_running_loop().time()
            while watcher.version < version:
                await watcher.receive()
            assert asyncio.get_running_loop().time() - started > 0.5
            assert watcher.sights[None].view.own is None
            assert watcher.sights[None].moves == ()


async def test_spectators_are_behind_after_a_restart_too(tmp_path: Path) -> None:
    config = quick_config(tmp_path)
    async with running(config) as server:
        made = await table_of(server, "me", "me", start=True, spectator_delay=3600)
        async with server.sit(made.table.id, server.keys) as place:
            await place.receive_until(State)
            await place.decide(0, place.moves(0)[0])
    async with running(config) as server, server.sit(made.table.id) as watcher:
        seen = await watcher.receive_until(State)
        assert (seen.version, seen.sights, seen.table.status) == (2, (), "open")


async def test_who_comes_before_the_start_sees_the_free_seats_at_once(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "open", "open", spectator_delay=3600)
        async with server.sit(made.table.id) as watcher:
            await watcher.receive_until(State)
            await server.claim(made.table.id, 1, "Bob")
            while watcher.card is None or watcher.card.seats[1].kind == "free":
                await watcher.receive()


async def test_hints_and_progress_of_tickets(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", start=True, hints=True)
        assert made.table.hints
        assert not made.table.rated
        async with server.sit(made.table.id, server.keys) as place:
            await place.receive_until(State)
            await place.send(AskHint(0))
            hint = await place.receive_until(Hint)
            assert hint.move in place.moves(0)
            assert hint.second in place.moves(0)
            assert hint.second != hint.move
            assert [reason.words for reason in hint.reasons] == ["reason.keep"]
            assert hint.tickets
            await place.send(AskProgress(0))
            progress = await place.receive_until(Progress)
            own = place.sights[0].view.own
            assert own is not None
            assert {ticket.ticket for ticket in progress.tickets} == set(own.offer) | set(own.tickets)
            assert all(t.possible and t.missing == t.routes and t.pieces for t in progress.tickets)
            route = progress.tickets[0].missing[0]
            await place.send(AskRoute(0, route))
            check = await place.receive_until(RouteCheck)
            assert (check.route, check.version) == (route, progress.version)
            assert (check.reason is None) == (check.short == 0)


async def test_known_cards_can_be_left_to_memory(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        for known in (True, False):
            made = await table_of(
                server,
                "me",
                "me",
                board="berlin",
                start=True,
                seed="open cards",
                first=0,
                known_cards=known,
            )
            async with server.sit(made.table.id, server.keys) as place:
                await place.receive_until(State)
                for seat in (0, 1):
                    keep = next(move for move in place.moves(seat) if move.startswith("keep"))
                    await place.decide(seat, keep)
                await place.decide(0, next(move for move in place.moves(0) if "market" in move))
                while not place.moves(0):
                    await place.receive()
                seen = [sight.view.seats[0].seen for sight in place.sights.values()]
                assert all(bool(cards) == known for cards in seen)


async def test_without_the_option_nobody_gets_hints(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", board="berlin", start=True)
        assert made.table.rated
        async with server.sit(made.table.id, server.keys) as place:
            await place.receive_until(State)
            await place.send(AskHint(0))
            assert (await place.receive_until(Refusal)).code == "no-hints"


async def test_connections_end_with_a_code_that_says_why(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        table = (await table_of(server, "me", "easy")).table.id
        assert await closing_code(server, "no-such-table", "{}") == 4004
        assert await closing_code(server, table, "nonsense") == 4000
        assert await closing_code(server, table, '{"type": "ping"}') == 4000
        stranger = f'{{"type": "hello", "keys": ["{new_key()}"]}}'
        assert await closing_code(server, table, stranger) == 4001
        assert await closing_code(server, table, "{}", origin="https://evil.example") == 4003


async def closing_code(server: RemoteServer, table: str, text: str, origin: str | None = None) -> int:
    address = server.address.replace("http", "ws") + f"/api/tables/{table}/live"
    async with connect(address, origin=origin) as socket:  # type: ignore[arg-type]  # any text, also wrong ones
        with suppress(ConnectionClosed):
            await socket.send(text)
            while True:
                await socket.recv()
    assert socket.close_code is not None
    return socket.close_code


async def test_a_flood_of_messages_ends_the_connection(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path, messages_per_second=5.0)) as server:
        made = await table_of(server, "me", "easy")
        async with server.sit(made.table.id, server.keys) as place:
            with suppress(ConnectionClosed):
                for _ in range(200):
                    await place.send(Ping())
                while True:
                    await place.receive()
            assert place.socket.close_code == 4008
        async with server.sit(made.table.id, server.keys) as place:
            await place.receive_until(State)


async def test_progress_comes_with_updates_and_only_when_it_changed(tmp_path: Path) -> None:
    """With the state, then when tickets, routes, stations or pieces changed: not after chat or a draw."""
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", board="berlin", first=0, start=True)
        async with server.sit(made.table.id, [made.keys[0].key]) as ada:
            state = await ada.receive_until(State)
            assert state.sights[0].progress
            async with server.sit(made.table.id, [made.keys[1].key]) as bob:
                await bob.receive_until(State)
                await bob.decide(1, bob.moves(1)[0])
            await ada.receive_until(Update)
            await ada.decide(0, ada.moves(0)[0])
            kept = ada.sights[0]
            assert kept.progress
            assert {one.ticket for one in kept.progress} == set(kept.view.own.tickets)  # type: ignore[union-attr]  # a seat sees its own
            await ada.chat(0, "hello")
            await ada.decide(0, "draw deck")
            assert ada.sights[0].progress is None
