"""`BoardKind`: games on a board, as code outside the engine uses them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from semafor.boards.model import Board
from semafor.engine.actions import RANGES
from semafor.engine.chains import DESK, apply_chain, legal_chains
from semafor.engine.deal import deal
from semafor.engine.longest import GRAPH
from semafor.engine.play import write_row
from semafor.engine.score import compare_sides, score_game
from semafor.engine.state import RESULT, SEATS, STATE, Array, Ask, State, record_of
from semafor.engine.stations import BORROWING
from semafor.engine.turn import apply, legal
from semafor.engine.work import STEPPING, WORK
from semafor.errors import IllegalMove
from semafor.events import Event
from semafor.games import points
from semafor.games.board_actions import board_action_names
from semafor.games.board_codec import Chain, Codec, pack
from semafor.games.board_facts import facts_array
from semafor.games.board_known import known_state
from semafor.games.board_observation import BOARD_OBSERVATION, SETS, board_slot_names
from semafor.games.board_observer import observe
from semafor.games.board_position import build_position
from semafor.games.board_refusals import check_claim, refusal, refuse_malformed, refuse_untimely
from semafor.games.board_result import result_of
from semafor.games.board_view import SEEN, open_view, seats_of_side, with_own
from semafor.games.kind import ClaimCheck, CompiledRules, Kind, Plain, T, blank, copy_states
from semafor.games.log_reader import Reader
from semafor.games.observation import Names
from semafor.games.ticket_progress import board_progress
from semafor.games.visibility import BOARD_VISIBILITY
from semafor.moves import Move
from semafor.results import Result
from semafor.view import TicketProgress, View

BOARD_STEP_WORK = record_of(
    *STEPPING, ("result", RESULT), ("graph", GRAPH), ("plan", BORROWING), ("sets", np.uint64, SETS)
)


class BoardKind(Kind):
    """A game on a board."""

    name = "board"
    state = STATE
    result_record = RESULT
    work = WORK
    step_work = BOARD_STEP_WORK
    rules = CompiledRules(
        deal=deal,
        legal=legal,
        apply=apply,
        score_game=score_game,
        compare_sides=compare_sides,
        write_row=write_row,
        observe=observe,
        done_of=points.done_of_seat,
        extras_of=points.extras_on_map,
        points_now=points.points_on_map,
        settle=points.settle,
    )
    called = (deal, legal_chains, apply_chain, score_game)
    asks = Ask
    ranges = RANGES
    observation = BOARD_OBSERVATION
    visibility = BOARD_VISIBILITY
    codec: Codec

    def __init__(self, board: Board) -> None:
        self.board = board
        self.table = facts_array(board)
        self.facts = self.table[0]
        self.codec = Codec(board, self.table)
        self.reader = Reader(board, self.facts)
        size = self.codec.numbers.team_size
        self.teams = tuple(frozenset(seats_of_side(size, seat // size)) for seat in range(SEATS))

    def pick(self, *, board: T, cards: T) -> T:
        """Return the argument for board games."""
        del cards
        return board

    def position(self, described: Mapping[str, Any]) -> Array:
        """Return a game in the described position."""
        return build_position(self.board, self.facts, described)

    def result(self, states: Array) -> Result:
        """Return the score as it would be if the game ended now."""
        return result_of(states[0], self.board, self.facts)

    def share_played(self, state: State) -> float:
        """Return the share of its pieces that the seat with the fewest left has used."""
        begun = sum(self.board.options.pieces.values())
        least = int(state.pieces[: int(state.players)].sum(1).min())
        return 1.0 - least / max(1, begun)

    def known(self, view: View) -> Array:
        """Return a state with everything that the viewer knows; hidden parts are empty."""
        return known_state(self.board, view)

    def action_names(self) -> dict[int, str]:
        """Return what each action of the board does, in words."""
        return board_action_names(self.board)

    def slot_names(self) -> dict[str, Names]:
        """Return the names of the slots of each range of the observation."""
        return board_slot_names(self.board)

    def play(self, states: Array, seat: int, move: Move) -> tuple[Array, list[Event]]:
        """The game after a move and what happened; IllegalMove where the rules forbid it."""
        state = Plain(states)
        refuse_untimely(state, seat, move)
        refuse_malformed(states[0], self.facts, move)
        chain = self.chain_of(state, seat, move)
        cost, payment = self.codec.cost_of(state, seat, move), getattr(move, "payment", None)
        if cost is not None and payment is not None and payment.total != cost:
            raise refusal(self.codec, states[0], seat, move)
        after, desks = copy_states(states), blank(DESK)
        if not apply_chain(after, self.table, seat, pack(chain), desks):
            raise refusal(self.codec, states[0], seat, move)
        return after, self.reader.read(desks[0].log)

    def chain_of(self, state: Plain, seat: int, move: Move) -> Chain:
        """The small decisions that make a move of the seat, legal or not; IllegalMove for unknown names."""
        try:
            return self.codec.chain_of(state, seat, move)
        except KeyError as error:
            raise IllegalMove("unknown-name", name=str(error)) from None

    def check_claim(self, states: Array, seat: int, route: str) -> ClaimCheck:
        """Say what prevents a seat from claiming a route; IllegalMove if there is no such route."""
        if route not in self.codec.names.route_number:
            raise IllegalMove("unknown-route", name=route)
        return check_claim(self.codec, states[0], seat, route)

    def views(self, states: Array, viewers: Iterable[int | None]) -> list[View]:
        """What each of these viewers may know; what everyone sees is made once."""
        state, names, facts = Plain(states, SEEN), self.codec.names, self.codec.numbers
        seen = open_view(state, self.board, names, facts)
        return [seen if viewer is None else with_own(seen, state, names, facts, viewer) for viewer in viewers]

    def ticket_progress(self, states: Array, seats: Sequence[int]) -> list[tuple[TicketProgress, ...]]:
        """Return for each seat what the tickets that it holds or is offered still need."""
        return board_progress(self.board, states, seats)

    def progress_key(self, states: Array, seat: int) -> int:
        """Return a hash of the network, and of the tickets, pieces and stations of the seat."""
        state, side = Plain(states), seat // self.codec.numbers.team_size
        mine = state.tickets[seat], state.rack_tickets[side], state.stations_left[seat]
        network = states["owned"].tobytes(), states["stations"].tobytes()
        return hash((network, mine, *state.pieces[seat], *state.offer[seat][: state.offered[seat]]))

    def team(self, seat: int) -> frozenset[int]:
        """The seats that share racks with a seat, itself included."""
        return self.teams[seat]
