"""Playing levels: the bot of each level, with or without a network, and a filter for silly moves."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from semafor.boards.model import Board
from semafor.bots.board_knowledge import BoardKnowledge
from semafor.bots.protocol import Bot, choose_move
from semafor.games.lookup import kind_of
from semafor.moves import Claim, Draw, DrawTickets, Keep, Move, Share
from semafor.view import View

LATE_PIECES = 6
"""Pieces above the last round's limit, for each seat of the side that has fewest: three turns or so."""
LATE_CARDS = 3
"""Cards in the last deck of the Card Game, for each player: as many turns or so."""
UNFINISHED = 3
"""Unfinished tickets, per seat of a side, with which no more are drawn."""
BEHIND = 25
"""A side that is this many points behind does not start the last round."""


class Sense:
    """What is sensible in the games of one board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        kind = kind_of(board)
        of_board, of_cards = (_map_knowledge, self._few_pieces), (_no_map, self._few_cards)
        know_map, self._is_late = kind.pick(board=of_board, cards=of_cards)
        self._map = know_map(board)

    def moves(self, view: View, moves: Sequence[Move]) -> list[Move]:
        """Return the moves without silly ones; all moves if nothing else is left."""
        late = self._is_late(view)
        kept = [move for move in moves if not self._is_silly(view, move, late)]
        if late:
            kept = _fewest_kept(kept)
        if view.last_turns is not None and any(isinstance(move, Claim) for move in kept):
            kept = [move for move in kept if not isinstance(move, Draw | Share)]
        return kept or list(moves)

    def _is_silly(self, view: View, move: Move, late: bool) -> bool:
        if isinstance(move, DrawTickets):
            return late or self._unfinished(view) >= UNFINISHED * self._board.options.team_size
        return isinstance(move, Claim) and self._ends_lost_game(view, move)

    def _few_pieces(self, view: View) -> bool:
        """Whether the game on a board is nearly over."""
        options, team = self._board.options, self._board.options.team_size
        pieces = [sum(seat.pieces.values()) for seat in view.seats]
        fewest = min(sum(pieces[seat : seat + team]) for seat in range(0, len(pieces), team))
        return view.last_turns is not None or fewest <= options.last_round_at + LATE_PIECES * team

    def _few_cards(self, view: View) -> bool:
        """Whether the last deck of the Card Game is nearly empty."""
        shown = view.card_game
        assert shown is not None, "a view of the Card Game"
        return shown.half == shown.halves and view.deck <= LATE_CARDS * view.players

    def _unfinished(self, view: View) -> int:
        """Return how many tickets the viewer still has to finish."""
        own = view.own
        if self._map is None or own is None:
            return 0
        tickets = (*own.tickets, *own.rack_tickets)
        return len(tickets) - len(self._map.done(tickets, self._map.own_routes(view, own.seat)))

    def _ends_lost_game(self, view: View, move: Claim) -> bool:
        """Return whether a claim starts the last round although the viewer is far behind, tickets counted."""
        own = view.own
        if self._map is None or own is None or view.last_turns is not None:
            return False
        left = sum(view.seats[own.seat].pieces.values()) - self._map.route[move.route].length
        if left > self._board.options.last_round_at:
            return False
        routes = {*self._map.own_routes(view, own.seat), move.route}
        return self._points(view, routes) + self._map.points[move.route] < self._best_other(view) - BEHIND

    def _points(self, view: View, routes: set[str]) -> int:
        """What the viewer's side has, with its known tickets on these routes."""
        own = view.own
        assert self._map is not None, "a game on a board"
        assert own is not None, "a seat decides"
        tickets = (*own.tickets, *own.rack_tickets)
        done = self._map.done(tickets, routes)
        worth = sum(self._map.ticket_points[t] * (1 if t in done else -1) for t in tickets)
        return view.sides[view.seats[own.seat].side].score + worth

    def _best_other(self, view: View) -> int:
        """The most that another side shows."""
        assert view.own is not None, "a seat decides"
        mine = view.seats[view.own.seat].side
        return max(side.score for side in view.sides if side.side != mine)


def _fewest_kept(moves: list[Move]) -> list[Move]:
    """Of ways to keep tickets those that keep fewest."""
    numbers = [len(move.tickets) for move in moves if isinstance(move, Keep)]
    return [move for move in moves if not isinstance(move, Keep) or len(move.tickets) == min(numbers)]


def _map_knowledge(board: Board) -> BoardKnowledge | None:
    return _knowledge(board)


@lru_cache(maxsize=16)
def _knowledge(board: Board) -> BoardKnowledge:
    return BoardKnowledge(board)


def _no_map(_board: Board) -> BoardKnowledge | None:
    return None


class Level(msgspec.Struct, frozen=True):
    """How strong an opponent is; the catalogue of words says what it is called (`level.named`)."""

    id: str
    bot: str
    """Who plays where a network came with the package for the board as it is played."""
    without: str
    """Who plays elsewhere: on boards of one's own, and with options that the network has not met."""


LEVELS = (
    Level("easy", "noisy@easy", "greedy"),
    Level("medium", "noisy@medium", "casual"),
    Level("hard", "noisy@hard", "planner"),
    Level("expert", "network", "search@300ms"),
    Level("master", "lookahead@1500ms", "search@1500ms"),
)


class LevelBot:
    """A player of a level; where it would do something silly, it or its spare chooses among the rest."""

    def __init__(self, board: Board, bot: Bot, spare: Bot | None) -> None:
        self._sense, self._bot, self._spare = Sense(board), bot, spare

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """What the player chooses of what is sensible; without a spare it chooses among any moves."""
        sensible = self._sense.moves(view, moves)
        if self._spare is None:
            return choose_move(self._bot, view, sensible)
        move = choose_move(self._bot, view, moves)
        return move if move in sensible else choose_move(self._spare, view, sensible)
