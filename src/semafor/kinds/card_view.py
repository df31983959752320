"""From a state of the Card Game to what one viewer may know of it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from semafor.boards.model import Board
from semafor.engine.cardgame.completion import completion_of
from semafor.engine.cardgame.state import CardAsk
from semafor.engine.state import COLOURS, Array, Facts
from semafor.kinds.answers import words_of_asks
from semafor.kinds.names import CARD_NAMES, Names, card_counts, card_name, elements, names_of
from semafor.kinds.plain import Plain, pending_seats
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


class Eyes:
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
        """What is the same for everyone."""
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
        """What the seat has already answered to a question that others still think about."""
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
        """CRD-5: the own pile is seen in the scoring round, or always where the table says so."""
        seen = bool(self.numbers.open_track) or is_scoring(state)
        choosing = state.ask[seat] == CardAsk.COMPLETE
        return CardOwn(
            track=card_counts(state.track[seat]) if seen else None,
            best=self._best(states, state, seat) if choosing else None,
        )

    def _best(self, states: Array, state: Plain, seat: int) -> Completion:
        """CRD-14: the exact best choice, and what it would do to the bonuses."""
        best, proven = completion_of(states[0], self.facts, seat)
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
        return Completion(self.names.ticket_set(tickets), points, big_cities, tuple(leads), bool(proven))


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
