"""One decision's outlook: prices, the plan for the tickets held, and the turns that are left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

import numpy as np

from semafor.bots.planner.atlas import CARD_NUMBER, Atlas
from semafor.bots.planner.kernels.cards import find_lack, turns_needed
from semafor.bots.planner.kernels.joining import count_joined, label_components
from semafor.bots.planner.kernels.pricing import open_routes, price_routes, risk_routes
from semafor.bots.planner.kernels.prospects import choose_pairs, gains, value_of
from semafor.bots.planner.kernels.records import (
    GREY,
    KINDS_OF_CARD,
    Array,
    Floats,
    Ints,
    Scene,
    Sight,
    Taste,
    Tracks,
)
from semafor.engine.ways import FAR
from semafor.view import Own, View

EARLY_TURNS = 10.0
"""Turns that the usual pace counts for beside what a seat has really done."""
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
        self.is_open = open_routes(atlas.net, self.sight)
        price = price_routes(self.tracks, self.sight, self.is_open, self.hand, self.taste)
        self._use_stations(price)
        self.turns = self._turns_left()
        self.scene = Scene(atlas.net, self.tracks, price, self.hand, self.pieces, self.turns, self.taste)
        self.tickets = np.array([atlas.ticket[t] for t in (*own.tickets, *own.rack_tickets)], np.int64)

    def _sight(self) -> Sight:
        view, seat = self.view, self.own.seat
        owner = np.full(len(self.atlas.route_names), -1, np.int64)
        for name, owning in view.routes.items():
            owner[self.atlas.route[name]] = owning
        side = np.array([other.side for other in view.seats], np.int64)
        return Sight(owner, side, seat, self.taste.station if view.seats[seat].stations > 0 else float(FAR))

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
    """The expectation of the largest of so many drawn at random."""
    ranks = np.arange(ascending.size + 1) / ascending.size
    return float((ascending * np.diff(ranks**drawn)).sum())
