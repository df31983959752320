"""From a state of the Card Game to what one viewer may know of it."""

from collections.abc import Iterable

import numpy as np
from msgspec.structs import replace

from semafor.boards.model import Board
from semafor.engine.cardgame.card_scoring import score_game
from semafor.engine.cardgame.card_state import CARD_STATE, CardAsk, new_card_work
from semafor.engine.cardgame.completion import CHOICE, completion_of
from semafor.engine.state import COLOURS, NO_CARD, Array, Facts, State, TieBreak
from semafor.engine.state import Result as Count
from semafor.games.board_facts import (
    CARD_NAMES,
    CARD_NUMBERS,
    Names,
    card_counts,
    card_name,
    elements,
    names_of,
)
from semafor.games.board_known import (
    fill_hands,
    offer_places,
    put_cards,
    put_market,
    put_offer,
    put_turns,
    ticket_mask,
)
from semafor.games.kind import Plain, blank, pending_seats, words_of_asks
from semafor.results import Result, SideResult, TicketResult
from semafor.view import (
    BigCityView,
    CardOwn,
    CardSeatView,
    CardView,
    Completion,
    Own,
    RowView,
    SeatView,
    SideView,
    View,
)

ASK_NAMES = words_of_asks(CardAsk)


def is_scoring(state: Plain) -> bool:
    """Whether a scoring round is going on."""
    return CardAsk.COMPLETE in state.ask


