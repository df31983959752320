"""Games on a board, as everyone but the engine uses them."""

from __future__ import annotations

from collections.abc import Iterable

from semafor.boards.model import Board
from semafor.engine.actions import RANGES
from semafor.engine.chains import apply_chain, legal_chains
from semafor.engine.deal import deal
from semafor.engine.play import play_random
from semafor.engine.score import score_game
from semafor.engine.state import LOG, SEATS, STATE, Array
from semafor.engine.work import WORK
from semafor.errors import IllegalMove
from semafor.events import Event
from semafor.games.board_actions import board_action_names
from semafor.games.board_codec import Chain, Codec, pack
from semafor.games.board_facts import facts_array
from semafor.games.board_known import known_state
from semafor.games.board_observation import BOARD_OBSERVATION, board_slot_names
from semafor.games.board_position import build_position
from semafor.games.board_refusals import refusal, refuse_malformed, refuse_untimely
from semafor.games.board_result import result_of
from semafor.games.board_view import SEEN, open_view, seats_of_side, with_own
from semafor.games.kind import Kind, Plain, blank, copy_states
from semafor.games.log_reader import Reader
from semafor.moves import Move
from semafor.view import View


class BoardKind(Kind):
    """One board's game."""

    name = "board"
    state = STATE
    work = WORK
    play_random = staticmethod(play_random)
    deal_out = staticmethod(deal)
    build_position = staticmethod(build_position)
    result_of = staticmethod(result_of)
    known_state = staticmethod(known_state)
    name_actions = staticmethod(board_action_names)
    name_slots = staticmethod(board_slot_names)
    ranges = RANGES
    observation = BOARD_OBSERVATION
    called = (deal, legal_chains, apply_chain, score_game)
    codec: Codec

    def __init__(self, board: Board) -> None:
        self.board = board
        self.table = facts_array(board)
        self.facts = self.table[0]
        self.codec = Codec(board, self.table)
        self.reader = Reader(board, self.facts)
        size = self.codec.numbers.team_size
        self.teams = tuple(frozenset(seats_of_side(size, seat // size)) for seat in range(SEATS))

    def play(self, states: Array, seat: int, move: Move) -> tuple[Array, list[Event]]:
        """The game after a move and what happened; IllegalMove where the rules forbid it."""
        state = Plain(states)
        refuse_untimely(state, seat, move)
        refuse_malformed(states[0], self.facts, move)
        chain = self.chain_of(state, seat, move)
        cost, payment = self.codec.cost_of(state, seat, move), getattr(move, "payment", None)
        if cost is not None and payment is not None and payment.total != cost:
            raise refusal(self.codec, states[0], seat, move)
        after, logs = copy_states(states), blank(LOG)
        if not apply_chain(after, self.table, seat, pack(chain), logs):
            raise refusal(self.codec, states[0], seat, move)
        return after, self.reader.read(logs[0])

    def chain_of(self, state: Plain, seat: int, move: Move) -> Chain:
        """The small decisions that make a move of the seat, legal or not; IllegalMove for unknown names."""
        try:
            return self.codec.chain_of(state, seat, move)
        except KeyError as error:
            raise IllegalMove("unknown-name", name=str(error)) from None

    def views(self, states: Array, viewers: Iterable[int | None]) -> list[View]:
        """What each of these viewers may know; what everyone sees is made once."""
        state, names, facts = Plain(states, SEEN), self.codec.names, self.codec.numbers
        seen = open_view(state, self.board, names, facts)
        return [seen if viewer is None else with_own(seen, state, names, facts, viewer) for viewer in viewers]

    def team(self, seat: int) -> frozenset[int]:
        """The seats that share racks with a seat, itself included."""
        return self.teams[seat]
