"""What positions of both kinds of game are built with: cards and tickets, each taken once; seats."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec
import numpy as np

from semafor.boards.model import Board
from semafor.engine.rng import shuffle
from semafor.engine.state import MARKET, NO_CARD, Array, Facts, State
from semafor.errors import BadPosition, Thing
from semafor.games.board_facts import CARD_NAMES, CARD_NUMBERS, Names, names_of
from semafor.spelling import Spellings, ticket_spellings

Cards = dict[str, int]
CARD_SPELLINGS = Spellings(dict.fromkeys(CARD_NAMES, ()))


class Described(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a position of either kind may say; seats count from 0.

    docs/positions.md has an example of each field.
    """

    players: int
    turn: int = 0
    """The seat at turn; in a scoring round of the Card Game the last one that was."""
    first: int = 0
    seed: str | int = 0
    hands: dict[int, Cards] = {}
    seen: dict[int, Cards] = {}
    """Those of the cards in each hand that the table saw come into it."""
    market: list[str | None] | None = None
    """None: five cards of the rest."""
    deck: list[str] = []
    """The top of the deck; festival ids and `draft` may be among them."""
    discards: Cards = {}
    rest: int | Literal["deck", "discards"] = "deck"
    """Where all other cards are: shuffled under the deck, in the discards, or in a seat's hand."""
    tickets: dict[int, list[str]] = {}
    ticket_deck: list[str] = []
    """The top of the ticket deck."""
    other_tickets: Literal["deck", "out"] = "deck"
    last_turns: int | None = None
    """Turns left of the last round."""


Said = TypeVar("Said", bound=Described)


def read_description(what: type[Said], described: Mapping[str, Any]) -> Said:
    """The description, its fields and values of the right types; BadPosition where they are not."""
    try:
        return msgspec.convert(dict(described), what, strict=False)
    except msgspec.ValidationError as error:
        raise BadPosition("bad-description", reason=str(error)) from None


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


class PositionBuilder(Generic[Said]):
    """Fills a state from a description, a concept at a time; each kind of game has its own on top of it."""

    cards_rule: ClassVar[str]
    """The rule that says which cards there are,"""
    tickets_rule: ClassVar[str]
    """that every ticket is there once,"""
    market_rule: ClassVar[str]
    """and how many cards lie open."""

    def __init__(self, board: Board, facts: Facts, state: State, said: Said) -> None:
        self.board, self.facts, self.state, self.said = board, facts, state, said
        self.names: Names = names_of(board)
        self.left = Counter({CARD_NAMES[n]: int(count) for n, count in enumerate(facts.cards) if count})
        self.taken: set[int] = set()

    def check_players(self) -> None:
        """Refuse a number of players that the game is not for."""
        allowed = self.board.options.players
        if self.said.players not in allowed:
            raise BadPosition("players", title=self.board.board, allowed=allowed)

    def check_seats(self, more: Iterable[int]) -> None:
        """Raise BadPosition for seats that do not exist, in the shared fields or among these."""
        said = self.said
        seats = {said.turn, said.first, *said.hands, *said.seen, *said.tickets, *more}
        if isinstance(said.rest, int):
            seats.add(said.rest)
        self.check_numbers(seats, said.players, "seat")

    def check_numbers(self, numbers: Iterable[int], limit: int, what: Literal["seat", "side"]) -> None:
        """Refuse numbers of seats or sides that there are not."""
        for number in numbers:
            if not 0 <= number < limit:
                raise BadPosition(f"no-such-{what}", seat_number=number)

    # ---- cards -------------------------------------------------------------------------------

    def card_name(self, card: str) -> str:
        """A card by its name, in any case."""
        return look_up_name(CARD_SPELLINGS, card, "card")

    def take(self, card: str, number: int = 1) -> int:
        """Take cards of those not yet placed; the card's number."""
        name = self.card_name(card)
        check_number(number, name)
        if self.left[name] < number:
            raise BadPosition("too-many-cards", rule=self.cards_rule, card=name)
        self.left[name] -= number
        return CARD_NUMBERS[name]

    def put_counts(self, counts: Array, cards: Cards) -> None:
        """Take cards and count them in a pile."""
        for card, number in cards.items():
            counts[self.take(card, number)] += number

    def put_market(self) -> None:
        """Write the described face-up cards."""
        for place, card in enumerate(self.said.market or []):
            if place >= MARKET:
                raise BadPosition("market", rule=self.market_rule, n=MARKET)
            self.state.market[place] = NO_CARD if card is None else self.take(card)

    def pile_of_rest(self) -> Array:
        """The discards or the hand that all other cards go to, where they do not go to the deck."""
        said, state = self.said, self.state
        return state.discards if said.rest == "discards" else state.hand[said.rest]

    def put_seen(self) -> None:
        """What the table saw come into the hands, which are filled already."""
        for seat, cards in self.said.seen.items():
            for card, number in cards.items():
                name = self.card_name(card)
                kind = CARD_NUMBERS[name]
                check_number(number, name)
                if number > self.state.hand[seat, kind]:
                    raise BadPosition("seen", seat=seat, card=name, n=number)
                self.state.seen[seat, kind] = number

    # ---- tickets -----------------------------------------------------------------------------

    def take_ticket(self, name: str) -> int:
        """Take a ticket of those not yet placed; its number."""
        number = self.names.ticket_number[look_up_name(ticket_spellings(self.board), name, "ticket")]
        if number in self.taken:
            raise BadPosition("ticket-twice", rule=self.tickets_rule, ticket=name)
        self.taken.add(number)
        return number

    def ticket_mask(self, names: Iterable[str]) -> np.uint64:
        """Take tickets; the set of them."""
        return np.uint64(sum(1 << self.take_ticket(name) for name in names))

    def put_ticket_deck(self, others: Iterable[int]) -> None:
        """The tickets that are told on top; beneath them, shuffled, those others that lie nowhere else."""
        deck = [self.take_ticket(name) for name in self.said.ticket_deck]
        told = len(deck)
        if self.said.other_tickets == "deck":
            deck += [number for number in others if number not in self.taken]
        self.state.ticket_deck[: len(deck)] = deck
        self.state.ticket_count = len(deck)
        shuffle(self.state, self.state.ticket_deck, told, len(deck))
