"""An attack for every route and every message: the request or message that makes the server work most.

Where a request succeeds only once, as in leaving a seat, each client also sends what makes it possible again.
"""

from __future__ import annotations

import json
import random
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import httpx
import msgspec

from semafor.fair_deal import promise_of
from semafor.server.client import TableSocket
from semafor.server.messages import Seated
from tests.server.authenticator import Authenticator
from tests.server.fairness_world import (
    BERLIN,
    BERLIN_FILE,
    FIRST_DEVICE,
    SHELF_KEY,
    SUPPLY,
    World,
    client_of,
    local_name,
    new_passkey,
    own_board,
)
from tests.server.push_service import Ear

PART = "a" * 32
REGION = {"west": 13.3, "south": 52.48, "east": 13.44, "north": 52.54}
EAR = Ear()


class Attacker:
    """One client of an attack."""

    def __init__(self, address: str, host: str, client: int, world: World) -> None:
        self.address, self.client, self.world = address, client, world
        self.account = world.accounts[client]
        self.web = client_of(address, host)
        self.turn = 0

    def sign_in(self) -> None:
        """Send requests as the account."""
        self.web.cookies.update(self.account.cookies)

    def be_a_stranger(self) -> None:
        """Send the next requests as a browser that was never here."""
        self.web.cookies.clear()

    def use_name(self) -> None:
        """Ask the server by its name, which passkeys need."""
        self.web.headers["Host"] = local_name(self.address)

    async def ask(self, method: str, path: str, body: Any = None, keys: str = "") -> httpx.Response:
        """The answer to a request; its content is not decompressed."""
        bearer = {"Authorization": f"Bearer {keys or ','.join(self.world.keys)}"}
        async with self.web.stream(method, path, json=body, headers=bearer) as answer:
            async for _ in answer.aiter_raw():
                pass
        return answer


Attack = Callable[[Attacker, int], Awaitable[httpx.Response]]
"""The n-th request of an attack, with those that it needs; the answer to it."""
Wish = tuple[str, Any]
"""The path and the body of a request."""


def anyone(method: str, wish: Callable[[World, int], Wish]) -> Attack:
    """A request of a browser that was never here."""

    async def ask(me: Attacker, n: int) -> httpx.Response:
        me.be_a_stranger()
        return await me.ask(method, *wish(me.world, n))

    return ask


def member(method: str, wish: Callable[[World, int], Wish]) -> Attack:
    """A request of somebody who has an account."""

    async def ask(me: Attacker, n: int) -> httpx.Response:
        me.sign_in()
        return await me.ask(method, *wish(me.world, n))

    return ask


def get(path: str) -> Attack:
    """The same request of a stranger every time."""
    return anyone("GET", lambda world, _: (path.format(**ids(world)), None))


def get_mine(path: str) -> Attack:
    """The same request of a member every time."""
    return member("GET", lambda world, _: (path.format(**ids(world)), None))


def post(path: str, body: Any) -> Attack:
    """The same request of a stranger every time."""
    return anyone("POST", lambda world, _: (path.format(**ids(world)), body))


def post_mine(path: str, body: Any) -> Attack:
    """The same request of a member every time."""
    return member("POST", lambda world, _: (path.format(**ids(world)), body))


def ids(world: World) -> dict[str, str]:
    """What paths may name."""
    return {
        "playing": world.playing.table.id,
        "finished": world.finished.table.id,
        "shared": world.shared,
        "study": world.study,
        "league": world.league,
    }


# ---- seats -------------------------------------------------------------------------------------------


async def sit(me: Attacker, seated: Seated) -> httpx.Response:
    """Take the free seat of a table as a stranger."""
    me.be_a_stranger()
    return await me.ask("POST", f"/api/tables/{seated.table.id}/seats/1", {"name": "Eve", "word": "secret"})


async def leave(me: Attacker, seated: Seated) -> httpx.Response:
    """Leave that seat."""
    return await me.ask("POST", f"/api/tables/{seated.table.id}/leave", {"seat": 1})


