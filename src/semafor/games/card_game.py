"""`CardKind`: the Card Game, as code outside the engine uses it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from semafor.boards.model import WILD, Board
from semafor.engine.actions import MASK_WORDS
from semafor.engine.cardgame.card_deal import deal
from semafor.engine.cardgame.card_scoring import compare_seats, score_game
from semafor.engine.cardgame.card_state import (
    CARD_FACTS,
    CARD_RESULT,
    CARD_STATE,
    CARD_WORK,
    RANGES,
    WILDS,
    CardAsk,
)
from semafor.engine.cardgame.card_turn import apply, is_legal, legal, write_row
from semafor.engine.state import LOG, Array, Log, State, record_of
from semafor.engine.state import WILD as WILD_CARD
from semafor.engine.work import STEPPING
from semafor.errors import IllegalMove
from semafor.events import Event
from semafor.games import points
from semafor.games.board_facts import card_counts
from semafor.games.card_codec import CardCodec, card_action_names, card_facts_of
from semafor.games.card_observation import CARD_OBSERVATION, SETS, card_slot_names
from semafor.games.card_observer import observe
from semafor.games.card_position import build_position
from semafor.games.card_refusals import refusal, refuse_malformed, refuse_untimely
from semafor.games.card_view import CardViewer, known_state, result_of, rows_of
from semafor.games.kind import CompiledRules, Kind, Plain, T, blank, copy_states
from semafor.games.log_reader import CardReader
from semafor.games.observation import Names
from semafor.games.ticket_progress import card_progress, tickets_in_sight
from semafor.games.visibility import CARD_VISIBILITY
from semafor.moves import Move, PlaceRow
from semafor.results import Result
from semafor.view import TicketProgress, View

CARD_STEP_WORK = record_of(*STEPPING, ("result", CARD_RESULT), ("sets", np.uint64, SETS))


class CardKind(Kind):
    """The Card Game."""

    name = "cards"
    state = CARD_STATE
    result_record = CARD_RESULT
    work = CARD_WORK
    step_work = CARD_STEP_WORK
    rules = CompiledRules(
        deal=deal,
        legal=legal,
        apply=apply,
        score_game=score_game,
        compare_sides=compare_seats,
        write_row=write_row,
        observe=observe,
        done_of=points.done_of_cards,
        extras_of=points.extras_at_cards,
        points_now=points.points_at_cards,
        settle=points.settle_cards,
    )
    called = (deal, legal, is_legal, apply, score_game)
    asks = CardAsk
    ranges = RANGES
    observation = CARD_OBSERVATION
    visibility = CARD_VISIBILITY
    codec: CardCodec

    def __init__(self, board: Board) -> None:
        self.board = board
        self.table = np.frombuffer(card_facts_of(board).tobytes(), CARD_FACTS)  # read-only
        self.facts = self.table[0]
        self.codec = CardCodec(board, self.facts)
        self.reader = CardReader(board, self.facts)
        self.eyes = CardViewer(board, self.facts, Plain(self.table))

    def pick(self, *, board: T, cards: T) -> T:
        """Return the argument for the Card Game."""
        del board
        return cards

    def position(self, described: Mapping[str, Any]) -> Array:
        """Return a game in the described position."""
        return build_position(self.board, self.facts, described)

    def result(self, states: Array) -> Result:
        """Return the score as it would be if the game ended now."""
        return result_of(states[0], self.board, self.facts)

    def share_played(self, state: State) -> float:
        """Return the share of all cards that have left the deck, both halves counted."""
        halves = int(self.facts.halves[int(state.players)])
        left = min(1.0, int(state.deck_trains) / max(1, sum(self.board.options.cards.values())))
        return (int(state.half) - left) / halves

    def hides_piles(self, states: Array) -> bool:
        """CRD-5: until the end, unless the table has `open_track`."""
        return not self.facts.open_track and not self.over(states)

    def known(self, view: View) -> Array:
        """Return a state with everything that the viewer knows; hidden parts are empty."""
        return known_state(self.board, view)

    def action_names(self) -> dict[int, str]:
        """Return what each action does, in words."""
        return card_action_names(self.board)

    def slot_names(self) -> dict[str, Names]:
        """Return the names of the slots of each range of the observation."""
        return card_slot_names(self.board)

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
        mask = np.zeros(MASK_WORDS, np.uint64)
        if not is_legal(state, self.facts, seat, action, mask):
            return False
        wilds_before = int(state.hand[seat, WILD_CARD])
        apply(state, self.facts, seat, action, log)
        if not isinstance(move, PlaceRow):
            return True
        if state.ask[seat] != CardAsk.WILDS:  # laid at once, since only one number of wilds was possible
            return wilds_before - int(state.hand[seat, WILD_CARD]) == move.wild
        if not is_legal(state, self.facts, seat, WILDS + move.wild, mask):
            return False
        apply(state, self.facts, seat, WILDS + move.wild, log)
        return True

    def views(self, states: Array, viewers: Iterable[int | None]) -> list[View]:
        """What each of these viewers may know; what everyone sees is made once."""
        return self.eyes.views(states, viewers)

    def ticket_progress(self, states: Array, seats: Sequence[int]) -> list[tuple[TicketProgress, ...]]:
        """Return for each seat the cards that its tickets still need, each ticket for itself."""
        state = Plain(states)
        return [self._progress_of(state, seat) for seat in seats]

    def _progress_of(self, state: Plain, seat: int) -> tuple[TicketProgress, ...]:
        track = Counter(self.eyes.own_track(state, seat) or {})
        mine = Counter(card_counts(state.hand[seat])) + track
        for row in rows_of(state, seat):
            mine += Counter({row.colour: row.plain, WILD: row.wild})
        names, tickets = self.board.ticket_names, self.board.tickets
        return tuple(
            card_progress(names[number], tickets[number].needs, mine, track)
            for number in tickets_in_sight(state, seat)
        )

    def progress_key(self, states: Array, seat: int) -> int:
        """Return a hash of the seat's tickets and of all its cards that it may see."""
        state = Plain(states)
        piles = state.hand[seat], state.siding[seat], state.siding_wilds[seat]
        track = self.eyes.own_track(state, seat) or {}
        offer = state.offer[seat][: state.offered[seat]]
        return hash((state.tickets[seat], *offer, *(tuple(pile) for pile in piles), *track.items()))

    def team(self, seat: int) -> frozenset[int]:
        """Everyone plays for themselves."""
        return frozenset({seat})
