"""Positions of the Card Game from a plain description, as `kinds.board_position` makes those of boards.

The seat at turn has its phase 1 behind it. What the description does not mention lies where it
would at the start; impossible positions are refused.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from semafor.boards.model import COLOURS, Board
from semafor.engine.cardgame.card_deal import clear
from semafor.engine.cardgame.card_state import CARD_STATE, CardAsk
from semafor.engine.rng import shuffle
from semafor.engine.state import MARKET, NO_CARD, Array, Facts
from semafor.errors import BadPosition
from semafor.games.board_facts import CARD_NUMBERS, elements
from semafor.games.position_builder import Cards, Described, PositionBuilder, read_description
from semafor.seeds import key_of


class CardDescription(Described, frozen=True, forbid_unknown_fields=True):
    """The fields of a described Card Game position besides the shared ones."""

    half: int = 1
    sidings: dict[int, dict[str, Cards]] = {}
    """For each seat its rows by colour: `{0: {"red": {"red": 2, "wild": 1}}}`."""
    tracks: dict[int, Cards] = {}
    """The on-track piles."""
    completed: dict[int, list[str]] = {}
    """Completed in earlier scoring rounds."""
    scoring: bool = False
    """All seats choose now which tickets they complete."""


def build_position(board: Board, facts: Facts, described: Mapping[str, Any]) -> Array:
    """An array of one state, as described; BadPosition says what cannot be."""
    states = np.zeros(1, CARD_STATE)
    _CardBuilder(board, facts, states[0], read_description(CardDescription, described)).build()
    return states


class _CardBuilder(PositionBuilder[CardDescription]):
    """Fills a state of the Card Game."""

    cards_rule, tickets_rule, market_rule = "CRD-1", "CRD-1", "CRD-2"

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
        super().check_players()
        said = self.said
        self.check_seats([*said.sidings, *said.tracks, *said.completed])
        if not 1 <= said.half <= self.facts.halves[said.players]:
            raise BadPosition("half", rule="CRD-17", half=said.half, players=said.players)
        if said.half == 1 and any(said.completed.values()):
            raise BadPosition("completed", rule="CRD-15")

    # ---- cards -------------------------------------------------------------------------------

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
        self.put_seen()

    def put_row(self, seat: int, row: str, described: Cards) -> None:
        colour = self.card_name(row)
        cards = {self.card_name(card): count for card, count in described.items()}
        if colour not in COLOURS or not set(cards) <= {colour, "wild"} or not sum(cards.values()):
            raise BadPosition("bad-row", rule="CRD-8", card=colour)
        number = CARD_NUMBERS[colour]
        if (self.state.siding[:, number] + self.state.siding_wilds[:, number]).any():
            raise BadPosition("row-twice", rule="CRD-10", card=colour)
        for card, count in cards.items():
            self.take(card, count)
        self.state.siding[seat, number] = cards.get(colour, 0)
        self.state.siding_wilds[seat, number] = cards.get("wild", 0)

    def put_rest(self, top: list[int]) -> None:
        """What was not mentioned goes where the description says."""
        rest = np.array([CARD_NUMBERS[card] for card in self.left.elements()], np.int8)
        shuffle(self.state, rest, 0, rest.size)
        beneath = rest.tolist()
        if self.said.market is None:
            market, beneath = beneath[:MARKET], beneath[MARKET:]
            self.state.market[: len(market)] = market
        if self.said.rest != "deck":
            pile = self.pile_of_rest()
            for card in beneath:
                pile[card] += 1
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
        self.put_ticket_deck(range(len(self.board.tickets)))

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
