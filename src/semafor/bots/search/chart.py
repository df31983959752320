"""The chart of a board: prices of routes, demand by tickets, and the knobs of the policy."""

import hashlib
import os
from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import msgspec
import numpy as np

from semafor.boards.model import Board
from semafor.engine import state as st
from semafor.engine.actions import MASK_WORDS
from semafor.engine.compile import compiled
from semafor.engine.connections import FAR, WAYS, find_way, other_end
from semafor.engine.longest import GRAPH
from semafor.engine.state import Array, Facts, record_of
from semafor.engine.stations import BORROWING
from semafor.engine.work import fields_of
from semafor.errors import BadSetup
from semafor.games.board_facts import facts_of
from semafor.knowledge.hidden import HIDDEN, f4

Chart = np.record
Work = np.record
Plan = np.record

CANDIDATES = 64
"""Maximum number of candidates that are compared."""
KNOWN, WORLD, PLAYED = 0, 1, 2
"""Indexes of the states in the working space."""


class Knob(IntEnum):
    """The parameters of the policy; their values are in the chart."""

    STEP = 0
    """Price of claiming a route besides its cards, in cards, because it takes a turn."""
    POINTS = 1
    """Cards that a point of a route is worth when paths are compared."""
    PACE = 2
    """Average number of pieces that a seat plays per turn."""
    CARDS_A_TURN = 3
    """Useful cards per turn of drawing."""
    WILD = 4
    """Value of a face-up wild; a needed card has value 1, and a turn brings two cards."""
    LOOSE = 5
    """Value of a card that the plan does not need."""
    BLIND_WILD = 6
    """Value of a wild drawn blind."""
    TICKET_TURNS = 7
    """Minimum number of turns left to draw more tickets."""
    TICKET_PIECES = 8
    """Minimum number of pieces left to draw more tickets."""
    TICKET_COST = 9
    """Points that each card and turn of a ticket's path cost when tickets are chosen."""
    DEMAND = 10
    """Weight of other players' demand in the order of claims."""
    LENGTH = 11
    """Weight of a route's points in the order of claims."""
    SLACK = 12
    """Turns by which a plan may exceed the turns left."""
    MOST_WILDS = 13
    """Wilds that a claim may take while there is time."""
    HELD = 14
    """Share of the cards in hand that a plan can be expected to use."""
    MISSED = 15
    """Penalty in points for a ticket that does not fit the time and the pieces left."""
    LINE = 16
    """Points per piece that makes the seat's longest line longer; zero if no line is rewarded."""


CHART = record_of(
    ("weight", st.i4, st.ROUTES),  # price of a free route in hundredths of a card
    ("demand", f4, st.ROUTES),  # how many tickets use each route
    ("apart", st.i4, st.TICKETS),  # price of each ticket's path on the empty board
    ("knob", f4, 32),
)

PLAN = record_of(
    ("want", st.u8, st.WORDS),  # routes to be claimed
    ("built", st.u8, st.WORDS),  # the side's network when the plan was last updated
    ("tickets", st.u8),  # the tickets it was made for
    ("missed", st.u8),  # the tickets of these that it gives up
    ("made", st.i1),
)

SEARCH_WORK = record_of(
    ("states", st.STATE, 3),  # the known state, a sampled world, and the game that is played out from it
    ("hidden", HIDDEN),
    ("plans", PLAN, st.SEATS),
    ("world_plans", PLAN, st.SEATS),
    ("ways", WAYS),
    ("sizes", st.i4, 4),  # the cost of a plan: pieces of both kinds, cards, routes
    ("need", st.i2, st.CARD_KINDS),  # cards that the plan still needs
    ("reserve", st.i2, st.CARD_KINDS),  # cards for the plan's coloured routes
    ("label", np.int64, st.PLACES),
    ("aim", st.i2),  # the route that is claimed for points only, or -1
    ("target", st.u8, st.WORDS),  # a set of routes whose cards are counted
    ("ends", st.u8),  # places where a line of the side's network can end
    ("mask", st.u8, MASK_WORDS),
    ("dice", st.u8, 1),
    ("pool", st.i1, st.DECK),
    ("chance", f4, st.TICKETS),
    # candidates
    ("candidates", st.i2),
    ("chain", np.int64, CANDIDATES),  # the actions of each, as in `engine.chains`
    ("offers", st.u8, MASK_WORDS),  # the legal actions
    ("alive", st.i1, CANDIDATES),
    ("visits", np.int64, CANDIDATES),
    ("gain", np.float64, CANDIDATES),  # sum of differences to the policy's choice
    ("square", np.float64, CANDIDATES),  # sum of their squares
    # working space of the score
    ("routes", st.u8, st.WORDS),
    ("result", st.RESULT),
    ("graph", GRAPH),
    ("plan", BORROWING),
    ("log", st.LOG),
)


PLANNING = fields_of(SEARCH_WORK, "plans", "ways", "sizes", "need", "reserve", "aim", "target", "ends")
"""The fields that the policy needs besides those of a single decision."""

SHIPPED = Path(__file__).parent / "knobs"
FOLDERS = "SEMAFOR_KNOBS"
"""The environment variable with further folders, separated as in PATH."""
ENDING = ".knobs.json"

Names = TypeVar("Names", bound=IntEnum)


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """The win rate of the tuned knobs against an opponent, and that of the shared knobs on the same deals."""

    against: str
    wins: float
    low: float
    high: float
    shared_wins: float
    deals: int


