"""What a study finds, as plain typed values."""

from typing import Literal

import msgspec

from semafor.arena.comparisons import Rate
from semafor.arena.histogram import Spread
from semafor.arena.statistics import PlaceSummary

RouteVerdict = Literal["", "dead", "decisive"]
TicketVerdict = Literal["", "dear", "cheap"]


class RouteStudy(msgspec.Struct, frozen=True):
    """What became of one strand."""

    route: int
    name: str
    claimed: float
    """The part of all games in which it was claimed."""
    early: float
    """Of the claims, the part in the first third of the turns."""
    middle: float
    late: float
    winners: float
    """The part of winners who had it."""
    losers: float
    lift: float
    """Wins of those who had it above what chance gives, as a part of games."""
    lift_error: float
    by_players: dict[str, float]
    """The part of games in which it was claimed, for each number of players."""
    verdict: RouteVerdict


class TicketStudy(msgspec.Struct, frozen=True):
    """What became of one ticket."""

    ticket: int
    name: str
    points: int
    held: int
    """How often somebody had it at the end."""
    completed: float
    """The part of those who completed it."""
    gained: float
    """Points it brought or cost on average."""
    worth: float
    """By how many points holding it moved a final score, all other tickets being equal."""
    error: float
    """The standard error of `off`, and of `worth` against that of other tickets."""
    off: float
    """How much more (or less) it is worth than the board's tickets of such a way are."""
    suggested: int
    """The value with which it would be worth as much as the others; its own where nothing is certain."""
    verdict: TicketVerdict


class ColourStudy(msgspec.Struct, frozen=True):
    """What was paid in one colour."""

    colour: str
    cards: int
    """In the deck."""
    asked: int
    """Cards that the routes of this colour cost together."""
    paid: float
    """Cards of it that a game takes on average."""
    demand: float
    """Its part of all plain cards paid, by its part of the deck: 1 is even."""


class TableStudy(msgspec.Struct, frozen=True):
    """Games of one number of players."""

    players: int
    games: int
    stuck: int
    tied: int
    turns: Spread
    score: Spread
    margin: Spread
    """Points between the first and the second."""
    lead_changes: Spread
    """How often another came to lead on the track."""
    seats: list[PlaceSummary]
    """How the seat that plays first, second, … does."""


class StyleStudy(msgspec.Struct, frozen=True):
    """How one style of play does among others."""

    style: str
    players: int
    wins: Rate
    expected: float
    score: float


class Study(msgspec.Struct, frozen=True):
    """Everything that a study found."""

    board: str
    seed: str
    games: int
    tables: list[TableStudy]
    routes: list[RouteStudy]
    tickets: list[TicketStudy]
    colours: list[ColourStudy]
    styles: list[StyleStudy]
    player: str = "fast"
    """Who played among equals: `fast` or `network`."""
