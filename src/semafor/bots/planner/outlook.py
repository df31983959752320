"""One decision's outlook: prices, the plan for the tickets held, and the turns that are left."""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

import numpy as np

from semafor.boards.model import COLOURS, WILD, Board
from semafor.bots.planner.joining import choose_pairs, count_joined, gains, label_components, value_of
from semafor.bots.planner.pricing import (
    GREY,
    KINDS_OF_CARD,
    Array,
    Floats,
    Ints,
    Net,
    RouteOwners,
    Scene,
    Taste,
    Tracks,
    find_lack,
    price_routes,
    risk_routes,
    turns_needed,
)
from semafor.engine.connections import FAR
from semafor.engine.state import Facts
from semafor.games.board_facts import facts_of
from semafor.games.board_known import open_routes
from semafor.view import Own, View

CARDS = (*COLOURS, WILD)
CARD_NUMBER = {card: number for number, card in enumerate(CARDS)}


class Atlas:
    """What never changes on a board, for one number of players."""

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
        self.tracks = Tracks(
            cards=_ints(facts.route_cost[:count]),
            colour=_ints(facts.route_colour[:count]),
            ferry=_ints(facts.route_ferry[:count]),
            tunnel=_ints(facts.route_tunnel[:count]),
            pieces=_ints(facts.route_pieces[:count]),
            kind=_ints(facts.route_kind[:count]),
            points=facts.route_points[:count].astype(np.float64),
        )
        self.net = _net(players, facts)
        self.ends = np.stack([self.net.route_a, self.net.route_b], axis=1)
        tickets = len(board.tickets)
        self.pairs = np.stack([_ints(facts.ticket_a[:tickets]), _ints(facts.ticket_b[:tickets])], axis=1)
        self.worth = facts.ticket_points[:tickets].astype(np.float64)
        deck = {str(card): number for card, number in board.options.cards.items()}
        self.deck = np.array([deck.get(card, 0) for card in CARDS], np.int64)
        pieces, cards = self.tracks.pieces.mean(), self.tracks.cards.mean()
        self.pace = float(pieces / (1 + cards / 1.9))
        """Pieces that a player lays in a turn, in the long run."""
        self.yield_of_turn = float(self.tracks.points.sum() / (1 + self.tracks.cards / 1.9).sum())
        """Points that routes bring in a turn, drawing their cards included."""


def _ints(array: Ints) -> Ints:
    return np.ascontiguousarray(array).astype(np.int64)


def _net(players: int, facts: Facts) -> Net:
    places, count = int(facts.places), int(facts.routes)
    bundles: dict[tuple[int, ...], int] = {}
    strands = [tuple(facts.strands[route].tolist()) for route in range(count)]
    ends = int(facts.at[places])
    return Net(
        places=places,
        at=_ints(facts.at[: places + 1]),
        route_at=_ints(facts.route_at[:ends]),
        place_at=_ints(facts.place_at[:ends]),
        route_a=_ints(facts.route_a[:count]),
        route_b=_ints(facts.route_b[:count]),
        group=np.array([bundles.setdefault(bundle, len(bundles)) for bundle in strands], np.int64),
        limit=_ints(facts.strand_limit[players, :count]),
    )


@lru_cache(maxsize=64)
def atlas_of(board: Board, players: int) -> Atlas:
    """The arrays of a board, made once."""
    return Atlas(board, players)


EARLY_TURNS = 10.0
"""Weight, in turns, of the usual pace against the pace observed so far."""
READY = 0.4
"""A card in hand, in pieces that are as good as laid."""


def card_array(*counts: Mapping[str, int]) -> Ints:
    """Cards by number, added up."""
    cards = [0] * KINDS_OF_CARD
    for count in counts:
        for card, number in count.items():
            cards[CARD_NUMBER[card]] += number
    return np.array(cards, np.int64)


