"""The messages over HTTP about what there is to play: boards, rules, bots."""

import msgspec

from semafor.boards.model import Board, Language, Name, Options, Provenance
from semafor.picture.shapes import Geometry
from semafor.picture.svg.board_picture import BoardLayers
from semafor.picture.tokens import Tokens
from semafor.rulebook import Rule
from semafor.server.message_fields import BoardFile, Level, Sent


class OwnBoard(Sent, frozen=True):
    """POST /api/boards and POST /api/drawings: a board to look at before a table is made of it."""

    board_file: BoardFile


class BoardCard(msgspec.Struct, frozen=True):
    """A board in a list."""

    board: str
    title: Name
    players: tuple[int, ...]
    teams: bool
    options: Options
    rules: tuple[str, ...]
    """Families of rules, as in `BASE`, `EUR`."""
    provenance: Provenance
    places: int
    routes: int
    tickets: int


class Boards(msgspec.Struct, frozen=True):
    """GET /api/boards."""

    boards: tuple[BoardCard, ...]
    more: tuple[BoardCard, ...] = ()
    """Boards that were made in the workshop: no lessons, no trained players."""


class BoardPage(msgspec.Struct, frozen=True):
    """GET /api/boards/{name} and GET /api/tables/{id}/board: all that is needed to draw it."""

    board: Board
    route_names: tuple[str, ...]
    """In the order of `board.routes`; moves, views and events use these."""
    ticket_names: tuple[str, ...]
    """In the order of `board.tickets`."""
    geometry: Geometry | None
    """None for the Card Game."""
    layers: BoardLayers | None
    """The drawing of the static board; None where there is no geometry."""
    tokens: Tokens


class Rules(msgspec.Struct, frozen=True):
    """GET /api/rules/{language}."""

    language: Language
    families: dict[str, str]
    rules: tuple[Rule, ...]


class BotLevel(msgspec.Struct, frozen=True):
    """A level of bots, with what it is called."""

    level: Level
    name: Name
    about: Name


class Bots(msgspec.Struct, frozen=True):
    """GET /api/bots."""

    levels: tuple[BotLevel, ...]