class CardViewer:
    """Looks at one Card Game for anyone."""

    def __init__(self, board: Board, facts: Facts, numbers: Plain) -> None:
        self.board, self.facts, self.numbers = board, facts, numbers
        self.names: Names = names_of(board)
        self.cities = tuple(board.place(city.place).name.en for city in board.big_cities)

    def views(self, states: Array, viewers: Iterable[int | None]) -> list[View]:
        """What each of these viewers, seats or spectators, may know."""
        state = Plain(states)
        seen = self._open_view(state)
        return [
            replace(
                seen,
                own=None if viewer is None else self._own(state, viewer),
                card_game=self._card_view(states, state, viewer),
            )
            for viewer in viewers
        ]

    def _open_view(self, state: Plain) -> View:
        """Return the part that is the same for every viewer."""
        return View(
            board=self.board.board,
            players=state.players,
            turn=state.turn,
            turns=state.turns,
            pending=pending_seats(state.ask),
            over=bool(state.over),
            last_turns=state.last_turns if state.last_round else None,
            market=tuple(card_name(card) for card in state.market),
            deck=state.deck_end - state.deck_next,
            discards=card_counts(state.discards),
            ticket_deck=state.ticket_count,
            routes={},
            stations={},
            festivals={},
            drafts=0,
            draft_due=False,
            seats=tuple(_seat_view(state, seat) for seat in range(state.players)),
            sides=tuple(_side_view(state, seat) for seat in range(state.players)),
            attempt=None,
            own=None,
            card_game=None,
        )

    def _own(self, state: Plain, seat: int) -> Own:
        offer = tuple(self.names.tickets[n] for n in state.offer[seat][: state.offered[seat]])
        return Own(
            seat=seat,
            ask=ASK_NAMES[state.ask[seat]],
            hand=card_counts(state.hand[seat]),
            tickets=self.names.ticket_set(state.tickets[seat]),
            offer=offer,
            chosen=self._chosen(state, seat, offer),
            festivals={},
            rack={},
            rack_tickets=(),
            drawn=None,
        )

    def _chosen(self, state: Plain, seat: int, offer: tuple[str, ...]) -> tuple[str, ...]:
        """Return what the seat has already answered to a question that others have yet to answer."""
        if offer and state.ask[seat] == CardAsk.NOTHING:
            return tuple(offer[i] for i in elements(state.choice[seat]))
        return self.names.ticket_set(state.completing[seat])

    def _card_view(self, states: Array, state: Plain, viewer: int | None) -> CardView:
        return CardView(
            half=state.half,
            halves=self.numbers.halves[state.players],
            scoring=is_scoring(state),
            seats=tuple(self._card_seat(state, seat, viewer) for seat in range(state.players)),
            big_cities=tuple(self._city(state, city, viewer) for city in range(self.numbers.big_cities)),
            own=None if viewer is None else self._card_own(states, state, viewer),
        )

    def _may_look(self, state: Plain, seat: int, viewer: int | None) -> bool:
        """CRD-15: completed tickets lie face down, for their owner only, unless the table says otherwise."""
        return seat == viewer or bool(state.over or self.numbers.open_completed) or not state.completed[seat]

    def _card_seat(self, state: Plain, seat: int, viewer: int | None) -> CardSeatView:
        completed = state.completed[seat]
        seen = self._may_look(state, seat, viewer)
        return CardSeatView(
            seat=seat,
            siding=rows_of(state, seat),
            track=sum(state.track[seat]),
            completed=completed.bit_count(),
            completed_tickets=self.names.ticket_set(completed) if seen else None,
        )

    def _city(self, state: Plain, city: int, viewer: int | None) -> BigCityView:
        counts = self._city_counts(state, city, viewer)
        most = 0 if None in counts else max(count for count in counts if count is not None)
        leaders = tuple(seat for seat, count in enumerate(counts) if count == most > 0)
        return BigCityView(self.cities[city], self.numbers.city_points[city], counts, leaders)

    def _city_counts(self, state: Plain, city: int, viewer: int | None) -> tuple[int | None, ...]:
        """CRD-15, CRD-19: each seat's completed tickets that name the city, None where they are hidden."""
        naming = self.numbers.city_tickets[city]
        return tuple(
            (state.completed[seat] & naming).bit_count() if self._may_look(state, seat, viewer) else None
            for seat in range(state.players)
        )

    def _card_own(self, states: Array, state: Plain, seat: int) -> CardOwn:
        choosing = state.ask[seat] == CardAsk.COMPLETE
        return CardOwn(
            track=self.own_track(state, seat),
            best=self._best(states, state, seat) if choosing else None,
        )

    def own_track(self, state: Plain, seat: int) -> dict[str, int] | None:
        """CRD-5: the own pile is seen in the scoring round, or always where the table says so."""
        seen = bool(self.numbers.open_track) or is_scoring(state)
        return card_counts(state.track[seat]) if seen else None

    def _best(self, states: Array, state: Plain, seat: int) -> Completion:
        """CRD-14: the exact best choice, and what it would do to the bonuses."""
        choice = blank(CHOICE)[0]
        best = completion_of(states[0], self.facts, seat, choice)
        tickets = int(best)
        after = state.completed[seat] | tickets
        big_cities: dict[str, int] = {}
        leads = []
        for city, name in enumerate(self.cities):
            naming = self.numbers.city_tickets[city]
            if tickets & naming:
                big_cities[name] = (after & naming).bit_count()
                counts = self._city_counts(state, city, seat)
                if all(count is not None and big_cities[name] >= count for count in counts):
                    leads.append(name)
        points = sum(self.numbers.ticket_points[ticket] for ticket in elements(tickets))
        return Completion(
            self.names.ticket_set(tickets), points, big_cities, tuple(leads), bool(choice.proven)
        )


def rows_of(state: Plain, seat: int) -> tuple[RowView, ...]:
    """The rows of a seat's siding, in the order of the colours."""
    siding, wilds = state.siding[seat], state.siding_wilds[seat]
    return tuple(
        RowView(CARD_NAMES[colour], siding[colour], wilds[colour])
        for colour in range(COLOURS)
        if siding[colour] + wilds[colour]
    )


def _seat_view(state: Plain, seat: int) -> SeatView:
    return SeatView(
        seat=seat,
        side=seat,
        cards=sum(state.hand[seat]),
        seen=card_counts(state.seen[seat]),
        tickets=state.tickets[seat].bit_count(),
        pieces={},
        stations=0,
        festivals=0,
        asked=state.ask[seat] != CardAsk.NOTHING,
    )


def _side_view(state: Plain, seat: int) -> SideView:
    return SideView(side=seat, seats=(seat,), score=state.score[seat], rack_cards=0, rack_tickets=0)


def result_of(state: State, board: Board, facts: Facts) -> Result:
    """Return everything each seat scored, with ranks."""
    work = new_card_work()
    score_game(state, facts, work.result, work)
    sides = tuple(_side_result(state, board, work.result, seat) for seat in range(state.players))
    winners = tuple(side.side for side in sides if side.rank == 1)
    tie = TieBreak(work.result.tie_break)
    return Result(sides, winners, None if tie == TieBreak.NONE else tie.name.lower())


