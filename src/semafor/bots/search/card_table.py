"""The search at a table of the Card Game."""

from collections.abc import Sequence

import numpy as np

from semafor.boards.model import Board
from semafor.bots.search.card_playout import play_on, worth_of_end, worth_of_triple
from semafor.bots.search.card_worth import CARD_DESK, CardKnob, card_knobs, count_lacking, row_of
from semafor.bots.search.chart import CANDIDATES, KNOWN, PLAYED, WORLD, Desk
from semafor.bots.search.comparing import forget_tries, note_worth
from semafor.bots.search.playout import LONGEST_GAME
from semafor.engine.bits import bit, lowest
from semafor.engine.cardgame.card_state import (
    CARD_FACTS,
    CARD_STATE,
    DRAW_MARKET,
    KEEP_WORD,
    LONGEST_ROW,
    PLACE,
    PLACE_WORD,
    SINGLE,
    SINGLE_WORD,
    THREE,
    THREE_WORD,
    WILDS,
    CardAsk,
)
from semafor.engine.cardgame.card_turn import legal
from semafor.engine.cardgame.siding import cards_needed
from semafor.engine.chains import LINK_BITS
from semafor.engine.compile import compiled
from semafor.engine.state import MARKET, WILD, Array, Facts, State
from semafor.games.board_codec import unpack
from semafor.games.card_codec import CardCodec, card_facts_of
from semafor.games.kind import Plain
from semafor.games.lookup import kind_of
from semafor.knowledge.card_worlds import sample_world
from semafor.knowledge.hidden import seed_dice
from semafor.knowledge.memory import SeatMemory
from semafor.knowledge.sampler import write_sizes
from semafor.moves import Move, PlaceRow
from semafor.view import View

TRIPLES_TRIED = 4
MORE_WILDS = 2
"""Wilds beyond those needed that are tried with a row."""


@compiled
def add(desk: Desk, chain: int) -> None:
    """Add a candidate unless it is there already."""
    for i in range(int(desk.candidates)):
        if desk.chain[i] == chain:
            return
    if desk.candidates < CANDIDATES:
        desk.chain[desk.candidates] = chain
        desk.candidates += 1


@compiled
def add_rows(state: State, seat: int, desk: Desk, word: int) -> None:
    """Every row, with as few wilds as it needs and a few more."""
    rows, hand_wilds = desk.offers[word], int(state.hand[seat, WILD])
    while rows != np.uint64(0):
        action = 64 * word + lowest(rows)
        rows &= ~bit(lowest(rows))
        colour, plain = (action - PLACE) // LONGEST_ROW, (action - PLACE) % LONGEST_ROW + 1
        fewest = max(0, cards_needed(state, seat, colour) - plain)
        if fewest == hand_wilds:
            add(desk, action + 1)
        else:
            for wilds in range(fewest, min(hand_wilds, fewest + MORE_WILDS) + 1):
                add(desk, (action + 1) | (WILDS + wilds + 1) << LINK_BITS)


@compiled
def add_triples(state: State, facts: Facts, seat: int, desk: Desk) -> None:
    """The best few triples of colours."""
    count_lacking(state, facts, seat, desk)
    left = desk.offers[THREE_WORD]
    for _ in range(TRIPLES_TRIED):
        best, most, rest = -1, -1e9, left
        while rest != np.uint64(0):
            triple = lowest(rest)
            rest &= ~bit(triple)
            worth = worth_of_triple(state, facts, seat, desk, triple)
            if worth > most:
                best, most = triple, worth
        if best < 0:
            break
        left &= ~bit(best)
        add(desk, THREE + best + 1)


