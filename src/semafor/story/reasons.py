"""Reasons for moves, from what a seat sees and, in a review, from what happened later."""

from collections.abc import Callable
from typing import Protocol

from semafor.boards.model import WILD, Board
from semafor.events import Claimed
from semafor.games.lookup import kind_of
from semafor.moves import Claim, Complete, Draw, DrawTickets, Keep, Move, PlaceRow, PlaceThree
from semafor.story.map_reasons import MapReasons
from semafor.story.positions import Walked
from semafor.view import View
from semafor.words import Phrase


class CardReasons:
    """The reasons of one seat in the Card Game."""

    def __init__(self, board: Board, view: View) -> None:
        assert view.own is not None, "somebody decides"
        assert view.card_game is not None, "a view of the Card Game"
        self._view, self._own, self._game = view, view.own, view.card_game
        self._tickets = dict(zip(board.ticket_names, board.tickets, strict=True))

    def of(self, move: Move) -> list[Phrase]:
        """Return the reasons for a move, the most important first."""
        match move:
            case PlaceRow(colour=colour):
                return [*self._robs(colour), *self._delivers((colour,))]
            case PlaceThree(colours):
                return [
                    *(phrase for colour in colours for phrase in self._robs(colour)),
                    *self._delivers(colours),
                ]
            case Draw(market) if market is not None:
                return self._of_card(self._view.market[market - 1])
            case Draw():
                return self._of_deck()
            case DrawTickets() if self._cards() > self._wanted():
                return [Phrase("reason.few-tickets", {"n": len(self._own.tickets)})]
            case Complete(ticket):
                return [Phrase("reason.ready", {"ticket": ticket, "points": self._tickets[ticket].points})]
            case Keep(tickets) if tickets:
                points = sum(self._tickets[ticket].points for ticket in tickets)
                cards = sum(self._needs(ticket, None) for ticket in tickets)
                return [Phrase("reason.keep", {"n": cards, "points": points, "tickets": list(tickets)})]
            case _:
                return []

    def against(self, move: Move) -> list[Phrase]:
        """Return the reasons against a move: a row that no ticket needs, tickets without cards left."""
        match move:
            case PlaceRow(colour=colour) if self._own.tickets and not self._wanting((colour,)):
                return [Phrase("reason.row-unneeded", {"card": colour})]
            case DrawTickets() | Keep(tickets=(_, *_)) if self._cards() < self._wanted():
                return [Phrase("reason.enough-tickets", {"n": len(self._own.tickets)})]
            case _:
                return []

    def tickets(self, move: Move) -> tuple[str, ...]:
        """Return the tickets that a move serves."""
        match move:
            case PlaceRow(colour=colour):
                return self._wanting((colour,))
            case PlaceThree(colours):
                return self._wanting(colours)
            case Draw(market) if market is not None and self._view.market[market - 1]:
                return self._lacking(str(self._view.market[market - 1]))
            case Keep(tickets):
                return tickets
            case _:
                return ()

    def wants(self, card: str) -> bool:
        """Return whether a card helps any ticket; a wild always does."""
        return bool(self._of_card(card))

    def _cards(self) -> int:
        """The cards that can still complete tickets: in hand, in the siding, on the track."""
        mine = self._game.seats[self._own.seat]
        waiting = sum(row.plain + row.wild for row in mine.siding)
        return sum(self._own.hand.values()) + waiting + mine.track

    def _wanted(self) -> int:
        """The cards that the tickets in hand need."""
        return sum(self._needs(ticket, None) for ticket in self._own.tickets)

    def _needs(self, ticket: str, colour: str | None) -> int:
        """Return the cards of a colour, or of all, that a ticket needs."""
        needs = {str(card): number for card, number in (self._tickets[ticket].needs or {}).items()}
        return sum(needs.values()) if colour is None else needs.get(colour, 0)

    def _wanting(self, colours: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one for one in self._own.tickets if any(self._needs(one, colour) for colour in colours))

    def _lacking(self, colour: str) -> tuple[str, ...]:
        """Return the tickets that need a colour of which there is not enough for all of them."""
        wanting = self._wanting((colour,))
        mine, known = self._game.seats[self._own.seat], self._game.own
        waiting = sum(row.plain for row in mine.siding if row.colour == colour)
        track = known.track.get(colour, 0) if known is not None and known.track is not None else 0
        held = self._own.hand.get(colour, 0) + waiting + track
        return wanting if sum(self._needs(one, colour) for one in wanting) > held else ()

    def _of_deck(self) -> list[Phrase]:
        """Return what a card from the deck may be good for."""
        colours = {str(card) for one in self._own.tickets for card in (self._tickets[one].needs or {})}
        lacking = [one for one in self._own.tickets if any(one in self._lacking(card) for card in colours)]
        if not lacking:
            return [Phrase("reason.any-card")]
        if not any(self._of_card(card) for card in self._view.market):
            return [Phrase("reason.blind")]
        return [Phrase("reason.deck-wanted", {"tickets": lacking, "n_tickets": len(lacking)})]

    def _delivers(self, colours: tuple[str, ...]) -> list[Phrase]:
        served = self._wanting(colours)
        return [Phrase("reason.delivers", {"tickets": list(served)})] if served else []

    def _robs(self, colour: str) -> list[Phrase]:
        for seat in self._game.seats:
            rows = [row for row in seat.siding if row.colour == colour and seat.seat != self._own.seat]
            if rows:
                number = rows[0].plain + rows[0].wild
                return [Phrase("reason.robs", {"victim": seat.seat, "card": colour, "n": number})]
        return []

    def _of_card(self, card: str | None) -> list[Phrase]:
        if card == WILD:
            return [Phrase("reason.any-colour", {"card": card})]
        served = self._lacking(card) if card else ()
        return (
            [Phrase("reason.card-wanted", {"card": card, "tickets": list(served), "n_tickets": len(served)})]
            if served
            else []
        )


