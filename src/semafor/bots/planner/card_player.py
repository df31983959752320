"""Plays the Card Game: collects what its tickets need, places rows in time, robs when it pays."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from semafor.boards.model import COLOURS, WILD, Board
from semafor.knowledge.memory import TrackMemory, leaving_order
from semafor.moves import (
    Complete,
    Done,
    Draw,
    DrawTickets,
    Move,
    Pass,
    PlaceRow,
    PlaceThree,
    Stop,
)
from semafor.view import CardView, Own, RowView, View

CARD_WORTH = 4.5
"""Points that a needed card is worth once it is on the track."""
LOOSE_WORTH = 0.4
"""Points that other cards are worth there."""
ROBBERY_WORTH = 1.6
"""Points that a robbed card costs its owner."""
ROBBED = (0.0, 0.22, 0.14, 0.08, 0.05, 0.03)
"""The probability that a row is robbed within a round, by its length, per two opponents."""
IN_HAND = 0.4
"""Value of a card in hand relative to one on the track, while there is time to place it."""
CARDS_A_TURN = 1.1
"""Cards that reach the track per turn, in the long run."""
TICKET_PAUSE = 4
"""The seat's turns between two draws of tickets."""
DRAWN_A_TURN = 1.25
"""Cards that leave the deck per turn, on average."""