def _side_result(state: State, board: Board, count: Count, seat: int) -> SideResult:
    won = [board.big_cities[city] for city in elements(count.bonuses[seat])]
    return SideResult(
        side=seat,
        seats=(seat,),
        routes=0,
        tickets=_tickets(state, board, seat),
        ticket_points=int(count.tickets[seat]),
        completed=int(count.completed_count[seat]),
        stations=0,
        borrowed={},
        longest=0,
        line=(),
        longest_bonus=0,
        most_tickets_bonus=0,
        festivals=0,
        big_cities={board.place(city.place).name.en: city.points for city in won},
        big_cities_bonus=int(count.bonus[seat]),
        total=int(count.total[seat]),
        rank=int(count.rank[seat]),
    )


def _tickets(state: State, board: Board, seat: int) -> tuple[TicketResult, ...]:
    names, done = names_of(board), int(state.completed[seat])
    held = elements(done | int(state.tickets[seat]))
    return tuple(TicketResult(names.tickets[n], board.tickets[n].points, bool(done >> n & 1)) for n in held)


def known_state(board: Board, view: View) -> Array:
    """Return an array of one state with everything the viewer knows; hidden piles are empty."""
    states = np.zeros(1, CARD_STATE)
    state: State = states[0]
    assert view.card_game is not None, "a view of the Card Game"
    put_turns(state, view)
    state.ticket_count, state.deck_end, state.deck_trains = view.ticket_deck, view.deck, view.deck
    state.row_colour = NO_CARD
    put_market(state, view)
    put_cards(state.discards, view.discards)
    _put_seats(state, board, view, view.card_game)
    if view.own is not None:
        _put_own(state, board, view.own, view.card_game)
    for seat in view.pending:
        state.ask[seat] = _ask_of(view, seat)
    return states


def fill_hidden(state: State, view: View) -> None:
    """Give seats arbitrary cards and tickets where the viewer does not see them, as many as they have."""
    assert view.card_game is not None, "a view of the Card Game"
    fill_hands(state, view)
    for shown in view.card_game.seats:
        if shown.completed_tickets is None:
            state.completed[shown.seat] = (1 << shown.completed) - 1
        state.track[shown.seat] = 0
        state.track[shown.seat, 0] = shown.track


def _put_seats(state: State, board: Board, view: View, cards: CardView) -> None:
    """Write what everyone sees of the seats."""
    names = names_of(board)
    state.half = cards.half
    for seat in view.seats:
        put_cards(state.seen[seat.seat], seat.seen)
        put_cards(state.hand[seat.seat], seat.seen)
        state.score[seat.seat] = view.sides[seat.seat].score
    for shown in cards.seats:
        state.completed[shown.seat] = ticket_mask(names, shown.completed_tickets or ())
        for row in shown.siding:
            state.siding[shown.seat, CARD_NUMBERS[row.colour]] = row.plain
            state.siding_wilds[shown.seat, CARD_NUMBERS[row.colour]] = row.wild


def _put_own(state: State, board: Board, own: Own, cards: CardView) -> None:
    """Write what only the viewer knows."""
    names, seat = names_of(board), own.seat
    state.hand[seat] = 0
    put_cards(state.hand[seat], own.hand)
    state.tickets[seat] = ticket_mask(names, own.tickets)
    put_offer(state, names, own)
    if own.offer:
        state.choice[seat] = offer_places(own, own.chosen)
    else:
        state.completing[seat] = ticket_mask(names, own.chosen)
    if cards.own is not None and cards.own.track is not None:
        put_cards(state.track[seat], cards.own.track)


def _ask_of(view: View, seat: int) -> CardAsk:
    """Return the question of a seat; for other seats a guess where it cannot be known."""
    own, cards = view.own, view.card_game
    if own is not None and own.seat == seat:
        return CardAsk[own.ask.upper().replace("-", "_")]
    if cards is not None and cards.scoring:
        return CardAsk.COMPLETE
    return CardAsk.TURN if len(view.pending) == 1 and not (own and own.offer) else CardAsk.START_KEEP
