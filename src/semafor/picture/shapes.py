"""The typed values of a board's geometry; as JSON they are the input of the browser client."""

from typing import Annotated, Literal

import msgspec

from semafor.boards.model import Kind

Anchor = Literal["start", "middle", "end"]
LayerKind = Literal["land", "lake", "river", "park", "street"]
NameKind = Literal["sea", "river", "park", "district"]
Side = Literal["top", "right", "bottom", "left"]


class PlacePoint(msgspec.Struct, frozen=True):
    """The position of a place."""

    id: str
    x: float
    y: float
    junction: bool


class Space(msgspec.Struct, frozen=True):
    """The middle of a space and the angle of its long side, in degrees clockwise."""

    x: float
    y: float
    angle: float
    wild: bool = False
    """A ferry space with the wild symbol."""


class RouteShape(msgspec.Struct, frozen=True):
    """One strand: its line from place to place, and its spaces in order from `a` to `b`."""

    kind: Kind
    line: str
    spaces: tuple[Space, ...]
    length: float
    """The length of every space."""
    width: float
    tunnel: int = 0
    badge: int = -1
    """The space with the number of cards that a tunnel turns up, if it is not three."""
    cards: int = 0
    """The number a subway shows."""
    head: int = 0
    """The space with the engine of a train: the end further to the left."""


class Label(msgspec.Struct, frozen=True):
    """The name of a place, line by line; y is the base line of the first."""

    place: str
    x: float
    y: float
    anchor: Anchor
    lines: tuple[str, ...]
    widths: tuple[float, ...]


class Box(msgspec.Struct, frozen=True):
    """An upright box by its top left corner."""

    x: float
    y: float
    width: float
    height: float


class SeaName(msgspec.Struct, frozen=True):
    """The name of a water, a park or a district in italics."""

    x: float
    y: float
    text: str
    size: float
    width: float
    kind: NameKind = "sea"


class Lettering(msgspec.Struct, frozen=True):
    """Everything whose position depends on the language."""

    title: str
    labels: tuple[Label, ...]
    seas: tuple[SeaName, ...]


class Marker(msgspec.Struct, frozen=True):
    """The position of the open cards of a festival."""

    festival: str
    place: str
    x: float
    y: float


class Layer(msgspec.Struct, frozen=True):
    """A part of the scenery as an SVG path."""

    kind: LayerKind
    path: str


class Tick(msgspec.Struct, frozen=True):
    """Where a meridian or parallel meets the frame."""

    side: Side
    at: float
    text: str


class Geometry(msgspec.Struct, frozen=True):
    """The positions of spaces, places and markers, in picture units from the top left corner."""

    board: str
    width: float
    height: float
    frame: Box
    """Inside it lies the map."""
    place_radius: float
    places: tuple[PlacePoint, ...]
    routes: tuple[RouteShape, ...]
    """In the order of the board's routes."""
    markers: tuple[Marker, ...]


class MapGeometry(Geometry, frozen=True):
    """The positions of everything on a board, including land, lettering and ornaments."""

    lettering: dict[Literal["en", "pl"], Lettering]
    layers: tuple[Layer, ...]
    graticule: tuple[str, ...]
    ticks: tuple[Tick, ...]
    cartouche: Box | None
    compass: Box | None
    scale_km: float
    """Kilometres per hundred units, in the middle of the map."""

    def of_the_game(self) -> Geometry:
        """Return only routes, places and markers."""
        return Geometry(**{name: getattr(self, name) for name in Geometry.__struct_fields__})


Latitude = Annotated[float, msgspec.Meta(ge=-85, le=85)]


class Region(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A box of degrees; it may cross the date line, with its east above 180."""

    west: Annotated[float, msgspec.Meta(ge=-180, le=180)]
    south: Latitude
    east: Annotated[float, msgspec.Meta(gt=-180, le=540)]
    north: Latitude

    @property
    def is_sound(self) -> bool:
        """Return whether it is not empty, and small enough for a flat map."""
        return self.south + 0.001 <= self.north and self.west + 0.001 <= self.east <= self.west + 300


class Spot(msgspec.Struct, frozen=True):
    """A point of a drawing, in picture units."""

    x: float
    y: float


FARTHEST = 100_000.0
"""Maximum size of a drawing in picture units."""


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The positions of a board in progress in a client."""

    frame: Box
    spots: dict[str, Spot]
    """The positions of its places, by id."""

    @property
    def is_sound(self) -> bool:
        """Return whether all of it is within a drawing."""
        box, spots = self.frame, self.spots.values()
        corner = Spot(box.x + box.width, box.y + box.height)
        return all(
            abs(spot.x) <= FARTHEST and abs(spot.y) <= FARTHEST
            for spot in (*spots, Spot(box.x, box.y), corner)
        )


class DegreeGrid(msgspec.Struct, frozen=True):
    """Latitude and longitude at the points of a regular grid over a drawing, row by row.

    A client interpolates between them and needs no projection of its own.
    """

    x: float
    """Picture units of the first point."""
    y: float
    step_x: float
    """Picture units between two points of a row."""
    step_y: float
    columns: int
    """Points in a row."""
    lat: tuple[float, ...]
    lon: tuple[float, ...]
    """May exceed 180, so that there is no jump at the date line."""
