"""Positions from a plain description: tests of rules, puzzles and studies start here.

A description is a mapping of plain values, so that it can be written down as JSON. What it does
not mention lies where it would at the start; impossible positions are refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal

import msgspec
import numpy as np

from semafor.boards.model import Board
from semafor.engine.deal import clear
from semafor.engine.market import can_show_fewer_wilds, market_wilds
from semafor.engine.rng import shuffle
from semafor.engine.routes import own_route
from semafor.engine.state import (
    DRAFT_CARD,
    FIRST_FESTIVAL,
    MARKET,
    NO_CARD,
    STATE,
    TICKETS,
    WILD,
    Array,
    Ask,
    Facts,
    State,
)
from semafor.engine.teams import pieces_of_side
from semafor.errors import BadPosition, Thing
from semafor.kinds.names import CARD_NAMES, CARD_NUMBERS, Names, names_of
from semafor.seeds import key_of
from semafor.spelling import (
    Spellings,
    festival_spellings,
    place_spellings,
    route_spellings,
    ticket_spellings,
)

Cards = dict[str, int]


class Description(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a position may say, with an example of each in docs/positions.md; seats and sides count from 0."""

    players: int
    turn: int = 0
    first: int = 0
    seed: str | int = 0
    hands: dict[int, Cards] = {}
    seen: dict[int, Cards] = {}
    """Those of the cards in each hand that the table saw come into it."""
    racks: dict[int, Cards] = {}
    market: list[str | None] | None = None
    """None: five cards of the rest."""
    deck: list[str] = []
    """The top of the deck; festival ids and `draft` may be among them."""
    discards: Cards = {}
    rest: int | Literal["deck", "discards"] = "deck"
    """Where all other cards are: shuffled under the deck, in the discards, or in a seat's hand."""
    routes: dict[str, int] = {}
    stations: dict[str, int] = {}
    tickets: dict[int, list[str]] = {}
    rack_tickets: dict[int, list[str]] = {}
    ticket_deck: list[str] = []
    """The top of the ticket deck."""
    other_tickets: Literal["deck", "out"] = "deck"
    festivals_open: dict[str, int] = {}
    festivals_held: dict[int, dict[str, int]] = {}
    drafts: int | None = None
    """Drafts finished; all of them unless said."""
    last_turns: int | None = None
    """Turns left of the last round."""
    passes: int = 0


def build_position(board: Board, facts: Facts, described: Mapping[str, Any]) -> Array:
    """An array of one state, as described; BadPosition says what cannot be."""
    try:
        description = msgspec.convert(dict(described), Description, strict=False)
    except msgspec.ValidationError as error:
        raise BadPosition("bad-description", reason=str(error)) from None
    states = np.zeros(1, STATE)
    builder = _Builder(board, facts, states[0], description)
    builder.build()
    return states


def _look_up(numbers: Mapping[str, int], name: str, what: Thing) -> int:
    if name not in numbers:
        raise BadPosition(f"unknown-{what}", name=name)
    return numbers[name]


def look_up_name(names: Spellings, text: str, what: Thing) -> str:
    """The name that a text means, as forgiving as moves are."""
    name = names.find(text)
    if name is None:
        raise BadPosition(f"unknown-{what}", name=text, close=names.close(text))
    return name


def check_number(number: int, what: str) -> None:
    """A number of cards is never negative."""
    if number < 0:
        raise BadPosition("negative-number", n=str(number), name=what)


def put_seen(state: State, seen: Mapping[int, Cards]) -> None:
    """What the table saw come into the hands, which are filled already."""
    for seat, cards in seen.items():
        for card, number in cards.items():
            kind = _look_up(CARD_NUMBERS, card, "card")
            check_number(number, card)
            if number > state.hand[seat, kind]:
                raise BadPosition("seen", seat=seat, card=card, n=number)
            state.seen[seat, kind] = number


