"""No route and no message lets one address slow down the others.

For each of them, several clients of one address use all that they are allowed while another address measures
how long a ping and the front page take. Both stay within a ratio of what they take without the attack,
measured in the same run just before and after it.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
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
import msgspec
import pytest
from litestar.routes import HTTPRoute
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from semafor.boards import load_board
from semafor.boards.model import Name
from semafor.boards.write import format_board
from semafor.fair_deal import promise_of
from semafor.server.app import create_app
from semafor.server.client import RemoteServer, TableSocket
from semafor.server.config import Config
from semafor.server.messages import Seated
from semafor.server.socket_messages import ClientMessage, Hello, Refusal, State
from semafor.server.workers.board_jobs import draw_map
from semafor.server.workers.board_pages import map_name
from tests.server.how_long import LONG, short_or_long
from tests.server.nursery import free_port
from tests.server.serving import PATIENCE, play_to_end, table_of

CLIENTS = 4
ATTACK_SECONDS = short_or_long(0.25, 5.0)
QUIET_ROUNDS = 3
"""Measurements before each attack."""
BUSY_ROUNDS = 5
"""Measurements during an attack, at least."""
PAUSE = 0.03
"""Seconds between measurements; two connections may send 40 messages a second."""
REMEMBERED = 4 * QUIET_ROUNDS
"""Measurements without an attack that count; other processes may make the machine faster or slower."""
RATIO = 20.0
SHORTEST = 0.005
"""Seconds; the ratio to a shorter time without an attack is the ratio to this."""
ATTEMPTS = 3
"""Attacks over the ratio are repeated, in case another process has slowed down the machine."""
RATED_GAMES = 1_000
HOST = "192.0.2.1"
"""The address of somebody who neither attacks nor measures."""
PART = "a" * 32
BERLIN = load_board("berlin")
SHORT = {"board": "berlin", "options": {"pieces": {"tram": 4, "subway": 2}}, "start": True}
REGION = {"west": 13.3, "south": 52.48, "east": 13.44, "north": 52.54}


BERLIN_FILE = format_board(BERLIN)
OWN_FILE = format_board(msgspec.structs.replace(BERLIN, board="mine", title=Name("Mine NUMBER", "Moja")))


def own_board(number: int) -> str:
    """A board file that differs from those of other numbers."""
    return OWN_FILE.replace("NUMBER", str(number))


class World(NamedTuple):
    """What requests are about."""

    waiting: str
    """A table that has not begun."""
    playing: str
    finished: str
    shared: str
    """A board on the shelf."""
    study: str
    tournament: str
    attacked: dict[str, Seated]
    """A table for each type of message, since a table has an allowance, too."""
    keys: tuple[str, ...]
    """The keys of the seats of the other tables."""
    accounts: tuple[httpx.Cookies, ...]
    """The cookies of accounts, one per client of an attack."""


class Wish(NamedTuple):
    """A request."""

    path: str
    body: Any = None
    account: bool = False
    """Whether it is sent by somebody who has an account."""


Attack = Callable[[World, int], Wish]
"""The n-th request of an attack."""


def plain(path: str, body: Any = None, account: bool = False) -> Attack:
    """The same request every time."""
    return lambda world, _: Wish(path.format(**world._asdict()), body, account)


REQUESTS: dict[tuple[str, str], Attack] = {
    ("GET", "/"): plain("/"),
    ("HEAD", "/"): plain("/"),
    ("GET", "/{path:path}"): plain("/table/{playing}"),
    ("HEAD", "/{path:path}"): plain("/replay/{finished}"),
    ("GET", "/api/boards"): plain("/api/boards"),
    ("POST", "/api/boards"): lambda _, n: Wish("/api/boards", {"board_file": own_board(n)}),
    ("GET", "/api/boards/{name:str}"): plain("/api/boards/berlin"),
    ("GET", "/api/boards/{name:str}/file"): plain("/api/boards/berlin/file"),
    ("POST", "/api/drawings"): lambda _, n: Wish("/api/drawings", {"board_file": own_board(n)}),
    ("POST", "/api/sketches"): plain("/api/sketches", {"board_file": BERLIN_FILE, "region": REGION}),
    ("POST", "/api/sketches/places"): plain("/api/sketches/places", {"text": "Wien,48.2,16.37"}),
    ("POST", "/api/sketches/finished"): plain(
        "/api/sketches/finished", {"board": json.loads(msgspec.json.encode(BERLIN)), "region": REGION}
    ),
    ("GET", "/api/gazetteer"): plain("/api/gazetteer"),
    ("GET", "/api/shelf"): plain("/api/shelf"),
    ("POST", "/api/shelf"): lambda _, n: Wish("/api/shelf", {"board_file": own_board(n), "name": "Ada"}),
    ("GET", "/api/shelf/{board_id:str}"): plain("/api/shelf/{shared}"),
    ("GET", "/api/shelf/{board_id:str}/file"): plain("/api/shelf/{shared}/file"),
    ("POST", "/api/shelf/{board_id:str}/remove"): plain("/api/shelf/{shared}/remove", {"key": "k" * 32}),
    ("POST", "/api/studies"): plain("/api/studies", {"board_file": BERLIN_FILE, "games": 5000}),
    ("GET", "/api/studies/{study_id:str}"): plain("/api/studies/{study}"),
    ("POST", "/api/studies/{study_id:str}/stop"): plain("/api/studies/{study}/stop"),
    ("GET", "/api/rules/{language:str}"): plain("/api/rules/en"),
    ("GET", "/api/bots"): plain("/api/bots"),
    ("GET", "/api/tables"): plain("/api/tables"),
    ("POST", "/api/tables"): lambda _, n: Wish(
        "/api/tables",
        {"board_file": own_board(n), "seats": [{"kind": "bot", "level": "master"}] * 2, "start": True},
    ),
    ("GET", "/api/tables/{table_id:str}"): plain("/api/tables/{playing}"),
    ("GET", "/api/tables/{table_id:str}/board"): plain("/api/tables/{playing}/board"),
    ("POST", "/api/tables/{table_id:str}/seats/{seat:int}"): plain(
        "/api/tables/{waiting}/seats/1", {"name": "Eve", "word": "guess"}
    ),
    ("POST", "/api/tables/{table_id:str}/start"): plain("/api/tables/{waiting}/start", {}),
    ("POST", "/api/tables/{table_id:str}/leave"): plain("/api/tables/{waiting}/leave", {"seat": 1}),
    ("POST", "/api/tables/{table_id:str}/remove"): plain("/api/tables/{waiting}/remove", {"seat": 1}),
    ("POST", "/api/tables/{table_id:str}/lock"): lambda world, n: Wish(
        f"/api/tables/{world.waiting}/lock", {"locked": n % 2 == 0}
    ),
    ("POST", "/api/tables/{table_id:str}/host"): plain("/api/tables/{waiting}/host", {"seat": 0}),
    ("POST", "/api/tables/{table_id:str}/rematch"): plain("/api/tables/{finished}/rematch", {}),
    ("GET", "/api/my"): plain("/api/my"),
    ("GET", "/api/tables/{table_id:str}/record"): plain("/api/tables/{finished}/record"),
    ("GET", "/api/tables/{table_id:str}/replay"): lambda world, n: Wish(
        f"/api/tables/{world.finished}/replay?viewer=all&count=100&first={n % 60}"
    ),
    ("GET", "/api/tables/{table_id:str}/story"): plain("/api/tables/{finished}/story"),
    ("GET", "/api/tables/{table_id:str}/picture.svg"): lambda world, n: Wish(
        f"/api/tables/{world.finished}/picture.svg?theme={('paper', 'night')[n % 2]}"
    ),
    ("GET", "/api/tables/{table_id:str}/picture.png"): lambda world, n: Wish(
        f"/api/tables/{world.finished}/picture.png?language={('en', 'pl')[n % 2]}"
    ),
    ("GET", "/api/tables/{table_id:str}/board.png"): lambda world, n: Wish(
        f"/api/tables/{world.playing}/board.png?language={('en', 'pl')[n % 2]}"
    ),
    ("GET", "/api/me"): plain("/api/me", account=True),
    ("POST", "/api/me"): lambda _, n: Wish("/api/me", {"name": f"Eve {n} {random.random()}"}),
    ("POST", "/api/me/join"): lambda _, n: Wish("/api/me/join", {"phrase": f"wrong phrase {n}"}),
    ("POST", "/api/me/name"): lambda _, n: Wish("/api/me/name", {"name": f"Eva {n} {random.random()}"}, True),
    ("POST", "/api/me/phrase"): plain("/api/me/phrase", {}, account=True),
    ("POST", "/api/me/code"): plain("/api/me/code", {}, account=True),
    ("POST", "/api/me/sign-out"): plain("/api/me/sign-out", {"device": 7}, account=True),
    ("GET", "/api/me/export"): plain("/api/me/export", account=True),
    ("POST", "/api/me/passkeys/challenge"): plain("/api/me/passkeys/challenge", {}, account=True),
    ("POST", "/api/me/passkeys"): plain(
        "/api/me/passkeys",
        {"credential": "c" * 32, "client_data": "x" * 64, "attestation": "y" * 64},
        account=True,
    ),
    ("POST", "/api/me/passkeys/enter"): plain(
        "/api/me/passkeys/enter",
        {
            "credential": "c" * 32,
            "client_data": "x" * 64,
            "authenticator_data": "y" * 64,
            "signature": "z" * 64,
            "user": "u" * 16,
        },
    ),
    ("POST", "/api/me/passkeys/remove"): plain("/api/me/passkeys/remove", {"number": 1}, account=True),
    ("GET", "/api/tables/{table_id:str}/notices"): plain("/api/tables/{playing}/notices"),
    ("POST", "/api/tables/{table_id:str}/notices"): plain("/api/tables/{playing}/notices", {"push": False}),
    ("GET", "/api/me/notices"): plain("/api/me/notices", account=True),
    ("POST", "/api/me/notices"): plain("/api/me/notices", {"quiet": None}, account=True),
    ("POST", "/api/me/mail"): lambda _, n: Wish("/api/me/mail", {"address": f"eve{n}@example.org"}, True),
    ("POST", "/api/mail/confirm"): plain("/api/mail/confirm", {"token": "wrong"}),
    ("POST", "/api/mail/stop/{token:str}"): plain("/api/mail/stop/wrong"),
    ("GET", "/api/me/memory"): plain("/api/me/memory", account=True),
    ("GET", "/api/me/with/{friend:str}"): plain("/api/me/with/member-1", account=True),
    ("GET", "/api/club"): plain("/api/club"),
    ("GET", "/api/tournaments"): plain("/api/tournaments", account=True),
    ("POST", "/api/tournaments"): plain(
        "/api/tournaments", {"name": "Cup", "board": "berlin", "bots": ["master"] * 32}, account=True
    ),
    ("GET", "/api/tournaments/{tournament:str}"): plain("/api/tournaments/{tournament}", account=True),
    ("POST", "/api/tournaments/{tournament:str}/enter"): plain(
        "/api/tournaments/{tournament}/enter", {}, True
    ),
    ("POST", "/api/tournaments/{tournament:str}/leave"): plain(
        "/api/tournaments/{tournament}/leave", {}, True
    ),
    ("POST", "/api/tournaments/{tournament:str}/begin"): plain(
        "/api/tournaments/{tournament}/begin", {}, True
    ),
    ("POST", "/api/tournaments/{tournament:str}/withdraw"): plain(
        "/api/tournaments/{tournament}/withdraw", {"entrant": 1}, True
    ),
    ("POST", "/api/tournaments/{tournament:str}/bots"): plain(
        "/api/tournaments/{tournament}/bots", {"bots": ["master"] * 32}, True
    ),
    ("GET", "/api/network"): plain("/api/network"),
    ("GET", "/api/engine"): plain("/api/engine"),
    ("GET", "/health"): plain("/health"),
    ("GET", "/metrics"): plain("/metrics"),
    ("GET", "/api/schema"): plain("/api/schema"),
    ("GET", "/api/schema/openapi.json"): plain("/api/schema/openapi.json"),
    ("GET", "/api/schema/{path:str}"): plain("/api/schema/other"),
    ("POST", "/api/me/forget"): plain("/api/me/forget", {}, account=True),
}
"""A request for every route, one that makes work; the last deletes the accounts."""

MESSAGES: dict[str, Callable[[TableSocket, int], dict[str, Any]]] = {
    "hello": lambda *_: {},
    "promise": lambda *_: {"seat": 0, "promise": promise_of(PART)},
    "part": lambda *_: {"seat": 0, "part": PART},
    "decide": lambda place, n: {"id": f"d{n}", **next_decision(place)},
    "undo": lambda _, n: {"id": f"u{n}", "seat": 0},
    "chat": lambda _, n: {"id": f"c{n}", "seat": 0, "text": "hello " * 20},
    "vote": lambda _, n: {"seat": 0, "about": 1, "yes": n % 2 == 0},
    "take-back": lambda *_: {"seat": 0},
    "hint": lambda *_: {"seat": 0},
    "progress": lambda *_: {"seat": 0},
    "route": lambda _, n: {"seat": 0, "route": BERLIN.route_names[n % len(BERLIN.routes)]},
    "refresh": lambda *_: {},
    "ping": lambda _, n: {"n": n},
}
"""The fields of the n-th message of every type."""
BEFORE_START = ("promise", "part")
"""Messages that are sent before a game starts."""


def next_decision(place: TableSocket) -> dict[str, Any]:
    """The first move that is offered to a seat."""
    seat = next((seat for seat in place.seats if place.moves(seat)), 0)
    return {"seat": seat, "move": next(iter(place.moves(seat)), "none")}


def all_routes() -> set[tuple[str, str]]:
    app = create_app(Config(database="sqlite://"))  # only looked at, never run
    routes = [route for route in app.routes if isinstance(route, HTTPRoute)]
    return {(str(method), route.path) for route in routes for method in route.route_handler_map} - {
        ("OPTIONS", route.path) for route in routes
    }


def test_every_route_and_every_message_is_attacked() -> None:
    assert all_routes() == set(REQUESTS)
    assert {message.__struct_config__.tag for message in get_args(ClientMessage)} == set(MESSAGES)


# ---- the world -------------------------------------------------------------------------------------


def add_rated_games(folder: Path) -> None:
    """Add many results of a club with many members to a database."""
    dice = random.Random(1)
    with sqlite3.connect(folder / "semafor.sqlite3") as database:
        for n in range(200):
            database.execute(
                "insert into members (id, name, plain, phrase, created) values (?, ?, ?, ?, 0)",
                (f"member-{n}", f"Member {n}", f"member {n}", f"phrase {n}"),
            )
            database.execute(
                "insert into devices (person, member, number, label, added, signed_out)"
                " values (?, ?, 1, '', 0, 0)",
                (f"person-{n}", f"member-{n}"),
            )
        for n in range(RATED_GAMES):
            database.execute(
                "insert into results (table_id, finished, board, own_board, players, counts)"
                " values (?, ?, 'europe', 0, 4, 1)",
                (f"game-{n}", 1_700_000_000.0 + n),
            )
            for seat, person in enumerate(dice.sample(range(200), 4)):
                database.execute(
                    "insert into result_seats (table_id, seat, person, name, level, side, rank, total, won,"
                    " completed, failed, routes) values (?, ?, ?, '', null, ?, ?, 50, ?, 3, 1, '[]')",
                    (f"game-{n}", seat, f"person-{person}", seat, seat + 1, seat == 0),
                )


def add_map(folder: Path) -> None:
    """Add the map of the board, so that pictures of it can be asked for at once."""
    (folder / "cache" / "boards").mkdir(parents=True)
    (folder / "cache" / "boards" / f"{map_name(BERLIN)}.json").write_bytes(draw_map(BERLIN))


async def make_world(address: str) -> World:
    """Make tables, accounts, a tournament and a study, and share a board."""
    server = RemoteServer(address, timeout=PATIENCE)
    over = await table_of(server, "me", "me", **SHORT)
    async with server.sit(over.table.id, server.keys) as place:
        await play_to_end(place, random.Random(3))
    waiting = await table_of(server, "me", "open", board="berlin", word="secret")
    playing = await table_of(server, "me", "me", board="berlin", hints=True, start=True)
    keys = tuple(server.keys)
    attacked = {
        kind: await table_of(server, "me", "me", board="berlin", hints=True, start=kind not in BEFORE_START)
        for kind in MESSAGES
    }
    accounts = [await make_account(address, f"Eve {number}") for number in range(CLIENTS)]
    async with client_of(address, HOST, accounts[0]) as web:
        shared = await made(web, "/api/shelf", {"board_file": own_board(0), "name": "Ada"})
        study = await made(web, "/api/studies", {"board_file": BERLIN_FILE, "games": 100})
        tournament = await made(web, "/api/tournaments", {"name": "League", "board": "berlin"})
        await asyncio.gather(  # the server starts its workers
            made(web, "/api/drawings", {"board_file": own_board(0)}),
            web.get(f"/api/tables/{over.table.id}/replay?count=1"),
            web.get("/api/me/export"),
        )
    return World(
        waiting=waiting.table.id,
        playing=playing.table.id,
        finished=over.table.id,
        shared=shared["card"]["id"],
        study=study["id"],
        tournament=tournament["tournament"]["id"],
        attacked=attacked,
        keys=keys,
        accounts=tuple(accounts),
    )


async def make_account(address: str, name: str) -> httpx.Cookies:
    """The cookies of a new account."""
    async with client_of(address, HOST) as web:
        await made(web, "/api/me", {"name": name})
        return web.cookies


async def made(web: httpx.AsyncClient, path: str, body: Any) -> Any:
    """What a request has made."""
    answer = await web.post(path, json=body)
    assert answer.is_success, answer.text
    return answer.json()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with its default limits."""
    folder, port = tmp_path_factory.mktemp("fairness"), free_port()
    command = [sys.executable, "-m", "tests.server.usual_server", str(port), str(folder)]
    with subprocess.Popen(command, cwd=Path(__file__).parents[2]) as process:
        try:
            asyncio.run(answers(f"http://127.0.0.1:{port}"))
            add_rated_games(folder)
            add_map(folder)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


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


