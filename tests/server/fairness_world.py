"""What the attacks of the fairness test are about: tables, accounts, tournaments, boards, addresses."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec

from semafor.boards import load_board
from semafor.boards.model import Name
from semafor.boards.write import format_board
from semafor.server.client import RemoteServer
from semafor.server.club.notification_sending import NotificationSender
from semafor.server.config import Config
from semafor.server.http.workshop_api import shelf_card
from semafor.server.messages import Seated
from semafor.server.storage.engine import make_engines, sqlite_url
from semafor.server.storage.store import Store
from semafor.server.table.keys import hash_key
from semafor.server.workers.board_jobs import draw_map
from semafor.server.workers.board_pages import map_name
from tests.server.authenticator import Authenticator
from tests.server.serving import PATIENCE, play_to_end

CLIENTS = 4
"""Clients of an attack."""
SUPPLY = 12
"""How many of each thing that can be used up once there are."""
CUPS = 3
"""Tournaments of an account."""
RATED_GAMES = 1_000
MEMBERS = 200
BERLIN = load_board("berlin")
BERLIN_FILE = format_board(BERLIN)
OWN_FILE = format_board(msgspec.structs.replace(BERLIN, board="mine", title=Name("Mine NUMBER", "Moja")))
SHORT = {"pieces": {"tram": 4, "subway": 2}}
SHELF_KEY = "k" * 32
FIRST_DEVICE = 100
"""Number of the first device that an account can sign out."""


def own_board(number: int) -> str:
    """A board file that differs from those of other numbers."""
    return OWN_FILE.replace("NUMBER", str(number))


class Account(NamedTuple):
    """An account of an attacker."""

    cookies: httpx.Cookies
    phrase: str
    key: Authenticator
    """Its passkey."""


class World(NamedTuple):
    """What requests are about."""

    playing: Seated
    finished: Seated
    open: tuple[Seated, ...]
    """A table with a free seat for each client."""
    guarded: tuple[Seated, ...]
    """The same with a password."""
    pairs: tuple[Seated, ...]
    """A table with two people that has not begun, for each client."""
    ready: tuple[str, ...]
    """Tables that can be started."""
    attacked: dict[str, Seated]
    """A table for each type of message, since a table has an allowance, too."""
    shared: str
    """A board on the shelf."""
    study: str
    league: str
    """A tournament that is open to everybody."""
    cups: tuple[tuple[str, ...], ...]
    """Tournaments of each client's account."""
    accounts: tuple[Account, ...]
    """An account for each client."""
    confirming: tuple[str, ...]
    """Tokens that confirm mail addresses."""
    stopping: tuple[str, ...]
    """Tokens that delete mail addresses."""
    keys: tuple[str, ...]
    """The keys of the seats of all tables."""
    numbers: Iterator[int]
    """Numbers for new things."""


# ---- written into the database -----------------------------------------------------------------------


def add_rated_games(folder: Path) -> None:
    """Add many results of a club with many members to a database."""
    dice = random.Random(1)
    with sqlite3.connect(folder / "semafor.sqlite3") as database:
        for n in range(MEMBERS):
            database.execute(
                "insert into members (id, name, plain, phrase, created) values (?, ?, ?, ?, 0)",
                (f"member-{n}", f"Member {n}", f"member {n}", f"phrase {n}"),
            )
            database.execute(
                "insert into devices (person, member, number, label, added, signed_out)"
                " values (?, ?, 1, '', 0, 0)",
                (f"person-{n}", f"member-{n}"),
            )
            database.execute(
                "insert into mail_addresses (member, address, language, confirmed) values (?, ?, 'en', 0)",
                (f"member-{n}", mail_of(n)),
            )
        for n in range(RATED_GAMES):
            database.execute(
                "insert into results (table_id, finished, board, own_board, players, counts)"
                " values (?, ?, 'europe', 0, 4, 1)",
                (f"game-{n}", 1_700_000_000.0 + n),
            )
            for seat, person in enumerate(dice.sample(range(MEMBERS), 4)):
                database.execute(
                    "insert into result_seats (table_id, seat, person, name, level, side, rank, total, won,"
                    " completed, failed, routes) values (?, ?, ?, '', null, ?, ?, 50, ?, 3, 1, '[]')",
                    (f"game-{n}", seat, f"person-{person}", seat, seat + 1, seat == 0),
                )


def add_map(folder: Path) -> None:
    """Add the map of the board, so that pictures of it can be asked for at once."""
    (folder / "cache" / "boards").mkdir(parents=True)
    (folder / "cache" / "boards" / f"{map_name(BERLIN)}.json").write_bytes(draw_map(BERLIN))


def mail_of(number: int) -> str:
    """The mail address of a member."""
    return f"member{number}@example.org"


def add_shared_boards(folder: Path) -> None:
    """Add boards to the shelf."""
    with sqlite3.connect(folder / "semafor.sqlite3") as database:
        for n in range(SUPPLY):
            card = msgspec.structs.replace(shelf_card(BERLIN, "Ada", None), id=f"board-{n}")
            database.execute(
                "insert into shelf (id, shared, maker, key, fingerprint, file, card, plays)"
                " values (?, 0, 'ada', ?, ?, ?, ?, 0)",
                (
                    card.id,
                    hash_key(SHELF_KEY),
                    f"print-{n}",
                    own_board(n),
                    msgspec.json.encode(card).decode(),
                ),
            )


def add_devices(folder: Path, member: str) -> None:
    """Add devices to an account."""
    with sqlite3.connect(folder / "semafor.sqlite3") as database:
        for n in range(FIRST_DEVICE, FIRST_DEVICE + SUPPLY):
            database.execute(
                "insert into devices (person, member, number, label, added, signed_out)"
                " values (?, ?, ?, '', 0, 0)",
                (f"{member}-{n}", member, n),
            )


