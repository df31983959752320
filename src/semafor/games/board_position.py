"""Positions from a plain description: tests of rules, puzzles and studies start here.

A description is a mapping of plain values, so that it can be written down as JSON. What it does
not mention lies where it would at the start; impossible positions are refused.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from semafor.boards.model import Board
from semafor.engine import state as st
from semafor.engine.deal import clear
from semafor.engine.market import can_show_fewer_wilds, market_wilds
from semafor.engine.rng import shuffle
from semafor.engine.routes import own_route
from semafor.engine.state import Array, Ask, Facts, State
from semafor.engine.teams import pieces_of_side
from semafor.errors import BadPosition
from semafor.games.board_facts import CARD_NUMBERS
from semafor.games.position_builder import (
    Cards,
    Described,
    PositionBuilder,
    check_number,
    look_up_name,
    read_description,
)
from semafor.seeds import key_of
from semafor.spelling import festival_spellings, place_spellings, route_spellings


class BoardDescription(Described, frozen=True, forbid_unknown_fields=True):
    """The fields of a described board position besides the shared ones; sides count from 0."""

    racks: dict[int, Cards] = {}
    routes: dict[str, int] = {}
    stations: dict[str, int] = {}
    rack_tickets: dict[int, list[str]] = {}
    festivals_open: dict[str, int] = {}
    festivals_held: dict[int, dict[str, int]] = {}
    drafts: int | None = None
    """Drafts finished; all of them unless said."""
    passes: int = 0


def build_position(board: Board, facts: Facts, described: Mapping[str, Any]) -> Array:
    """An array of one state, as described; BadPosition says what cannot be."""
    states = np.zeros(1, st.STATE)
    _BoardBuilder(board, facts, states[0], read_description(BoardDescription, described)).build()
    return states


class _BoardBuilder(PositionBuilder[BoardDescription]):
    """Fills a state of a board game."""

    cards_rule, tickets_rule, market_rule = "BASE-1", "BASE-21", "BASE-2"

    def __init__(self, board: Board, facts: Facts, state: State, said: BoardDescription) -> None:
        super().__init__(board, facts, state, said)
        self.festivals_left = Counter({f.id: f.cards for f in board.festivals} if facts.festivals else {})

    def build(self) -> None:
        self.check_players()
        self.state.key[:] = key_of(self.said.seed)
        clear(self.state, self.facts, self.said.players)
        self.state.first, self.state.turn = self.said.first, self.said.turn
        self.state.drafts = self.drafts_done()
        self.put_pieces()
        self.put_cards()
        self.put_tickets()
        self.put_end()
        self.state.ask[self.said.turn] = Ask.TURN

    def check_players(self) -> None:
        super().check_players()
        said, size = self.said, int(self.facts.team_size)
        if size > 1 and said.first % size:
            raise BadPosition("first", rule="ASI-1", case="partner", first=said.first)
        self.check_seats([*said.festivals_held, *said.routes.values(), *said.stations.values()])
        self.check_numbers({*said.racks, *said.rack_tickets}, said.players // size, "side")
        if (said.racks or said.rack_tickets) and size == 1:
            raise BadPosition("no-teams", rule="ASI-3")

    def drafts_done(self) -> int:
        all_drafts = 2 if self.facts.draft_count else 0
        done = all_drafts if self.said.drafts is None else self.said.drafts
        if not min(1, all_drafts) <= done <= all_drafts:
            raise BadPosition("drafts", rule="IBE-7", n=done)
        return done

    # ---- pieces ------------------------------------------------------------------------------

    def put_pieces(self) -> None:
        for name, seat in self.said.routes.items():
            route = self.names.route_number[look_up_name(route_spellings(self.board), name, "route")]
            if not int(self.state.open[seat, route // 64]) >> route % 64 & 1:
                raise BadPosition("strand-closed", rule="BASE-14", seat=seat, route=name)
            if self.state.pieces[seat, self.facts.route_kind[route]] < self.facts.route_pieces[route]:
                raise BadPosition("too-few-pieces", rule="BASE-12", seat=seat)
            own_route(self.state, self.facts, seat, route)
        for name, seat in self.said.stations.items():
            place = self.names.place_number[look_up_name(place_spellings(self.board), name, "place")]
            if self.state.stations_left[seat] == 0:
                raise BadPosition("no-station-left", rule="EUR-8", seat=seat, place=name)
            if self.board.places[place].junction:
                raise BadPosition("no-city", rule="EUR-8", place=name)
            self.state.stations[seat] |= np.uint64(1 << place)
            self.state.stations_left[seat] -= 1

    # ---- cards -------------------------------------------------------------------------------

    def put_cards(self) -> None:
        for seat, cards in self.said.hands.items():
            self.put_counts(self.state.hand[seat], cards)
        for side, cards in self.said.racks.items():
            self.put_counts(self.state.rack[side], cards)
        self.put_counts(self.state.discards, self.said.discards)
        self.put_festivals()
        top = [self.deck_card(card) for card in self.said.deck]
        self.put_market()
        self.put_rest(top)
        self.put_seen()
        self.check_market()

    def deck_card(self, card: str) -> int:
        if card == "draft":
            return self.take_draft_card()
        if card in CARD_NUMBERS:
            return self.take(card)
        if festival_spellings(self.board).find(card):
            return st.FIRST_FESTIVAL + self.take_festival(card, 1)
        return self.take(card)

    def take_draft_card(self) -> int:
        if self.state.drafts != 1 or self.said.deck.count("draft") > 1:
            raise BadPosition("draft-card", rule="IBE-2")
        return st.DRAFT_CARD

    def put_festivals(self) -> None:
        for festival, number in self.said.festivals_open.items():
            self.state.festival_open[self.take_festival(festival, number)] += number
        for seat, festivals in self.said.festivals_held.items():
            for festival, number in festivals.items():
                self.state.festival_held[seat, self.take_festival(festival, number)] += number

    def take_festival(self, festival: str, number: int) -> int:
        festival = look_up_name(festival_spellings(self.board), festival, "festival")
        check_number(number, festival)
        if number > self.festivals_left[festival]:
            raise BadPosition("festivals", rule="IBE-1", name=festival)
        self.festivals_left[festival] -= number
        return self.names.festivals.index(festival)

    def put_rest(self, top: list[int]) -> None:
        """What was not mentioned goes where the description says."""
        rest = [CARD_NUMBERS[card] for card, number in self.left.items() for _ in range(number)]
        beneath = [
            st.FIRST_FESTIVAL + self.names.festivals.index(f)
            for f, n in self.festivals_left.items()
            for _ in range(n)
        ]
        if self.said.rest == "deck":
            beneath += rest
        else:
            pile = self.pile_of_rest()
            for card in rest:
                pile[card] += 1
        self.write_deck(top, beneath)
        if self.said.market is None:
            self.fill_market()

    def write_deck(self, top: list[int], beneath: list[int]) -> None:
        if self.state.drafts == 1 and st.DRAFT_CARD not in top:
            beneath.append(st.DRAFT_CARD)
        cards = [*top, *beneath]
        self.state.deck[: len(cards)] = cards
        self.state.deck_end = len(cards)
        self.state.deck_trains = sum(card <= st.WILD for card in cards)
        shuffle(self.state, self.state.deck, len(top), len(cards))

    def fill_market(self) -> None:
        """Use five plain cards from the bottom of the deck where the market is not described."""
        deck = [int(card) for card in self.state.deck[: self.state.deck_end]]
        for place in range(st.MARKET):
            plain = [i for i in range(len(self.said.deck), len(deck)) if deck[i] < st.WILD]
            if plain:
                self.state.market[place] = deck.pop(plain[-1])
                self.state.deck_trains -= 1
        self.state.deck[: len(deck)] = deck
        self.state.deck[len(deck) :] = 0
        self.state.deck_end = len(deck)

    def check_market(self) -> None:
        deck = int(self.state.deck_end)
        if deck == 0 and self.state.discards.sum() > 0:
            raise BadPosition("deck-empty", rule="BASE-4")
        if deck and (self.state.market == st.NO_CARD).any():
            raise BadPosition("market-gap", rule="BASE-4")
        if market_wilds(self.state) >= 3 and can_show_fewer_wilds(self.state):
            raise BadPosition("three-wilds", rule="BASE-3")

    # ---- tickets and the end -----------------------------------------------------------------

    def put_tickets(self) -> None:
        for seat, names in self.said.tickets.items():
            self.state.tickets[seat] |= self.ticket_mask(names)
        for side, names in self.said.rack_tickets.items():
            self.state.rack_tickets[side] |= self.ticket_mask(names)
        self.check_long_tickets()
        self.put_ticket_deck(n for n in range(len(self.board.tickets)) if not self.dealt_apart(n))
        if any(self.dealt_apart(int(n)) for n in self.state.ticket_deck[: len(self.said.ticket_deck)]):
            raise BadPosition("long-tickets", rule="EUR-2", case="deck")
        needed = int(self.facts.draft_count) * self.said.players if self.state.drafts == 1 else 0
        if self.state.ticket_count < needed:
            raise BadPosition("too-few-tickets", rule="IBE-7", needed=needed, n=int(self.state.ticket_count))

    def check_long_tickets(self) -> None:
        """EUR-2: long tickets are dealt at the start only."""
        size, most = int(self.facts.team_size), int(self.facts.start_long)
        long_ones = int(self.facts.ticket_long) if most else 0
        for seat in range(self.said.players):
            held = (int(self.state.tickets[seat]) & long_ones).bit_count()
            team = int(self.state.rack_tickets[seat // size])
            for partner in range(seat // size * size, seat // size * size + size):
                team |= int(self.state.tickets[partner])
            if held > most or (team & long_ones).bit_count() > most * size:
                raise BadPosition("long-tickets", rule="EUR-2", most=most)

    def dealt_apart(self, ticket: int) -> bool:
        """EUR-2: long tickets that were not dealt have left the game."""
        return self.board.tickets[ticket].long and self.facts.start_long > 0

    def put_end(self) -> None:
        self.state.passes = self.said.passes
        if not 0 <= self.said.passes < self.said.players:
            raise BadPosition("passes", rule="BASE-9")
        if self.said.last_turns is not None:
            if not 1 <= self.said.last_turns <= self.said.players:
                raise BadPosition("last-turns", rule="BASE-24")
            self.state.last_round, self.state.last_turns = 1, self.said.last_turns
        else:
            self.check_pieces_left()

    def check_pieces_left(self) -> None:
        """BASE-24: whoever has so few pieces has begun the last round."""
        for side in range(self.said.players // int(self.facts.team_size)):
            if pieces_of_side(self.state, self.facts, side) <= self.facts.last_round_at:
                raise BadPosition("last-turns", rule="BASE-24", case="few-pieces", side=side)