def client_of(address: str, host: str, cookies: httpx.Cookies | None = None) -> httpx.AsyncClient:
    """An HTTP client of an address, as a proxy tells it."""
    headers = {"X-Forwarded-For": host}
    return httpx.AsyncClient(base_url=address, headers=headers, cookies=cookies, timeout=PATIENCE)


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
REFUSED = {"429", "too-many", "Presence"}
"""What does not count as an answer: refusals beyond an allowance, and news of other connections."""


async def send_requests(
    address: str, world: World, method: str, attack: Attack, client: int, host: str, answers: Answers
) -> None:
    """Send one request after another."""
    cookies = world.accounts[client] if attack(world, 0).account else None
    async with client_of(address, host, cookies) as web:
        web.headers["Authorization"] = f"Bearer {','.join(world.keys)}"
        for number in count(random.randrange(10**6)):
            wish = attack(world, number)
            with suppress(httpx.TransportError):
                async with web.stream(method, wish.path, json=wish.body) as answer:
                    async for _ in answer.aiter_raw():
                        pass
                assert answer.status_code < 500, (wish, answer.status_code)
                answers[str(answer.status_code)] += 1


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
    seated, speed = world.attacked[kind], PATIENT if client == 0 else HASTY
    hello = Hello(tuple(key.key for key in seated.keys))
    while True:
        with suppress(ConnectionClosed, InvalidStatus, OSError):
            async with socket_of(address, host, seated.table.id) as socket:
                place = TableSocket(socket)
                await place.send(hello)
                await place.receive_until(State)
                reading = asyncio.create_task(read_answers(place, answers))
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
        await place.socket.send(json.dumps({"type": kind, **MESSAGES[kind](place, number)}))
        await asyncio.sleep(0 if number < start + speed.burst else speed.pause)


