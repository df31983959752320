"""From a view back to a state: all that the viewer knows, with the hidden parts left empty.

The state has the viewer's own legal moves and shows the viewer the same table. Of other hands it
holds the cards that everyone saw them take; decks have their sizes, but no order.
"""

from collections.abc import Iterable, Mapping

import numpy as np

from semafor.boards.model import Board
from semafor.engine import state as st
from semafor.engine.state import Array, Ask, Facts, Goes, State, Step
from semafor.engine.ticket_needs import lay_out
from semafor.games.board_facts import CARD_NUMBERS, Names, facts_array, facts_of, names_of
from semafor.games.kind import blank, copy_states
from semafor.view import Attempt, Own, View

TOGETHER = (Ask.START_KEEP, Ask.START_RACK, Ask.PICK, Ask.DRAFT_KEEP)
"""Questions that all seats are asked at once."""


def known_state(board: Board, view: View) -> Array:
    """An array of one state with everything the viewer knows."""
    states = np.zeros(1, st.STATE)
    _Writer(board, view, states).write()
    return states


def fill_hands(state: State, view: View) -> None:
    """Give other seats arbitrary cards and tickets, as many as they have."""
    own = view.own
    assert own is not None, "the view of a seat"
    for seat in view.seats:
        if seat.seat != own.seat:
            state.hand[seat.seat, 0] += seat.cards - sum(seat.seen.values())
            state.tickets[seat.seat] = (1 << seat.tickets) - 1


def fill_hidden(state: State, view: View) -> None:
    """Give other seats and sides arbitrary cards and tickets, as many as they have."""
    fill_hands(state, view)
    own = view.own
    assert own is not None, "the view of a seat"
    for seat in view.seats:
        if seat.seat != own.seat:
            state.festival_held[seat.seat, 0] += seat.festivals
    for side in view.sides:
        if own.seat not in side.seats:
            state.rack[side.side, 0] += side.rack_cards
            state.rack_tickets[side.side] = (1 << side.rack_tickets) - 1


def open_network(board: Board, view: View) -> Array:
    """An array of one state with only what ways depend on and everyone sees: routes, stations, pieces."""
    states, names, seats = blank(st.STATE), names_of(board), range(view.players)
    states["players"] = view.players
    put_routes(states, board, view)
    stations = [0] * view.players
    for place, seat in view.stations.items():
        stations[seat] |= 1 << names.place_number[place]
    states["stations"][0, : view.players] = stations
    states["stations_left"][0, : view.players] = [view.seats[seat].stations for seat in seats]
    kinds = len(view.seats[0].pieces)
    states["pieces"][0, : view.players, :kinds] = [[*view.seats[seat].pieces.values()] for seat in seats]
    return states


def with_own_tickets(network: Array, board: Board, view: View) -> Array:
    """Return a copy of the network with the viewer's tickets and no others."""
    states, names, own = copy_states(network), names_of(board), view.own
    assert own is not None, "tickets are somebody's"
    states["tickets"][0, own.seat] = ticket_mask(names, own.tickets)
    states["rack_tickets"][0, view.seats[own.seat].side] = ticket_mask(names, own.rack_tickets)
    return states


def put_routes(states: Array, board: Board, view: View) -> None:
    """Write the owners of routes, and which routes are still open to each seat (BASE-14)."""
    numbers = names_of(board).route_number
    routes = np.array([numbers[name] for name in view.routes], np.int64)
    lay_out(states, facts_array(board), routes, np.array([*view.routes.values()], np.int64))


def open_routes(board: Board, view: View, seat: int) -> Array:
    """Return by route number 1 for the free routes that the seat may still claim (BASE-14), otherwise 0."""
    states = blank(st.STATE)
    states["players"] = view.players
    put_routes(states, board, view)
    bits = np.unpackbits(states["open"][0, seat].view(np.uint8), bitorder="little")
    return bits[: len(board.routes)]


def ask_of(name: str) -> Ask:
    """The question of an API name: `second-card`."""
    return Ask[name.upper().replace("-", "_")]


