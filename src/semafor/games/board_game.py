"""`BoardKind`: games on a board, as code outside the engine uses them."""

from collections.abc import Iterable, Sequence

import numpy as np

from semafor.boards.model import Board
from semafor.engine.actions import RANGES
from semafor.engine.chains import DESK, apply_chain, legal_chains
from semafor.engine.deal import deal
from semafor.engine.longest import GRAPH
from semafor.engine.play import write_row
from semafor.engine.score import compare_sides, count_totals, score_game
from semafor.engine.state import RESULT, SEATS, STATE, Array, Ask, State, record_of
from semafor.engine.stations import BORROWING
from semafor.engine.turn import apply, legal
from semafor.engine.work import STEPPING, WORK
from semafor.errors import IllegalMove
from semafor.events import Event
from semafor.games import points
from semafor.games.board_actions import board_action_names
from semafor.games.board_codec import Codec, pack
from semafor.games.board_facts import facts_array
from semafor.games.board_known import fill_hidden, known_state
from semafor.games.board_observation import BOARD_OBSERVATION, SETS, board_slot_names
from semafor.games.board_observer import observe
from semafor.games.board_position import build_position
from semafor.games.board_refusals import check_claim, refusal, refuse_malformed, refuse_untimely
from semafor.games.board_result import result_of
from semafor.games.board_view import SEEN, open_view, seats_of_side, with_own
from semafor.games.kind import BoardFunctions, ClaimCheck, CompiledRules, Kind, Plain, T, blank, copy_states
from semafor.games.log_reader import Reader
from semafor.games.ticket_progress import board_progress
from semafor.games.visibility import BOARD_VISIBILITY
from semafor.moves import Move
from semafor.view import TicketProgress, View

BOARD_STEP_WORK = record_of(
    *STEPPING, ("result", RESULT), ("graph", GRAPH), ("plan", BORROWING), ("sets", np.uint64, SETS)
)

LATE_PIECES = 6
"""Pieces above the limit of the last round, for each seat of a side: about three turns."""


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
        count_totals=count_totals,
        compare_sides=compare_sides,
        write_row=write_row,
        observe=observe,
        done_of=points.done_of_seat,
        extras_of=points.extras_on_map,
        points_now=points.points_on_map,
        settle=points.settle,
    )
    functions = BoardFunctions(
        build_position, result_of, known_state, fill_hidden, board_action_names, board_slot_names
    )
    scored_by_side = True
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

    def share_played(self, state: State) -> float:
        """Return the share of its pieces that the seat with the fewest left has used."""
        begun = sum(self.board.options.pieces.values())
        least = int(state.pieces[: int(state.players)].sum(1).min())
        return 1.0 - least / max(1, begun)

    def is_nearly_over(self, view: View) -> bool:
        """Return whether a side has few pieces left."""
        options, team = self.board.options, self.board.options.team_size
        pieces = [sum(seat.pieces.values()) for seat in view.seats]
        fewest = min(sum(pieces[seat : seat + team]) for seat in range(0, len(pieces), team))
        return view.last_turns is not None or fewest <= options.last_round_at + LATE_PIECES * team

    def play(self, states: Array, seat: int, move: Move) -> tuple[Array, list[Event]]:
        """Return the game after a move and its events; raise IllegalMove if the rules forbid it."""
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

    def check_claim(self, states: Array, seat: int, route: str) -> ClaimCheck:
        """Say what prevents a seat from claiming a route; IllegalMove if there is no such route."""
        if route not in self.codec.names.route_number:
            raise IllegalMove("unknown-route", name=route)
        return check_claim(self.codec, states[0], seat, route)

    def views(self, states: Array, viewers: Iterable[int | None]) -> list[View]:
        """Return what each of these viewers may know; the part that everyone sees is made once."""
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
        """Return the seats that share racks with a seat, itself included."""
        return self.teams[seat]
