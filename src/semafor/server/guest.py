"""A bot as a guest: it takes a free seat at a table of any server and plays until the game is over."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qs, urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed

from semafor.boards.model import Board, Name
from semafor.bots.protocol import FAULTS
from semafor.errors import BadSetup, SemaforError
from semafor.server.client import Server, TableSocket
from semafor.server.socket_messages import Sight

if TYPE_CHECKING:
    from collections.abc import Callable

    from semafor.bots import Bot
    from semafor.server.messages import TableCard

RECONNECT_SECONDS = 2.0
DRAWN_SECONDS = 120.0
"""A server may have to draw an own board before it answers."""
PATIENCE = 24 * 3600.0
"""Seconds without a word from the table after which the line is given up."""


class Invitation(NamedTuple):
    """Where to sit down."""

    address: str
    table: str
    invite: str


def parse_invitation(link: str) -> Invitation:
    """A link to a table as the client shows it, `http://host/table/ID#invite=WORD`; BadSetup otherwise."""
    parts = urlsplit(link)
    page, _, table = parts.path.rpartition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or not page.endswith("/table") or not table:
        raise BadSetup("link", link=link)
    words = parse_qs(parts.fragment).get("invite", [""])
    prefix = page.removesuffix("/table")
    return Invitation(f"{parts.scheme}://{parts.netloc}{prefix}", table, words[0])


class Page(msgspec.Struct, frozen=True):
    """What a bot wants of the page of a table's board."""

    board: Board


class Sits(NamedTuple):
    """The bot has sat down."""

    name: str
    seat: int
    """Counted from 1."""
    title: Name
    """Of the board."""


class LineLost(NamedTuple):
    """The line to the table is lost, and tried again."""


Told = Sits | LineLost


class BotRaised(Exception):
    """The bot raised an error, the cause, when it was asked."""


class Guest:
    """A bot at one seat of somebody's table."""

    def __init__(self, link: str, name: str, tell: Callable[[Told], None]) -> None:
        """`tell` hears what happens on the way."""
        self.place = parse_invitation(link)
        self.server = Server(self.place.address, timeout=DRAWN_SECONDS)
        self.name = name
        self.tell = tell

    async def play(self, make: Callable[[Board], Bot], seat: int | None = None) -> tuple[int, ...]:
        """Sit down, play to the end, and say who won; a lost line is taken up again."""
        card = await self.server.table(self.place.table)
        page = await self.server.ask(f"/api/tables/{card.id}/board", Page)
        bot = make(page.board)
        chosen = await self._claim(card, seat)
        self.tell(Sits(self.name, chosen + 1, card.title))
        while True:
            try:
                return await self._sit(bot, chosen)
            except (ConnectionClosed, OSError, TimeoutError):
                self.tell(LineLost())
                await asyncio.sleep(RECONNECT_SECONDS)

    async def _claim(self, card: TableCard, seat: int | None) -> int:
        """Take the seat asked for, or the first free one: the next where another guest was quicker."""
        while True:
            chosen = free_seat(card) if seat is None else seat
            try:
                await self.server.claim(self.place.table, chosen, self.name, self.place.invite)
            except SemaforError as error:
                if seat is not None or error.code != "seat-taken":
                    raise
                card = await self.server.table(self.place.table)
            else:
                return chosen

    async def _sit(self, bot: Bot, seat: int) -> tuple[int, ...]:
        """Answer whatever is asked until the game has ended."""
        async with self.server.sit(self.place.table, self.server.keys) as place:
            while place.ending is None:
                await place.receive(PATIENCE)
                await self._answer(place, bot, seat)
            return place.card.winners if place.card else ()

    async def _answer(self, place: TableSocket, bot: Bot, seat: int) -> None:
        while place.ending is None and (sight := place.sights.get(seat)) and sight.moves:
            move = await asyncio.to_thread(choose, bot, sight)
            version = place.version
            try:
                await place.decide(seat, move)
            except SemaforError:
                if place.version == version:  # not a moment that has passed, but a wrong answer
                    raise
            while place.version == version:
                await place.receive(PATIENCE)


def choose(bot: Bot, sight: Sight) -> str:
    """The text of the move that the bot chooses; BotRaised where it fails."""
    try:
        return str(bot.choose(sight.view, [offered.move for offered in sight.moves]))
    except FAULTS as error:
        raise BotRaised(f"{type(error).__name__}: {error}") from error


def free_seat(card: TableCard) -> int:
    """The first free seat; BadSetup where there is none."""
    for number, seat in enumerate(card.seats):
        if seat.kind == "free":
            return number
    raise BadSetup("seat", case="none-free")
