"""`CardKind`: the Card Game, as code outside the engine uses it."""

from collections import Counter
from collections.abc import Iterable, Sequence

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
from semafor.events import Event
from semafor.games import points
from semafor.games.board_facts import card_counts
from semafor.games.card_codec import CardCodec, card_action_names, card_facts_of
from semafor.games.card_observation import CARD_OBSERVATION, SETS, card_slot_names
from semafor.games.card_observer import observe
from semafor.games.card_position import build_position
from semafor.games.card_refusals import refusal, refuse_malformed, refuse_untimely
from semafor.games.card_view import CardViewer, fill_hidden, known_state, result_of, rows_of
from semafor.games.kind import BoardFunctions, CompiledRules, Kind, Plain, T, blank, copy_states
from semafor.games.log_reader import CardReader
from semafor.games.ticket_progress import card_progress, tickets_in_sight
from semafor.games.visibility import CARD_VISIBILITY
from semafor.moves import Move, PlaceRow
from semafor.view import TicketProgress, View

CARD_STEP_WORK = record_of(*STEPPING, ("result", CARD_RESULT), ("sets", np.uint64, SETS))

LATE_CARDS = 3
"""Cards in the last deck, for each player: about as many turns."""


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
        count_totals=score_game,
        compare_sides=compare_seats,
        write_row=write_row,
        observe=observe,
        done_of=points.done_of_cards,
        extras_of=points.extras_at_cards,
        points_now=points.points_at_cards,
        settle=points.settle_cards,
    )
    functions = BoardFunctions(
        build_position, result_of, known_state, fill_hidden, card_action_names, card_slot_names
    )
    scored_by_side = False
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

    def share_played(self, state: State) -> float:
        """Return the share of all cards that have left the deck, both halves counted."""
        halves = int(self.facts.halves[int(state.players)])
        left = min(1.0, int(state.deck_trains) / max(1, sum(self.board.options.cards.values())))
        return (int(state.half) - left) / halves

    def hides_piles(self, states: Array) -> bool:
        """CRD-5: until the end, unless the table has `open_track`."""
        return not self.facts.open_track and not self.over(states)

    def is_nearly_over(self, view: View) -> bool:
        """Return whether the last deck is nearly empty."""
        shown = view.card_game
        assert shown is not None, "a view of the Card Game"
        return shown.half == shown.halves and view.deck <= LATE_CARDS * view.players

    def play(self, states: Array, seat: int, move: Move) -> tuple[Array, list[Event]]:
        """Return the game after a move and its events; raise IllegalMove if the rules forbid it."""
        state = Plain(states)
        refuse_untimely(state, seat, move)
        refuse_malformed(state, seat, move)
        action = self.chain_of(state, seat, move)[0]
        after, log = copy_states(states), blank(LOG)[0]
        if not self.carry_out(after[0], seat, move, action, log):
            raise refusal(self.codec.names, states[0], self.facts, seat, move)
        return after, self.reader.read(log)

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
        """Return what each of these viewers may know; the part that everyone sees is made once."""
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
        """Return the seat alone; there are no teams."""
        return frozenset({seat})
