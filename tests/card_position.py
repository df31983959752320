"""Tables of the Card Game set up by hand, and what happens on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from semafor.boards import load_board
from semafor.boards.model import COLOURS, WILD, Board
from semafor.engine.actions import MASK_WORDS
from semafor.engine.cardgame import card_state as actions
from semafor.engine.cardgame.card_deal import clear, deal
from semafor.engine.cardgame.card_scoring import score_game
from semafor.engine.cardgame.card_state import CardAsk, CardHappened, new_card_work
from semafor.engine.cardgame.card_turn import apply, begin_turn, legal
from semafor.engine.state import LOG, NOBODY
from semafor.games.board_facts import colour_number
from semafor.games.card_codec import card_facts_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

Cards = str
"""Cards in words: `3 red, 1 wild`."""

BOARD = load_board("cardgame")
TICKET = {name: number for number, name in enumerate(BOARD.ticket_names)}
CITY = {city.place: number for number, city in enumerate(BOARD.big_cities)}
KINDS = (*COLOURS, WILD)


class Event(NamedTuple):
    """A row of the log with as many details as the test looks at."""

    kind: CardHappened
    seat: int
    details: tuple[int, ...]


def with_options(**options: Any) -> Board:
    """Return the board with other settings of the Card Game."""
    game = BOARD.options.card_game
    assert game
    changed = msgspec.structs.replace(BOARD.options, card_game=msgspec.structs.replace(game, **options))
    return msgspec.structs.replace(BOARD, options=changed)


def counts(cards: Cards) -> NDArray[np.int8]:
    """Return the number of cards of each colour in a text."""
    table = np.zeros(len(KINDS), np.int8)
    for part in filter(None, cards.split(", ")):
        number, colour = part.split()
        table[colour_number(colour)] += int(number)
    return table


def ticket_set(names: Iterable[str]) -> np.uint64:
    """The set of the tickets with these names."""
    return np.uint64(sum(1 << TICKET[name] for name in names))


class Table:
    """A game and its log, with hands, sidings and piles chosen by the test."""

    def __init__(self, players: int = 2, board: Board = BOARD) -> None:
        self.work = new_card_work()
        self.state, self.log = self.work.state, np.zeros(1, LOG)[0]
        self.facts = card_facts_of(board)
        clear(self.state, players)

    def deal(self, seed: int = 1, first: int = NOBODY) -> Table:
        """A real deal instead of an empty table."""
        self.state.key[:] = [seed, 2, 3, 4]
        deal(self.state, self.facts, int(self.state.players), first, self.log)
        return self

    def hand(self, seat: int, cards: Cards) -> Table:
        self.state.hand[seat] = counts(cards)
        return self

    def row(self, seat: int, colour: str, plain: int, wilds: int = 0) -> Table:
        self.state.siding[seat, colour_number(colour)] = plain
        self.state.siding_wilds[seat, colour_number(colour)] = wilds
        return self

    def track(self, seat: int, cards: Cards) -> Table:
        self.state.track[seat] = counts(cards)
        return self

    def deck(self, *colours: str) -> Table:
        """The deck, top first."""
        self.state.deck[: len(colours)] = [colour_number(colour) for colour in colours]
        self.state.deck_next, self.state.deck_end = 0, len(colours)
        self.state.deck_trains = len(colours)
        return self

    def market(self, *colours: str) -> Table:
        self.state.market[: len(colours)] = [colour_number(colour) for colour in colours]
        return self

    def tickets(self, seat: int, *names: str) -> Table:
        self.state.tickets[seat] = ticket_set(names)
        return self

    def completed(self, seat: int, *names: str) -> Table:
        self.state.completed[seat] = ticket_set(names)
        self.state.score[seat] = sum(BOARD.tickets[TICKET[name]].points for name in names)
        return self

    def ticket_deck(self, *names: str) -> Table:
        self.state.ticket_deck[: len(names)] = [TICKET[name] for name in names]
        self.state.ticket_next, self.state.ticket_count = 0, len(names)
        return self

    def begin(self, seat: int = 0) -> list[Event]:
        """The seat's turn begins; what phase 1 did."""
        self.state.turn = seat
        self.log.count = 0
        begin_turn(self.state, self.facts, self.log)
        return self.events()

    def last_turn(self, seat: int) -> Table:
        """Start the last turn of this half, which belongs to the seat."""
        self.state.last_round, self.state.last_turns = 1, 1
        self.begin(seat)
        return self

    def score_round(self, last: int = 0) -> list[Event]:
        """The last seat passes in the last turn, and the scoring round of this half begins."""
        self.last_turn(last)
        return self.play(last, actions.PASS)

    def legal(self, seat: int) -> set[int]:
        mask = np.zeros(MASK_WORDS, np.uint64)
        legal(self.state, self.facts, seat, mask)
        return {
            64 * word + bit for word in range(MASK_WORDS) for bit in range(64) if int(mask[word]) >> bit & 1
        }

    def play(self, seat: int, action: int) -> list[Event]:
        """Apply a legal decision and return what happened."""
        assert action in self.legal(seat), action
        self.log.count = 0
        apply(self.state, self.facts, seat, action, self.log)
        return self.events()

    def events(self) -> list[Event]:
        rows = self.log.rows[: self.log.count]
        return [
            Event(CardHappened(int(row[0])), int(row[1]), tuple(int(detail) for detail in row[2:]))
            for row in rows
        ]

    def asks(self) -> list[CardAsk]:
        return [CardAsk(int(ask)) for ask in self.state.ask[: self.state.players]]

    def result(self) -> np.record:
        score_game(self.state, self.facts, self.work.result, self.work)
        return self.work.result  # type: ignore[no-any-return]  # a record's fields have no types


def place(colour: str, plain: int) -> int:
    return actions.PLACE + 16 * colour_number(colour) + plain - 1


def three(*colours: str) -> int:
    return actions.THREE + actions.TRIPLES.index(tuple(sorted(colour_number(colour) for colour in colours)))


def complete(name: str) -> int:
    return actions.COMPLETE + TICKET[name]


def named(legal_actions: set[int]) -> dict[str, set[int]]:
    """Return legal actions by range, relative to the first action of the range."""
    found: dict[str, set[int]] = {}
    for part in actions.RANGES:
        inside = {action - part.first for action in legal_actions if 0 <= action - part.first < part.size}
        if inside:
            found[part.name] = inside
    return found


def kinds(events: Iterable[Event]) -> list[CardHappened]:
    return [event.kind for event in events]


def cards_of(table: NDArray[np.int8]) -> dict[str, int]:
    """Return the nonzero card counts by colour."""
    return {kind: int(table[n]) for n, kind in enumerate(KINDS[: len(table)]) if table[n]}
