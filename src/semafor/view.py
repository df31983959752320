"""What a seat may know, as typed values: the only data that leave the engine toward players."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from semafor.moves import Card, Payment

Cards = dict[Card, int]


def _count(things: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in things.items() if number)


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """What everyone sees of a seat."""

    seat: int
    side: int
    cards: int
    seen: Cards
    """The cards in hand that everyone saw come into it."""
    tickets: int
    pieces: dict[str, int]
    stations: int
    """Stations left to build."""
    festivals: int
    """Festival cards in the pile."""
    asked: bool
    """Whether the table waits for this seat."""


class SideView(msgspec.Struct, frozen=True, gc=False):
    """What everyone sees of a side: a seat, or a team with its racks."""

    side: int
    seats: tuple[int, ...]
    score: int
    rack_cards: int
    rack_tickets: int


class Attempt(msgspec.Struct, frozen=True, gc=False):
    """A tunnel attempt: the cards played, those turned up, and the number of extra cards."""

    seat: int
    route: str
    payment: Payment
    turned: tuple[Card, ...]
    extra: int


class Own(msgspec.Struct, frozen=True, gc=False):
    """What only the viewer knows, and the partner about racks."""

    seat: int
    ask: str
    """What the viewer must decide now, or `nothing`."""
    hand: Cards
    tickets: tuple[str, ...]
    offer: tuple[str, ...]
    """Tickets to choose from."""
    chosen: tuple[str, ...]
    """Tickets already chosen while others still choose."""
    festivals: dict[str, int]
    rack: Cards
    rack_tickets: tuple[str, ...]
    drawn: Card | None
    """Teams: the card to put into the hand or on the rack."""
    goes_to: Literal["anywhere", "hand", "rack", "alone"] | None = None
    """Teams: where the next card may go; `alone` if no other follows it (ASI-5, ASI-6)."""
    claimed: str | None = None
    """Festivals: the route just claimed, whose cards can be chosen (IBE-9)."""

    def __str__(self) -> str:
        known = {
            "hand": _count(self.hand),
            "tickets": ", ".join(self.tickets),
            "offer": ", ".join(self.offer),
            "chosen": ", ".join(self.chosen),
            "festivals": _count(self.festivals),
            "rack": ", ".join(filter(None, [_count(self.rack), *self.rack_tickets])),
            "drawn": self.drawn,
        }
        told = [f"    {name}: {value}" for name, value in known.items() if value]
        return "\n".join([f"you are seat {self.seat}; to decide: {self.ask}", *told])


class RowView(msgspec.Struct, frozen=True, gc=False):
    """A row of a siding."""

    colour: Card
    plain: int
    wild: int


class CardSeatView(msgspec.Struct, frozen=True, gc=False):
    """What everyone sees of a seat in the Card Game, besides its `SeatView`."""

    seat: int
    siding: tuple[RowView, ...]
    track: int
    """The number of cards on the on-track pile; nobody may look at them before scoring (CRD-5)."""
    completed: int
    """The number of tickets completed in earlier scoring rounds (CRD-15)."""
    completed_tickets: tuple[str, ...] | None
    """These tickets: for their owner, for all at the end or if the table leaves them open, otherwise None."""

    def __str__(self) -> str:
        rows = [_count({row.colour: row.plain, "wild": row.wild}) for row in self.siding]
        return f"siding: {' | '.join(rows) or '-'}  track: {self.track}  completed: {self.completed}"


class BigCityView(msgspec.Struct, frozen=True, gc=False):
    """A big-city bonus, and how many completed tickets of each seat name the city."""

    place: str
    points: int
    tickets: tuple[int | None, ...]
    """By seat; None if the viewer may not see them (CRD-15)."""
    leaders: tuple[int, ...]
    """Seats that would get the bonus now (CRD-19); empty while a number is hidden."""


class Completion(msgspec.Struct, frozen=True, gc=False):
    """The best choice of tickets to complete: most points, then most tickets (CRD-14)."""

    tickets: tuple[str, ...]
    """Including those already chosen."""
    points: int
    big_cities: dict[str, int]
    """For each big city that these tickets name: how many completed ones the viewer would then have."""
    leads: tuple[str, ...]
    """Big cities where nobody is known to have more; what others choose now is unknown."""
    proven: bool = True
    """Whether nothing better is possible; on users' boards the search may end before it knows."""


