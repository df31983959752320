"""No route and no message lets one address slow down the others.

For each of them, several clients of one address use all that they are allowed while another address measures
how long a ping and the front page take. Both stay within a ratio of what they take without the attack,
measured in the same run just before and after it.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, get_args

import httpx
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Sink
from litestar.routes import HTTPRoute
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from semafor.server.app import create_app
from semafor.server.client import TableSocket
from semafor.server.config import Config
from semafor.server.socket_messages import Ack, ClientMessage, Hello, Refusal, ServerMessage, State
from tests.server.fairness_attacks import MESSAGES, NEVER_SUCCEED, REQUESTS, Attack, Attacker, Messages
from tests.server.fairness_world import (
    CLIENTS,
    World,
    add_map,
    add_rated_games,
    add_shared_boards,
    client_of,
    make_world,
)
from tests.server.how_long import short_or_long
from tests.server.nursery import free_port
from tests.server.serving import PATIENCE

ATTACK_SECONDS = short_or_long(0.25, 5.0)
QUIET_ROUNDS = 3
"""Measurements before each attack."""
BUSY_ROUNDS = 5
"""Measurements during an attack, at least."""
PAUSE = 0.03
"""Seconds between measurements; two connections may send 40 messages a second."""
REMEMBERED = 4 * QUIET_ROUNDS
"""Measurements without an attack that count; other processes may make the machine faster or slower."""
RATIO = 10.0
SHORTEST = 0.005
"""Seconds; the ratio to a shorter time without an attack is the ratio to this."""
ATTEMPTS = 5
"""Attacks over the ratio are repeated, in case another process has slowed down the machine."""


def all_routes() -> set[tuple[str, str]]:
    app = create_app(Config(database="sqlite://"))  # only looked at, never run
    routes = [route for route in app.routes if isinstance(route, HTTPRoute)]
    return {(str(method), route.path) for route in routes for method in route.route_handler_map} - {
        ("OPTIONS", route.path) for route in routes
    }


def test_every_route_and_every_message_is_attacked() -> None:
    assert all_routes() == set(REQUESTS)
    assert {message.__struct_config__.tag for message in get_args(ClientMessage)} == set(MESSAGES)


# ---- the server --------------------------------------------------------------------------------------


class Place(NamedTuple):
    """Where the server is."""

    address: str
    folder: Path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, mail_port: int) -> Iterator[Place]:
    """A server with its default limits."""
    folder, port = tmp_path_factory.mktemp("fairness"), free_port()
    command = [sys.executable, "-m", "tests.server.usual_server", str(port), str(folder), str(mail_port)]
    with subprocess.Popen(command, cwd=Path(__file__).parents[2]) as process:
        try:
            asyncio.run(answers(f"http://127.0.0.1:{port}"))
            add_rated_games(folder)
            add_shared_boards(folder)
            add_map(folder)
            yield Place(f"http://127.0.0.1:{port}", folder)
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def mail_port() -> Iterator[int]:
    """The port of a mail server that forgets all letters."""
    controller = Controller(Sink(), hostname="127.0.0.1", port=free_port())
    controller.start()
    yield controller.port
    controller.stop()


async def answers(address: str) -> None:
    """Wait for a server."""
    async with httpx.AsyncClient(base_url=address) as web, asyncio.timeout(300):
        while True:
            with suppress(httpx.TransportError):
                if (await web.get("/health")).status_code == 200:
                    return
            await asyncio.sleep(0.1)


# ---- measuring -------------------------------------------------------------------------------------


class Times(NamedTuple):
    """Medians in seconds."""

    ping: float
    page: float


def medians(measured: Iterable[Times]) -> Times:
    """The medians of measurements."""
    pings, pages = zip(*measured, strict=True)
    return Times(median(pings), median(pages))


class Victim:
    """Measures how long another address waits."""

    def __init__(self, web: httpx.AsyncClient, sockets: Sequence[ClientConnection]) -> None:
        self._web, self._sockets, self._number = web, sockets, 0

    async def measure(self) -> Times:
        """The seconds of one ping and one front page, after a pause."""
        await asyncio.sleep(PAUSE)
        async with asyncio.timeout(PATIENCE):
            return Times(await _seconds(self._ping()), await _seconds(self._page()))

    async def _ping(self) -> None:
        self._number += 1
        socket = self._sockets[self._number % len(self._sockets)]
        await socket.send(json.dumps({"type": "ping", "n": self._number}))
        while (said := json.loads(await socket.recv()))["type"] != "pong" or said["n"] != self._number:
            pass

    async def _page(self) -> None:
        assert (await self._web.get("/")).status_code == 200


async def _seconds(work: Coroutine[Any, Any, None]) -> float:
    start = time.monotonic()
    await work
    return time.monotonic() - start


def socket_of(address: str, host: str, table: str) -> connect:
    """A WebSocket of an address to a table."""
    url = f"{address.replace('http', 'ws')}/api/tables/{table}/live"
    return connect(
        url,
        additional_headers={"X-Forwarded-For": host},
        max_size=None,
        max_queue=None,  # a connection that is not read could not be closed
        compression=None,
        open_timeout=PATIENCE,
    )


@asynccontextmanager
async def victim_of(address: str, host: str, table: str) -> AsyncIterator[Victim]:
    """Somebody at another address who watches a table."""
    async with (
        client_of(address, host) as web,
        socket_of(address, host, table) as first,
        socket_of(address, host, table) as second,
    ):
        for socket in (first, second):
            await socket.send(json.dumps({"type": "hello"}))
        yield Victim(web, (first, second))


# ---- attacking -------------------------------------------------------------------------------------

Answers = Counter[str]
"""What was answered to an attack, by status or type."""
Client = Callable[[int, str, Answers], Coroutine[Any, Any, None]]
"""The n-th client of an attack from an address; it never ends."""


async def send_requests(
    address: str, world: World, attack: Attack, client: int, host: str, answers: Answers
) -> None:
    """Send one request after another."""
    me = Attacker(address, host, client, world)
    async with me.web:
        for number in world.numbers:
            with suppress(httpx.TransportError):
                answer = await attack(me, number)
                assert answer.status_code < 500, (answer.url, answer.status_code)
                answers["done" if answer.status_code < 400 else str(answer.status_code)] += 1


class Speed(NamedTuple):
    """How fast messages are sent."""

    burst: int
    """Messages sent at once."""
    pause: float
    """Seconds between the messages after those."""


PATIENT = Speed(1, 0.5)
"""No connection is closed for this, so every message is answered."""
HASTY = Speed(100, 0.02)
"""All that a connection is allowed, and more, so that it is closed soon."""


async def send_messages(
    address: str, world: World, kind: str, client: int, host: str, answers: Answers
) -> None:
    """Send one message after another, on a new connection whenever one was closed."""
    attack, speed = MESSAGES[kind], PATIENT if client == 0 else HASTY
    me = Attacker(address, host, client, world)
    async with me.web:
        while True:
            seated = await attack.table(me, kind)
            await attack.before(me, seated)
            with suppress(ConnectionClosed, InvalidStatus, OSError):
                async with socket_of(address, host, seated.table.id) as socket:
                    place = TableSocket(socket)
                    await place.send(Hello(tuple(key.key for key in seated.keys)))
                    await place.receive_until(State)
                    reading = asyncio.create_task(read_answers(place, attack, answers))
                    try:
                        await send_until_closed(place, kind, speed)
                    except ConnectionClosed:
                        await reading
                    finally:
                        reading.cancel()
            await asyncio.sleep(0.01)


async def send_until_closed(place: TableSocket, kind: str, speed: Speed) -> None:
    start = random.randrange(10**6)
    for number in count(start):
        await place.socket.send(json.dumps({"type": kind, **MESSAGES[kind].fields(place, number)}))
        await asyncio.sleep(0 if number < start + speed.burst else speed.pause)


async def read_answers(place: TableSocket, attack: Messages, answers: Answers) -> None:
    with suppress(ConnectionClosed):
        while True:
            name = name_of(await place.receive(PATIENCE))
            answers["done" if name == attack.done else name] += 1


def name_of(message: ServerMessage) -> str:
    """What the server answers."""
    match message:
        case Refusal(code=code):
            return code
        case Ack(id=sent):
            return f"Ack of {sent.partition('-')[0]}"
        case _:
            return type(message).__name__


async def end_all(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks until they end, and raise the first error of one.

    Python 3.11's `wait_for` ignores a cancellation that comes together with a result.
    """
    running = set(tasks)
    while running:
        for task in running:
            task.cancel()
        ended, running = await asyncio.wait(running, timeout=1.0)
        for task in ended:
            if not task.cancelled():
                task.result()


