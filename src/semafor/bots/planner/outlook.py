"""The evaluation of one decision: prices, the plan for the tickets held, and the turns that are left."""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

import numpy as np

from semafor.boards.model import COLOURS, WILD, Board
from semafor.bots.planner.joining import choose_tickets, find_gains, mark_joined, value_of
from semafor.bots.planner.pricing import (
    SCENE,
    Floats,
    Ints,
    Scene,
    Taste,
    find_lack,
    price_routes,
    risk_routes,
    turns_needed,
)
from semafor.engine.connections import FAR
from semafor.engine.state import CARD_KINDS, GREY, NOBODY, ROUTES, Array, Facts
from semafor.games.board_facts import facts_of
from semafor.games.board_known import open_routes
from semafor.view import Own, View

CARDS = (*COLOURS, WILD)
CARD_NUMBER = {card: number for number, card in enumerate(CARDS)}
ROUTE_FACTS = {
    "cards": "route_cost",
    "colour": "route_colour",
    "ferry": "route_ferry",
    "tunnel": "route_tunnel",
    "pieces": "route_pieces",
    "kind": "route_kind",
    "points": "route_points",
}
"""What a scene has of each route, and the board's fact that it is copied from."""


class Atlas:
    """The static data of a board, for one number of players."""

    def __init__(self, board: Board, players: int) -> None:
        facts, count = facts_of(board), len(board.routes)
        self.board, self.players = board, players
        self.route_names = board.route_names
        self.route = {name: number for number, name in enumerate(board.route_names)}
        self.place = {place.name.en: number for number, place in enumerate(board.places)}
        self.place_names = tuple(place.name.en for place in board.places)
        self.ticket = {name: number for number, name in enumerate(board.ticket_names)}
        names = {place.id: place.name.en for place in board.places}
        self.festivals = {festival.id: festival for festival in board.festivals}
        self.festival_at = {names[place]: f.id for f in board.festivals for place in f.places}
        self.kinds = tuple(board.options.pieces)
        self.facts = facts
        self.scene = _scene(facts)
        self.ends = np.stack([facts.route_a[:count], facts.route_b[:count]], axis=1)
        self.worth = facts.ticket_points[: len(board.tickets)].astype(np.float64)
        strands = [tuple(facts.strands[route].tolist()) for route in range(count)]
        self.twins = [np.array([r for r in range(count) if strands[r] == bundle]) for bundle in strands]
        """The parallel strands of each route, itself included."""
        self.limit = facts.strand_limit[players, :count].tolist()
        """How many of them may be taken."""
        deck = {str(card): number for card, number in board.options.cards.items()}
        self.deck = np.array([deck.get(card, 0) for card in CARDS], np.int64)
        pieces, cards = self.scene.pieces[:count], self.scene.cards[:count]
        self.pace = float(pieces.mean() / (1 + cards.mean() / 1.9))
        """Pieces that a player lays in a turn, in the long run."""
        self.yield_of_turn = float(self.scene.points[:count].sum() / (1 + cards / 1.9).sum())
        """Points that routes bring in a turn, drawing their cards included."""


def _scene(facts: Facts) -> Scene:
    """A scene with what each route costs and brings."""
    scene: Scene = np.zeros(1, SCENE)[0]
    for field, fact in ROUTE_FACTS.items():
        scene[field] = facts[fact]
    return scene


@lru_cache(maxsize=64)
def atlas_of(board: Board, players: int) -> Atlas:
    """Return the arrays of a board; cached."""
    return Atlas(board, players)


EARLY_TURNS = 10.0
"""Weight, in turns, of the usual pace against the pace observed so far."""
READY = 0.4
"""Weight of a card in hand, in pieces already played."""


def card_array(*counts: Mapping[str, int]) -> Ints:
    """Cards by number, added up."""
    cards = [0] * CARD_KINDS
    for count in counts:
        for card, number in count.items():
            cards[CARD_NUMBER[card]] += number
    return np.array(cards, np.int64)


