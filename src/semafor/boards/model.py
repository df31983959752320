"""A board as typed values: the contents of a board file, with names instead of indexes."""

from __future__ import annotations

from functools import cached_property
from typing import Final, Literal

import msgspec

from semafor.boards.board_names import name_routes, name_tickets
from semafor.words import Language as Language  # where everyone looks for it

Colour = Literal["red", "orange", "yellow", "green", "blue", "violet", "black", "white"]
Kind = Literal["train", "tram", "subway"]
TieBreak = Literal["tickets", "stations", "longest", "express", "bonuses"]
"""`longest`: the longer line of the tied; `express`: who holds the longest line of all."""

COLOURS: tuple[Colour, ...] = ("red", "orange", "yellow", "green", "blue", "violet", "black", "white")
GREY: Final = "grey"
WILD: Final = "wild"


class _Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A frozen value that rejects unknown keys."""


class Name(_Value, frozen=True):
    """A word in both languages."""

    en: str
    pl: str

    def in_language(self, language: Language) -> str:
        """Return the word in one language."""
        return self.en if language == "en" else self.pl


class Place(_Value, frozen=True):
    """A city, or a nameless junction, with its coordinates."""

    id: str
    name: Name
    lat: float
    lon: float
    country: str = ""
    junction: bool = False
    """A junction is never the end of a ticket and has no station."""


class Route(_Value, frozen=True):
    """One strand between two neighbouring places."""

    a: str
    b: str
    length: int
    """Spaces, and so pieces needed."""
    colour: Colour | Literal["grey"]
    kind: Kind = "train"
    cards: int = 0
    """Cards to pay if not equal to the number of spaces (subways); 0 means `length`."""
    ferry: int = 0
    """The number of spaces with the wild symbol."""
    tunnel: int = 0
    """The number of cards turned up; 0 means no tunnel."""
    always_open: bool = False
    """Exempt from the limit on parallel strands."""
    unsure: str = ""

    @property
    def cost(self) -> int:
        """Cards to pay."""
        return self.cards or self.length


class Ticket(_Value, frozen=True):
    """Two places to connect, and the points."""

    a: str
    b: str
    points: int
    long: bool = False
    needs: dict[Colour, int] = {}
    """The Card Game: cards of each colour that complete the ticket."""


class Festival(_Value, frozen=True):
    """A set of festival cards, the places they open at, and the points for 1, 2, … of them."""

    id: str
    name: Name
    places: tuple[str, ...]
    cards: int
    points: tuple[int, ...]


class BigCity(_Value, frozen=True):
    """A bonus card of the Card Game."""

    place: str
    points: int


class StartTickets(_Value, frozen=True):
    """The choice of tickets before the first turn."""

    count: int
    keep: int
    """The minimum number of tickets kept."""
    rejected: Literal["bottom", "out", "shuffle"]
    """Where rejected tickets go: under the deck, out of the game, or shuffled into the deck."""
    long: int = 0
    """Long tickets dealt in addition; the other long ones leave the game."""


class TicketDraw(_Value, frozen=True):
    """The action of drawing tickets."""

    count: int
    keep: int


class Stations(_Value, frozen=True):
    """Stations per player, and the points for each one not built."""

    count: int
    value: int


class Draft(_Value, frozen=True):
    """Ticket drafts: one before the first turn and one when the draft card comes off the deck."""

    count: int
    """Tickets dealt to each player, passed on one by one."""
    keep: int
    """The exact number of tickets kept."""
    second_at: dict[str, tuple[int, int]]
    """The position of the draft card in the deck by number of players: (2, 3) is two thirds down."""


class CardGame(_Value, frozen=True):
    """The options of the Card Game."""

    wild_dealt: int
    halves_with: tuple[int, ...]
    """Numbers of players with which the deck is used twice."""
    half_hand: int
    """Cards dealt to each player for the second half."""
    open_track: bool = False
    """Owners may look at their own on-track piles."""
    locomotives_leave: Literal["last", "first"] = "last"
    """Which cards of a row leave first: plain ones, or locomotives."""
    open_completed: bool = False
    """Completed tickets stay face up after the scoring round."""


class Options(_Value, frozen=True):
    """How one game of the family differs from another, besides its map."""

    players: tuple[int, ...]
    pieces: dict[Kind, int]
    cards: dict[Literal[Colour, "wild"], int]
    hand: int
    start_tickets: StartTickets
    draw_tickets: TicketDraw
    ties: tuple[TieBreak, ...]
    last_round_at: int = 0
    teams: bool = False
    one_strand_with: tuple[int, ...] = ()
    """Numbers of players with which one strand of a double route stays closed."""
    ferries: bool = False
    tunnels: bool = False
    stations: Stations | None = None
    draft: Draft | None = None
    festivals: bool = False
    longest_bonus: int = 0
    most_tickets_bonus: int = 0
    card_game: CardGame | None = None

    @property
    def team_size(self) -> int:
        """Seats of a side."""
        return 2 if self.teams else 1


class Provenance(_Value, frozen=True):
    """Which data are published facts and which are our own design."""

    places: str
    routes: str
    tickets: str
    other: str


class Board(_Value, frozen=True, dict=True):  # `dict` allows cached lookups, which are not part of equality
    """A complete board: map, tickets and options."""

    board: str
    title: Name
    rules: tuple[str, ...]
    """The families of rules that apply, such as `BASE`, `EUR`."""
    provenance: Provenance
    options: Options
    places: tuple[Place, ...]
    tickets: tuple[Ticket, ...]
    routes: tuple[Route, ...] = ()
    route_points: dict[Kind, dict[str, int]] = {}
    """Points by number of cards, for each kind of route."""
    festivals: tuple[Festival, ...] = ()
    big_cities: tuple[BigCity, ...] = ()
    sketch: bool = False
    """A board in progress: names in a second language and the provenance may be missing."""
    version: int = 1
    """Incremented with every change of a board that people have played on."""

    def __deepcopy__(self, memo: dict[int, object]) -> Board:
        return self  # immutable, and large

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.board, self.routes))

    @property
    def has_map(self) -> bool:
        """Whether there are routes; the Card Game has none."""
        return bool(self.routes)

    @cached_property
    def route_names(self) -> tuple[str, ...]:
        """A unique name for every strand: `Palermo-Smyrna`, `Madrid-Pamplona/black`."""
        return name_routes(self)

    @cached_property
    def ticket_names(self) -> tuple[str, ...]:
        """A unique name for every ticket: `Brest-Petrograd`, `Chicago-New York/1`."""
        return name_tickets(self)

    @cached_property
    def place_index(self) -> dict[str, int]:
        """The index of each place in `places`, by id."""
        return {place.id: index for index, place in enumerate(self.places)}

    def place(self, place_id: str) -> Place:
        """Return the place with this id; raise KeyError if there is none."""
        return self.places[self.place_index[place_id]]

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The plain colours of the deck, in the order of `COLOURS`."""
        return tuple(colour for colour in COLOURS if colour in self.options.cards)

    def _repr_svg_(self) -> str:
        from semafor.show import draw_view  # used by notebooks only

        return draw_view(self, None)
