"""The bot `planner`: plans cheap connections for all tickets together, and plays toward them."""

from collections.abc import Callable, Sequence

from semafor.boards.model import Board
from semafor.bots.board_knowledge import TunnelMemory
from semafor.bots.planner.outlook import CARD_NUMBER, Outlook, atlas_of
from semafor.bots.planner.planner_turn import best_draw, card_values, choose_action
from semafor.bots.planner.pricing import Taste
from semafor.moves import Draw, Keep, Move, PayExtra, Pick, PutCard, RackTicket, Refuse, TakeFestival
from semafor.view import View


class PlannerBot:
    """A strong and fast opponent on every board."""

    taste = Taste()

    def __init__(self, board: Board, seed: int = 0) -> None:
        del seed
        self._board = board
        self._tunnels = TunnelMemory()
        self._answers: dict[str, Callable[[Outlook, Sequence[Move]], Move]] = {
            "turn": choose_action,
            "second-card": self._second_card,
            "tunnel": self._tunnel,
            "festival": self._festival,
            "keep": self._keep,
            "start-keep": self._keep,
            "draft-keep": self._keep,
            "pick": self._pick,
            "rack-ticket": self._rack,
            "start-rack": self._rack,
            "place-card": self._place,
        }

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Return the move that fits the plan best."""
        if view.own is None:
            return moves[0]
        moves = self._tunnels.sensible(view, view.own, moves)
        if len(moves) == 1:
            return moves[0]
        now = Outlook(atlas_of(self._board, view.players), self.taste, view, view.own)
        return self._answers[view.own.ask](now, moves)

    # ---- tickets -----------------------------------------------------------------------------

    def _keep(self, now: Outlook, moves: Sequence[Move]) -> Move:
        keeps = [move for move in moves if isinstance(move, Keep)]
        return max(keeps, key=lambda keep: now.value_with(keep.tickets))

    def _pick(self, now: Outlook, moves: Sequence[Move]) -> Move:
        picks = [move for move in moves if isinstance(move, Pick)]
        return max(picks, key=lambda pick: now.value_with((*now.own.chosen, pick.ticket)))

    def _rack(self, now: Outlook, moves: Sequence[Move]) -> Move:
        racks = [move for move in moves if isinstance(move, RackTicket)]
        return max(racks, key=lambda rack: now.atlas.worth[now.atlas.ticket[rack.ticket]])

    # ---- cards -------------------------------------------------------------------------------

    def _second_card(self, now: Outlook, moves: Sequence[Move]) -> Move:
        draws = [move for move in moves if isinstance(move, Draw)]
        return best_draw(now, draws) if draws else moves[0]

    def _tunnel(self, now: Outlook, moves: Sequence[Move]) -> Move:
        """Pay with as few wilds as possible; with many only if time is short."""
        pays = [move for move in moves if isinstance(move, PayExtra)]
        if not pays:
            return Refuse()
        best = min(pays, key=lambda pay: (pay.payment.wild, -pay.payment.rack_plain))
        return best if best.payment.wild <= 2 or now.turns < 6 else Refuse()

    def _festival(self, now: Outlook, moves: Sequence[Move]) -> Move:
        """Take the festival cards that add most points."""

        def gain(move: Move) -> float:
            taken = isinstance(move, TakeFestival) and move.festival
            return now.festival_gain(taken) if taken else 0.0

        return max(moves, key=gain)

    def _place(self, now: Outlook, moves: Sequence[Move]) -> Move:
        """Keep what the plan needs; put the rest on the rack."""
        drawn = now.own.drawn
        values = card_values(now)
        to_hand = drawn is not None and values[CARD_NUMBER[drawn]] >= 1.0
        wanted = PutCard("hand" if to_hand else "rack")
        return wanted if wanted in moves else moves[0]
