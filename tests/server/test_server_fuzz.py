"""Bad input: never a 500, never a traceback, never another table affected."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from semafor.fair_deal import promise_of
from semafor.server.app import create_app
from semafor.server.client import RemoteServer
from semafor.server.config import Config
from semafor.server.messages import CreateTable, Problem, SeatPlan
from semafor.server.socket_messages import ClientMessage, Hello, State
from tests.server.how_long import short_or_long
from tests.server.nursery import Nursery, free_port
from tests.server.serving import failures, quick_config, running_app, table_of


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RemoteServer, list[str]]]:
    """A server process, our keys and its tables."""
    nursery, port = Nursery(), free_port()
    server = RemoteServer(f"http://127.0.0.1:{port}")

    async def start() -> list[str]:
        await nursery.start(port, tmp_path_factory.mktemp("fuzz"))
        waiting = await table_of(server, "me", "open", board="berlin", public=True)
        playing = await table_of(server, "me", "easy", board="berlin", public=True, start=True)
        await RemoteServer(server.address, timeout=120).ask("/api/boards/berlin", dict)  # drawn but once
        return [waiting.table.id, playing.table.id, "no-such-table"]

    yield server, asyncio.run(start())
    nursery.close()


schema = schemathesis.openapi.from_dict(
    create_app(Config(database="sqlite://")).openapi_schema.to_schema()  # only looked at, never run
)


@schema.parametrize()
@settings(max_examples=short_or_long(25, 400), deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_breaks_the_server(served: tuple[RemoteServer, list[str]], case: Any) -> None:
    server, tables = served
    if "table_id" in case.path_parameters:
        case.path_parameters["table_id"] = tables[len(repr(case.body)) % len(tables)]
    headers = {"Authorization": f"Bearer {','.join(server.keys)}"}
    response = case.call(base_url=server.address, headers=headers)
    case.validate_response(response, checks=[not_a_server_error])
    if response.status_code >= 400:
        problem = msgspec.json.decode(response.content, type=Problem)
        assert "Traceback" not in problem.sentence


FIELDS: dict[str, tuple[str, ...]] = {
    message.__struct_config__.tag: message.__struct_fields__ for message in get_args(ClientMessage)
}
"""What clients may send, with the fields of each message."""
PART = "a" * 32
VALUES: dict[str, list[Any]] = {
    "about": [1, 0, 9],
    "id": ["a", "b", "1:a", "bot:0:0", "", None, 5],
    "keys": [],
    "move": ["draw deck", "claim", "keep nothing", "pass", "x" * 1999, "", 7],
    "n": [0, -1, 2**63, "0"],
    "part": [PART, "b" * 32, PART.upper(), PART[1:], "", None, 5],
    "promise": [promise_of(PART), "b" * 64, PART, "", None, 5],
    "route": ["Amsterdam-Bruxelles", "Atlantis-Utopia", "x" * 1999, "", "\0", None, 5],
    "seat": [0, 1, 2, 7, -1, "0", None],
    "since": [0, 10**9, -1, "x"],
    "text": ["hello", "", "\u202e", 1],
    "yes": [True, False, "yes"],
}
"""Values for fields, valid ones first; keys belong to the attacker."""


def random_json(dice: random.Random, depth: int = 0) -> Any:
    """Any JSON, mostly made of the protocol's own words."""
    words = [
        "type",
        "hello",
        "decide",
        "id",
        "seat",
        "move",
        "keys",
        "since",
        "draw deck",
        "chat",
        "",
        "\0",
        "ą",
    ]
    kinds: list[Any] = [None, True, -1, 0, 3, 2**63, 1e308, dice.choice(words), dice.choice(words) * 300]
    if depth < 3:
        kinds.append([random_json(dice, depth + 1) for _ in range(dice.randrange(4))])
        kinds.append({dice.choice(words): random_json(dice, depth + 1) for _ in range(dice.randrange(5))})
    return dice.choice(kinds)


