"""The search at a table of the Card Game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
import numpy as np

from semafor.boards.model import Board
from semafor.bots.search.card_comparing import think
from semafor.bots.search.card_knobs import card_knobs, row_of
from semafor.bots.search.card_records import CARD_DESK, CardKnob
from semafor.bots.search.records import KNOWN
from semafor.bots.track_memory import TrackMemory
from semafor.engine.cardgame.actions import WILDS
from semafor.engine.cardgame.state import CARD_FACTS
from semafor.engine.state import CARD_KINDS, SEATS, WILD, Array
from semafor.kinds.board_codec import unpack
from semafor.kinds.board_known import put_cards
from semafor.kinds.card_codec import CardCodec
from semafor.kinds.card_facts import card_facts_of
from semafor.kinds.card_known import known_state
from semafor.kinds.plain import Plain
from semafor.moves import Move, PlaceRow
from semafor.view import View
from semafor.worlds.card_world import visible_cards
from semafor.worlds.hidden import write_hidden, write_hidden_completed
from semafor.worlds.memory import TicketMemory


class CardTable:
    """One seat's desk in the Card Game, with a memory of what rolled out onto everyone's track."""

    def __init__(self, board: Board, knobs: dict[CardKnob, float] | None = None) -> None:
        assert board.options.card_game, "a board of the Card Game"
        self._board, self._knobs = board, knobs
        self._facts = np.frombuffer(card_facts_of(board).tobytes(), CARD_FACTS)
        self._codec = CardCodec(board, self._facts[0])
        self._memory = TicketMemory(board)
        wilds_first = board.options.card_game.locomotives_leave == "first"
        self._piles = [TrackMemory(wilds_first) for _ in range(SEATS)]
        self._desks = np.zeros(1, CARD_DESK)

    @property
    def desk(self) -> np.record:
        """All working space; looked up each time, for a copy of it is elsewhere."""
        return self._desks[0]  # type: ignore[no-any-return]  # an array of records

    def lay_out(self, view: View) -> None:
        """Put what the view and the memory tell onto the desk."""
        self.desk.knob[:] = (
            card_knobs(self._board, view.players) if self._knobs is None else row_of(self._knobs)
        )
        self.desk.states[KNOWN] = known_state(self._board, view)[0]
        write_hidden(self.desk, view, self._memory)
        self._lay_out_piles(view)

    def _lay_out_piles(self, view: View) -> None:
        """The on-track piles, as far as they can be remembered; what cannot be so is forgotten again."""
        own, cards, state = view.own, view.card_game, self.desk.states[KNOWN]
        assert own is not None, "a seat decides"
        assert cards is not None, "a view of the Card Game"
        write_hidden_completed(self.desk, state, cards)
        for seat in range(view.players):
            shown = cards if seat == own.seat else msgspec.structs.replace(cards, own=None)
            pile = self._piles[seat].look(shown, seat)
            state.track[seat] = 0
            put_cards(state.track[seat], dict(pile))
            if not self._is_possible():
                state.track[seat] = 0
                self._piles[seat].cards = Counter()
            self.desk.hidden.pile[seat] = cards.seats[seat].track - int(state.track[seat].sum())

    def _is_possible(self) -> bool:
        """Whether there are as many cards of each kind as are known to lie somewhere."""
        state, total = self.desk.states[KNOWN], self._facts[0].cards
        return all(visible_cards(state, card) <= total[card] for card in range(CARD_KINDS))

    def think(self, numbers: Array) -> None:
        """List candidates or compare them (see `card_comparing.think`)."""
        think(self._desks, self._facts, numbers)

    def move_of(self, candidate: int, seat: int, moves: Sequence[Move]) -> Move:
        """The move that a candidate makes; one of the moves."""
        action, *rest = unpack(int(self.desk.chain[candidate]))
        state = Plain(self._desks["states"][0][KNOWN : KNOWN + 1])
        wilds = rest[0] - WILDS if rest else state.hand[seat][WILD]
        for move in moves:
            if self._codec.action_of(state, seat, move) == action:
                if not isinstance(move, PlaceRow) or move.wild == wilds:
                    return move
        raise AssertionError("the search considers legal moves only")

    def note(self, view: View, move: Move) -> None:
        """Remember the move that was made."""
        self._memory.note(view, move)
        if view.own is not None:
            self._piles[view.own.seat].note(move)