def put_cards(pile: Array, cards: Mapping[str, int]) -> None:
    """Write cards into a pile that is kept as numbers by kind."""
    for card, number in cards.items():
        pile[CARD_NUMBERS[card]] = number


def put_market(state: State, view: View) -> None:
    """Write the face-up cards."""
    state.market[:] = [st.NO_CARD if card is None else CARD_NUMBERS[card] for card in view.market]


def ticket_mask(names: Names, tickets: Iterable[str]) -> int:
    """The set of these tickets."""
    return sum(1 << names.ticket_number[ticket] for ticket in tickets)


def put_offer(state: State, names: Names, own: Own) -> None:
    """Write the tickets that the viewer chooses from."""
    state.offered[own.seat] = len(own.offer)
    for place, ticket in enumerate(own.offer):
        state.offer[own.seat, place] = names.ticket_number[ticket]


def offer_places(own: Own, tickets: Iterable[str]) -> int:
    """The set of the offer's places where these tickets lie."""
    return sum(1 << own.offer.index(ticket) for ticket in tickets)


def put_turns(state: State, view: View) -> None:
    """Write whose turn it is and how far the game has come."""
    state.players, state.turn, state.turns = view.players, view.turn, view.turns
    state.over = view.over
    state.last_round = view.last_turns is not None
    state.last_turns = view.last_turns or 0


def all_cards(view: View, attempt: Attempt | None) -> int:
    """Transport cards that lie neither in the deck nor turned up without a tunnel that waits."""
    market = sum(card is not None for card in view.market)
    hands = sum(seat.cards for seat in view.seats) + sum(side.rack_cards for side in view.sides)
    tried = attempt.payment.total + len(attempt.turned) if attempt else 0
    return market + hands + tried + sum(view.discards.values())


