"""Reasons for a move on a map, from the seat's view: paths of tickets, rivals, missing cards."""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from threading import get_ident
from typing import NamedTuple

import msgspec

from semafor.boards.model import WILD, Board
from semafor.bots.board_knowledge import BoardKnowledge, TicketWay, TicketWays
from semafor.engine.connections import FAR
from semafor.games.ticket_progress import routes_to_go
from semafor.moves import Build, Claim, Draw, DrawTickets, Keep, Move, PayExtra, Pick, TakeFestival
from semafor.view import View
from semafor.words import Phrase

GREY = "grey"
LONG = 10
"""Points from which a route is worth claiming for its points alone."""


def knowledge_of(board: Board) -> BoardKnowledge:
    """Return the board's data, one per thread, because its working space must not be shared."""
    return _knowledge(board, get_ident())


@lru_cache(maxsize=64)
def _knowledge(board: Board, _thread: int) -> BoardKnowledge:
    return BoardKnowledge(board)


class Gap(NamedTuple):
    """A route on a ticket's path that cannot be paid yet."""

    cards: int
    route: str
    ticket: str
    fits: dict[str, str]
    """The colours that help to pay it, each with its strand."""


class MapReasons:
    """The reasons of one seat at one moment."""

    def __init__(self, board: Board, view: View) -> None:
        assert view.own is not None, "somebody decides"
        self._view, self._own = view, view.own
        self._board, self._map = board, knowledge_of(board)
        self._ways = TicketWays(self._map)

    def of(self, move: Move) -> list[Phrase]:
        """Return the reasons for a move, the most important first."""
        match move:
            case Claim(route, _):
                return list(self._of_claim(route))
            case Build(place, _):
                return list(self._of_station(place))
            case Draw(market):
                return list(self._of_draw(market))
            case DrawTickets():
                return [self._of_tickets()]
            case Keep(tickets):
                return list(self._of_keeping(tickets))
            case Pick(ticket):
                return list(self._of_keeping((ticket,)))
            case TakeFestival(festival) if festival is not None:
                return [self._of_festival(festival)]
            case PayExtra() if self._view.attempt is not None:
                return list(self._of_claim(self._view.attempt.route))
            case _:
                return []

    def against(self, move: Move) -> list[Phrase]:
        """Return the reasons against a move while tickets are unfinished."""
        still = self._open_ways()
        match move:
            case Claim(route, _) if still and not self._brings_nearer(route, still):
                return [Phrase("reason.serves-none", {"route": route})]
            case DrawTickets() if still:
                return [Phrase("reason.still-open", {"n": len(still)})]
            case _:
                return []

    def tickets(self, move: Move) -> tuple[str, ...]:
        """Return the tickets that a move serves."""
        match move:
            case Claim(route, _):
                return tuple(way.ticket for way in self._open_ways() if self._lies_on(route, way))
            case Draw(market) if market is not None:
                card = self._view.market[market - 1]
                return tuple(dict.fromkeys(gap.ticket for gap in self._gaps() if card in (WILD, *gap.fits)))
            case Keep(tickets):
                return tickets
            case Pick(ticket):
                return (ticket,)
            case _:
                return ()

    @cached_property
    def _free(self) -> set[str]:
        """The routes that the viewer may still claim."""
        return self._map.open_routes(self._view, self._own.seat)

    def _open_ways(self) -> list[TicketWay]:
        """The paths of tickets that the remaining pieces suffice for."""
        left = sum(self._view.seats[self._own.seat].pieces.values())
        return [way for way in self._ways.of(self._view, self._own) if way.pieces <= left]

    def wants(self, card: str) -> bool:
        """Return whether a card helps any ticket; a wild always does."""
        return card == WILD or self._wanted(card) is not None

    def lost_by(self, route: str) -> tuple[str, ...]:
        """Return the tickets that are blocked once a rival has claimed a route without a free twin."""
        ends = frozenset(self._map.ends[route])
        if self._open_after(route, mine=False).intersection(self._map.strands[ends]):
            return ()
        return tuple(way.ticket for way in self._open_ways() if self._lies_on(route, way))

    def _lies_on(self, route: str, way: TicketWay) -> bool:
        """Return whether a path uses a route, by this strand or a parallel one."""
        ends = set(self._map.ends[route])
        return any(set(self._map.ends[one]) == ends for one in way.routes)

    def _any_strand(self, way: TicketWay) -> set[str]:
        """The routes of a path, and the parallel strands that may still be claimed."""
        beside = {one for route in way.routes for one in self._map.strands[frozenset(self._map.ends[route])]}
        return beside & self._free

    # ---- claims ------------------------------------------------------------------------------

    def _of_claim(self, route: str) -> Iterator[Phrase]:
        served = [way for way in self._open_ways() if self._lies_on(route, way)]
        done = [way.ticket for way in served if len(way.routes) == 1]
        last = [way.ticket for way in served if self._is_last_way(route, way.ticket)]
        if done:
            yield Phrase("reason.finishes", {"route": route, "tickets": done})
        elif last:
            yield Phrase("reason.last-way", {"route": route, "ticket": last[0]})
        elif served:
            yield Phrase("reason.serves", {"route": route, "tickets": [way.ticket for way in served]})
        rivals = self._who_could_take(route)
        if served and rivals:
            yield Phrase("reason.contested", {"route": route, "n": rivals})
        yield from self._festival_at(route)
        if not served or self._map.points[route] >= LONG:
            yield Phrase("reason.points", {"route": route, "points": self._map.points[route]})

    def _festival_at(self, route: str) -> Iterator[Phrase]:
        """Return the festival at an end of a route whose open cards bring most points (IBE-12)."""
        ends = (self._map.route[route].a, self._map.route[route].b)
        there = [
            self._of_festival(one.id)
            for one in self._board.festivals
            if self._view.festivals.get(one.id) and set(ends) & set(one.places)
        ]
        yield from sorted(there, key=lambda reason: -int(str(reason.details["points"])))[:1]

    def _is_last_way(self, route: str, ticket: str) -> bool:
        """Return whether the ticket has no other path without the route, even with a station."""
        if self._view.seats[self._own.seat].stations:
            return False
        self._price_after(route, mine=False)
        return self._map.way_of(ticket)[0] >= FAR

    def _brings_nearer(self, route: str, ways: list[TicketWay]) -> bool:
        """Return whether a ticket needs fewer cards once the viewer owns the route."""
        self._price_after(route, mine=True)
        return any(self._map.way_of(way.ticket)[0] < way.cost for way in ways)

    def _price_after(self, route: str, *, mine: bool) -> None:
        """Set the prices as they are once the viewer, or a rival, has claimed a route."""
        own = self._map.own_routes(self._view, self._own.seat)
        costs = {name: self._map.route[name].cost for name in self._open_after(route, mine=mine)}
        self._map.price(costs | dict.fromkeys({*own, route} if mine else own, 0))

    def _open_after(self, route: str, *, mine: bool) -> set[str]:
        """Return the routes that the viewer may claim once the viewer, or a rival, has claimed this one."""
        side = self._view.seats[self._own.seat].side
        rival = next(seat.seat for seat in self._view.seats if seat.side != side)
        routes = {**self._view.routes, route: self._own.seat if mine else rival}
        after = msgspec.structs.replace(self._view, routes=routes)
        return self._map.open_routes(after, self._own.seat)

    def _who_could_take(self, route: str) -> int:
        """Return how many rivals have enough cards and pieces for the route and may claim it."""
        cost, kind = self._map.route[route].cost, self._map.route[route].kind
        side = self._view.seats[self._own.seat].side
        return sum(
            seat.side != side
            and seat.cards >= cost
            and seat.pieces.get(kind, 0) >= self._map.route[route].length
            and route in self._map.open_routes(self._view, seat.seat)
            for seat in self._view.seats
        )

    # ---- stations, cards, tickets ------------------------------------------------------------

    def _of_station(self, place: str) -> Iterator[Phrase]:
        tickets = (*self._own.tickets, *self._own.rack_tickets)
        for way in routes_to_go(self._board, self._view, tickets):
            if place in way.stations and way.borrowed:
                yield Phrase("reason.station", {"place": place, "ticket": way.ticket})
                return

    def _of_draw(self, market: int | None) -> Iterator[Phrase]:
        card = None if market is None else self._view.market[market - 1]
        if card is None:
            yield from self._of_deck()
        elif card == WILD:
            yield Phrase("reason.any-colour", {"card": card})
        elif wanted := self._wanted(card):
            lacks, route, ticket = wanted
            yield Phrase("reason.needed", {"card": card, "route": route, "ticket": ticket, "n": lacks})
        else:
            yield Phrase("reason.spare", {"card": card})

    def _of_deck(self) -> Iterator[Phrase]:
        """Return what a card from the deck may be good for."""
        gap = min(self._gaps(), key=lambda gap: (gap.cards, gap.route), default=None)
        if gap is None:
            yield Phrase("reason.any-card")
        elif not any(card and self.wants(card) for card in self._view.market):
            yield Phrase("reason.blind")
        else:
            yield Phrase("reason.deck-may", {"route": gap.route, "ticket": gap.ticket, "n": gap.cards})

    def _takes(self, route: str, card: str | None) -> bool:
        return self._map.route[route].colour in (card, GREY)

    def _wanted(self, card: str) -> tuple[int, str, str] | None:
        """Return the fewest missing cards of a route that takes this card, with the route and its ticket."""
        found = [(gap.cards, gap.fits[card], gap.ticket) for gap in self._gaps() if card in gap.fits]
        return min(found, default=None)

    def _gaps(self) -> Iterator[Gap]:
        """Return the missing cards on the paths of tickets; of parallel strands the one that lacks fewest."""
        for way in self._open_ways():
            for strands in self._by_ends(self._any_strand(way)):
                lacks = {
                    (one, card): self._shares(one, card) for one in strands for card in self._colours(one)
                }
                least = min(sum(shares) for shares in lacks.values())
                nearest = {key: shares for key, shares in lacks.items() if sum(shares) == least}
                fits = {card: route for (route, card), (_, plain) in nearest.items() if plain > 0}
                if least:
                    yield Gap(least, min(nearest)[0], way.ticket, fits)

    def _by_ends(self, routes: set[str]) -> list[list[str]]:
        """Return routes with their parallel strands."""
        found: dict[frozenset[str], list[str]] = {}
        for route in sorted(routes):
            found.setdefault(frozenset(self._map.ends[route]), []).append(route)
        return list(found.values())

    def _colours(self, route: str) -> list[str]:
        """Return the colours with which a route can be paid."""
        return [card for card in self._board.options.cards if card != WILD and self._takes(route, card)]

    def _shares(self, route: str, card: str) -> tuple[int, int]:
        """Return what is missing to pay with this colour: wilds for a ferry, and other cards (BASE-15)."""
        held, wild = (self._own.hand.get(one, 0) + self._own.rack.get(one, 0) for one in (card, WILD))
        ferry = self._map.route[route].ferry
        plain = int(self._map.route[route].cost) - ferry
        return max(0, ferry - wild), max(0, plain - held - max(0, wild - ferry))

    def _of_tickets(self) -> Phrase:
        pieces = sum(self._view.seats[self._own.seat].pieces.values())
        return Phrase("reason.more-tickets" if self._open_ways() else "reason.all-done", {"n": pieces})

    def _of_keeping(self, tickets: tuple[str, ...]) -> Iterator[Phrase]:
        if not tickets:
            yield Phrase("reason.keep-none")
            return
        ways = self._ways.of(self._view, self._own, tickets)
        cards = sum(self._map.route[route].cost for route in {route for way in ways for route in way.routes})
        points = sum(self._map.ticket_points[ticket] for ticket in tickets)
        yield Phrase("reason.keep", {"n": cards, "points": points, "tickets": list(tickets)})

    def _of_festival(self, festival: str) -> Phrase:
        """Return the points that the open cards of a festival add to the viewer's set (IBE-12)."""
        points = next(one.points for one in self._board.festivals if one.id == festival)
        cards, held = self._view.festivals.get(festival, 0), self._own.festivals.get(festival, 0)
        worth = [points[min(number, len(points)) - 1] if number else 0 for number in (held, held + cards)]
        return Phrase("reason.festival", {"festival": festival, "n": cards, "points": worth[1] - worth[0]})
