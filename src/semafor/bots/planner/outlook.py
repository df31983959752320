"""One decision's outlook: prices, the plan for the tickets held, and the turns that are left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

import numpy as np

from semafor.bots.planner.atlas import CARD_NUMBER, Atlas
from semafor.bots.planner.kernels.cards import find_lack, turns_needed
from semafor.bots.planner.kernels.pricing import price_routes, risk_routes
from semafor.bots.planner.kernels.prospects import choose_pairs, gains, value_of
from semafor.bots.planner.kernels.records import GREY, KINDS_OF_CARD, Array, Floats, Ints, Means, Taste, Tracks
from semafor.bots.planner.kernels.ways import count_joined, label_components
from semafor.view import Own, View

BLOCKED = np.inf
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
        self.taste = taste = taste._replace(time=taste.time * atlas.yield_of_turn)
        self.seat = own.seat
        self.side = np.array([seat.side for seat in view.seats], np.int64)
        self.hand = card_array(own.hand, own.rack)
        owner = [-1] * len(atlas.route_names)
        for name, seat in view.routes.items():
            owner[atlas.route[name]] = seat
        self.owner = np.array(owner, np.int64)
        self.pieces = np.array([view.seats[own.seat].pieces[kind] for kind in atlas.kinds], np.int64)
        self.pieces_left = int(self.pieces.sum())
        self.tracks = self._tracks()
        self.turns = self._turns_left()
        self.means = Means(self.hand, self.pieces, self.turns)
        self.is_open = np.zeros(len(owner), np.uint8)
        self.price = np.zeros(len(owner), np.float64)
        borrowed = taste.station if view.seats[own.seat].stations > 0 else BLOCKED
        price_routes(
            atlas.net, self.tracks, self.owner, self.side, self.seat, self.hand, borrowed, taste,
            self.is_open, self.price,
        )
        self._open_stations()
        self.tickets = np.array([atlas.ticket[t] for t in (*own.tickets, *own.rack_tickets)], np.int64)

    # ---- time --------------------------------------------------------------------------------

    def _turns_left(self) -> float:
        """Own turns left, this one included, by the pace of the quickest opponents."""
        view = self.view
        if view.last_turns is not None:
            return 1.0
        rivals = [side.seats for side in view.sides if self.seat not in side.seats]
        return max(1.0, min(self._turns_of_side(seats) for seats in rivals))

    def _turns_of_side(self, seats: tuple[int, ...]) -> float:
        start = sum(self.atlas.board.options.pieces.values())
        played = self.view.turns / self.view.players
        left, pace = 0.0, 0.0
        for seat in seats:
            pieces = sum(self.view.seats[seat].pieces.values())
            ready = READY * self.view.seats[seat].cards
            left += pieces - ready
            pace += (start - pieces + ready + EARLY_TURNS * self.atlas.pace) / (played + EARLY_TURNS)
        return max(0.0, left - self.atlas.board.options.last_round_at) / pace + 1.5

    def _tracks(self) -> Tracks:
        """What routes cost; an opponent's one costs the cards of the next station."""
        tracks, options = self.atlas.tracks, self.atlas.board.options
        if not options.stations or not self.view.routes:
            return tracks
        taken = self.owner >= 0
        cards = 1 + options.stations.count - self.view.seats[self.seat].stations
        none = np.where(taken, 0, 1)
        return tracks._replace(
            cards=np.where(taken, cards, tracks.cards),
            colour=np.where(taken, GREY, tracks.colour),
            ferry=tracks.ferry * none,
            tunnel=tracks.tunnel * none,
            pieces=tracks.pieces * none,
            points=np.where(taken, -float(options.stations.value), tracks.points),
        )

    # ---- the network -------------------------------------------------------------------------

    def _open_stations(self) -> None:
        """Opponents' routes at an own station are as good as owned."""
        mine = [self.atlas.place[p] for p, seat in self.view.stations.items() if seat == self.seat]
        for place in mine:
            first, end = self.atlas.net.first[place], self.atlas.net.first[place + 1]
            for route in self.atlas.net.route_at[first:end]:
                if self.owner[route] >= 0:
                    self.price[route] = 0.0

    @cached_property
    def undone(self) -> Ints:
        """Tickets held that the network does not join yet."""
        parent = np.empty(len(self.atlas.place_names), np.int64)
        label_components(self.atlas.net, self.price, np.zeros(self.price.size, np.uint8), parent)
        pairs = self.atlas.pairs
        return np.array([t for t in self.tickets if not count_joined(pairs[t : t + 1], parent)], np.int64)

    def completed_by(self, route: int) -> float:
        """Points of the open tickets that one more route would complete."""
        parent = np.empty(len(self.atlas.place_names), np.int64)
        chosen = np.zeros(self.price.size, np.uint8)
        chosen[route] = 1
        label_components(self.atlas.net, self.price, chosen, parent)
        pairs, worth = self.atlas.pairs, self.atlas.worth
        return float(sum(worth[t] for t in self.undone if count_joined(pairs[t : t + 1], parent)))

    def rivals_at(self, place: str) -> list[int]:
        """Opponents' routes that lead into a place."""
        number = self.atlas.place[place]
        first, end = self.atlas.net.first[number], self.atlas.net.first[number + 1]
        routes = self.atlas.net.route_at[first:end]
        return [int(r) for r in routes if self.owner[r] >= 0 and self.side[self.owner[r]] != self.side[self.seat]]

    # ---- the plan ----------------------------------------------------------------------------

    @cached_property
    def pursued(self) -> Ints:
        """The open tickets that are worth their cost."""
        undone = self.undone
        if undone.size == 0:
            return undone
        inside = np.ones(undone.size, np.uint8)
        self._choose(undone, inside)
        return undone[inside == 1]

    def _choose(self, tickets: Ints, inside: Array) -> float:
        a = self.atlas
        return choose_pairs(
            a.net, self.tracks, self.means, self.price, a.pairs[tickets], a.worth[tickets], self.taste, inside
        )

    @cached_property
    def plan(self) -> Array:
        """The routes to claim, as a mask."""
        chosen = np.zeros(self.price.size, np.uint8)
        self.value = self._value(self.pursued, self.price, chosen)
        return chosen

    def _value(self, tickets: Ints, price: Floats, chosen: Array) -> float:
        a = self.atlas
        return value_of(
            a.net, self.tracks, self.means, price, a.pairs[tickets], a.worth[tickets], self.taste, chosen
        )

    def value_with(self, tickets: Iterable[str]) -> float:
        """What the tickets held and these promise together."""
        more = [self.atlas.ticket[ticket] for ticket in tickets]
        everything = np.array([*self.tickets, *more], np.int64)
        return self._choose(everything, np.ones(everything.size, np.uint8))

    def loss(self, route: int) -> float:
        """How much less the plan promises if someone else takes the route."""
        price = self.price.copy()
        price[route] = BLOCKED
        net = self.atlas.net
        twins = np.nonzero(net.group == net.group[route])[0]
        if net.limit[route] <= (self.owner[twins] >= 0).sum() + 1:
            price[twins] = BLOCKED
        _ = self.plan
        without = self._value(self.pursued, price, np.zeros(price.size, np.uint8))
        return max(0.0, self.value - without)

    @cached_property
    def risk(self) -> Floats:
        """The chance of each route to be taken by others within a round."""
        risk = np.zeros(self.price.size, np.float64)
        a = self.atlas
        risk_routes(a.net, self.tracks, self.owner, self.side, self.seat, self.is_open, self.taste, risk)
        return risk

    def turns_needed(self, chosen: Array, hand: Ints) -> float:
        """Turns to draw the cards for these routes and to claim them."""
        return turns_needed(self.tracks, chosen, hand, self.taste)

    def lack(self, chosen: Array) -> tuple[Floats, Floats]:
        """Cards of each kind that the routes still ask for, and what the hand has beyond them."""
        lack, left = np.empty(KINDS_OF_CARD), np.empty(KINDS_OF_CARD)
        find_lack(self.tracks, chosen, self.hand, lack, left)
        return lack, left

    # ---- more tickets ------------------------------------------------------------------------

    def gain_of_drawing(self) -> float:
        """Points to be expected of drawing tickets: of the best of those drawn."""
        a = self.atlas
        held = set(self.tickets.tolist())
        unseen = np.array([t for t in range(a.worth.size) if t not in held], np.int64)
        drawn = min(a.board.options.draw_tickets.count, self.view.ticket_deck)
        if unseen.size == 0 or drawn == 0:
            return -BLOCKED
        gain = np.empty(unseen.size)
        gains(
            a.net, self.tracks, self.means, self.price, self.plan, a.pairs[unseen], a.worth[unseen], self.taste, gain
        )
        return expected_best(np.sort(gain), drawn)


def expected_best(ascending: Floats, drawn: int) -> float:
    """The expectation of the largest of so many drawn at random."""
    count = ascending.size
    ranks = np.arange(1, count + 1) / count
    below = np.concatenate([[0.0], ranks]) ** drawn
    return float((ascending * np.diff(below)).sum())
