"""The results of a study as typed values."""

from typing import Literal

import msgspec

from semafor.arena.comparisons import Rate, Spread
from semafor.arena.statistics import PlaceSummary

RouteVerdict = Literal["", "dead", "decisive"]
TicketVerdict = Literal["", "dear", "cheap"]


class RouteStudy(msgspec.Struct, frozen=True):
    """The results of one strand."""

    route: int
    name: str
    claimed: float
    """The share of games in which it was claimed."""
    early: float
    """The share of claims in the first third of the turns."""
    middle: float
    late: float
    winners: float
    """The share of winners who had it."""
    losers: float
    lift: float
    """Wins of its owners above chance, as a share of games."""
    lift_error: float
    by_players: dict[str, float]
    """The share of games in which it was claimed, by number of players."""
    verdict: RouteVerdict


class TicketStudy(msgspec.Struct, frozen=True):
    """The results of one ticket."""

    ticket: int
    name: str
    points: int
    held: int
    """How often it was held at the end."""
    completed: float
    """The share of holders who completed it."""
    gained: float
    """Mean points won or lost."""
    worth: float
    """By how many points holding it changed a final score, other tickets being equal."""
    error: float
    """The standard error of `off`, and of `worth` against that of other tickets."""
    off: float
    """How much more (or less) it is worth than the board's tickets with paths of this length."""
    suggested: int
    """The value at which it would be worth as much as the others; its present one if nothing is certain."""
    verdict: TicketVerdict


class ColourStudy(msgspec.Struct, frozen=True):
    """The payments in one colour."""

    colour: str
    cards: int
    """Cards in the deck."""
    asked: int
    """Total cost of the routes of this colour."""
    paid: float
    """Mean number of its cards paid per game."""
    demand: float
    """Its share of all plain cards paid, relative to its share of the deck: 1 is even."""


class TableStudy(msgspec.Struct, frozen=True):
    """Games with one number of players."""

    players: int
    games: int
    stuck: int
    tied: int
    turns: Spread
    score: Spread
    margin: Spread
    """Points between the first and the second."""
    lead_changes: Spread
    """How often the lead on the track changed."""
    seats: list[PlaceSummary]
    """The results of the seat that plays first, second, and so on."""


class StyleStudy(msgspec.Struct, frozen=True):
    """The results of one style among others."""

    style: str
    players: int
    wins: Rate
    expected: float
    score: float


class Study(msgspec.Struct, frozen=True):
    """All results of a study."""

    board: str
    seed: str
    games: int
    tables: list[TableStudy]
    routes: list[RouteStudy]
    tickets: list[TicketStudy]
    colours: list[ColourStudy]
    styles: list[StyleStudy]
    player: str = "fast"
    """Who played the games between equals: `fast` or `network`."""
