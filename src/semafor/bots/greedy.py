"""Bots that put a number on every move and play the highest."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence

from semafor.boards.model import WILD, Board
from semafor.bots.board_knowledge import BoardKnowledge
from semafor.bots.memories import TrackMemory, TunnelMemory
from semafor.moves import (
    Build,
    Claim,
    Complete,
    Done,
    Draw,
    DrawTickets,
    Keep,
    Move,
    PayExtra,
    Pick,
    PlaceRow,
    PlaceThree,
    PutCard,
    Share,
    Stop,
    TakeFestival,
)
from semafor.view import CardView, Own, View

LIKE_CARDS = 2.0
"""What a blind card is worth to most of them."""
NEVER = -100.0


class ValuingBot:
    """Plays the move that it values most, of equal ones any. What a kind of player likes, it overrides."""

    def __init__(self, board: Board, seed: int = 0) -> None:
        self.map = BoardKnowledge(board)
        self._dice = random.Random(seed)
        self._tunnels = TunnelMemory()

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """The move of the highest value."""
        own = view.own
        if own is None:
            return moves[0]
        moves = self._tunnels.sensible(view, own, moves)
        if len(moves) == 1:
            return moves[0]
        self.look(view, own)
        values = [self.value(view, own, move) for move in moves]
        best = max(values)
        return self._dice.choice([move for move, value in zip(moves, values, strict=True) if value == best])

    def look(self, view: View, own: Own) -> None:
        """Take in the table once, before the moves are valued."""

    def value(self, view: View, own: Own, move: Move) -> float:
        """What a move is worth, on a scale of this bot's own."""
        match move:
            case Claim():
                return self.claim(view, own, move)
            case Draw(market):
                return self.draw(view, own, None if market is None else view.market[market - 1])
            case DrawTickets():
                return self.more_tickets(view, own)
            case Keep(tickets):
                return self.keep(view, own, tickets)
            case Pick(ticket):
                return self.keep(view, own, (ticket,))
            case Build() | Share():
                return NEVER
            case _:
                return self._small(own, move)

    def _small(self, own: Own, move: Move) -> float:
        match move:
            case PayExtra(payment):
                return 10 - 0.1 * payment.wild
            case TakeFestival(festival):
                return 0.0 if festival is None else 1.0
            case PutCard(to):
                return float((to == "hand") == (own.drawn == WILD or own.drawn in own.hand))
            case _:
                return 0.0

    def claim(self, view: View, own: Own, move: Claim) -> float:
        """What a route is worth now."""
        del view, own
        return 10 + self.map.points[move.route] - 0.1 * move.payment.wild

    def draw(self, view: View, own: Own, card: str | None) -> float:
        """What a card is worth; None is one from the deck."""
        del view
        if card is None:
            return LIKE_CARDS
        return LIKE_CARDS + 0.5 if card == WILD else LIKE_CARDS - 0.1 + 0.1 * own.hand.get(card, 0)

    def more_tickets(self, view: View, own: Own) -> float:
        """What drawing tickets is worth."""
        del view, own
        return 0.0

    def keep(self, view: View, own: Own, tickets: Sequence[str]) -> float:
        """What keeping exactly these tickets is worth: the fewer points at risk the better."""
        del view, own
        return -float(sum(self.map.ticket_points[ticket] for ticket in tickets))

    def pieces(self, view: View, own: Own) -> int:
        """Pieces that the seat has left."""
        return sum(view.seats[own.seat].pieces.values())


class GreedyBot(ValuingBot):
    """Plays for the points of this turn."""


