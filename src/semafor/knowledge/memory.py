"""What a seat remembers besides its view: tickets it gave back or passed on, and on-track piles."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from semafor.boards.model import WILD, Board
from semafor.engine.actions import KEEP
from semafor.engine.state import CARD_KINDS, SEATS, TICKETS, Array, Ask, Facts, State
from semafor.games.arrays import Single
from semafor.games.board_facts import names_of
from semafor.games.board_known import put_cards
from semafor.games.lookup import kind_of
from semafor.knowledge.card_worlds import visible_cards
from semafor.moves import Keep, Move, Pick, PlaceRow, PlaceThree
from semafor.view import CardView, RowView, View


class Returned(msgspec.Struct, frozen=True):
    """Tickets that were put under the deck, and the situation then."""

    tickets: int
    above: int
    """Tickets above them in the deck."""
    held: int
    """Tickets held by all seats and racks then."""


class TicketMemory:
    """Remembers the tickets that a seat rejected or passed on in a draft."""

    def __init__(self, board: Board) -> None:
        self._numbers = names_of(board).ticket_number
        self._start = board.options.start_tickets.rejected
        self._draw = board.options.draw_tickets
        self._returned: list[Returned] = []
        self.out = 0
        """Tickets known to have left the game."""
        self._rounds = board.options.draft.count if board.options.draft else 0
        self._offers: dict[int, int] = {}
        """The tickets that could be picked in each round of the draft in progress."""

    def draft(self, view: View) -> dict[int, int]:
        """Return the tickets to pick from in each round of the present draft, as far as they were seen."""
        own = view.own
        if own is None or own.ask not in ("pick", "draft-keep"):
            return {}
        if own.ask == "pick":
            now = self._rounds - len(own.offer)
            return {turn: offer for turn, offer in self._offers.items() if turn < now} | {
                now: self._mask(own.offer)
            }
        return self._offers | {self._rounds - 1: self._mask(own.offer[-1:])}  # picked automatically

    def under(self, view: View) -> int:
        """Return the tickets that must still lie under the deck, because no draw can have reached them.

        If a draw need not keep anything, the number of draws is unknown.
        """
        if view.own is None or self._draw.keep == 0:
            return 0
        drawing = self._draw.count if view.own.ask == "keep" else 0
        mine = self._mask((*view.own.tickets, *view.own.rack_tickets, *view.own.offer))
        found = 0
        for returned in self._returned:
            drawn = self._draw.count * max(0, tickets_held(view) - returned.held) + drawing
            if drawn <= returned.above:
                found |= returned.tickets
        return found & ~mine

    def note(self, view: View, move: Move) -> None:
        """Remember a move of the seat."""
        if isinstance(move, Pick) and view.own is not None:
            passed = self._rounds - len(view.own.offer)
            self._offers = {turn: offer for turn, offer in self._offers.items() if turn < passed}
            self._offers[passed] = self._mask(view.own.offer)
        if not isinstance(move, Keep) or view.own is None:
            return
        rejected = self._mask(set(view.own.offer) - set(move.tickets))
        if view.own.ask == "start-keep" and self._start == "out":
            self.out |= rejected
        elif view.own.ask == "keep" or self._start == "bottom" or view.drafts > 0:
            held = tickets_held(view) + len(move.tickets)
            if view.own.ask != "keep":  # all others keep some now, too: count as if they had them
                held += len(view.own.offer) * (view.players - 1)
            self._returned.append(Returned(rejected, view.ticket_deck, held))

    def _mask(self, tickets: Iterable[str]) -> int:
        return sum(1 << self._numbers[ticket] for ticket in tickets)


def tickets_held(view: View) -> int:
    """Return the number of tickets in all hands and on all racks."""
    return sum(seat.tickets for seat in view.seats) + sum(side.rack_tickets for side in view.sides)


def leaving_order(row: RowView, wilds_first: bool) -> list[str]:
    """CRD-4: return the cards of a row in the order in which they leave."""
    plain, wild = [row.colour] * row.plain, [WILD] * row.wild
    return wild + plain if wilds_first else plain + wild


class TrackMemory:
    """Remembers the cards that left a siding for the track, from view to view."""

    def __init__(self, wilds_first: bool) -> None:
        self._wilds_first = wilds_first
        self._rows: dict[str, RowView] = {}
        self.cards: Counter[str] = Counter()
        """Cards known to lie on the pile."""

    def look(self, view: CardView, seat: int) -> Counter[str]:
        """Return the cards known to be on the pile; call this before every decision."""
        known, size = self.cards.total(), view.seats[seat].track
        if view.own is not None and view.own.track is not None:
            self.cards = Counter(view.own.track)
        elif size < known:
            self.cards = Counter()  # the second half has begun
        else:
            self.cards.update(self._rolled(view, seat)[: size - known])
        self._rows = {row.colour: row for row in view.seats[seat].siding}
        return self.cards

    def _rolled(self, view: CardView, seat: int) -> list[str]:
        """Return the cards that left the siding for the track since the last look, the certain ones first.

        A row that is gone was robbed if another seat has that colour now: while the row was there, nobody
        else could place the colour without robbing it, and after it had left no other seat had a turn.
        """
        now = {row.colour: row.plain + row.wild for row in view.seats[seat].siding}
        taken = {row.colour for other in view.seats if other.seat != seat for row in other.siding}
        certain: list[str] = []
        robbed: list[str] = []
        for colour, row in self._rows.items():
            leaving = leaving_order(row, self._wilds_first)
            if colour in taken:
                robbed += leaving
            else:
                certain += leaving[: len(leaving) - now.get(colour, 0)]
        return certain + robbed

    def note(self, move: Move) -> None:
        """Remember what a move of the seat places in the siding."""
        if isinstance(move, PlaceRow):
            self._rows[move.colour] = RowView(move.colour, move.plain, move.wild)
        elif isinstance(move, PlaceThree):
            self._rows |= {colour: RowView(colour, 1, 0) for colour in move.colours}


class SeatMemory:
    """Everything that one seat remembers beyond its current view.

    These are the tickets that it gave back or passed on, and in the Card Game the cards that it saw roll
    out onto the on-track piles.
    """

    def __init__(self, board: Board) -> None:
        self._kind = kind_of(board)
        self.tickets = TicketMemory(board)
        self._piles = self._kind.pick(board=_no_piles, cards=_card_piles)(board)

    def look(self, view: View) -> None:
        """Read a view, at every decision of the seat; a second call changes nothing."""
        own, cards = view.own, view.card_game
        assert own is not None, "a seat looks"
        for seat, pile in enumerate(self._piles[: view.players]):
            assert cards is not None, "a view of the Card Game"
            pile.look(cards if seat == own.seat else msgspec.structs.replace(cards, own=None), seat)

    def note(self, view: View, move: Move) -> None:
        """Read the view in which the seat decided, and remember its move."""
        self.look(view)
        self.tickets.note(view, move)
        if self._piles and view.own is not None:
            self._piles[view.own.seat].note(move)

    def pile(self, seat: int) -> Counter[str]:
        """Return the cards known to be on the on-track pile of a seat; empty in games on boards."""
        return self._piles[seat].cards if self._piles else Counter()

    def known(self, view: View, *, guess_piles: bool = False) -> Array:
        """Return a state with everything that the seat sees and remembers; the rest is empty.

        With `guess_piles` it also has the on-track piles of other seats, which are not certain: several cards
        may have rolled out between two decisions of the seat.
        """
        self.look(view)
        states, own = self._kind.known(view), view.own
        for seat, pile in enumerate(self._piles[: view.players]):
            if guess_piles or (own is not None and seat == own.seat):
                put_pile(states[0], seat, pile, self._kind.facts)
        return states

    def game(self, view: View) -> Single:
        """Return the game as the seat knows it; hidden piles have the right sizes, but arbitrary contents."""
        self.look(view)
        states, own = self._kind.known(view, sizes=True), view.own
        assert own is not None, "a seat looks"
        if self._piles:
            track, known = states["track"][0, own.seat], self.pile(own.seat)
            size = int(track.sum())
            track[:] = 0
            put_cards(track, known)
            track[0] += max(0, size - known.total())
        return Single(self._kind.board, view.players, states)


def put_pile(state: State, seat: int, pile: TrackMemory, facts: Facts) -> None:
    """Write a remembered pile into a state; forget it if it contradicts what else is known."""
    state.track[seat] = 0
    put_cards(state.track[seat], dict(pile.cards))
    if any(visible_cards(state, card) > facts.cards[card] for card in range(CARD_KINDS)):
        state.track[seat] = 0
        pile.cards = Counter()


def _no_piles(_board: Board) -> tuple[TrackMemory, ...]:
    return ()


def _card_piles(board: Board) -> tuple[TrackMemory, ...]:
    assert board.options.card_game is not None, "a board of the Card Game"
    wilds_first = board.options.card_game.locomotives_leave == "first"
    return tuple(TrackMemory(wilds_first) for _ in range(SEATS))


KEEPS = (Ask.KEEP, Ask.START_KEEP, Ask.DRAFT_KEEP)


class ExactTicketMemory:
    """The same for code that sees every decision: exact, from states and actions."""

    def __init__(self, board: Board) -> None:
        self._start = board.options.start_tickets.rejected
        self._under: dict[int, int] = {}
        """Tickets under the deck, each with the number of undrawn tickets above it."""
        self.out = 0
        """Tickets known to have left the game."""
        self._offers: dict[int, int] = {}

    def under(self, view: View) -> int:
        """Return the tickets that must still lie under the deck."""
        del view
        return sum(1 << ticket for ticket, above in self._under.items() if above >= 0)

    def draft(self, view: View) -> dict[int, int]:
        """Return the tickets to pick from in each round of the present draft, as far as they were seen."""
        own = view.own
        return self._offers if own is not None and own.offer and self._offers else {}

    def note(self, before: State, seat: int, action: int) -> None:
        """Remember a decision of the seat; `before` is the state in which it was made."""
        if before.ask[seat] in KEEPS:
            offer, kept = before.offer[seat, : before.offered[seat]].tolist(), action - KEEP
            sent = [ticket for place, ticket in enumerate(offer) if not kept >> place & 1]
            self._send_away(sent, before, Ask(before.ask[seat]))

    def _see_offer(self, turn: int, offer: list[int]) -> None:
        self._offers = {earlier: seen for earlier, seen in self._offers.items() if earlier < turn}
        self._offers[turn] = sum(1 << ticket for ticket in offer)

    def _send_away(self, tickets: list[int], before: State, ask: Ask) -> None:
        drafted = ask == Ask.DRAFT_KEEP and before.drafts > 0
        if ask == Ask.KEEP or drafted or self._start == "bottom":
            self._under |= dict.fromkeys(tickets, int(before.ticket_count))
        elif self._start == "out":
            self.out |= sum(1 << ticket for ticket in tickets)

    def see(self, before: State, after: State, seat: int) -> None:
        """Record what a decision of any seat did to the ticket deck, and what the seat is offered now."""
        drawn = (int(after.ticket_next) - int(before.ticket_next)) % TICKETS
        own = set(after.offer[seat, : after.offered[seat]].tolist())
        if after.ask[seat] == Ask.RACK_TICKET:  # rejected tickets lie under the deck by now (ASI-9)
            own = set()
        left = {ticket: above - drawn for ticket, above in self._under.items() if above >= drawn}
        self._under = {ticket: above for ticket, above in left.items() if ticket not in own}
        if Ask.PICK in after.ask:
            self._see_offer(int(after.draft_round), list(own))
        elif Ask.DRAFT_KEEP not in after.ask:
            self._offers = {}
        elif self._offers:  # the last ticket of a hand is picked automatically
            rounds = int(after.offered[seat])
            self._offers[rounds - 1] = 1 << int(after.offer[seat, rounds - 1])
