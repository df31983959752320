"""From a state to what one viewer may know of it."""

from __future__ import annotations

from semafor.boardgame.names import CARD_NAMES, card_counts, card_name, elements, names_of, route_elements
from semafor.boards.model import Board
from semafor.engine.payment import PLAIN, WILDS, paid_cards
from semafor.engine.state import NO_CARD, WILD, Ask, Facts, State
from semafor.moves import Payment
from semafor.view import Attempt, Own, SeatView, SideView, View


def ask_name(ask: int) -> str:
    """The question in the words of the API: `second-card`."""
    return Ask(ask).name.lower().replace("_", "-")


def seats_of_side(facts: Facts, side: int) -> tuple[int, ...]:
    """The seats that play for a side."""
    size = int(facts.team_size)
    return tuple(range(side * size, side * size + size))


def pending_seats(state: State) -> tuple[int, ...]:
    """The seats that must decide now."""
    return tuple(seat for seat in range(state.players) if state.ask[seat] != Ask.NOTHING)


def route_owners(state: State) -> dict[int, int]:
    """Claimed routes and their owners."""
    owners = {route: seat for seat in range(state.players) for route in route_elements(state.owned[seat])}
    return dict(sorted(owners.items()))


def view_of(state: State, board: Board, facts: Facts, viewer: int | None) -> View:
    """What the viewer, a seat or a spectator, may know."""
    names = names_of(board)
    sides = range(int(state.players) // int(facts.team_size))
    return View(
        board=board.board,
        players=int(state.players),
        turn=int(state.turn),
        turns=int(state.turns),
        pending=pending_seats(state),
        over=bool(state.over),
        last_turns=int(state.last_turns) if state.last_round else None,
        market=tuple(card_name(card) for card in state.market),
        deck=int(state.deck_end) - int(state.deck_next),
        discards=card_counts(state.discards),
        ticket_deck=int(state.ticket_count),
        routes={names.routes[route]: seat for route, seat in route_owners(state).items()},
        stations={names.places[n]: s for s in range(state.players) for n in elements(state.stations[s])},
        festivals={names.festivals[n]: int(state.festival_open[n]) for n in range(facts.festivals)},
        drafts=int(state.drafts),
        seats=tuple(_seat_view(state, board, facts, seat) for seat in range(state.players)),
        sides=tuple(_side_view(state, facts, side) for side in sides),
        attempt=_attempt(state, board),
        own=None if viewer is None else _own(state, board, facts, viewer),
    )


def _seat_view(state: State, board: Board, facts: Facts, seat: int) -> SeatView:
    kinds = zip(board.options.pieces, state.pieces[seat], strict=False)
    return SeatView(
        seat=seat,
        side=seat // int(facts.team_size),
        cards=int(state.hand[seat].sum()) + int(state.drawn != NO_CARD and seat == state.turn),
        tickets=int(state.tickets[seat]).bit_count(),
        pieces={kind: int(left) for kind, left in kinds},
        stations=int(state.stations_left[seat]),
        festivals=int(state.festival_held[seat].sum()),
        asked=bool(state.ask[seat] != Ask.NOTHING),
    )


def _side_view(state: State, facts: Facts, side: int) -> SideView:
    return SideView(
        side=side,
        seats=seats_of_side(facts, side),
        score=int(state.score[side]),
        rack_cards=int(state.rack[side].sum()),
        rack_tickets=int(state.rack_tickets[side]).bit_count(),
    )


def _attempt(state: State, board: Board) -> Attempt | None:
    """The tunnel that waits for its extra cards; what is laid down and turned up is open."""
    if state.ask[state.turn] != Ask.TUNNEL:
        return None
    return Attempt(
        seat=int(state.turn),
        route=names_of(board).routes[state.target],
        payment=paid_so_far(state),
        turned=tuple(CARD_NAMES[card] for card in state.turned[: state.turned_count]),
        extra=int(state.extra),
    )


def paid_so_far(state: State) -> Payment:
    """The cards laid aside."""
    plain, wild = int(paid_cards(state, PLAIN)), int(paid_cards(state, WILDS))
    colour = CARD_NAMES[state.paid_colour if plain else WILD]
    return Payment(colour, plain, wild, int(state.paid[1, PLAIN]), int(state.paid[1, WILDS]))


def _own(state: State, board: Board, facts: Facts, seat: int) -> Own:
    names, side = names_of(board), seat // int(facts.team_size)
    in_teams = facts.team_size > 1
    mine = seat == state.turn and state.ask[seat] == Ask.PLACE_CARD
    offer = tuple(names.tickets[n] for n in state.offer[seat, : state.offered[seat]])
    return Own(
        seat=seat,
        ask=ask_name(state.ask[seat]),
        hand=card_counts(state.hand[seat]),
        tickets=names.ticket_set(state.tickets[seat]),
        offer=offer,
        chosen=_chosen(state, board, seat, offer),
        festivals={names.festivals[n]: int(c) for n, c in enumerate(state.festival_held[seat]) if c},
        rack=card_counts(state.rack[side]) if in_teams else {},
        rack_tickets=names.ticket_set(state.rack_tickets[side]),
        drawn=card_name(state.drawn) if mine else None,
    )


def _chosen(state: State, board: Board, seat: int, offer: tuple[str, ...]) -> tuple[str, ...]:
    """What the seat has already answered to a question that others still think about."""
    names = names_of(board)
    picked = tuple(names.tickets[n] for n in state.picked[seat, : state.draft_round])
    waiting = state.ask[seat] in (Ask.NOTHING, Ask.START_RACK, Ask.RACK_TICKET) and offer
    if waiting and _drafting(state):
        return (*picked, offer[state.choice[seat]])
    kept = tuple(offer[i] for i in elements(int(state.choice[seat]))) if waiting else ()
    return picked + kept


def _drafting(state: State) -> bool:
    return any(state.ask[seat] == Ask.PICK for seat in range(state.players))