async def sit_again(me: Attacker, _: int) -> httpx.Response:
    """Take a seat, and leave it."""
    seated = me.world.guarded[me.client]
    answer = await sit(me, seated)
    await leave(me, seated)
    return answer


async def leave_again(me: Attacker, _: int) -> httpx.Response:
    """Take a seat, and leave it."""
    seated = me.world.open[me.client]
    await sit(me, seated)
    return await leave(me, seated)


async def remove_again(me: Attacker, _: int) -> httpx.Response:
    """Take a seat, and let the host remove who took it."""
    seated = me.world.open[me.client]
    await sit(me, seated)
    me.be_a_stranger()
    return await me.ask("POST", f"/api/tables/{seated.table.id}/remove", {"seat": 1})


async def pass_host(me: Attacker, _: int) -> httpx.Response:
    """Make the other seat the host, in turn."""
    seated = me.world.pairs[me.client]
    here, me.turn = me.turn, 1 - me.turn
    me.be_a_stranger()
    keys = seated.keys[here].key
    return await me.ask("POST", f"/api/tables/{seated.table.id}/host", {"seat": 1 - here}, keys)


# ---- accounts ----------------------------------------------------------------------------------------


async def join(me: Attacker, _: int) -> httpx.Response:
    """Sign a new browser in by the passphrase."""
    me.be_a_stranger()
    return await me.ask("POST", "/api/me/join", {"phrase": me.account.phrase})


async def challenge(me: Attacker, _: int) -> httpx.Response:
    """Ask for a challenge."""
    me.use_name()
    me.sign_in()
    return await me.ask("POST", "/api/me/passkeys/challenge", {})


async def add_passkey(me: Attacker, _: int) -> httpx.Response:
    """Register a passkey."""
    me.use_name()
    me.sign_in()
    return await new_passkey(me.web, Authenticator("localhost", f"http://{local_name(me.address)}"))


async def enter_by_passkey(me: Attacker, _: int) -> httpx.Response:
    """Sign a new browser in by a passkey."""
    me.use_name()
    me.be_a_stranger()
    asked = await me.web.post("/api/me/passkeys/challenge", json={})
    return await me.ask("POST", "/api/me/passkeys/enter", me.account.key.sign(asked.json()))


def notices(_: World, n: int) -> Wish:
    """Ask for notifications of a table in another browser."""
    target = EAR.target(f"https://push.example.org/{n}")
    return f"/api/tables/{_.playing.table.id}/notices", {"push": True, "target": target}


# ---- tournaments -------------------------------------------------------------------------------------


def host(action: str, body: Callable[[int], Any]) -> Attack:
    """A request of the host of a tournament."""

    async def ask(me: Attacker, n: int) -> httpx.Response:
        me.sign_in()
        cups = me.world.cups[me.client]
        cup = cups[0] if action != "begin" else cups[1 + n % (len(cups) - 1)]
        return await me.ask("POST", f"/api/tournaments/{cup}/{action}", body(n))

    return ask


# ---- all ---------------------------------------------------------------------------------------------

