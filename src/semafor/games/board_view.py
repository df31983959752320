"""From a state to what one viewer may know of it."""

from typing import Literal

from msgspec.structs import replace

from semafor.boards.model import Board
from semafor.engine.state import NO_CARD, WILD, Ask
from semafor.games.board_facts import CARD_NAMES, Names, card_counts, card_name, elements, route_elements
from semafor.games.kind import NOTHING, Plain, pending_seats, words_of_asks
from semafor.moves import Payment
from semafor.view import Attempt, Own, SeatView, SideView, View

GOES: tuple[Literal["anywhere", "hand", "rack", "alone"], ...] = ("anywhere", "hand", "rack", "alone")
"""The words for `Goes`."""

SEEN = (
    *("players", "turn", "turns", "ask", "over", "last_turns", "last_round"),
    *("market", "deck_end", "deck_next", "discards", "hand", "seen", "rack", "drawn"),
    *("owned", "pieces", "stations", "stations_left", "score"),
    *("ticket_count", "tickets", "rack_tickets", "offer", "offered", "choice"),
    *("drafts", "draft_due", "festival_open", "festival_held"),
)
"""The fields of a state that every view is made of."""

ASK_NAMES = words_of_asks(Ask)
TUNNEL, FESTIVAL, PLACE_CARD, PICK = (
    int(ask) for ask in (Ask.TUNNEL, Ask.FESTIVAL, Ask.PLACE_CARD, Ask.PICK)
)
ANSWERED = tuple(int(ask) for ask in (Ask.NOTHING, Ask.START_RACK, Ask.RACK_TICKET))
"""Numbers, since members of an enum are looked up more slowly."""


def seats_of_side(size: int, side: int) -> tuple[int, ...]:
    """The seats that play for a side of this size."""
    return tuple(range(side * size, side * size + size))


def route_owners(state: Plain) -> dict[int, int]:
    """Claimed routes and their owners."""
    owners = {route: seat for seat in range(state.players) for route in route_elements(state.owned[seat])}
    return dict(sorted(owners.items()))


def open_view(state: Plain, board: Board, names: Names, facts: Plain) -> View:
    """What everyone may know, a spectator too."""
    sides = range(state.players // facts.team_size)
    return View(
        board=board.board,
        players=state.players,
        turn=state.turn,
        turns=state.turns,
        pending=pending_seats(state.ask),
        over=bool(state.over),
        last_turns=state.last_turns if state.last_round else None,
        market=tuple([card_name(card) for card in state.market]),
        deck=state.deck_end - state.deck_next,
        discards=card_counts(state.discards),
        ticket_deck=state.ticket_count,
        routes={names.routes[route]: seat for route, seat in route_owners(state).items()},
        stations={names.places[n]: s for s in range(state.players) for n in elements(state.stations[s])},
        festivals={names.festivals[n]: state.festival_open[n] for n in range(facts.festivals)},
        drafts=state.drafts,
        draft_due=bool(state.draft_due),
        seats=tuple([_seat_view(state, board, facts, seat) for seat in range(state.players)]),
        sides=tuple([_side_view(state, facts, side) for side in sides]),
        attempt=_attempt(state, names),
        own=None,
        card_game=None,
    )


def with_own(seen: View, state: Plain, names: Names, facts: Plain, seat: int) -> View:
    """What everyone may know, with what only this seat knows."""
    return replace(seen, own=_own(state, names, facts, seat))


def _seat_view(state: Plain, board: Board, facts: Plain, seat: int) -> SeatView:
    return SeatView(
        seat=seat,
        side=seat // facts.team_size,
        cards=sum(state.hand[seat]) + (state.drawn != NO_CARD and seat == state.turn),
        seen=card_counts(state.seen[seat]),
        tickets=state.tickets[seat].bit_count(),
        pieces=dict(zip(board.options.pieces, state.pieces[seat], strict=False)),
        stations=state.stations_left[seat],
        festivals=sum(state.festival_held[seat]),
        asked=state.ask[seat] != NOTHING,
    )


def _side_view(state: Plain, facts: Plain, side: int) -> SideView:
    return SideView(
        side=side,
        seats=seats_of_side(facts.team_size, side),
        score=state.score[side],
        rack_cards=sum(state.rack[side]),
        rack_tickets=state.rack_tickets[side].bit_count(),
    )


def _attempt(state: Plain, names: Names) -> Attempt | None:
    """The tunnel that waits for its extra cards; what is laid down and turned up is open."""
    if state.ask[state.turn] != TUNNEL:
        return None
    return Attempt(
        seat=state.turn,
        route=names.routes[state.target],
        payment=paid_so_far(state),
        turned=tuple(CARD_NAMES[card] for card in state.turned[: state.turned_count]),
        extra=state.extra,
    )


def paid_so_far(state: Plain) -> Payment:
    """The cards laid aside."""
    (hand_plain, hand_wild), (rack_plain, rack_wild) = state.paid
    colour = CARD_NAMES[state.paid_colour if hand_plain + rack_plain else WILD]
    return Payment(colour, hand_plain + rack_plain, hand_wild + rack_wild, rack_plain, rack_wild)


def _own(state: Plain, names: Names, facts: Plain, seat: int) -> Own:
    side = seat // facts.team_size
    mine = seat == state.turn and state.ask[seat] == PLACE_CARD
    offer = tuple([names.tickets[n] for n in state.offer[seat][: state.offered[seat]]])
    return Own(
        seat=seat,
        ask=ASK_NAMES[state.ask[seat]],
        hand=card_counts(state.hand[seat]),
        tickets=names.ticket_set(state.tickets[seat]),
        offer=offer,
        chosen=_chosen(state, names, seat, offer),
        festivals=_festivals_held(state, names, seat) if facts.festivals else {},
        rack=card_counts(state.rack[side]) if facts.team_size > 1 else {},
        rack_tickets=names.ticket_set(state.rack_tickets[side]),
        drawn=card_name(state.drawn) if mine else None,
        goes_to=_goes_to(state, facts, seat),
        claimed=names.routes[state.target] if state.ask[seat] == FESTIVAL else None,
    )


def _festivals_held(state: Plain, names: Names, seat: int) -> dict[str, int]:
    return {names.festivals[n]: held for n, held in enumerate(state.festival_held[seat]) if held}


def _goes_to(state: Plain, facts: Plain, seat: int) -> Literal["anywhere", "hand", "rack", "alone"] | None:
    """ASI-5, ASI-6: where the seat's next card may go; None where it draws none."""
    if facts.team_size == 1 or state.ask[seat] not in (Ask.SECOND_CARD, Ask.PLACE_CARD):
        return None
    return GOES[state.goes_to]


def _chosen(state: Plain, names: Names, seat: int, offer: tuple[str, ...]) -> tuple[str, ...]:
    """Return what the seat has already answered to a question that others have yet to answer."""
    waiting = offer and state.ask[seat] in ANSWERED
    if PICK in state.ask:
        picked = tuple(names.tickets[n] for n in state.picked[seat][: state.draft_round])
        return (*picked, offer[state.choice[seat]]) if waiting else picked
    return tuple([offer[i] for i in elements(state.choice[seat])]) if waiting else ()