@compiled
def list_candidates(state: State, facts: Facts, seat: int, desk: Desk) -> None:
    """Add the candidates for what the seat is asked to the policy's choice."""
    legal(state, facts, seat, desk.offers)
    if state.ask[seat] == CardAsk.COMPLETE:
        return  # the policy's choice is exact
    for word in (PLACE_WORD, PLACE_WORD + 1):
        add_rows(state, seat, desk, word)
    add_triples(state, facts, seat, desk)
    for place in range(MARKET):
        for before in range(place):
            if state.market[before] == state.market[place]:
                desk.offers[SINGLE_WORD] &= ~bit(DRAW_MARKET - SINGLE + place)
    for word in (KEEP_WORD, SINGLE_WORD):
        rest = desk.offers[word]
        while rest != np.uint64(0):
            add(desk, 64 * word + lowest(rest) + 1)
            rest &= ~bit(lowest(rest))


@compiled
def think(desks: Array, facts: Array, numbers: Array) -> None:
    """Play the seat's candidates on in worlds `numbers[2]` to `numbers[3]` - 1; list them before world 0."""
    desk, fact, seat = desks[0], facts[0], numbers[0]
    listing = numbers[3] <= numbers[2]
    if listing:
        desk.candidates = 1
        desk.chain[0] = 0
    for world in range(numbers[2], max(numbers[2] + 1, numbers[3])):
        if not listing:
            seed_dice(desk, numbers[1], world)
            desk.states[WORLD] = desk.states[KNOWN]
            sample_world(desk.states[WORLD], fact, desk)
        usual = 0.0
        for i in range(int(desk.candidates)):
            if listing or desk.alive[i]:
                desk.states[PLAYED] = desk.states[KNOWN if listing else WORLD]
                desk.drew[:] = -LONGEST_GAME
                chain = play_on(desk.states[PLAYED], fact, desk, seat, desk.chain[i], listing)
                if listing:
                    desk.chain[i] = chain
                else:
                    usual = note_worth(desk, i, worth_of_end(desk.states[PLAYED], fact, seat, desk), usual)
    if listing:
        list_candidates(desk.states[KNOWN], fact, seat, desk)
        forget_tries(desk)


@compiled
def deal_worlds(desks: Array, facts: Array, seed: int, worlds: Array) -> None:
    """Fill `worlds` with games that the seat cannot rule out."""
    desk = desks[0]
    for world in range(worlds.size):
        seed_dice(desk, seed, world)
        worlds[world] = desk.states[KNOWN]
        sample_world(worlds[world], facts[0], desk)


class CardSearch:
    """The search of one seat in the Card Game."""

    def __init__(self, board: Board, knobs: dict[CardKnob, float] | None = None) -> None:
        assert board.options.card_game, "a board of the Card Game"
        self._board, self._knobs = board, knobs
        self._facts = np.frombuffer(card_facts_of(board).tobytes(), CARD_FACTS)
        self._codec = CardCodec(board, self._facts[0])
        self._memory = SeatMemory(board)
        self._desks = np.zeros(1, CARD_DESK)

    @property
    def desk(self) -> np.record:
        """All working space; looked up each time, for a copy of it is elsewhere."""
        return self._desks[0]  # type: ignore[no-any-return]  # an array of records

    def lay_out(self, view: View) -> None:
        """Write everything that the seat sees and remembers into the working space."""
        self.desk.knob[:] = (
            card_knobs(self._board, view.players) if self._knobs is None else row_of(self._knobs)
        )
        self.desk.states[KNOWN] = self._memory.known(view, guess_piles=True)[0]
        write_sizes(self.desk, kind_of(self._board), self.desk.states[KNOWN], view, self._memory)

    def deal(self, view: View, seed: int, number: int) -> Array:
        """Return worlds with the piles as far as they are remembered."""
        self.lay_out(view)
        worlds = np.zeros(number, CARD_STATE)
        deal_worlds(self._desks, self._facts, seed, worlds)
        return worlds

    def totals(self) -> Array:
        """Return everyone's points at the end of the last playout."""
        return self.desk.result.total  # type: ignore[no-any-return]  # a field of a record

    def think(self, numbers: Array) -> None:
        """List candidates or compare them (see `think`)."""
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
