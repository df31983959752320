"""The messages of the map workshop, over HTTP: sketches, studies and the shelf of shared boards."""

from typing import Annotated, Any

import msgspec

from semafor.boards.model import Language, Name
from semafor.picture.shapes import DegreeGrid, Geometry, Laid, Region
from semafor.picture.svg.board_picture import BoardLayers
from semafor.server.messages import BoardFile, Key, PersonName, Sent
from semafor.words import Phrase


class LookAtSketch(Sent, frozen=True):
    """POST /api/sketches: a board in the making, as JSON or as its file."""

    board: dict[str, Any] | None = None
    board_file: BoardFile | None = None
    """Then `board` is ignored, and told in the answer."""
    region: Region | None = None
    """The sheet it is drawn on; without one nothing is drawn."""
    language: Language = "en"
    """Of the names on it."""
    ground: bool = True
    """False where the land of this sheet is known already."""
    laid: Laid | None = None
    """Where its places are shown now: it is drawn there instead, without land and grid."""


class FinishSketch(Sent, frozen=True):
    """POST /api/sketches/finished: a board in the making, to be drawn as it will lie at the table."""

    board: dict[str, Any]
    region: Region


class ImportPlaces(Sent, frozen=True):
    """POST /api/sketches/places: read places, and lines between them, from a CSV or GeoJSON file."""

    text: Annotated[str, msgspec.Meta(max_length=1_000_000)]


class StudyBoard(Sent, frozen=True):
    """POST /api/studies: have thousands of games played on a board."""

    board_file: BoardFile
    games: Annotated[int, msgspec.Meta(ge=100, le=5000)] = 2000


class ShareBoard(Sent, frozen=True):
    """POST /api/shelf: put a board where everyone on this server finds it."""

    board_file: BoardFile
    name: PersonName = ""
    """Of who made it; it may stay empty."""
    study: Annotated[str, msgspec.Meta(max_length=262_144)] | None = None
    """What `semafor study --json` wrote about it."""


class UnshareBoard(Sent, frozen=True):
    """POST /api/shelf/{id}/remove."""

    key: Key


class Remark(msgspec.Struct, frozen=True):
    """A fault, or a piece of advice, with where it belongs in the board: `["routes", 16, "length"]`."""

    path: tuple[str | int, ...]
    told: Phrase
    better: Phrase
    """What would be right."""


class SketchPage(msgspec.Struct, frozen=True):
    """A board in the making as it lies on its sheet."""

    geometry: Geometry
    layers: BoardLayers
    """`ground` is empty where it was not asked for."""
    grid: DegreeGrid | None
    """None if the positions of its places were sent."""
    routes: tuple[int, ...]
    """The numbers of the routes that could be drawn, in the order of the drawing."""


class SketchLook(msgspec.Struct, frozen=True):
    """The answer to POST /api/sketches."""

    board: dict[str, Any] | None
    """What the file says, if one was sent."""
    file: str | None
    """The board as TOML; None where its form is wrong."""
    faults: tuple[Remark, ...]
    advice: tuple[Remark, ...]
    """Only of a board without faults."""
    page: SketchPage | None


class FinishedSketch(msgspec.Struct, frozen=True):
    """The answer to POST /api/sketches/finished."""

    page: SketchPage | None
    """None where there is nothing to finish: no route, or all places on one spot."""


class ImportedPlace(msgspec.Struct, frozen=True):
    """A place of an imported file."""

    name: Name
    lat: float
    lon: float


class ImportedLine(msgspec.Struct, frozen=True):
    """A line of an imported file: the indexes of two places, and a length in spaces."""

    a: int
    b: int
    length: int


class ImportedPlaces(msgspec.Struct, frozen=True):
    """The answer to POST /api/sketches/places."""

    found: int
    """Places in the file."""
    places: tuple[ImportedPlace, ...]
    """At most as many as a board can have."""
    lines: tuple[ImportedLine, ...]
    skipped: int
    """Rows or features that could not be read."""


class StudySection(msgspec.Struct, frozen=True):
    """A table of a study."""

    title: str
    about: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class StudyTold(msgspec.Struct, frozen=True):
    """A study as one reads it, in one language."""

    lead: str
    figures: tuple[str, ...]
    """What the map can be coloured by."""
    scale: tuple[str, str]
    """What the lightest and the darkest colour mean."""
    map: str
    """An SVG for the client's style sheet; a group of the classes `heat` and `heat-0`, … for each figure."""
    tables: tuple[StudySection, ...]


class StudyFound(msgspec.Struct, frozen=True):
    """A whole study."""

    study: str
    """As `semafor study --json` writes it."""
    en: StudyTold
    pl: StudyTold


class StudyState(msgspec.Struct, frozen=True):
    """POST /api/studies, and GET /api/studies/{id} until it is found or has failed."""

    id: str
    done: int
    """Games played so far."""
    of: int
    found: StudyFound | None = None
    failed: bool = False


class ShortStudy(msgspec.Struct, frozen=True):
    """What a maker's study says of a board, in three numbers."""

    games: int
    turns: float
    """Of a game, on average, with as many players as there can be."""
    margin: float
    """Points between the first and the second, likewise."""


class ShelfCard(msgspec.Struct, frozen=True):
    """A board on the shelf."""

    id: str
    title: Name
    by: str
    """Who made it; may be empty."""
    players: tuple[int, ...]
    places: int
    routes: int
    tickets: int
    shared: float
    """When, in seconds since 1970."""
    plays: int
    """Tables that were made with it."""
    study: ShortStudy | None


class SharedBoardList(msgspec.Struct, frozen=True):
    """GET /api/shelf."""

    boards: tuple[ShelfCard, ...]


class Shared(msgspec.Struct, frozen=True):
    """The answer to POST /api/shelf."""

    card: ShelfCard
    key: str
    """Whoever has it can take the board back."""


class SharedFile(msgspec.Struct, frozen=True):
    """GET /api/boards/{name}/file and GET /api/shelf/{id}/file."""

    board_file: str


class Gazetteer(msgspec.Struct, frozen=True):
    """GET /api/gazetteer: the larger cities of the world, from GeoNames (CC BY 4.0)."""

    cities: str
    """The largest first, a line each: name, Polish name where it differs, latitude, longitude, country."""