def random_message(dice: random.Random, keys: list[str]) -> str | bytes:
    """A message that is wrong in one way or another, or right at the wrong time."""
    kind = dice.choice([*FIELDS, "state", "?"])
    match dice.randrange(8):
        case 0:
            return dice.randbytes(dice.randrange(200))
        case 1:
            return msgspec.json.encode(random_json(dice)).decode()
        case 2:
            return "[" * 20_000
        case 3:
            return '{"type": "chat", "id": "x", "seat": 0, "text": "' + "x" * 50_000 + '"}'
        case 4:
            return msgspec.json.encode({"type": kind, "keys": [dice.choice(keys)]}).decode()
        case 5:
            names = dice.sample(sorted(VALUES), dice.randrange(len(VALUES)))
        case _:
            names = list(FIELDS.get(kind, ()))
    fields = {name: random_value(dice, name, keys) for name in names}
    return msgspec.json.encode({"type": kind, **fields}).decode()


def random_value(dice: random.Random, name: str, keys: list[str]) -> Any:
    """What a field may hold, mostly, or what it may not."""
    if name == "keys":
        return [dice.choice(keys)]
    return VALUES[name][0] if dice.random() < 0.6 else dice.choice(VALUES[name])


async def test_no_message_breaks_the_server_or_another_table(tmp_path: Path) -> None:
    dice = random.Random(99)
    app = create_app(quick_config(tmp_path))
    before_attack = failures()
    async with running_app(app) as server:
        victim = await table_of(server, "me", "me", start=True)
        attacker = RemoteServer(server.address)
        own = await table_of(attacker, "me", "me", start=True)
        promising = CreateTable((SeatPlan("me", promise=promise_of(PART)), SeatPlan("me")))
        waiting, dealing = await attacker.create(promising), await attacker.create(promising)
        assert (await attacker.start(dealing.table.id)).dealing
        tables = [made.table.id for made in (own, waiting, dealing, victim)]
        async with server.sit(victim.table.id, server.keys) as place:
            before = await place.receive_until(State)
            for round_number in range(30):
                table = dice.choice(tables)
                await attack(attacker, table, dice, attacker.keys, greets=round_number % 4 != 0)
        async with server.sit(victim.table.id, server.keys) as place:
            after = await place.receive_until(State)
        assert after.sights == before.sights
        assert after.version == before.version
        assert failures() == before_attack
        for table in tables[:3]:
            async with attacker.sit(table, attacker.keys) as place:
                await place.receive_until(State)


async def attack(
    server: RemoteServer, table: str, dice: random.Random, keys: list[str], greets: bool
) -> None:
    """Send invalid messages until the server closes; every answer must follow the protocol."""
    address = server.address.replace("http", "ws") + f"/api/tables/{table}/live"
    async with connect(address, compression=None, max_size=None) as socket:
        with suppress(ConnectionClosed):
            if greets:
                await socket.send(msgspec.json.encode(Hello(dice.choice([(), tuple(keys)]))).decode())
            for _ in range(40):
                await socket.send(random_message(dice, keys))
            await read_all(socket)


async def read_all(socket: ClientConnection) -> None:
    with suppress(TimeoutError):
        while True:
            text = str(await asyncio.wait_for(socket.recv(), 0.2))
            assert "Traceback" not in text
            assert '"code":"internal"' not in text


async def test_huge_messages_end_the_connection_only(tmp_path: Path) -> None:
    async with running_app(create_app(quick_config(tmp_path))) as server:
        made = await table_of(server, "me", "easy")
        async with server.sit(made.table.id, server.keys) as place:
            await place.receive_until(State)
            with suppress(ConnectionClosed):
                await place.socket.send("x" * 1_000_000)
                while True:
                    await place.receive()
            assert place.socket.close_code == 1009
        async with server.sit(made.table.id, server.keys) as place:
            await place.receive_until(State)
