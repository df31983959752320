"""Positions of the Card Game from a plain description, as `kinds.board_position` makes those of boards.

The seat at turn has its phase 1 behind it. What the description does not mention lies where it
would at the start; impossible positions are refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec
import numpy as np

from semafor.boards.model import COLOURS, Board
from semafor.engine.cardgame.deal import clear
from semafor.engine.cardgame.state import CARD_STATE, CardAsk
from semafor.engine.rng import shuffle
from semafor.engine.state import MARKET, NO_CARD, Array, Facts, State
from semafor.errors import BadPosition
from semafor.kinds.board_position import check_number, look_up_name, put_seen
from semafor.kinds.names import CARD_NAMES, CARD_NUMBERS, Names, elements, names_of
from semafor.seeds import key_of
from semafor.spelling import ticket_spellings

Cards = dict[str, int]


class Description(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a position may say, with an example of each in docs/positions.md; seats count from 0."""

    players: int
    turn: int = 0
    """The seat at turn; in a scoring round the last one that was."""
    first: int = 0
    seed: str | int = 0
    half: int = 1
    hands: dict[int, Cards] = {}
    seen: dict[int, Cards] = {}
    """Those of the cards in each hand that the table saw come into it."""
    sidings: dict[int, dict[str, Cards]] = {}
    """For each seat its rows by colour: `{0: {"red": {"red": 2, "wild": 1}}}`."""
    tracks: dict[int, Cards] = {}
    """The on-track piles."""
    market: list[str | None] | None = None
    """None: five cards of the rest."""
    deck: list[str] = []
    """The top of the deck."""
    discards: Cards = {}
    rest: int | Literal["deck", "discards"] = "deck"
    """Where all other cards are: shuffled under the deck, in the discards, or in a seat's hand."""
    tickets: dict[int, list[str]] = {}
    completed: dict[int, list[str]] = {}
    """Completed in earlier scoring rounds."""
    ticket_deck: list[str] = []
    """The top of the ticket deck."""
    other_tickets: Literal["deck", "out"] = "deck"
    last_turns: int | None = None
    """Turns left of the last round."""
    scoring: bool = False
    """All seats choose now which tickets they complete."""


def build_position(board: Board, facts: Facts, described: Mapping[str, Any]) -> Array:
    """An array of one state, as described; BadPosition says what cannot be."""
    try:
        description = msgspec.convert(dict(described), Description, strict=False)
    except msgspec.ValidationError as error:
        raise BadPosition("bad-description", reason=str(error)) from None
    states = np.zeros(1, CARD_STATE)
    _Builder(board, facts, states[0], description).build()
    return states


