"""HTTP messages of the map workshop: sketches, studies and shared boards."""

from typing import Annotated, Any

import msgspec

from semafor.boards.model import Language, Name
from semafor.picture.shapes import DegreeGrid, Geometry, Laid, Region
from semafor.picture.svg.board_picture import BoardLayers
from semafor.server.messages import BoardFile, Key, PersonName, Sent
from semafor.words import Phrase


class LookAtSketch(Sent, frozen=True):
    """POST /api/sketches: a board being designed, as JSON or as a file."""

    board: dict[str, Any] | None = None
    board_file: BoardFile | None = None
    """If given, `board` is ignored and returned in the response."""
    region: Region | None = None
    """Region of the map; nothing is drawn without one."""
    language: Language = "en"
    """Language of names on the map."""
    ground: bool = True
    """False if the client already has the land of this region."""
    laid: Laid | None = None
    """Where its places are shown now: it is drawn there instead, without land and grid."""


class FinishSketch(Sent, frozen=True):
    """POST /api/sketches/finished: a board being designed, to be drawn as at the table."""

    board: dict[str, Any]
    region: Region


class ImportPlaces(Sent, frozen=True):
    """POST /api/sketches/places: read places, and lines between them, from a CSV or GeoJSON file."""

    text: Annotated[str, msgspec.Meta(max_length=1_000_000)]


class StudyBoard(Sent, frozen=True):
    """POST /api/studies: play thousands of games on a board."""

    board_file: BoardFile
    games: Annotated[int, msgspec.Meta(ge=100, le=5000)] = 2000


class ShareBoard(Sent, frozen=True):
    """POST /api/shelf: share a board with everyone on this server."""

    board_file: BoardFile
    name: PersonName = ""
    """Name of the author; may be empty."""
    study: Annotated[str, msgspec.Meta(max_length=262_144)] | None = None
    """The output of `semafor study --json`."""


class UnshareBoard(Sent, frozen=True):
    """POST /api/shelf/{id}/remove."""

    key: Key


class Remark(msgspec.Struct, frozen=True):
    """A fault or advice, with its path in the board: `["routes", 16, "length"]`."""

    path: tuple[str | int, ...]
    told: Phrase
    better: Phrase
    """How to correct it."""


class SketchPage(msgspec.Struct, frozen=True):
    """The drawing of a board being designed."""

    geometry: Geometry
    layers: BoardLayers
    """`ground` is empty if it was not requested."""
    grid: DegreeGrid | None
    """None if the positions of its places were sent."""
    routes: tuple[int, ...]
    """Indexes of the routes that could be drawn, in drawing order."""


class SketchLook(msgspec.Struct, frozen=True):
    """Response to POST /api/sketches."""

    board: dict[str, Any] | None
    """The content of the file, if one was sent."""
    file: str | None
    """The board as TOML; None if it is malformed."""
    faults: tuple[Remark, ...]
    advice: tuple[Remark, ...]
    """Only for a board without faults."""
    page: SketchPage | None


class FinishedSketch(msgspec.Struct, frozen=True):
    """Response to POST /api/sketches/finished."""

    page: SketchPage | None
    """None if there is nothing to draw: no route, or all places at one point."""


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
    """Response to POST /api/sketches/places."""

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
    """The text of a study, in one language."""

    lead: str
    figures: tuple[str, ...]
    """Names of the figures by which the map can be coloured."""
    scale: tuple[str, str]
    """Labels of the lightest and the darkest colour."""
    map: str
    """SVG with one group of the classes `heat` and `heat-0`, `heat-1`, … per figure."""
    tables: tuple[StudySection, ...]


class StudyFound(msgspec.Struct, frozen=True):
    """A complete study."""

    study: str
    """In the format of `semafor study --json`."""
    en: StudyTold
    pl: StudyTold


class StudyState(msgspec.Struct, frozen=True):
    """POST /api/studies and GET /api/studies/{id}: progress, and the result at the end."""

    id: str
    done: int
    """Games played so far."""
    of: int
    found: StudyFound | None = None
    failed: bool = False


class ShortStudy(msgspec.Struct, frozen=True):
    """Three figures of the author's study of a board."""

    games: int
    turns: float
    """Average turns of a game with the most players."""
    margin: float
    """Average points between the first and the second, in the same games."""


class ShelfCard(msgspec.Struct, frozen=True):
    """A shared board in a list."""

    id: str
    title: Name
    by: str
    """Name of the author; may be empty."""
    players: tuple[int, ...]
    places: int
    routes: int
    tickets: int
    shared: float
    """Time of sharing, in seconds since 1970."""
    plays: int
    """Number of tables created with it."""
    study: ShortStudy | None


class SharedBoardList(msgspec.Struct, frozen=True):
    """GET /api/shelf."""

    boards: tuple[ShelfCard, ...]


class Shared(msgspec.Struct, frozen=True):
    """Response to POST /api/shelf."""

    card: ShelfCard
    key: str
    """Key with which the board can be withdrawn."""


class SharedFile(msgspec.Struct, frozen=True):
    """GET /api/boards/{name}/file and GET /api/shelf/{id}/file."""

    board_file: str


class Gazetteer(msgspec.Struct, frozen=True):
    """GET /api/gazetteer: the larger cities of the world, from GeoNames (CC BY 4.0)."""

    cities: str
    """One line per city, largest first: name, Polish name if different, latitude, longitude, country."""