class RandomBot:
    """The baseline of all baselines."""

    def __init__(self, board: Board, seed: int = 0) -> None:
        del board
        self._dice = random.Random(seed)

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Any of the moves."""
        del view
        return self._dice.choice(moves)


LATE_CARDS = 4
"""Cards left in the deck for each player when it is time to lay what one has."""


class ValuingCardBot(ABC):
    """Remembers its own pile; what a kind of player likes, it overrides."""

    def __init__(self, board: Board, seed: int = 0) -> None:
        game = board.options.card_game
        assert game, "a player of the Card Game"
        named = list(zip(board.ticket_names, board.tickets, strict=True))
        self._needs = {name: Counter({str(c): n for c, n in ticket.needs.items()}) for name, ticket in named}
        self.points = {name: ticket.points for name, ticket in named}
        self._memory = TrackMemory(game.locomotives_leave == "first")
        self._dice = random.Random(seed)
        self.lacking: Counter[str] = Counter()
        """Cards that the tickets held need and that are neither laid nor delivered yet."""

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """The move of the highest value, of equal ones any."""
        own, cards = view.own, view.card_game
        if own is None or cards is None:
            return moves[0]
        self._look(own, cards)
        values = [self._value(view, own, cards, move) for move in moves]
        best = max(values)
        move = self._dice.choice([m for m, value in zip(moves, values, strict=True) if value == best])
        self._memory.note(move)
        return move

    def _look(self, own: Own, cards: CardView) -> None:
        laid = Counter(self._memory.look(cards, own.seat))
        for row in cards.seats[own.seat].siding:
            laid.update({row.colour: row.plain, WILD: row.wild})
        self.lacking = self.needs(own.tickets) - laid

    def needs(self, tickets: Iterable[str]) -> Counter[str]:
        """Cards that these tickets need together."""
        return sum((self._needs[ticket] for ticket in tickets), Counter[str]())

    def _value(self, view: View, own: Own, cards: CardView, move: Move) -> float:
        match move:
            case PlaceRow(colour, plain, wild):
                robbed = self._robbed(own, cards, colour)
                return self.row(view, {colour: plain, WILD: wild}, robbed)
            case PlaceThree(colours):
                return self.row(view, dict.fromkeys(colours, 1), 0)
            case Draw(market):
                return self.draw(own, None if market is None else view.market[market - 1])
            case DrawTickets():
                return self.more_tickets(view, own)
            case Keep(tickets):
                return self.keep(own, tickets)
            case Complete(ticket):
                return float(self._is_best(cards, ticket))
            case Stop() | Done():
                return 0.5
            case _:
                return 0.0

    def _robbed(self, own: Own, cards: CardView, colour: str) -> int:
        """Cards that others lose when a row of this colour is laid."""
        rows = [row for seat in cards.seats if seat.seat != own.seat for row in seat.siding]
        return sum(row.plain + row.wild for row in rows if row.colour == colour)

    def _is_best(self, cards: CardView, ticket: str) -> bool:
        """CRD-14: whether the ticket is in the best choice, which the table offers."""
        return bool(cards.own and cards.own.best and ticket in cards.own.best.tickets)

    def late(self, view: View) -> bool:
        """Whether what is in hand should be laid now or never."""
        return view.last_turns is not None or view.deck < LATE_CARDS * view.players

    def useful(self, laid: dict[str, int]) -> int:
        """How many of these cards the tickets ask for; wilds always serve."""
        return sum(n if card == WILD else min(n, self.lacking[card]) for card, n in laid.items())

    @abstractmethod
    def row(self, view: View, laid: dict[str, int], robbed: int) -> float:
        """What laying these cards is worth."""

    def draw(self, own: Own, card: str | None) -> float:
        """What a card is worth; None is one from the deck."""
        if card is None:
            return 2.0
        if card == WILD:
            return 2.4
        return 2.3 if self.lacking[card] > own.hand.get(card, 0) else 1.5

    def more_tickets(self, view: View, own: Own) -> float:
        """What drawing tickets is worth: only something when all are covered and there is time."""
        covered = not self.lacking - Counter(own.hand)
        return 5.0 if covered and not self.late(view) else -1.0

    def keep(self, own: Own, tickets: Sequence[str]) -> float:
        """What keeping exactly these tickets is worth: one cheap one is enough."""
        missing = (self.needs(tickets) - Counter(own.hand)).total()
        return 3.0 * bool(tickets) - missing
