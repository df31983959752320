"""Seats and invitations: what a connection may see and do is asked of the table, every time."""

from __future__ import annotations

from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from semafor.server.client import RemoteServer, TableSocket
from semafor.server.messages import ClaimSeat, Seated, TimeControl
from semafor.server.socket_messages import Hello, Presence, State
from tests.server.serving import quick_config, refused, running, table_of

SEAT_LOST = 4005


async def closed_with(place: TableSocket) -> int:
    """Return the close code; messages before it must not contain secrets."""
    try:
        while True:
            message = await place.receive(10)
            assert isinstance(message, State | Presence), message
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


async def test_a_seat_that_is_given_up_ends_its_connections(tmp_path: Path) -> None:
    """An old socket of a seat cannot see or play for the next player there."""
    async with running(quick_config(tmp_path)) as host:
        made = await table_of(host, "me", "open")
        thief, victim, table = RemoteServer(host.address), RemoteServer(host.address), made.table.id
        key = (await thief.claim(table, 1, "Eve")).keys[0].key
        async with thief.sit(table, [key]) as place:
            assert (await place.receive_until(State)).you == (1,)
            await thief.leave(table)
            assert await closed_with(place) == SEAT_LOST
        await victim.claim(table, 1, "Bob")
        await host.start(table)
        async with thief.sit(table, [key]) as place:
            with pytest.raises(ConnectionClosed):
                await place.receive_until(State)


async def test_a_seat_is_lost_in_other_processes_too(tmp_path: Path, postgres_url: str) -> None:
    """A process with an outdated table checks the newest one before it accepts a key."""
    slow = quick_config(tmp_path, database=postgres_url, check_seconds=60.0)
    async with running(slow) as host, running(slow) as other:
        made = await table_of(host, "me", "open")
        thief, table = RemoteServer(other.address), made.table.id
        key = (await thief.claim(table, 1, "Eve")).keys[0].key
        async with thief.sit(table, [key]) as place:
            await place.receive_until(State)
            leaving = RemoteServer(host.address, thief.keys)
            await leaving.leave(table)
            assert await closed_with(place) == SEAT_LOST