class _Builder:
    """Fills a state from a description, a concept at a time."""

    def __init__(self, board: Board, facts: Facts, state: State, description: Description) -> None:
        self.board, self.facts, self.state, self.said = board, facts, state, description
        self.names: Names = names_of(board)
        self.left = Counter({CARD_NAMES[n]: int(count) for n, count in enumerate(facts.cards) if count})
        self.taken: set[int] = set()

    def build(self) -> None:
        self.check_players()
        self.state.key[:] = key_of(self.said.seed)
        clear(self.state, self.said.players)
        self.state.first, self.state.turn, self.state.half = self.said.first, self.said.turn, self.said.half
        self.put_cards()
        self.put_tickets()
        self.put_end()
        self.ask()

    def check_players(self) -> None:
        said, players = self.said, self.board.options.players
        if said.players not in players:
            raise BadPosition("players", title=self.board.board, allowed=players)
        seats = {said.turn, said.first, *said.hands, *said.seen, *said.sidings, *said.tracks}
        seats |= {*said.tickets, *said.completed}
        seats |= {said.rest} if isinstance(said.rest, int) else set()
        for seat in seats:
            if not 0 <= seat < said.players:
                raise BadPosition("no-such-seat", seat_number=seat)
        if not 1 <= said.half <= self.facts.halves[said.players]:
            raise BadPosition("half", rule="CRD-17", half=said.half, players=said.players)
        if said.half == 1 and any(said.completed.values()):
            raise BadPosition("completed", rule="CRD-15")

    # ---- cards -------------------------------------------------------------------------------

    def take(self, card: str, number: int = 1) -> int:
        """Take cards of those not yet placed; the card's number."""
        if card not in CARD_NUMBERS:
            raise BadPosition("unknown-card", name=card)
        check_number(number, card)
        if self.left[card] < number:
            raise BadPosition("too-many-cards", rule="CRD-1", card=card)
        self.left[card] -= number
        return CARD_NUMBERS[card]

    def put_counts(self, counts: Array, cards: Cards) -> None:
        for card, number in cards.items():
            counts[self.take(card, number)] += number

    def put_cards(self) -> None:
        for seat, cards in self.said.hands.items():
            self.put_counts(self.state.hand[seat], cards)
        for seat, cards in self.said.tracks.items():
            self.put_counts(self.state.track[seat], cards)
        for seat, rows in self.said.sidings.items():
            for colour, cards in rows.items():
                self.put_row(seat, colour, cards)
        self.put_counts(self.state.discards, self.said.discards)
        top = [self.take(card) for card in self.said.deck]
        self.put_market()
        self.put_rest(top)
        put_seen(self.state, self.said.seen)

    def put_row(self, seat: int, colour: str, cards: Cards) -> None:
        if colour not in COLOURS or not set(cards) <= {colour, "wild"} or not sum(cards.values()):
            raise BadPosition("bad-row", rule="CRD-8", card=colour)
        number = CARD_NUMBERS[colour]
        if (self.state.siding[:, number] + self.state.siding_wilds[:, number]).any():
            raise BadPosition("row-twice", rule="CRD-10", card=colour)
        for card, count in cards.items():
            self.take(card, count)
        self.state.siding[seat, number] = cards.get(colour, 0)
        self.state.siding_wilds[seat, number] = cards.get("wild", 0)

    def put_market(self) -> None:
        for place, card in enumerate(self.said.market or []):
            if place >= MARKET:
                raise BadPosition("market", rule="CRD-2", n=MARKET)
            self.state.market[place] = NO_CARD if card is None else self.take(card)

    def put_rest(self, top: list[int]) -> None:
        """What was not mentioned goes where the description says."""
        rest = np.array([CARD_NUMBERS[card] for card in self.left.elements()], np.int8)
        shuffle(self.state, rest, 0, rest.size)
        beneath = rest.tolist()
        if self.said.market is None:
            market, beneath = beneath[:MARKET], beneath[MARKET:]
            self.state.market[: len(market)] = market
        if self.said.rest != "deck":
            to = self.state.discards if self.said.rest == "discards" else self.state.hand[self.said.rest]
            for card in beneath:
                to[card] += 1
            beneath = []
        self.write_deck([*top, *beneath])

    def write_deck(self, cards: list[int]) -> None:
        self.state.deck[: len(cards)] = cards
        self.state.deck_end = self.state.deck_trains = len(cards)
        if cards and (self.state.market == NO_CARD).any():
            raise BadPosition("market-gap", rule="CRD-7")

    # ---- tickets and the end -----------------------------------------------------------------

    def put_tickets(self) -> None:
        for seat, names in self.said.tickets.items():
            self.state.tickets[seat] = self.ticket_mask(names)
        for seat, names in self.said.completed.items():
            self.state.completed[seat] = self.ticket_mask(names)
            done = elements(self.state.completed[seat])
            self.state.score[seat] = sum(self.board.tickets[number].points for number in done)
        deck = [self.take_ticket(name) for name in self.said.ticket_deck]
        told = len(deck)
        if self.said.other_tickets == "deck":
            deck += [number for number in range(len(self.board.tickets)) if number not in self.taken]
        self.state.ticket_deck[: len(deck)] = deck
        self.state.ticket_count = len(deck)
        shuffle(self.state, self.state.ticket_deck, told, len(deck))

    def take_ticket(self, name: str) -> int:
        number = self.names.ticket_number[look_up_name(ticket_spellings(self.board), name, "ticket")]
        if number in self.taken:
            raise BadPosition("ticket-twice", rule="CRD-1", ticket=name)
        self.taken.add(number)
        return number

    def ticket_mask(self, names: Iterable[str]) -> np.uint64:
        return np.uint64(sum(1 << self.take_ticket(name) for name in names))

    def put_end(self) -> None:
        turns, empty = self.said.last_turns, self.state.deck_end == 0
        if turns is not None and not 1 <= turns <= self.said.players:
            raise BadPosition("last-turns", rule="CRD-12")
        if turns is not None and self.said.scoring:
            raise BadPosition("last-turns", rule="CRD-14", case="scoring")
        if empty != (turns is not None or self.said.scoring):
            raise BadPosition("deck-empty", rule="CRD-12", case="last-round")
        self.state.last_round, self.state.last_turns = empty, turns or 0

    def ask(self) -> None:
        if self.said.scoring:
            self.state.ask[: self.said.players] = CardAsk.COMPLETE
        else:
            self.state.ask[self.said.turn] = CardAsk.TURN