async def times_under(attack: Client, success: bool, host: str, victim: Victim, answers: Answers) -> Times:
    """What the victim measures while an attack goes on, and until one of its attempts succeeds if one can."""
    measured, start = list[Times](), time.monotonic()
    tasks = [asyncio.create_task(attack(client, host, answers)) for client in range(CLIENTS)]
    while (
        len(measured) < BUSY_ROUNDS
        or time.monotonic() < start + ATTACK_SECONDS
        or not (answers["done"] or (answers and not success))
    ):
        assert time.monotonic() < start + ATTACK_SECONDS + PATIENCE, answers
        measured.append(await victim.measure())
    await end_all(tasks)
    return medians(measured)


def slower(quiet: Times, busy: Times) -> float:
    """By what factor the victim waits longer."""
    return max(with_it / max(without, SHORTEST) for without, with_it in zip(quiet, busy, strict=True))


def all_attacks(address: str, world: World) -> Iterator[tuple[str, Client, bool]]:
    """An attack for every message and every route, and whether it can succeed.

    Messages come first: later, bots of the attackers' tables and tournaments keep the workers busy.
    """
    for kind in MESSAGES:
        yield kind, partial(send_messages, address, world, kind), True
    for (method, path), attack in REQUESTS.items():
        client = partial(send_requests, address, world, attack)
        yield f"{method} {path}", client, (method, path) not in NEVER_SUCCEED


async def test_no_address_slows_down_the_others(server: Place) -> None:
    unfair: dict[str, float] = {}
    quiet: deque[Times] = deque(maxlen=REMEMBERED)
    hosts = (f"198.18.{number // 250}.{number % 250}" for number in count())
    seats = {kind: attack.seats for kind, attack in MESSAGES.items()}
    world = await make_world(server.address, server.folder, seats)
    async with victim_of(server.address, "192.0.2.0", world.playing.table.id) as victim:
        for name, attack, success in all_attacks(server.address, world):
            answers = Answers()
            for _ in range(ATTEMPTS):
                quiet.extend([await victim.measure() for _ in range(QUIET_ROUNDS)])
                busy = await times_under(attack, success, next(hosts), victim, answers)
                ratio = slower(medians(quiet), busy)
                if ratio <= RATIO:
                    break
            else:
                unfair[name] = ratio
    assert unfair == {}