class Outlook:
    """What a seat can make of the table; everything is found out when it is first asked for."""

    def __init__(self, atlas: Atlas, taste: Taste, view: View, own: Own) -> None:
        self.atlas, self.view, self.own = atlas, view, own
        self.taste = taste._replace(time=taste.time * atlas.yield_of_turn)
        self.hand = card_array(own.hand, own.rack)
        self.pieces = np.array([view.seats[own.seat].pieces[kind] for kind in atlas.kinds], np.int64)
        self.sight = self._sight()
        self.owner = self.sight.owner
        self.tracks = self._with_stations(atlas.tracks)
        self.is_open = open_routes(atlas.board, view, own.seat)
        price = price_routes(self.tracks, self.sight, self.is_open, self.hand, self.taste)
        self._use_stations(price)
        self.turns = self._turns_left()
        self.scene = Scene(atlas.net, self.tracks, price, self.hand, self.pieces, self.turns, self.taste)
        self.tickets = np.array([atlas.ticket[t] for t in (*own.tickets, *own.rack_tickets)], np.int64)

    def _sight(self) -> RouteOwners:
        view, seat = self.view, self.own.seat
        owner = np.full(len(self.atlas.route_names), -1, np.int64)
        for name, owning in view.routes.items():
            owner[self.atlas.route[name]] = owning
        side = np.array([other.side for other in view.seats], np.int64)
        return RouteOwners(
            owner, side, seat, self.taste.station if view.seats[seat].stations > 0 else float(FAR)
        )

    # ---- time --------------------------------------------------------------------------------

    def _turns_left(self) -> float:
        """Own turns left, this one included, by the pace of the quickest opponents."""
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

    def _with_stations(self, tracks: Tracks) -> Tracks:
        """An opponent's route costs the cards of the next station and the points that it keeps."""
        stations = self.atlas.board.options.stations
        if not stations or not self.view.routes:
            return tracks
        taken = self.owner >= 0
        free = np.where(taken, 0, 1)
        cards = 1 + stations.count - self.view.seats[self.own.seat].stations
        return tracks._replace(
            cards=np.where(taken, cards, tracks.cards),
            colour=np.where(taken, GREY, tracks.colour),
            ferry=tracks.ferry * free,
            tunnel=tracks.tunnel * free,
            pieces=tracks.pieces * free,
            points=np.where(taken, -float(stations.value), tracks.points),
        )

    @cached_property
    def points(self) -> Floats:
        """What each route brings if it is claimed now: its points and, IBE-9, festival cards at an end.

        Plans do without the festivals: the cards are gone by the time a plan gets there.
        """
        if not any(self.view.festivals.values()):
            return self.tracks.points
        festivals = [self.atlas.festival_at.get(place) for place in self.atlas.place_names]
        at = np.array([self.festival_gain(festival) if festival else 0.0 for festival in festivals])
        ends = self.atlas.ends
        points: Floats = self.tracks.points + np.maximum(at[ends[:, 0]], at[ends[:, 1]])
        return points

    def festival_gain(self, name: str) -> float:
        """Points that the open cards of a festival add to the own sets."""
        festival = self.atlas.festivals[name]
        points = (0, *festival.points)
        held = self.own.festivals.get(festival.id, 0)
        return float(points[min(len(points) - 1, held + self.view.festivals[festival.id])] - points[held])

    def _use_stations(self, price: Floats) -> None:
        """Opponents' routes at an own station are as good as owned."""
        for place, seat in self.view.stations.items():
            if seat == self.own.seat:
                price[self.rivals_at(place)] = 0.0

    # ---- the network -------------------------------------------------------------------------

    def _done(self, tickets: Ints, route: int | None = None) -> Array:
        """Which of the tickets the network joins, with one more route if one is named."""
        parent = np.empty(len(self.atlas.place_names), np.int64)
        more = np.zeros(self.owner.size, np.uint8)
        if route is not None:
            more[route] = 1
        label_components(self.atlas.net, self.scene.price, more, parent)
        pairs = self.atlas.pairs
        return np.array([count_joined(pairs[t : t + 1], parent) for t in tickets], bool)

    @cached_property
    def undone(self) -> Ints:
        """Tickets held that the network does not join yet."""
        return np.compress(~self._done(self.tickets), self.tickets)

    def completed_by(self, route: int) -> float:
        """Points of the open tickets that one more route would complete."""
        return float(self.atlas.worth[self.undone[self._done(self.undone, route)]].sum())

    def rivals_at(self, place: str) -> list[int]:
        """Opponents' routes that lead into a place."""
        net, sight = self.atlas.net, self.sight
        number = self.atlas.place[place]
        routes = net.route_at[net.at[number] : net.at[number + 1]]
        mine = sight.side[sight.seat]
        return [int(r) for r in routes if self.owner[r] >= 0 and sight.side[self.owner[r]] != mine]

    # ---- the plan ----------------------------------------------------------------------------

    @cached_property
    def pursued(self) -> Ints:
        """The open tickets that are worth their cost."""
        inside = np.ones(self.undone.size, np.uint8)
        if self.undone.size:
            self._choose(self.undone, inside)
        return np.compress(inside == 1, self.undone)

    def _choose(self, tickets: Ints, inside: Array) -> float:
        return choose_pairs(self.scene, self.atlas.pairs[tickets], self.atlas.worth[tickets], inside)

    @cached_property
    def _valued_plan(self) -> tuple[float, Array]:
        chosen = np.zeros(self.owner.size, np.uint8)
        return self._value(self.scene, chosen), chosen

    def _value(self, scene: Scene, chosen: Array) -> float:
        return value_of(scene, self.atlas.pairs[self.pursued], self.atlas.worth[self.pursued], chosen)

    @property
    def plan(self) -> Array:
        """The routes to claim, as a mask."""
        return self._valued_plan[1]

    def value_with(self, tickets: Iterable[str]) -> float:
        """What the tickets held and these promise together."""
        more = [self.atlas.ticket[ticket] for ticket in tickets]
        everything = np.array([*self.tickets, *more], np.int64)
        return self._choose(everything, np.ones(everything.size, np.uint8))

    def loss(self, route: int) -> float:
        """How much less the plan promises if someone else takes the route."""
        net, price = self.atlas.net, self.scene.price.copy()
        price[route] = FAR
        twins = np.nonzero(net.group == net.group[route])[0]
        if net.limit[route] <= (self.owner[twins] >= 0).sum() + 1:
            price[twins] = FAR
        without = self._value(self.scene._replace(price=price), np.zeros(price.size, np.uint8))
        return max(0.0, self._valued_plan[0] - without)

    @cached_property
    def risk(self) -> Floats:
        """The chance of each route to be taken by others within a round."""
        return risk_routes(self.atlas.net, self.tracks, self.sight, self.is_open, self.taste.claim_rate)

    def turns_needed(self, chosen: Array, hand: Ints) -> float:
        """Turns to draw the cards for these routes and to claim them."""
        return turns_needed(self.tracks, chosen, hand, self.taste)

    def lack(self) -> Floats:
        """Cards of each kind that the plan still asks for."""
        lack, left = np.empty(KINDS_OF_CARD), np.empty(KINDS_OF_CARD)
        find_lack(self.tracks, self.plan, self.hand, lack, left)
        return lack

    # ---- more tickets ------------------------------------------------------------------------

    def gain_of_drawing(self) -> float:
        """Points to be expected of drawing tickets: of the best of those drawn."""
        unseen = np.setdiff1d(np.arange(self.atlas.worth.size), self.tickets)
        drawn = min(self.atlas.board.options.draw_tickets.count, self.view.ticket_deck)
        if unseen.size == 0 or drawn == 0:
            return -float(FAR)
        gain = gains(self.scene, self.plan, self.atlas.pairs[unseen], self.atlas.worth[unseen])
        return expected_best(np.sort(gain), drawn)


def expected_best(ascending: Floats, drawn: int) -> float:
    """Return the expected largest value of a random draw of this size."""
    ranks = np.arange(ascending.size + 1) / ascending.size
    return float((ascending * np.diff(ranks**drawn)).sum())
