"""Playing levels: the bot of each level, with or without a network, and a filter against silly moves."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from semafor.boards.model import Board
from semafor.bots.board_knowledge import BoardKnowledge
from semafor.bots.protocol import Bot, choose_move
from semafor.games.lookup import kind_of
from semafor.moves import Claim, Draw, DrawTickets, Keep, Move, Share
from semafor.view import Own, View

UNFINISHED = 3
"""Unfinished tickets, per seat of a side, with which no more are drawn."""
BEHIND = 25
"""A side that is this many points behind does not start the last round."""


class Sense:
    """Filters silly moves out in the games of one board."""

    def __init__(self, board: Board) -> None:
        self._board, self._kind = board, kind_of(board)

    def moves(self, view: View, moves: Sequence[Move]) -> list[Move]:
        """Return the moves without silly ones; all moves if nothing else is left."""
        late = self._kind.is_nearly_over(view)
        kept = [move for move in moves if not self._is_silly(view, move, late)]
        if late:
            kept = _fewest_kept(kept)
        if view.last_turns is not None and any(isinstance(move, Claim) for move in kept):
            kept = [move for move in kept if not isinstance(move, Draw | Share)]
        return kept or list(moves)

    def _is_silly(self, view: View, move: Move, late: bool) -> bool:
        return isinstance(move, DrawTickets) and (late or self._has_enough_tickets(view))

    def _has_enough_tickets(self, view: View) -> bool:
        """Return whether the viewer has so many unfinished tickets that more make no sense."""
        del view
        return False


class BoardSense(Sense):
    """The same for boards, where tickets and claims can be valued."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self._map = _knowledge(board)

    def _is_silly(self, view: View, move: Move, late: bool) -> bool:
        if isinstance(move, Claim):
            return self._ends_lost_game(view, move)
        return super()._is_silly(view, move, late)

    def _has_enough_tickets(self, view: View) -> bool:
        """Return whether the viewer still has to finish several tickets."""
        own = view.own
        assert own is not None, "a seat decides"
        tickets = (*own.tickets, *own.rack_tickets)
        unfinished = len(tickets) - len(self._map.done(tickets, self._map.own_routes(view, own.seat)))
        return unfinished >= UNFINISHED * self._board.options.team_size

    def _ends_lost_game(self, view: View, move: Claim) -> bool:
        """Return whether a claim starts the last round although the viewer is far behind, tickets counted."""
        own = view.own
        assert own is not None, "a seat decides"
        left = sum(view.seats[own.seat].pieces.values()) - self._map.route[move.route].length
        if view.last_turns is not None or left > self._board.options.last_round_at:
            return False
        routes = {*self._map.own_routes(view, own.seat), move.route}
        mine = view.seats[own.seat].side
        best_other = max(side.score for side in view.sides if side.side != mine)
        return self._points(view, own, routes) + self._map.points[move.route] < best_other - BEHIND

    def _points(self, view: View, own: Own, routes: set[str]) -> int:
        """Return the points of the viewer's side, with its known tickets on these routes."""
        tickets = (*own.tickets, *own.rack_tickets)
        done = self._map.done(tickets, routes)
        worth = sum(self._map.ticket_points[t] * (1 if t in done else -1) for t in tickets)
        return view.sides[view.seats[own.seat].side].score + worth


def _fewest_kept(moves: list[Move]) -> list[Move]:
    """Return the moves without those that keep more tickets than others."""
    numbers = [len(move.tickets) for move in moves if isinstance(move, Keep)]
    return [move for move in moves if not isinstance(move, Keep) or len(move.tickets) == min(numbers)]


@lru_cache(maxsize=16)
def _knowledge(board: Board) -> BoardKnowledge:
    return BoardKnowledge(board)


class Level(msgspec.Struct, frozen=True):
    """The strength of an opponent; the catalogue has its name (`level.named`)."""

    id: str
    bot: str
    """The bot for boards with a shipped network."""
    without: str
    """The bot for other boards, and for options that the network does not know."""


LEVELS = (
    Level("easy", "noisy@easy", "greedy"),
    Level("medium", "noisy@medium", "casual"),
    Level("hard", "noisy@hard", "planner"),
    Level("expert", "network", "search@300ms"),
    Level("master", "lookahead@1500ms", "search@1500ms"),
)


class LevelBot:
    """A bot of a level; if it chooses a silly move, it or its substitute chooses among the others."""

    def __init__(self, sense: Sense, bot: Bot, spare: Bot | None) -> None:
        self._sense, self._bot, self._spare = sense, bot, spare

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Return the bot's choice among sensible moves."""
        sensible = self._sense.moves(view, moves)
        if self._spare is None:
            return choose_move(self._bot, view, sensible)
        move = choose_move(self._bot, view, moves)
        return move if move in sensible else choose_move(self._spare, view, sensible)