class Outlook:
    """What a seat can conclude from the table; each value is computed when first used."""

    def __init__(self, atlas: Atlas, taste: Taste, view: View, own: Own) -> None:
        self.atlas, self.view, self.own = atlas, view, own
        self.taste = taste._replace(time=taste.time * atlas.yield_of_turn)
        self.hand = card_array(own.hand, own.rack)
        self.turns = self._turns_left()
        self.scene = atlas.scene.copy()
        self._write_scene()
        self.tickets = np.array([atlas.ticket[t] for t in (*own.tickets, *own.rack_tickets)], np.int64)

    def _write_scene(self) -> None:
        scene, atlas, view, seat = self.scene, self.atlas, self.view, self.own.seat
        scene.taste = tuple(self.taste)
        scene.hand, scene.turns = self.hand, self.turns
        for kind, name in enumerate(atlas.kinds):
            scene.stock[kind] = view.seats[seat].pieces[name]
        scene.owner[:] = NOBODY
        for route, owner in view.routes.items():
            scene.owner[atlas.route[route]] = owner
        scene.seat, scene.players = seat, view.players
        scene.side[: view.players] = [other.side for other in view.seats]
        scene.borrowed = self.taste.station if view.seats[seat].stations > 0 else FAR
        self._with_stations()
        is_open = open_routes(atlas.board, view, seat)
        scene.is_open[: is_open.size] = is_open
        price_routes(scene, atlas.facts)
        self._use_stations()

    # ---- time --------------------------------------------------------------------------------

    def _turns_left(self) -> float:
        """The seat's turns left, including this one, by the pace of the quickest opponents."""
        if self.view.last_turns is not None:
            return 1.0
        rivals = [side.seats for side in self.view.sides if self.own.seat not in side.seats]
        return max(1.0, min(self._turns_of_side(seats) for seats in rivals))

    def _turns_of_side(self, seats: tuple[int, ...]) -> float:
        options = self.atlas.board.options
        start = sum(options.pieces.values())
        played = self.view.turns / self.view.players
        left, pace = -float(options.last_round_at), 0.0
        for seat in seats:
            pieces = sum(self.view.seats[seat].pieces.values()) - READY * self.view.seats[seat].cards
            left += pieces
            pace += (start - pieces + EARLY_TURNS * self.atlas.pace) / (played + EARLY_TURNS)
        return max(0.0, left) / pace + 1.5

    # ---- what a route costs and brings -------------------------------------------------------

    def _with_stations(self) -> None:
        """An opponent's route costs the cards of the next station and the points that it keeps."""
        stations, scene = self.atlas.board.options.stations, self.scene
        if stations:
            taken = scene.owner != NOBODY
            scene.cards[taken] = 1 + stations.count - self.view.seats[self.own.seat].stations
            scene.colour[taken] = GREY
            scene.ferry[taken] = scene.tunnel[taken] = scene.pieces[taken] = 0
            scene.points[taken] = -stations.value

    @cached_property
    def points(self) -> Floats:
        """The points of each route if it is claimed now, including festival cards at an end (IBE-9).

        Plans ignore festivals: the cards are gone by the time a plan gets there.
        """
        points: Floats = self.scene.points.copy()
        if not any(self.view.festivals.values()):
            return points
        festivals = [self.atlas.festival_at.get(place) for place in self.atlas.place_names]
        at = np.array([self.festival_gain(festival) if festival else 0.0 for festival in festivals])
        points[: len(self.atlas.ends)] += at[self.atlas.ends].max(1)
        return points

    def festival_gain(self, name: str) -> float:
        """Return the points that the open cards of a festival add to the seat's sets."""
        festival = self.atlas.festivals[name]
        points = (0, *festival.points)
        held = self.own.festivals.get(festival.id, 0)
        return float(points[min(len(points) - 1, held + self.view.festivals[festival.id])] - points[held])

    def _use_stations(self) -> None:
        """Opponents' routes at an own station are as good as owned."""
        for place, seat in self.view.stations.items():
            if seat == self.own.seat:
                self.scene.price[self.rivals_at(place)] = 0.0

    # ---- the network -------------------------------------------------------------------------

    def _ask(self, tickets: Ints) -> None:
        """Write the tickets that the next question is about."""
        self.scene.asked.count = tickets.size
        self.scene.asked.ticket[: tickets.size] = tickets

    def _done(self, tickets: Ints, route: int | None = None) -> Array:
        """Which of the tickets the network joins, with one more route if one is named."""
        more = np.zeros(ROUTES, np.uint8)
        if route is not None:
            more[route] = 1
        self._ask(tickets)
        mark_joined(self.scene, self.atlas.facts, more)
        joined: Array = self.scene.inside[: tickets.size] == 1
        return joined

    @cached_property
    def undone(self) -> Ints:
        """The tickets held that the network does not connect yet."""
        return np.compress(~self._done(self.tickets), self.tickets)

    def completed_by(self, route: int) -> float:
        """Return the points of the unfinished tickets that one more route would complete."""
        return float(self.atlas.worth[self.undone[self._done(self.undone, route)]].sum())

    def rivals_at(self, place: str) -> list[int]:
        """Opponents' routes that lead into a place."""
        facts, scene = self.atlas.facts, self.scene
        number = self.atlas.place[place]
        routes = facts.route_at[facts.at[number] : facts.at[number + 1]]
        mine, owner = scene.side[scene.seat], scene.owner
        return [int(r) for r in routes if owner[r] != NOBODY and scene.side[owner[r]] != mine]

    # ---- the plan ----------------------------------------------------------------------------

    @cached_property
    def pursued(self) -> Ints:
        """The open tickets that are worth their cost."""
        self._choose(self.undone)
        return np.compress(self.scene.inside[: self.undone.size] == 1, self.undone)

    def _choose(self, tickets: Ints) -> float:
        """Choose the tickets that are worth their cost; their value."""
        self._ask(tickets)
        return choose_tickets(self.scene, self.atlas.facts)

    @cached_property
    def _valued_plan(self) -> tuple[float, Array]:
        chosen = np.zeros(ROUTES, np.uint8)
        return self._value(chosen), chosen

    def _value(self, chosen: Array) -> float:
        self._ask(self.pursued)
        return value_of(self.scene, self.atlas.facts, self.scene.asked, chosen)

    @property
    def plan(self) -> Array:
        """The routes to claim, as a mask."""
        return self._valued_plan[1]

    def value_with(self, tickets: Iterable[str]) -> float:
        """Return the expected points of the tickets held together with these."""
        more = [self.atlas.ticket[ticket] for ticket in tickets]
        everything = np.array([*self.tickets, *more], np.int64)
        return self._choose(everything)

    def loss(self, route: int) -> float:
        """How much less the plan promises if someone else takes the route."""
        expected, price = self._valued_plan[0], self.scene.price.copy()
        twins = self.atlas.twins[route]
        full = self.atlas.limit[route] <= (self.scene.owner[twins] != NOBODY).sum() + 1
        self.scene.price[twins if full else route] = FAR
        without = self._value(np.zeros(ROUTES, np.uint8))
        self.scene.price = price
        return max(0.0, expected - without)

    @cached_property
    def risk(self) -> Floats:
        """The chance of each route to be taken by others within a round."""
        risk_routes(self.scene, self.atlas.facts)
        risk: Floats = self.scene.risk
        return risk

    def turns_needed(self, chosen: Array, hand: Ints) -> float:
        """Turns to draw the cards for these routes and to claim them."""
        return turns_needed(self.scene, self.atlas.facts, chosen, hand)

    def lack(self) -> Floats:
        """Cards of each kind that the plan still asks for."""
        find_lack(self.scene, self.atlas.facts, self.plan, self.hand)
        lack: Floats = self.scene.lack.copy()
        return lack

    # ---- more tickets ------------------------------------------------------------------------

    def gain_of_drawing(self) -> float:
        """The expected points of drawing tickets: of the best of those drawn."""
        unseen = np.setdiff1d(np.arange(self.atlas.worth.size), self.tickets)
        drawn = min(self.atlas.board.options.draw_tickets.count, self.view.ticket_deck)
        if unseen.size == 0 or drawn == 0:
            return -float(FAR)
        plan = self.plan
        self._ask(unseen)
        find_gains(self.scene, self.atlas.facts, plan)
        return expected_best(np.sort(self.scene.gain[: unseen.size]), drawn)


def expected_best(ascending: Floats, drawn: int) -> float:
    """Return the expected largest value of a random draw of this size."""
    ranks = np.arange(ascending.size + 1) / ascending.size
    return float((ascending * np.diff(ranks**drawn)).sum())