class Tuned(msgspec.Struct, frozen=True, kw_only=True):
    """The knobs for one number of players, and how they were found and checked."""

    knobs: dict[str, float]
    checks: tuple[Compared, ...] = ()
    command: str = ""
    date: str = ""
    minutes: float = 0.0
    games: int = 0


class TunedBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A file of knobs."""

    board: str
    map: str
    """A hash of routes and tickets: see `map_of`."""
    players: dict[str, Tuned]


def map_of(board: Board) -> str:
    """Return a hash of the routes and tickets of a board."""
    told = msgspec.json.encode((board.routes, board.tickets), order="sorted")
    return hashlib.blake2b(told, digest_size=8).hexdigest()


def read_tuned(path: Path) -> TunedBoard:
    """Return the contents of a file; raise BadSetup if it is not valid."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=TunedBoard)
    except (OSError, msgspec.DecodeError) as error:
        raise BadSetup("bad-knobs", path=str(path), reason=str(error)) from None


def write_tuned(path: Path, tuned: TunedBoard) -> None:
    """Write a file atomically."""
    draft = path.with_name(f"{path.name}.draft")
    draft.write_bytes(msgspec.json.format(msgspec.json.encode(tuned), indent=1) + b"\n")
    draft.replace(path)


def tuned_file(folder: Path, board: Board) -> Path:
    """Return the path of a board's knobs in a folder."""
    return folder / f"{board.board}{ENDING}"


def tuned_knobs(board: Board, players: int, names: type[Names]) -> dict[Names, float]:
    """Return the knobs tuned for this number of players; empty if there are none."""
    found = tuned_for(board, players)
    return {} if found is None else {names[name]: value for name, value in found.knobs.items()}


@lru_cache(maxsize=256)
def tuned_for(board: Board, players: int) -> Tuned | None:
    """Return the knobs tuned for exactly this board and number of players; cached."""
    for path in _files(board):
        tuned = read_tuned(path)
        if tuned.map == map_of(board) and str(players) in tuned.players:
            return tuned.players[str(players)]
    return None


def _files(board: Board) -> Iterator[Path]:
    """Return the existing files for a board of this name, those of the user's folders first."""
    own = [Path(folder) for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder]
    return (path for folder in (*own, SHIPPED) if (path := tuned_file(folder, board)).exists())


KNOBS = {
    Knob.STEP: 1.9,
    Knob.POINTS: 0.4,
    Knob.PACE: 1.7,
    Knob.CARDS_A_TURN: 1.6,
    Knob.WILD: 0.9,
    Knob.LOOSE: 0.15,
    Knob.BLIND_WILD: 1.3,
    Knob.TICKET_TURNS: 12.0,
    Knob.TICKET_PIECES: 14.0,
    Knob.TICKET_COST: 0.7,
    Knob.DEMAND: 1.0,
    Knob.LENGTH: 0.5,
    Knob.SLACK: 2.0,
    Knob.MOST_WILDS: 3.0,
    Knob.HELD: 0.7,
    Knob.MISSED: 0.5,
    Knob.LINE: 0.0,
}
"""The knobs that all boards share; a board's own are in its file."""
FERRY_PRICE = 0.5
TUNNEL_PRICE = 0.25
"""Average number of extra cards per card that a tunnel turns up."""


@lru_cache(maxsize=256)
def chart_of(board: Board, players: int) -> Array:
    """Return the board's chart for a number of players, as an array of one record."""
    return chart_with(board, {**KNOBS, **tuned_knobs(board, players, Knob)})


def chart_with(board: Board, knobs: dict[Knob, float]) -> Array:
    """Return the board's chart with other knobs."""
    return make_chart(facts_of(board), np.zeros(1, SEARCH_WORK)[0], knobs)


def make_chart(facts: Facts, work: Work, knobs: dict[Knob, float]) -> Array:
    """Return a chart with these knobs."""
    charts = np.zeros(1, CHART)
    chart: Chart = charts[0]
    for knob, value in knobs.items():
        chart.knob[knob] = value
    write_weights(chart, facts)
    write_demand(chart, facts, work)
    return charts


def write_weights(chart: Chart, facts: Facts) -> None:
    """Write the price of every free route: cards and turns, minus the value of its points."""
    knob = chart.knob
    for route in range(int(facts.routes)):
        price = float(facts.route_cost[route]) + knob[Knob.STEP.value]
        price += FERRY_PRICE * facts.route_ferry[route] + TUNNEL_PRICE * facts.route_tunnel[route]
        price -= knob[Knob.POINTS.value] * facts.route_points[route]
        chart.weight[route] = max(20, round(100 * price))


@compiled
def write_demand(chart: Chart, facts: Facts, work: Work) -> None:
    """Count the tickets whose cheapest path on the empty board uses each route."""
    for route in range(int(facts.routes)):
        work.ways.price[route] = chart.weight[route]
    for ticket in range(int(facts.tickets)):
        a, b = facts.ticket_a[ticket], facts.ticket_b[ticket]
        chart.apart[ticket] = find_way(facts, work.ways, a, b)
        if chart.apart[ticket] < FAR:
            here = b
            while here != a:
                chart.demand[work.ways.via[here]] += 1.0
                here = other_end(facts, work.ways.via[here], here)