class CardOwn(msgspec.Struct, frozen=True, gc=False):
    """What only the viewer knows in the Card Game, besides `Own`."""

    track: Cards | None
    """The on-track pile: in the scoring round, and always if the table has `open_track`."""
    best: Completion | None
    """In the scoring round, while the viewer still chooses."""


class CardView(msgspec.Struct, frozen=True, gc=False):
    """What only the Card Game has, as one viewer sees it."""

    half: int
    halves: int
    """How often the deck is used with this number of players."""
    scoring: bool
    """Whether this is a scoring round."""
    seats: tuple[CardSeatView, ...]
    big_cities: tuple[BigCityView, ...]
    own: CardOwn | None
    """None for a spectator."""

    def __str__(self) -> str:
        """Return the rows and piles of each seat."""
        return "\n".join(f"seat {seat.seat}    {seat}" for seat in self.seats)


class View(msgspec.Struct, frozen=True, gc=False):
    """A game as one viewer sees it; parts that its rules do not have are empty."""

    board: str
    players: int
    turn: int
    turns: int
    pending: tuple[int, ...]
    over: bool
    last_turns: int | None
    """Turns left in the last round."""
    market: tuple[Card | None, ...]
    deck: int
    discards: Cards
    ticket_deck: int
    routes: dict[str, int]
    """Claimed routes and their owners."""
    stations: dict[str, int]
    festivals: dict[str, int]
    """Open festival cards."""
    drafts: int
    """Drafts finished."""
    draft_due: bool
    """Whether the draft card was drawn: its draft follows this turn, or is in progress (IBE-7)."""
    seats: tuple[SeatView, ...]
    sides: tuple[SideView, ...]
    attempt: Attempt | None
    own: Own | None
    """None for a spectator."""
    card_game: CardView | None
    """None on boards."""

    def __str__(self) -> str:
        """Return the table in a few lines, with what only the viewer knows at the end."""
        state = "over" if self.over else f"turn {self.turns + 1}, seat {self.turn}"
        market = " ".join(card or "-" for card in self.market)
        lines = [
            f"{self.board}: {state}",
            f"market: {market}  deck: {self.deck}  tickets: {self.ticket_deck}",
        ]
        for seat in self.seats:
            lines.append(
                f"seat {seat.seat}{' *' if seat.asked else '  '} score {self.sides[seat.side].score:3}  "
                f"cards {seat.cards:2}  tickets {seat.tickets:2}"
                + "".join(f"  {kind}s {number:2}" for kind, number in seat.pieces.items())
            )
            routes = [route for route, owner in self.routes.items() if owner == seat.seat]
            lines += [f"    {', '.join(routes)}"] if routes else []
        more = [str(part) for part in (self.card_game, self.own) if part is not None]
        return "\n".join([*lines, *more])


class TicketProgress(msgspec.Struct, frozen=True, gc=False):
    """A ticket, and the cheapest way to complete it; in the Card Game, the cards it needs."""

    ticket: str
    done: bool
    """Whether it would count as completed if the game ended now."""
    possible: bool
    """False if no path is left, or none that the pieces and stations suffice for."""
    routes: tuple[str, ...]
    """The routes of the path, in order from the ticket's first place."""
    missing: tuple[str, ...]
    """The routes that are still to be claimed."""
    borrowed: tuple[str, ...]
    """The routes that belong to others and are used by a station."""
    stations: tuple[str, ...]
    """Places where a station must still be built."""
    pieces: int
    """Pieces for the missing routes."""
    cards: dict[Card, int]
    """The Card Game: the cards still needed by colour, without locomotives; `pieces` is their number."""
