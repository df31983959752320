"""Leaks: nothing leaves the server that its viewer may not know, on whatever way."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import defaultdict
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from semafor import Game
from semafor.boards import board_names
from semafor.record import Record
from semafor.server.client import RemoteServer, TableSocket
from semafor.server.messages import Seated
from semafor.server.socket_messages import (
    AskHint,
    AskProgress,
    Decide,
    OfferedMove,
    Ping,
    Pong,
    Refusal,
    Sight,
    State,
)
from semafor.server.table.journal import Began, decode_entry
from semafor.view import TicketProgress
from tests.server.how_long import short_or_long
from tests.server.serving import lively, play_to_end, quick_config, running, table_of

STRIDE = short_or_long(6, 1)
"""Number of steps between comparisons with the engine."""
Told = dict[str, Any]


class Wire:
    """A socket that keeps every byte it receives."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.received: list[str] = []
        self.send = socket.send

    async def recv(self) -> Any:
        text = await self.socket.recv()
        self.received.append(text)
        return text


async def play(place: TableSocket, dice: random.Random) -> None:
    while place.ending is None:
        ready = [seat for seat in place.seats if place.moves(seat)]
        if ready:
            await place.decide(ready[0], lively(place, ready[0], dice))
        else:
            assert not isinstance(await place.receive(), Refusal)


async def sit_and_keep(server: RemoteServer, table: str, key: str | None) -> tuple[TableSocket, Wire]:
    """A viewer of a table and all the bytes it receives."""
    address = server.address.replace("http", "ws") + f"/api/tables/{table}/live"
    wire = Wire(await connect(address, compression=None, max_size=None))
    place = TableSocket(wire)  # type: ignore[arg-type]  # a stand-in that records
    await wire.send(msgspec.json.encode({"type": "hello", "keys": [key] if key else []}).decode())
    await place.receive_until(State)
    return place, wire


@pytest.mark.parametrize("board", board_names())
async def test_bytes_on_the_wire_hold_only_the_viewers_view(tmp_path: Path, board: str) -> None:
    """Every sight that left the server is what the engine shows that viewer, byte for byte."""
    wires: dict[int | None, Wire] = {}
    records: list[Record] = []
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", "me", "me", board=board, start=True)
        places = []
        for key in (*(seat.key for seat in made.keys), None):
            place, wire = await sit_and_keep(server, made.table.id, key)
            wires[place.seats[0] if place.seats else None] = wire
            places.append(place)
        await asyncio.gather(*(play(place, random.Random(7)) for place in places))
        for wire in wires.values():
            await wire.socket.close()
            assert not any(seat.key in text for text in wire.received for seat in made.keys)
        assert not any(str(made.invite) in text for text in wires[None].received)
        records.append(await server.record(made.table.id))
    record = records[0]
    games = games_of(record)
    told = {viewer: changes(wire.received) for viewer, wire in wires.items()}
    for viewer, messages in told.items():
        check_sights(games, viewer, messages)
        early = [text for text in wires[viewer].received if '"ending":null' in text]
        assert not any(record.seed in text for text in early)
        assert any(record.seed in text for text in wires[viewer].received)
    check_the_rest(list(told.values()))


def games_of(record: Record) -> dict[int, Game]:
    """The game after every few steps."""
    game, games = Game.replay(record, steps=0), {}
    for step, (seat, move) in enumerate(record.decisions()):
        if step % STRIDE == 0:
            games[step] = game.copy()
        game.play(move, seat)
    return games


def changes(texts: list[str]) -> list[Told]:
    """The messages that tell of the game, with the number of decisions made before each of them."""
    messages = [msgspec.json.decode(text) for text in texts]
    told = [message for message in messages if message["type"] in ("state", "update") and message["sights"]]
    return [{**message, "step": message["version"] - told[0]["version"]} for message in told]


def told_progress(game: Game, viewer: int | None) -> tuple[TicketProgress, ...]:
    """What a seat is told about its tickets."""
    assert viewer is not None, "spectators have no tickets"
    return game.ticket_progress([viewer])[0]


def check_sights(games: dict[int, Game], viewer: int | None, messages: list[Told]) -> None:
    """Compare sights with those made from nothing but the engine's view and events."""
    checked = [message for message in messages if message["step"] in games]
    for message in checked:
        game, (sight,) = games[message["step"]], message["sights"]
        moves = game.moves(viewer) if viewer is not None and viewer in game.pending else []
        expected = Sight(
            seat=viewer,
            view=game.view(viewer),
            moves=tuple(OfferedMove(str(move), move) for move in moves),
            first_event=sight["first_event"],
            events=tuple(game.events(sight["first_event"], viewer)),
            progress=told_progress(game, viewer) if sight["progress"] is not None else None,
            undo=viewer is not None and sight["undo"],
        )
        assert sight == msgspec.json.decode(msgspec.json.encode(expected))
    assert len(checked) > 5