async def mail_tokens(folder: Path, what: str, members: range) -> tuple[str, ...]:
    """The tokens in letters to members."""
    store = Store(make_engines(sqlite_url(folder)))
    await store.open()
    try:
        sender = NotificationSender(store, Config())
        return tuple([await sender.token(what, f"member-{n}", mail_of(n)) for n in members])
    finally:
        await store.close()


# ---- asked of the server -----------------------------------------------------------------------------


def client_of(address: str, host: str, cookies: httpx.Cookies | None = None) -> httpx.AsyncClient:
    """An HTTP client of an address, as a proxy tells it."""
    headers = {"X-Forwarded-For": host}
    return httpx.AsyncClient(base_url=address, headers=headers, cookies=cookies, timeout=PATIENCE)


class Maker:
    """Makes things, each from another address."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._hosts = (f"192.0.{2 + n // 250}.{1 + n % 250}" for n in count())

    async def make(self, path: str, body: Any, cookies: httpx.Cookies | None = None) -> Any:
        """What a request has made."""
        async with client_of(self.address, next(self._hosts), cookies) as web:
            answer = await web.post(path, json=body)
            assert answer.is_success, answer.text
            return answer.json()

    async def table(self, *kinds: str, **wishes: Any) -> Seated:
        """A new table with these seats."""
        wish = {"seats": [{"kind": kind, "name": "Ada"} for kind in kinds], "board": "berlin", **wishes}
        return msgspec.convert(await self.make("/api/tables", wish), Seated)

    async def tables(self, number: int, *kinds: str, **wishes: Any) -> tuple[Seated, ...]:
        """New tables."""
        return tuple([await self.table(*kinds, **wishes) for _ in range(number)])

    async def account(self, name: str, folder: Path) -> Account:
        """A new account with a passkey and many devices."""
        async with client_of(self.address, next(self._hosts)) as web:
            made = (await web.post("/api/me", json={"name": name})).json()
            web.headers["Host"] = local_name(self.address)
            key = Authenticator("localhost", f"http://{local_name(self.address)}")
            await new_passkey(web, key)
            add_devices(folder, made["me"]["member"])
            return Account(web.cookies, made["phrase"], key)

    async def cups(self, accounts: Sequence[Account]) -> tuple[tuple[str, ...], ...]:
        """Tournaments of accounts that can begin; they are made from one address, as an attacker would."""
        wish = {"name": "Cup", "board": "berlin", "bots": ["master"] * 32}
        host, made = next(self._hosts), []
        for account in accounts:
            async with client_of(self.address, host, account.cookies) as web:
                answers = [await web.post("/api/tournaments", json=wish) for _ in range(CUPS)]
            made.append(tuple(answer.json()["tournament"]["id"] for answer in answers))
        return tuple(made)


def local_name(address: str) -> str:
    """A server's name, which passkeys need."""
    return f"localhost:{httpx.URL(address).port}"


async def new_passkey(web: httpx.AsyncClient, key: Authenticator) -> httpx.Response:
    """Register a passkey."""
    asked = (await web.post("/api/me/passkeys/challenge", json={})).json()
    return await web.post("/api/me/passkeys", json=key.make(asked))


async def make_world(address: str, folder: Path, tables: dict[str, int]) -> World:
    """Make everything; `tables` are those for messages, by their number of seats."""
    maker = Maker(address)
    finished = await maker.table("me", "me", options=SHORT, start=True)
    await play_out(address, finished)
    await warm_workers(maker, finished)
    accounts = [await maker.account(f"Eve {number}", folder) for number in range(CLIENTS)]
    study = await maker.make("/api/studies", {"board_file": BERLIN_FILE, "games": 100})
    league = await maker.make("/api/tournaments", {"name": "League", "board": "berlin"}, accounts[0].cookies)
    world = World(
        playing=await maker.table("me", "me", hints=True, start=True),
        finished=finished,
        open=await maker.tables(CLIENTS, "me", "open"),
        guarded=await maker.tables(CLIENTS, "me", "open", word="secret"),
        pairs=await maker.tables(CLIENTS, "me", "me"),
        ready=(),
        attacked={
            kind: await maker.table(*["me"] * number, hints=True, start=kind != "promise")
            for kind, number in tables.items()
        },
        shared="board-0",
        study=study["id"],
        league=league["tournament"]["id"],
        cups=await maker.cups(accounts),
        accounts=tuple(accounts),
        confirming=await mail_tokens(folder, "confirm", range(SUPPLY)),
        stopping=await mail_tokens(folder, "stop", range(SUPPLY, 2 * SUPPLY)),
        keys=(),
        numbers=count(1),
    )
    ready = await maker.tables(SUPPLY, "me", "me")
    known = [finished, world.playing, *world.open, *world.guarded, *ready]
    keys = tuple(seat.key for seated in known for seat in seated.keys)
    return world._replace(ready=tuple(one.table.id for one in ready), keys=keys)


async def play_out(address: str, seated: Seated) -> None:
    """Play a game to its end."""
    async with RemoteServer(address).sit(seated.table.id, [seat.key for seat in seated.keys]) as place:
        await play_to_end(place, random.Random(3))


async def warm_workers(maker: Maker, finished: Seated) -> None:
    """Let the server start its workers."""
    async with client_of(maker.address, "192.0.2.0") as web:
        await asyncio.gather(
            maker.make("/api/drawings", {"board_file": own_board(0)}),
            web.get(f"/api/tables/{finished.table.id}/replay?count=1"),
            web.get("/api/club"),
        )