MOST = 3
"""Maximum number of reasons for a move."""
SOON = 6
"""Turns of a rival within which a lost route is mentioned."""


class Reasons(Protocol):
    """The reasons of one seat at one moment."""

    def of(self, move: Move) -> list[Phrase]:
        """Return the reasons for a move, the most important first."""

    def against(self, move: Move) -> list[Phrase]:
        """Return the reasons against a move."""

    def tickets(self, move: Move) -> tuple[str, ...]:
        """Return the tickets that a move serves."""

    def wants(self, card: str) -> bool:
        """Return whether a card helps any ticket; a wild always does."""


_OF_BOARDS: Callable[[Board, View], Reasons] = MapReasons
_OF_CARDS: Callable[[Board, View], Reasons] = CardReasons


def reasons_of(board: Board, view: View) -> Reasons:
    """Return the reasons that a seat has for its moves now, from its view alone."""
    return kind_of(board).pick(board=_OF_BOARDS, cards=_OF_CARDS)(board, view)


def tickets_lost_by(board: Board, view: View, route: str) -> tuple[str, ...]:
    """Return the viewer's tickets that can no longer be completed once a rival has claimed the route."""
    return MapReasons(board, view).lost_by(route)


def reasons_for(walked: Walked, number: int, best: Move) -> tuple[Phrase, ...]:
    """Return why another move would have been better, knowing what happened later."""
    position = walked.positions[number]
    reasons = reasons_of(walked.board, position.view)
    told = [*reasons.of(best), *reasons.against(position.move)]
    if isinstance(best, Claim) and (taken := _taken_later(walked, number, best.route)):
        seat, turns = taken
        last = next((one.details["ticket"] for one in told if one.words == "reason.last-way"), None)
        details = {"route": best.route, "seat": seat, "n": turns, "ticket": last}
        words = "reason.last-way-lost" if last else "reason.lost"
        told = [Phrase(words, {key: value for key, value in details.items() if value is not None}), *told]
        told = [one for one in told if one.words not in ("reason.last-way", "reason.contested")]
    return tuple(told[:MOST])


def _taken_later(walked: Walked, number: int, route: str) -> tuple[int, int] | None:
    """Return the rival that claimed the route soon after, and after how many of its turns."""
    side, turns = walked.side_of(walked.positions[number].seat), dict[int, set[int]]()
    for position in walked.positions[number + 1 :]:
        seat = position.seat
        if walked.side_of(seat) != side:
            turns.setdefault(seat, set()).add(position.view.turns)
        for event in position.events:
            if isinstance(event, Claimed) and event.route == route:
                later = len(turns.get(seat, ()))
                return (seat, later) if walked.side_of(seat) != side and later <= SOON else None
    return None