class CardPlayer:
    """A solid player of the Card Game; a forgetful one only estimates the cards on its own pile."""

    def __init__(self, board: Board, seed: int = 0, forgetful: bool = False) -> None:
        assert board.options.card_game, "a player of the Card Game"
        self._needs: dict[str, Counter[str]] = {
            name: Counter({str(colour): number for colour, number in ticket.needs.items()})
            for name, ticket in zip(board.ticket_names, board.tickets, strict=True)
        }
        self._points = {
            name: ticket.points for name, ticket in zip(board.ticket_names, board.tickets, strict=True)
        }
        self._wilds_first = board.options.card_game.locomotives_leave == "first"
        self._memory = None if forgetful else TrackMemory(self._wilds_first)
        self._dice = random.Random(seed)
        self._tickets_drawn = -TICKET_PAUSE
        """The seat's turn in which it last drew tickets."""

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Return the most promising move."""
        own, cards = view.own, view.card_game
        if own is None or cards is None:
            return moves[0]
        pile = self._memory.look(cards, own.seat) if self._memory else self._guess(cards, own)
        move = self._answer(_Situation(self, view, own, cards, pile), own, cards, moves)
        if self._memory:
            self._memory.note(move)
        if isinstance(move, DrawTickets):
            self._tickets_drawn = view.turns // view.players
        return move

    def may_draw_tickets(self, view: View) -> bool:
        """Wait between draws: a player that only draws tickets would never end the game."""
        return view.turns // view.players - self._tickets_drawn >= TICKET_PAUSE

    def _answer(self, now: _Situation, own: Own, cards: CardView, moves: Sequence[Move]) -> Move:
        if own.ask == "complete":
            return self._complete(own, cards)
        if own.ask in ("keep", "start-keep"):
            return max(moves, key=lambda move: now.value_of_tickets(getattr(move, "tickets", ())))
        values = [now.value(move) for move in moves]
        best = max(values)
        return self._dice.choice([move for move, value in zip(moves, values, strict=True) if value == best])

    def _complete(self, own: Own, cards: CardView) -> Move:
        """CRD-14: complete the best set, ticket by ticket."""
        best = cards.own.best.tickets if cards.own and cards.own.best else ()
        return next((Complete(ticket) for ticket in best if ticket not in own.chosen), Done())

    def _guess(self, cards: CardView, own: Own) -> Counter[str]:
        """Return a pile of the known size with cards that the tickets need, valuable tickets first."""
        if cards.own is not None and cards.own.track is not None:
            return Counter(cards.own.track)
        wanted = chain.from_iterable(
            self._needs[ticket].elements() for ticket in sorted(own.tickets, key=lambda t: -self._points[t])
        )
        return Counter(list(wanted)[: cards.seats[own.seat].track])

    def needs(self, tickets: Iterable[str]) -> Counter[str]:
        """Return the cards that these tickets need together."""
        return sum((self._needs[ticket] for ticket in tickets), Counter[str]())

    def points(self, tickets: Iterable[str]) -> int:
        """Return the points of these tickets."""
        return sum(self._points[ticket] for ticket in tickets)

    def rolling(self, row: RowView) -> list[str]:
        """Return the cards of a row in the order in which they reach the track."""
        return leaving_order(row, self._wilds_first)


class _Situation:
    """One decision: what the seat has and lacks, and how long it may still play."""

    def __init__(self, player: CardPlayer, view: View, own: Own, cards: CardView, pile: Counter[str]) -> None:
        self.player, self.view, self.own, self.cards = player, view, own, cards
        self.hand = Counter(own.hand)
        self.turns = self._turns_left()
        self.on_the_way = self._delivered(pile, cards.seats[own.seat].siding)
        self.lacking = player.needs(own.tickets) - self.on_the_way  # before cards are placed

    def _turns_left(self) -> int:
        """The seat's turns after this one."""
        if self.view.last_turns is not None:
            return 0
        return 1 + int(self.view.deck / (DRAWN_A_TURN * self.view.players))

    def _delivered(self, pile: Counter[str], siding: tuple[RowView, ...]) -> Counter[str]:
        """Return the pile, and what will still roll out onto it."""
        coming = Counter(card for row in siding for card in self.player.rolling(row)[: self.turns])
        return pile + coming

    # ---- tickets -----------------------------------------------------------------------------

    def value_of_tickets(self, tickets: Sequence[str]) -> float:
        """Return the expected points of these tickets in addition to those already held."""
        if not tickets:
            return 0.0
        needed = self.player.needs((*self.own.tickets, *tickets))
        have = self.on_the_way + (self.hand if self.turns > 1 else Counter())
        missing = max(0, (needed - have).total() - have[WILD])
        chance = self._chance(missing)
        before = self._chance(max(0, (self.player.needs(self.own.tickets) - have).total() - have[WILD]))
        risked = self.player.points(self.own.tickets) * 2 * (before - chance)
        return self.player.points(tickets) * (2 * chance - 1) - risked

    def _chance(self, missing: int) -> float:
        """Return the probability of finding this number of cards in time."""
        time = self.turns + (10 if self.cards.half < self.cards.halves else 0)
        room = CARDS_A_TURN * time
        if missing == 0:
            return 0.97
        return min(0.95, max(0.0, 1.25 - 0.75 * missing / room)) if room else 0.0

    def _worth_drawing_tickets(self) -> float:
        """Return the value of drawing tickets: low unless the seat can complete its own in time."""
        have = self.on_the_way + self.hand
        missing = (self.player.needs(self.own.tickets) - have).total() - have[WILD]
        spare = (self.on_the_way - self.player.needs(self.own.tickets)).total()
        room = CARDS_A_TURN * self.turns - max(0, missing)
        if (missing > 0 and self.turns > 2) or not self.player.may_draw_tickets(self.view):
            return -1.0
        return 1.0 + 0.8 * min(spare, 6) + (1.0 * min(room, 8) if room > 3 else 0.0)

    # ---- cards -------------------------------------------------------------------------------

    def value(self, move: Move) -> float:
        """Return the expected points of a move."""
        match move:
            case PlaceRow(colour, plain, wild):
                return self._row(RowView(colour, plain, wild))
            case PlaceThree(colours):
                return sum(self._row(RowView(colour, 1, 0)) for colour in colours)
            case Draw(market):
                return self._card(None if market is None else self.view.market[market - 1])
            case DrawTickets():
                return self._worth_drawing_tickets()
            case Stop():
                return -0.5
            case _:
                assert isinstance(move, Pass), f"{move} is no move of a turn"
                return 0.0

    def _row(self, row: RowView) -> float:
        """Return the value of the cards that a new row delivers in time, and of those that it robs."""
        left, value, safe = Counter(self.lacking), self._robbery(row.colour), 1.0
        size = row.plain + row.wild
        for turn, card in enumerate(self.player.rolling(row), 1):
            safe *= 1 - self._risk(size - turn + 1)
            if turn > self.turns:
                break
            value += safe * CARD_WORTH * self._use(left, card)
        keeps = self.turns > 1 or self.cards.half < self.cards.halves
        return value - (IN_HAND * CARD_WORTH * row.wild if keeps else 0.0) - 0.05 * size

    def _use(self, left: Counter[str], card: str) -> float:
        """Return the value of a delivered card, and subtract it from what is missing."""
        if card == WILD:
            return 1.2 if left.total() else 0.3
        if left[card] > 0:
            left[card] -= 1
            return 1.0
        return LOOSE_WORTH / CARD_WORTH

    def _risk(self, size: int) -> float:
        """Return the probability that a row of this size is robbed before the next turn."""
        return ROBBED[min(size, len(ROBBED) - 1)] * (self.view.players - 1) / 2

    def _robbery(self, colour: str) -> float:
        """Return what the others lose if the row of this colour is robbed."""
        rows = [row for seat in self.cards.seats if seat.seat != self.own.seat for row in seat.siding]
        return sum(ROBBERY_WORTH * (row.plain + row.wild) for row in rows if row.colour == colour)

    def _card(self, card: str | None) -> float:
        """Return the value of a card in hand; a turn brings two, so its value is twice this."""
        if self.turns < 2 and self.cards.half == self.cards.halves:
            return 0.1
        wanted = self.lacking - self.hand
        if card is None:
            share = sum(1 for colour in COLOURS if wanted[colour]) / len(COLOURS)
            return 2 * IN_HAND * CARD_WORTH * (0.35 + 0.5 * share)
        if card == WILD:
            return 2 * IN_HAND * CARD_WORTH * 0.8
        return 2 * IN_HAND * CARD_WORTH * (1.0 if wanted[card] else 0.25 if self.hand[card] else 0.15)