def check_the_rest(messages_of_viewers: list[list[Told]]) -> None:
    """Everything except a seat's own view is the same for everyone, so it contains no secrets."""
    by_version: dict[int, list[Told]] = defaultdict(list)
    for message in (message for messages in messages_of_viewers for message in messages):
        if message["type"] == "update":
            seats = [{**seat, "online": None} for seat in message["table"]["seats"]]
            table = {**message["table"], "seats": seats}
            by_version[message["version"]].append(
                {**message, "table": table, "sights": None, "time": None, "step": None}
            )
    assert all(rest == [rest[0]] * len(messages_of_viewers) for rest in by_version.values())


async def test_spectators_who_are_behind_get_nothing_of_a_game_before_its_time(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "easy", board="berlin", start=True, spectator_delay=3600)
        watcher, wire = await sit_and_keep(server, made.table.id, None)
        async with server.sit(made.table.id, server.keys) as place:
            await play_to_end(place, random.Random(3))
            await place.chat(0, "that was close")
        for message in (AskHint(0), AskProgress(0)):
            await watcher.send(message)
            assert (await watcher.receive_until(Refusal)).code == "not-yours"
        await watcher.send(Ping(5))
        await watcher.receive_until(Pong)
        await wire.socket.close()
        state, *later = [msgspec.json.decode(text) for text in wire.received]
        assert (state["version"], state["sights"], state["ending"]) == (1, [], None)
        assert {message["type"] for message in later} <= {"presence", "error", "pong"}


def seed_of(folder: Path, table: str) -> str:
    """The seed of a running game, from the database."""
    database = sqlite3.connect(folder / "semafor.sqlite3")
    rows = database.execute("select entry from journal where table_id = ?", (table,)).fetchall()
    database.close()
    (began,) = [entry for (text,) in rows if isinstance(entry := decode_entry(text), Began)]
    return began.seed


async def everything_told(server: RemoteServer, made: Seated, keys: list[str]) -> list[str]:
    """Return all responses of the server to a client with these keys during a game."""
    paths = ["/health", "/metrics", "/api/my", "/api/tables", "/api/boards", "/api/bots"]
    table = f"/api/tables/{made.table.id}"
    paths += [table, f"{table}/record", f"{table}/replay"]
    paths += [f"{table}/replay?viewer={viewer}" for viewer in ("all", "0", "1")]
    paths += [f"{table}/{after}" for after in ("story", "picture.svg", "picture.png")]
    headers = {"Authorization": f"Bearer {','.join(keys)}"} if keys else {}
    async with httpx.AsyncClient(base_url=server.address, headers=headers) as web:
        answers = [await web.get(path) for path in paths]
    assert [answer.status_code for answer in answers[-8:]] == [409] * 8
    return [answer.text + repr(answer.headers) for answer in answers]


@pytest.mark.parametrize("board", ["europe", "cardgame"])
async def test_no_other_answer_tells_a_secret(tmp_path: Path, board: str) -> None:
    """Lists, records and replays before the end, metrics and errors, for players and strangers."""
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", "easy", board=board, start=True, public=True, first=0)
        first, second = [seat.key for seat in made.keys]
        async with server.sit(made.table.id, [first, second]) as both:
            await play_to_end(both, random.Random(4), version=30)
            while not (both.moves(0) or both.moves(1)):
                await both.receive()
        at_turn = 0 if both.moves(0) else 1
        other, key = 1 - at_turn, (second, first)[at_turn]
        told = await refusals_to_others(server, made, key, other, both.moves(at_turn))
        told += await everything_told(server, made, [key])
        told += await everything_told(server, made, [])
        tickets = both.sights[at_turn].view.own
        assert tickets is not None
        secrets = [first, second, seed_of(tmp_path, made.table.id), str(made.invite), *tickets.tickets]
        assert not any(secret in text for text in told for secret in secrets)


async def refusals_to_others(
    server: RemoteServer, made: Seated, key: str, seat: int, moves: list[str]
) -> list[str]:
    """A player who tries another's moves out of turn always gets the same error."""
    place, wire = await sit_and_keep(server, made.table.id, key)
    del wire.received[:]
    for number, move in enumerate(moves):
        await place.send(Decide(f"try-{number}", seat, move))
    refusals = [await place.receive_until(Refusal) for _ in moves]
    await wire.socket.close()
    assert len({(refusal.code, refusal.sentence, refusal.rule) for refusal in refusals}) == 1
    return [text for text in wire.received if '"type":"error"' in text]