class _Builder:
    """Fills a state from a description, a concept at a time."""

    def __init__(self, board: Board, facts: Facts, state: State, description: Description) -> None:
        self.board, self.facts, self.state, self.said = board, facts, state, description
        self.names: Names = names_of(board)
        self.left = Counter({CARD_NAMES[n]: int(count) for n, count in enumerate(facts.cards) if count})
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
        players = self.board.options.players
        if self.said.players not in players:
            raise BadPosition("players", title=self.board.board, allowed=players)
        seats = {
            self.said.turn,
            self.said.first,
            *self.said.hands,
            *self.said.seen,
            *self.said.tickets,
            *self.said.festivals_held,
        }
        seats |= {*self.said.routes.values(), *self.said.stations.values()}
        if self.facts.team_size > 1 and self.said.first % int(self.facts.team_size):
            raise BadPosition("first", rule="ASI-1", case="partner", first=self.said.first)
        if isinstance(self.said.rest, int):
            seats.add(self.said.rest)
        self.check_numbers(seats, self.said.players, "seat")
        sides = self.said.players // int(self.facts.team_size)
        self.check_numbers({*self.said.racks, *self.said.rack_tickets}, sides, "side")
        if (self.said.racks or self.said.rack_tickets) and self.facts.team_size == 1:
            raise BadPosition("no-teams", rule="ASI-3")

    def check_numbers(self, numbers: set[int], limit: int, what: Literal["seat", "side"]) -> None:
        for number in numbers:
            if not 0 <= number < limit:
                raise BadPosition(f"no-such-{what}", seat_number=number)

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

    def take(self, card: str, number: int = 1) -> int:
        """Take cards of those not yet placed; the card's number."""
        known = _look_up(CARD_NUMBERS, card, "card")
        check_number(number, card)
        if self.left[card] < number:
            raise BadPosition("too-many-cards", rule="BASE-1", card=card)
        self.left[card] -= number
        return known

    def put_cards(self) -> None:
        for seat, cards in self.said.hands.items():
            self.put_counts(self.state.hand[seat], cards)
        for side, cards in self.said.racks.items():
            self.put_counts(self.state.rack[side], cards)
        self.put_counts(self.state.discards, self.said.discards)
        self.put_festivals()
        top = [self.deck_card(card) for card in self.said.deck]
        for place, card in enumerate(self.said.market or []):
            if place >= MARKET:
                raise BadPosition("market", rule="BASE-2", n=MARKET)
            self.state.market[place] = NO_CARD if card is None else self.take(card)
        self.put_rest(top)
        put_seen(self.state, self.said.seen)
        self.check_market()

    def put_counts(self, counts: Array, cards: Cards) -> None:
        for card, number in cards.items():
            counts[self.take(card, number)] += number

    def deck_card(self, card: str) -> int:
        if card == "draft":
            return self.take_draft_card()
        if card in CARD_NUMBERS:
            return self.take(card)
        if festival_spellings(self.board).find(card):
            return FIRST_FESTIVAL + self.take_festival(card, 1)
        return self.take(card)

    def take_draft_card(self) -> int:
        if self.state.drafts != 1 or self.said.deck.count("draft") > 1:
            raise BadPosition("draft-card", rule="IBE-2")
        return DRAFT_CARD

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
            FIRST_FESTIVAL + self.names.festivals.index(f)
            for f, n in self.festivals_left.items()
            for _ in range(n)
        ]
        if self.said.rest == "deck":
            beneath += rest
        else:
            to = self.state.discards if self.said.rest == "discards" else self.state.hand[self.said.rest]
            for card in rest:
                to[card] += 1
        self.write_deck(top, beneath)
        if self.said.market is None:
            self.fill_market()

    def write_deck(self, top: list[int], beneath: list[int]) -> None:
        if self.state.drafts == 1 and DRAFT_CARD not in top:
            beneath.append(DRAFT_CARD)
        cards = [*top, *beneath]
        self.state.deck[: len(cards)] = cards
        self.state.deck_end = len(cards)
        self.state.deck_trains = sum(card <= WILD for card in cards)
        shuffle(self.state, self.state.deck, len(top), len(cards))

    def fill_market(self) -> None:
        """Five plain cards from the bottom of the deck: an unmentioned market surprises nobody."""
        deck = [int(card) for card in self.state.deck[: self.state.deck_end]]
        for place in range(MARKET):
            plain = [i for i in range(len(self.said.deck), len(deck)) if deck[i] < WILD]
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
        if deck and (self.state.market == NO_CARD).any():
            raise BadPosition("market-gap", rule="BASE-4")
        if market_wilds(self.state) >= 3 and can_show_fewer_wilds(self.state):
            raise BadPosition("three-wilds", rule="BASE-3")

    # ---- tickets and the end -----------------------------------------------------------------

    def put_tickets(self) -> None:
        taken: set[int] = set()
        for seat, names in self.said.tickets.items():
            self.state.tickets[seat] |= self.ticket_mask(names, taken)
        for side, names in self.said.rack_tickets.items():
            self.state.rack_tickets[side] |= self.ticket_mask(names, taken)
        self.check_long_tickets()
        deck = [self.take_ticket(name, taken) for name in self.said.ticket_deck]
        told = len(deck)
        if any(self.dealt_apart(self.board.tickets[number].long) for number in deck):
            raise BadPosition("long-tickets", rule="EUR-2", case="deck")
        if self.said.other_tickets == "deck":
            deck += [
                n
                for n, ticket in enumerate(self.board.tickets)
                if n not in taken and not self.dealt_apart(ticket.long)
            ]
        self.state.ticket_deck[: len(deck)] = deck
        self.state.ticket_count = len(deck)
        assert len(deck) <= TICKETS
        shuffle(self.state, self.state.ticket_deck, told, len(deck))

    def check_long_tickets(self) -> None:
        """EUR-2: everyone was dealt so many long tickets, and no other comes later."""
        size, most = int(self.facts.team_size), int(self.facts.start_long)
        long_ones = int(self.facts.ticket_long) if most else 0
        for seat in range(self.said.players):
            held = (int(self.state.tickets[seat]) & long_ones).bit_count()
            team = int(self.state.rack_tickets[seat // size])
            for partner in range(seat // size * size, seat // size * size + size):
                team |= int(self.state.tickets[partner])
            if held > most or (team & long_ones).bit_count() > most * size:
                raise BadPosition("long-tickets", rule="EUR-2", most=most)

    def dealt_apart(self, long: bool) -> bool:
        """EUR-2: long tickets that were not dealt have left the game."""
        return long and self.facts.start_long > 0

    def take_ticket(self, name: str, taken: set[int]) -> int:
        number = self.names.ticket_number[look_up_name(ticket_spellings(self.board), name, "ticket")]
        if number in taken:
            raise BadPosition("ticket-twice", rule="BASE-21", ticket=name)
        taken.add(number)
        return number

    def ticket_mask(self, names: list[str], taken: set[int]) -> np.uint64:
        return np.uint64(sum(1 << self.take_ticket(name, taken) for name in names))

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