async def read_answers(place: TableSocket, answers: Answers) -> None:
    with suppress(ConnectionClosed):
        while True:
            message = await place.receive(PATIENCE)
            answers[message.code if isinstance(message, Refusal) else type(message).__name__] += 1


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


async def times_under(attack: Client, host: str, victim: Victim) -> Times:
    """What the victim measures while an attack goes on, which is answered at least once."""
    answers, measured, start = Answers(), list[Times](), time.monotonic()
    tasks = [asyncio.create_task(attack(client, host, answers)) for client in range(CLIENTS)]
    while (
        len(measured) < BUSY_ROUNDS
        or time.monotonic() < start + ATTACK_SECONDS
        or not answers.keys() - REFUSED
    ):
        assert time.monotonic() < start + ATTACK_SECONDS + PATIENCE, answers
        measured.append(await victim.measure())
    await end_all(tasks)
    return medians(measured)


def slower(quiet: Times, busy: Times) -> float:
    """By what factor the victim waits longer."""
    return max(with_it / max(without, SHORTEST) for without, with_it in zip(quiet, busy, strict=True))


def all_attacks(address: str, world: World) -> Iterator[tuple[str, Client]]:
    """An attack for every route and every message."""
    for (method, path), attack in REQUESTS.items():
        yield f"{method} {path}", partial(send_requests, address, world, method, attack)
    for kind in MESSAGES:
        yield kind, partial(send_messages, address, world, kind)


if LONG:  # it takes minutes: `make attack`

    async def test_no_address_slows_down_the_others(address: str) -> None:
        unfair: dict[str, float] = {}
        quiet: deque[Times] = deque(maxlen=REMEMBERED)
        hosts = (f"198.18.{number // 250}.{number % 250}" for number in count())
        world = await make_world(address)
        async with victim_of(address, "192.0.2.2", world.playing) as victim:
            for name, attack in all_attacks(address, world):
                for _ in range(ATTEMPTS):
                    quiet.extend([await victim.measure() for _ in range(QUIET_ROUNDS)])
                    ratio = slower(medians(quiet), await times_under(attack, next(hosts), victim))
                    if ratio <= RATIO:
                        break
                else:
                    unfair[name] = ratio
        assert unfair == {}