async def test_a_second_hello_takes_up_a_new_seat(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as host:
        made = await table_of(host, "me", "open")
        async with host.sit(made.table.id) as place:
            assert (await place.receive_until(State)).you == ()
            await place.send(Hello(tuple(host.keys)))
            assert (await place.receive_until(State)).you == (0,)


async def test_only_host_and_invited_have_the_invitation(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as host:
        made = await table_of(host, "me", "friend", "open")
        friend, stranger, table = RemoteServer(host.address), RemoteServer(host.address), made.table.id
        assert made.invite
        assert (await stranger.claim(table, 2, "Eve")).invite is None
        assert (await friend.claim(table, 1, "Bob", str(made.invite))).invite == made.invite
        for who, invite in ((host, made.invite), (friend, made.invite), (stranger, None)):
            async with who.sit(table, who.keys) as place:
                assert (await place.receive_until(State)).invite == invite


async def test_a_stranger_neither_fills_seats_nor_starts(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as host:
        made = await table_of(host, "me", "friend", "open")
        stranger, table = RemoteServer(host.address), made.table.id
        await stranger.claim(table, 2, "Eve")
        assert await refused(stranger.start(table, fill=True)) == "not-host"
        assert (await host.table(table)).seats[1].kind == "free"
        await host.leave(table)
        assert (await stranger.start(table, fill=True)).status == "playing"


async def test_the_host_may_remove_a_seat_before_the_start(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as host:
        made = await table_of(host, "me", "open", "open")
        one, two, table = RemoteServer(host.address), RemoteServer(host.address), made.table.id
        await one.claim(table, 1, "Eve")
        await two.claim(table, 2, "Bob")
        assert [seat.host for seat in (await host.table(table)).seats] == [True, False, False]
        assert await refused(two.remove(table, 1)) == "not-host"
        assert await refused(host.remove(table, 0)) == "nobody-there"
        async with one.sit(table, one.keys) as place:
            await place.receive_until(State)
            assert (await host.remove(table, 1)).seats[1].kind == "free"
            assert await closed_with(place) == SEAT_LOST
        assert await refused(one.leave(table)) == "not-yours"
        assert (await one.my_tables()).tables == ()
        await host.start(table, fill=True)
        assert await refused(host.remove(table, 2)) == "already-started"


async def test_nobody_sits_down_at_a_locked_table(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as host:
        made = await table_of(host, "me", "open", "open")
        guest, late, table = RemoteServer(host.address), RemoteServer(host.address), made.table.id
        await guest.claim(table, 1, "Bob")
        assert await refused(guest.lock(table)) == "not-host"
        assert (await host.lock(table)).locked
        assert await refused(late.claim(table, 2, "Eve", str(made.invite))) == "locked"
        assert not (await host.lock(table, False)).locked
        await late.claim(table, 2, "Eve")


async def test_the_host_hands_the_part_on(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as host:
        made = await table_of(host, "me", "open", "open")
        heir, other, table = RemoteServer(host.address), RemoteServer(host.address), made.table.id
        await heir.claim(table, 1, "Bob")
        await other.claim(table, 2, "Eve")
        assert await refused(heir.pass_host(table, 1)) == "not-host"
        assert await refused(host.pass_host(table, 0)) == "nobody-there"
        card = await host.pass_host(table, 1)
        assert [seat.host for seat in card.seats] == [False, True, False]
        assert await refused(host.remove(table, 2)) == "not-host"
        assert (await heir.remove(table, 2)).seats[2].kind == "free"
        async with heir.sit(table, heir.keys) as place:
            assert (await place.receive_until(State)).invite == made.invite


async def test_a_table_may_ask_for_a_word(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as host:
        made = await table_of(host, "me", "open", "friend", word="Signal  Box")
        guest, table = RemoteServer(host.address), made.table.id
        assert made.table.asks_word
        assert await refused(guest.claim(table, 1, "Bob")) == "wrong-word"
        wrong = ClaimSeat("Bob", invite=str(made.invite), word="signal")
        assert await refused(guest.ask(f"/api/tables/{table}/seats/2", Seated, wrong)) == "wrong-word"
        right = ClaimSeat("Bob", word=" signal box")
        assert (await guest.ask(f"/api/tables/{table}/seats/1", Seated, right)).keys
    assert b"ignal" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


async def test_the_word_of_a_table_is_guessed_no_faster_than_a_passphrase(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path, phrases_per_minute=3.0)) as host:
        made = await table_of(host, "me", "open", word="signal")
        stranger, path = RemoteServer(host.address), f"/api/tables/{made.table.id}/seats/1"
        guesses = [ClaimSeat("Bob", word=f"guess {n}") for n in range(4)]
        codes = [await refused(stranger.ask(path, Seated, guess)) for guess in guesses]
        assert codes == ["wrong-word"] * 3 + ["too-many"]


DAILY = TimeControl("move", 86_400)


async def test_who_sits_down_where_it_counts_agrees_to_that(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as host:
        assert await refused(table_of(host, "me", "open", rate=True)) == "rated-without-clock"
        made = await table_of(host, "me", "open", rate=True, time=DAILY)
        guest, table = RemoteServer(host.address), made.table.id
        assert made.table.counts
        assert await refused(guest.claim(table, 1, "Bob")) == "must-agree"
        agreed = ClaimSeat("Bob", agree=True)
        assert (await guest.ask(f"/api/tables/{table}/seats/1", Seated, agreed)).keys
        assert not (await table_of(host, "me", "easy", rate=True, hints=True, time=DAILY)).table.counts
        assert not (await table_of(host, "me", "easy", rate=True, seed="x", time=DAILY)).table.counts