class _Writer:
    """Writes one view into an empty state, a concept at a time."""

    def __init__(self, board: Board, view: View, states: Array) -> None:
        self.board, self.view = board, view
        self.states, self.state = states, states[0]
        self.facts: Facts = facts_of(board)
        self.names = names_of(board)

    def write(self) -> None:
        put_turns(self.state, self.view)
        self.state.drafts, self.state.ticket_count = self.view.drafts, self.view.ticket_deck
        self.put_piles()
        self.put_board()
        self.put_festivals()
        if self.view.own is not None:
            self.put_own(self.view.own)
        self.put_asks()
        self.put_attempt()
        self.put_deck()

    # ---- what everyone sees ------------------------------------------------------------------

    def put_piles(self) -> None:
        state, view = self.state, self.view
        put_market(state, view)
        put_cards(state.discards, view.discards)
        for seat in view.seats:
            put_cards(state.seen[seat.seat], seat.seen)
            put_cards(state.hand[seat.seat], seat.seen)
            state.pieces[seat.seat, : len(seat.pieces)] = list(seat.pieces.values())
            state.stations_left[seat.seat] = seat.stations
        for side in view.sides:
            state.score[side.side] = side.score
        state.drawn, state.paid_colour = st.NO_CARD, st.WILD

    def put_board(self) -> None:
        put_routes(self.states, self.board, self.view)
        for place, seat in self.view.stations.items():
            self.state.stations[seat] |= np.uint64(1 << self.names.place_number[place])

    def put_festivals(self) -> None:
        for number, festival in enumerate(self.names.festivals[: int(self.facts.festivals)]):
            self.state.festival_open[number] = self.view.festivals[festival]

    def put_attempt(self) -> None:
        """Write the tunnel that waits for its extra cards (BASE-16)."""
        state, attempt = self.state, self.view.attempt
        if attempt is None:
            return
        payment = attempt.payment
        state.step, state.target = Step.ROUTE, self.names.route_number[attempt.route]
        state.paid_colour = CARD_NUMBERS[payment.colour] if payment.plain else st.WILD
        state.paid[st.HAND, st.PLAIN], state.paid[st.RACK, st.PLAIN] = (
            payment.plain - payment.rack_plain,
            payment.rack_plain,
        )
        state.paid[st.HAND, st.WILDS], state.paid[st.RACK, st.WILDS] = (
            payment.wild - payment.rack_wild,
            payment.rack_wild,
        )
        state.turned_count, state.extra = len(attempt.turned), attempt.extra
        for place, card in enumerate(attempt.turned):
            state.turned[place] = CARD_NUMBERS[card]

    def put_deck(self) -> None:
        """The deck's size and the transport cards in it.

        Cards that a tunnel turned up lie open until the turn ends, but only a tunnel that waits
        shows them: what lacks in the sum of all cards is them.
        """
        state, view = self.state, self.view
        trains = int(self.facts.cards.sum()) - all_cards(view, view.attempt)
        festivals = int(self.facts.festival_cards.sum()) - sum(view.festivals.values())
        festivals -= sum(seat.festivals for seat in view.seats)
        state.deck_end = view.deck
        in_deck = self.facts.draft_count > 0 and view.drafts < 2 and not view.draft_due
        state.draft_due = view.draft_due
        state.deck_trains = view.deck - festivals - in_deck
        if view.attempt is None:
            state.turned_count = trains - int(state.deck_trains)

    # ---- what only the viewer knows ----------------------------------------------------------

    def put_own(self, own: Own) -> None:
        state, seat, side = self.state, own.seat, own.seat // int(self.facts.team_size)
        state.hand[seat] = 0
        put_cards(state.hand[seat], own.hand)
        state.tickets[seat] = ticket_mask(self.names, own.tickets)
        if self.facts.team_size > 1:
            put_cards(state.rack[side], own.rack)
            state.rack_tickets[side] = ticket_mask(self.names, own.rack_tickets)
        for number, festival in enumerate(self.names.festivals):
            state.festival_held[seat, number] = own.festivals.get(festival, 0)
        put_offer(state, self.names, own)
        self.put_chosen(own)
        if own.drawn is not None:
            state.drawn = CARD_NUMBERS[own.drawn]
        if own.goes_to is not None:
            state.goes_to = Goes[own.goes_to.upper()]
        if own.claimed is not None:
            state.target = self.names.route_number[own.claimed]

    def put_chosen(self, own: Own) -> None:
        """Write what the viewer has picked and chosen while the table waits for others."""
        state, seat = self.state, own.seat
        if not self.picking(own):
            state.choice[seat] = offer_places(own, own.chosen)
            return
        state.draft_round = int(self.facts.draft_count) - len(own.offer)
        picked, waiting = own.chosen[: int(state.draft_round)], own.chosen[int(state.draft_round) :]
        for place, ticket in enumerate(picked):
            state.picked[seat, place] = self.names.ticket_number[ticket]
        if waiting:
            state.choice[seat] = own.offer.index(waiting[0])

    def picking(self, own: Own) -> bool:
        """Whether the hands of a draft are being passed on, even if the viewer has picked already."""
        if own.ask != "nothing":
            return own.ask == "pick"
        drafting = self.facts.draft_count > 0 and bool(own.offer)
        return drafting and (len(own.offer) < self.facts.draft_count or len(own.chosen) == 1)

    def put_asks(self) -> None:
        """Write the question of each seat; for other seats a guess where it cannot be known."""
        view, own = self.view, self.view.own
        for seat in view.pending:
            self.state.ask[seat] = self.ask_of_other(seat, own)
        if own is not None:
            self.state.ask[own.seat] = ask_of(own.ask)

    def ask_of_other(self, seat: int, own: Own | None) -> Ask:
        """What another seat is probably asked."""
        if self.view.attempt is not None and seat == self.view.turn:
            return Ask.TUNNEL
        if own is not None and ask_of(own.ask) in TOGETHER:
            return ask_of(own.ask)
        if own is None or not own.offer:
            return Ask.TURN if len(self.view.pending) == 1 else self.first_question()
        if self.facts.draft_count > 0:
            return Ask.PICK if self.picking(own) else Ask.DRAFT_KEEP
        return Ask.START_KEEP

    def first_question(self) -> Ask:
        """What everyone is asked when tickets are dealt."""
        return Ask.PICK if self.facts.draft_count > 0 else Ask.START_KEEP
