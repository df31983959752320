"""Simple bots: random, greedy, and a mix of two others."""

import random
from collections.abc import Callable, Sequence

from semafor.boards.model import WILD, Board
from semafor.bots.board_knowledge import BoardKnowledge, TunnelMemory
from semafor.bots.protocol import Bot
from semafor.moves import (
    Build,
    Claim,
    Draw,
    DrawTickets,
    Keep,
    Move,
    PayExtra,
    Pick,
    PutCard,
    Share,
    TakeFestival,
)
from semafor.view import Own, View

LIKE_CARDS = 2.0
"""Value of a blind card to most of these bots."""
NEVER = -100.0


class ValuingBot:
    """Plays the move with the highest value, ties at random; subclasses define the values."""

    def __init__(self, board: Board, seed: int = 0) -> None:
        self.map = BoardKnowledge(board)
        self._dice = random.Random(seed)
        self._tunnels = TunnelMemory()

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Return a move of the highest value."""
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
        """Read the view once, before moves are valued."""

    def value(self, view: View, own: Own, move: Move) -> float:
        """Return the value of a move, on a scale of the bot's own."""
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
        """Return the value of claiming a route now."""
        del view, own
        return 10 + self.map.points[move.route] - 0.1 * move.payment.wild

    def draw(self, view: View, own: Own, card: str | None) -> float:
        """Return the value of a card; None is a card from the deck."""
        del view
        if card is None:
            return LIKE_CARDS
        return LIKE_CARDS + 0.5 if card == WILD else LIKE_CARDS - 0.1 + 0.1 * own.hand.get(card, 0)

    def more_tickets(self, view: View, own: Own) -> float:
        """Return the value of drawing tickets."""
        del view, own
        return 0.0

    def keep(self, view: View, own: Own, tickets: Sequence[str]) -> float:
        """Return the value of keeping exactly these tickets: the fewer points at risk, the better."""
        del view, own
        return -float(sum(self.map.ticket_points[ticket] for ticket in tickets))

    def pieces(self, view: View, own: Own) -> int:
        """Return the number of pieces that the seat has left."""
        return sum(view.seats[own.seat].pieces.values())


class GreedyBot(ValuingBot):
    """Plays for the points of this turn."""


class RandomBot:
    """Plays random legal moves."""

    def __init__(self, board: Board, seed: int = 0) -> None:
        del board
        self._dice = random.Random(seed)

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Return any of the moves."""
        del view
        return self._dice.choice(moves)


IMPULSE = 1 / 3


class CasualBot:
    """Combines two bots: a careful one, and in a third of its decisions a careless one."""

    def __init__(
        self,
        board: Board,
        seed: int = 0,
        *,
        careful: Callable[[Board, int], Bot],
        careless: Callable[[Board, int], Bot],
    ) -> None:
        self._dice = random.Random(seed)
        self._careful = careful(board, seed)
        self._careless = careless(board, seed)

    def choose(self, view: View, moves: Sequence[Move]) -> Move | str:
        """Return the careful player's move, or the careless player's in a third of the decisions."""
        planned = self._careful.choose(view, moves)  # asked each time, because it may have a memory
        if self._dice.random() < IMPULSE:
            return self._careless.choose(view, moves)
        return planned
