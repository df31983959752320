"""The Card Game, as everyone but the engine uses it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from semafor.boards.model import Board
from semafor.engine.cardgame.card_deal import deal
from semafor.engine.cardgame.card_scoring import score_game
from semafor.engine.cardgame.card_state import CARD_FACTS, CARD_STATE, CARD_WORK, RANGES, WILDS, CardAsk
from semafor.engine.cardgame.card_turn import apply, is_legal, legal, play_random
from semafor.engine.state import LOG, Array, Log, State
from semafor.engine.state import WILD as WILD_CARD
from semafor.errors import IllegalMove
from semafor.events import Event
from semafor.games.card_codec import CardCodec, card_action_names, card_facts_of
from semafor.games.card_observation import CARD_OBSERVATION, card_slot_names
from semafor.games.card_position import build_position
from semafor.games.card_refusals import refusal, refuse_malformed, refuse_untimely
from semafor.games.card_view import Eyes, known_state, result_of
from semafor.games.kind import Kind, Plain, blank, copy_states
from semafor.games.log_reader import CardReader
from semafor.moves import Move, PlaceRow
from semafor.view import View


class CardKind(Kind):
    """One Card Game."""

    name = "cards"
    state = CARD_STATE
    work = CARD_WORK
    play_random = staticmethod(play_random)
    deal_out = staticmethod(deal)
    build_position = staticmethod(build_position)
    result_of = staticmethod(result_of)
    known_state = staticmethod(known_state)
    name_actions = staticmethod(card_action_names)
    name_slots = staticmethod(card_slot_names)
    ranges = RANGES
    observation = CARD_OBSERVATION
    called = (deal, legal, is_legal, apply, score_game)
    codec: CardCodec

    def __init__(self, board: Board) -> None:
        self.board = board
        self.table = np.frombuffer(card_facts_of(board).tobytes(), CARD_FACTS)  # read-only
        self.facts = self.table[0]
        self.codec = CardCodec(board, self.facts)
        self.reader = CardReader(board, self.facts)
        self.eyes = Eyes(board, self.facts, Plain(self.table))

    def play(self, states: Array, seat: int, move: Move) -> tuple[Array, list[Event]]:
        """The game after a move and what happened; IllegalMove where the rules forbid it."""
        state = Plain(states)
        refuse_untimely(state, seat, move)
        refuse_malformed(state, seat, move)
        action = self.action(state, seat, move)
        after, log = copy_states(states), blank(LOG)[0]
        if not self.carry_out(after[0], seat, move, action, log):
            raise refusal(self.codec.names, states[0], self.facts, seat, move)
        return after, self.reader.read(log)

    def action(self, state: Plain, seat: int, move: Move) -> int:
        """The engine's action for a move."""
        try:
            return self.codec.action_of(state, seat, move)
        except KeyError as error:
            raise IllegalMove("unknown-name", name=str(error)) from None

    def chain_of(self, state: Plain, seat: int, move: Move) -> tuple[int, ...]:
        """The small decisions that make a move of the seat, legal or not; IllegalMove for unknown names."""
        first = self.action(state, seat, move)
        return (first, WILDS + move.wild) if isinstance(move, PlaceRow) else (first,)

    def carry_out(self, state: State, seat: int, move: Move, action: int, log: Log) -> bool:
        """Apply a move of one action, or of two for a row and its wilds; False where it is not legal."""
        if not is_legal(state, self.facts, seat, action):
            return False
        wilds_before = int(state.hand[seat, WILD_CARD])
        apply(state, self.facts, seat, action, log)
        if not isinstance(move, PlaceRow):
            return True
        if state.ask[seat] != CardAsk.WILDS:  # laid at once, since only one number of wilds was possible
            return wilds_before - int(state.hand[seat, WILD_CARD]) == move.wild
        if not is_legal(state, self.facts, seat, WILDS + move.wild):
            return False
        apply(state, self.facts, seat, WILDS + move.wild, log)
        return True

    def views(self, states: Array, viewers: Iterable[int | None]) -> list[View]:
        """What each of these viewers may know; what everyone sees is made once."""
        return self.eyes.views(states, viewers)

    def team(self, seat: int) -> frozenset[int]:
        """Everyone plays for themselves."""
        return frozenset({seat})