REQUESTS: dict[tuple[str, str], Attack] = {
    ("GET", "/"): get("/"),
    ("HEAD", "/"): anyone("HEAD", lambda *_: ("/", None)),
    ("GET", "/{path:path}"): get("/table/{playing}"),
    ("HEAD", "/{path:path}"): anyone("HEAD", lambda world, _: (f"/replay/{world.finished.table.id}", None)),
    ("GET", "/api/boards"): get("/api/boards"),
    ("POST", "/api/boards"): anyone("POST", lambda _, n: ("/api/boards", {"board_file": own_board(n)})),
    ("GET", "/api/boards/{name:str}"): get("/api/boards/berlin"),
    ("GET", "/api/boards/{name:str}/file"): get("/api/boards/berlin/file"),
    ("POST", "/api/drawings"): anyone("POST", lambda _, n: ("/api/drawings", {"board_file": own_board(n)})),
    ("POST", "/api/sketches"): post("/api/sketches", {"board_file": BERLIN_FILE, "region": REGION}),
    ("POST", "/api/sketches/finished"): post(
        "/api/sketches/finished", {"board": json.loads(msgspec.json.encode(BERLIN)), "region": REGION}
    ),
    ("POST", "/api/sketches/places"): post("/api/sketches/places", {"text": "Wien,48.2,16.37\n" * 200}),
    ("GET", "/api/gazetteer"): get("/api/gazetteer"),
    ("GET", "/api/shelf"): get("/api/shelf"),
    ("POST", "/api/shelf"): anyone(
        "POST", lambda _, n: ("/api/shelf", {"board_file": own_board(SUPPLY + n), "name": "Ada"})
    ),
    ("GET", "/api/shelf/{board_id:str}"): get("/api/shelf/{shared}"),
    ("GET", "/api/shelf/{board_id:str}/file"): get("/api/shelf/{shared}/file"),
    ("POST", "/api/shelf/{board_id:str}/remove"): anyone(
        "POST", lambda _, n: (f"/api/shelf/board-{1 + n % (SUPPLY - 1)}/remove", {"key": SHELF_KEY})
    ),
    ("POST", "/api/studies"): post("/api/studies", {"board_file": BERLIN_FILE, "games": 5000}),
    ("GET", "/api/studies/{study_id:str}"): get("/api/studies/{study}"),
    ("POST", "/api/studies/{study_id:str}/stop"): post("/api/studies/{study}/stop", None),
    ("GET", "/api/rules/{language:str}"): get("/api/rules/en"),
    ("GET", "/api/bots"): get("/api/bots"),
    ("GET", "/api/tables"): get("/api/tables"),
    ("POST", "/api/tables"): anyone(
        "POST",
        lambda _, n: (
            "/api/tables",
            {"board_file": own_board(n), "seats": [{"kind": "bot", "level": "master"}] * 2, "start": True},
        ),
    ),
    ("GET", "/api/tables/{table_id:str}"): get("/api/tables/{playing}"),
    ("GET", "/api/tables/{table_id:str}/board"): get("/api/tables/{playing}/board"),
    ("POST", "/api/tables/{table_id:str}/seats/{seat:int}"): sit_again,
    ("POST", "/api/tables/{table_id:str}/start"): anyone(
        "POST", lambda world, n: (f"/api/tables/{world.ready[n % SUPPLY]}/start", {})
    ),
    ("POST", "/api/tables/{table_id:str}/leave"): leave_again,
    ("POST", "/api/tables/{table_id:str}/remove"): remove_again,
    ("POST", "/api/tables/{table_id:str}/lock"): anyone(
        "POST", lambda world, n: (f"/api/tables/{world.open[0].table.id}/lock", {"locked": n % 2 == 0})
    ),
    ("POST", "/api/tables/{table_id:str}/host"): pass_host,
    ("POST", "/api/tables/{table_id:str}/rematch"): post("/api/tables/{finished}/rematch", {}),
    ("GET", "/api/my"): get("/api/my"),
    ("GET", "/api/tables/{table_id:str}/record"): get("/api/tables/{finished}/record"),
    ("GET", "/api/tables/{table_id:str}/replay"): anyone(
        "GET",
        lambda world, n: (
            f"/api/tables/{world.finished.table.id}/replay?viewer=all&count=100&first={n % 60}",
            None,
        ),
    ),
    ("GET", "/api/tables/{table_id:str}/story"): get("/api/tables/{finished}/story"),
    ("GET", "/api/tables/{table_id:str}/picture.svg"): anyone(
        "GET",
        lambda world, n: (
            f"/api/tables/{world.finished.table.id}/picture.svg?theme={('paper', 'night')[n % 2]}",
            None,
        ),
    ),
    ("GET", "/api/tables/{table_id:str}/picture.png"): anyone(
        "GET",
        lambda world, n: (
            f"/api/tables/{world.finished.table.id}/picture.png?language={('en', 'pl')[n % 2]}",
            None,
        ),
    ),
    ("GET", "/api/tables/{table_id:str}/board.png"): anyone(
        "GET",
        lambda world, n: (
            f"/api/tables/{world.playing.table.id}/board.png?language={('en', 'pl')[n % 2]}",
            None,
        ),
    ),
    ("GET", "/api/me"): get_mine("/api/me"),
    ("POST", "/api/me"): anyone("POST", lambda _, n: ("/api/me", {"name": f"Eve {n} {random.random()}"})),
    ("POST", "/api/me/join"): join,
    ("POST", "/api/me/name"): member("POST", lambda _, n: ("/api/me/name", {"name": f"Eva {n}"})),
    ("POST", "/api/me/phrase"): post_mine("/api/me/phrase", {}),
    ("POST", "/api/me/code"): post_mine("/api/me/code", {}),
    ("POST", "/api/me/sign-out"): member(
        "POST", lambda _, n: ("/api/me/sign-out", {"device": FIRST_DEVICE + n % SUPPLY})
    ),
    ("GET", "/api/me/export"): get_mine("/api/me/export"),
    ("POST", "/api/me/passkeys/challenge"): challenge,
    ("POST", "/api/me/passkeys/enter"): enter_by_passkey,
    ("POST", "/api/me/passkeys"): add_passkey,
    ("POST", "/api/me/passkeys/remove"): member(
        "POST", lambda _, n: ("/api/me/passkeys/remove", {"number": 1 + n % SUPPLY})
    ),
    ("GET", "/api/tables/{table_id:str}/notices"): get_mine("/api/tables/{playing}/notices"),
    ("POST", "/api/tables/{table_id:str}/notices"): member("POST", notices),
    ("GET", "/api/me/notices"): get_mine("/api/me/notices"),
    ("POST", "/api/me/notices"): post_mine(
        "/api/me/notices", {"quiet": {"begin": 0, "end": 60, "zone": "Europe/Warsaw"}}
    ),
    ("POST", "/api/me/mail"): member(
        "POST", lambda _, n: ("/api/me/mail", {"address": f"eve{n}@example.org"})
    ),
    ("POST", "/api/mail/confirm"): anyone(
        "POST", lambda world, n: ("/api/mail/confirm", {"token": world.confirming[n % SUPPLY]})
    ),
    ("POST", "/api/mail/stop/{token:str}"): anyone(
        "POST", lambda world, n: (f"/api/mail/stop/{world.stopping[n % SUPPLY]}", None)
    ),
    ("GET", "/api/me/memory"): get_mine("/api/me/memory"),
    ("GET", "/api/me/with/{friend:str}"): get_mine("/api/me/with/member-1"),
    ("GET", "/api/club"): get("/api/club"),
    ("GET", "/api/tournaments"): get_mine("/api/tournaments"),
    ("POST", "/api/tournaments"): post_mine(
        "/api/tournaments", {"name": "Cup", "board": "berlin", "bots": ["master"] * 32}
    ),
    ("GET", "/api/tournaments/{tournament:str}"): get_mine("/api/tournaments/{league}"),
    ("POST", "/api/tournaments/{tournament:str}/enter"): post_mine("/api/tournaments/{league}/enter", {}),
    ("POST", "/api/tournaments/{tournament:str}/leave"): post_mine("/api/tournaments/{league}/leave", {}),
    ("POST", "/api/tournaments/{tournament:str}/withdraw"): host(
        "withdraw", lambda n: {"entrant": 1 + n % 32}
    ),
    ("POST", "/api/tournaments/{tournament:str}/bots"): host("bots", lambda _: {"bots": ["master"] * 32}),
    ("POST", "/api/tournaments/{tournament:str}/begin"): host("begin", lambda _: {}),
    ("GET", "/api/network"): get("/api/network"),
    ("GET", "/api/engine"): get("/api/engine"),
    ("GET", "/health"): get("/health"),
    ("GET", "/metrics"): get("/metrics"),
    ("GET", "/api/schema"): get("/api/schema"),
    ("GET", "/api/schema/openapi.json"): get("/api/schema/openapi.json"),
    ("GET", "/api/schema/{path:str}"): get("/api/schema/other"),
    ("POST", "/api/me/forget"): post_mine("/api/me/forget", {}),
}
"""A request for every route, one that makes work; the last deletes the accounts."""

NEVER_SUCCEED = {("GET", "/api/schema/{path:str}")}
"""Routes that only refuse."""


# ---- messages ----------------------------------------------------------------------------------------


async def seat_at(me: Attacker, kind: str) -> Seated:
    """The table for messages of a kind."""
    return me.world.attacked[kind]


async def table_that_deals(me: Attacker, _: str) -> Seated:
    """A new table at which the cards are dealt as soon as a part is told."""
    seats = [{"kind": "me", "name": "Eve", "promise": promise_of(PART)}] * 2
    answer = await me.web.post("/api/tables", json={"board": "berlin", "seats": seats, "start": True})
    return (
        msgspec.json.decode(answer.content, type=Seated) if answer.is_success else me.world.attacked["part"]
    )


async def nothing(_: Attacker, _seated: Seated) -> None:
    """No preparation."""


async def let_a_bot_play(me: Attacker, seated: Seated) -> None:
    """Leave a seat, so that a bot plays it."""
    keys = ",".join(seat.key for seat in seated.keys)
    await me.ask("POST", f"/api/tables/{seated.table.id}/leave", {"seat": 0}, keys)


class Messages(NamedTuple):
    """An attack with messages of one type."""

    fields: Callable[[TableSocket, int], dict[str, Any]]
    """The n-th message; `type` is set if another one comes first."""
    done: str
    """What the server answers to a message that it accepts."""
    seats: int = 2
    """Seats of the table."""
    table: Callable[[Attacker, str], Awaitable[Seated]] = seat_at
    before: Callable[[Attacker, Seated], Awaitable[None]] = nothing
    """What is done before each connection."""


def next_decision(place: TableSocket, n: int) -> dict[str, Any]:
    """The first move that is offered to a seat."""
    seat = next((seat for seat in place.seats if place.moves(seat)), 0)
    return {"id": f"decide-{n}", "seat": seat, "move": next(iter(place.moves(seat)), "none")}


def decide_and_undo(place: TableSocket, n: int) -> dict[str, Any]:
    """Keep tickets, and undo that."""
    if moves := place.moves(0):
        return {"type": "decide", "id": f"decide-{n}", "seat": 0, "move": moves[0]}
    return {"id": f"undo-{n}", "seat": 0}


MESSAGES: dict[str, Messages] = {
    "hello": Messages(lambda *_: {}, "State"),
    "promise": Messages(lambda _, n: {"seat": n % 4, "promise": promise_of(PART)}, "Update", seats=4),
    "part": Messages(lambda _, n: {"seat": n % 2, "part": PART}, "Update", table=table_that_deals),
    "decide": Messages(next_decision, "Ack of decide"),
    "undo": Messages(decide_and_undo, "Ack of undo"),
    "chat": Messages(lambda _, n: {"id": f"chat-{n}", "seat": 0, "text": "hello " * 20}, "Ack of chat"),
    "vote": Messages(lambda _, n: {"seat": 0, "about": 1, "yes": n % 2 == 0}, "Update", seats=4),
    "take-back": Messages(lambda *_: {"seat": 0}, "Update", before=let_a_bot_play),
    "hint": Messages(lambda *_: {"seat": 0}, "Hint"),
    "progress": Messages(lambda *_: {"seat": 0}, "Progress"),
    "route": Messages(
        lambda _, n: {"seat": 0, "route": BERLIN.route_names[n % len(BERLIN.routes)]}, "RouteCheck"
    ),
    "refresh": Messages(lambda *_: {}, "State"),
    "ping": Messages(lambda _, n: {"n": n}, "Pong"),
}
"""The messages of every type."""
