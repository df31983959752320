"""Messages about a table, as each viewer may see it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from semafor.errors import SemaforError
from semafor.moves import Move
from semafor.server.messages import Clock, SeatCard, TableCard
from semafor.server.socket_messages import Ending, OfferedMove, Progress, RouteCheck, Sight, State, Update
from semafor.server.table.table import Seat, Table
from semafor.server.table.table_actions import MOST_UNDONE
from semafor.view import TicketProgress, View


def fresh_progress(table: Table, seats: Iterable[int]) -> dict[int, tuple[TicketProgress, ...]]:
    """Return the progress of those of these seats where it differs from what was sent before."""
    keys = {} if table.game is None or table.game.over else table.game.progress_keys(seats)
    fresh = [seat for seat, key in keys.items() if table.sent_progress.get(seat) != key]
    table.compute_progress(fresh)
    table.sent_progress |= keys
    return {seat: table.computed.progress[seat].tickets for seat in fresh}


def progress_of(table: Table, seat: int) -> Progress:
    """Return the progress of all tickets that a seat holds or is offered, its team's rack included."""
    if table.game is None:
        raise SemaforError("no-progress")
    table.compute_progress((seat,))
    return table.computed.progress[seat]


def check_route(table: Table, seat: int, route: str) -> RouteCheck:
    """Say what prevents a seat from claiming a route."""
    if table.game is None:
        raise SemaforError("not-started")
    found = table.game.check_claim(route, seat)
    reason, rule = (found.refusal.phrase, found.refusal.rule) if found.refusal else (None, None)
    return RouteCheck(seat, table.version, route, reason, rule, found.payment, found.short)


REMEMBERED = 20_000
"""Moves whose texts are cached."""
FreshProgress = Mapping[int, tuple[TicketProgress, ...]]
"""Ticket progress of the seats for which it has changed."""


def card_of(table: Table, now: float, online: Iterable[int] = ()) -> TableCard:
    """The public description of a table; the part without clocks is cached."""
    connected, pending = frozenset(online), table.pending
    static = table.cached_card = table.cached_card or _static_card(table)
    seats = tuple([_seat_card(seat, now, connected, pending) for seat in table.seats])
    return msgspec.structs.replace(static, seats=seats)


def _static_card(table: Table) -> TableCard:
    return TableCard(
        id=table.id,
        board=table.setup.board.name,
        title=table.board.title,
        own_board=table.setup.board.file is not None,
        players=len(table.seats),
        status=table.status,
        public=table.setup.public,
        seats=(),
        first=table.setup.first,
        time=table.setup.time,
        spectator_delay=table.setup.spectator_delay,
        created=table.created,
        updated=table.updated,
        version=table.version,
        deal_promise=table.deal_promise,
        dealing=table.dealing is not None,
        seed_hash=table.seed_hash,
        seed_given=table.setup.seed is not None,
        rated=table.setup.seed is None and not table.setup.hints,
        hints=table.setup.hints,
        rematch=table.rematch,
        winners=table.result.winners if table.result else (),
        locked=table.locked,
        asks_word=bool(table.setup.word),
        counts=table.counts,
    )


def hidden_card(card: TableCard) -> TableCard:
    """The description for delayed spectators: it does not change during the game."""
    if not card.spectator_delay or card.status != "playing":
        return card
    still = {"pending": False, "since": None, "clock": None, "votes": (), "fallbacks": ()}
    seats = tuple(msgspec.structs.replace(seat, **still) for seat in card.seats)
    return msgspec.structs.replace(card, version=0, updated=card.created, seats=seats)


def _seat_card(seat: Seat, now: float, online: frozenset[int], pending: Sequence[int]) -> SeatCard:
    return SeatCard(
        seat=seat.number,
        kind="person" if seat.key else "free" if seat.bot is None else "bot",
        reserved=seat.reserved,
        name=seat.name,
        level=seat.bot,
        away=seat.away,
        online=seat.number in online,
        pending=seat.number in pending,
        since=seat.since,
        clock=_clock(seat, now),
        votes=seat.votes,
        host=seat.host,
        promise=seat.promise or None,
        part=seat.part,
        fallbacks=seat.fallbacks,
    )


def _clock(seat: Seat, now: float) -> Clock | None:
    if seat.left is None or not seat.key:
        return None
    running = seat.since is not None and seat.bot is None
    used = now - seat.since if running and seat.since is not None else 0.0
    return Clock(max(0.0, seat.left - used), running)


def sights_of(
    table: Table, seats: Sequence[int], first_event: int, fresh: FreshProgress
) -> tuple[Sight, ...]:
    """What each of the seats sees of the game, or a spectator without seats."""
    if table.game is None:
        return ()
    first_event = table.game.first_changed(first_event)
    return tuple(_sight(table, seat, first_event, fresh) for seat in seats or (None,))


def _sight(table: Table, seat: int | None, first_event: int, fresh: FreshProgress) -> Sight:
    assert table.game is not None
    plays_itself = seat is not None and table.seats[seat].bot is None
    moves = table.moves(seat) if seat is not None and plays_itself else []
    can_undo = plays_itself and table.undone < MOST_UNDONE
    return Sight(
        seat=seat,
        view=_shown(table, table.view(seat)),
        moves=tuple([_offered(move) for move in moves]),
        first_event=first_event,
        events=tuple(table.game.events(first_event, seat)),
        progress=None if seat is None else fresh.get(seat),
        undo=can_undo and table.last_step is not None and table.last_step.seat == seat,
    )


@lru_cache(maxsize=REMEMBERED)
def _offered(move: Move) -> OfferedMove:
    """A move with its text, cached because moves are offered again and again."""
    return OfferedMove(str(move), move)


def _shown(table: Table, view: View) -> View:
    """The view without known cards, if the table leaves them to memory."""
    if table.setup.known_cards:
        return view
    return msgspec.structs.replace(
        view, seats=tuple(msgspec.structs.replace(seat, seen={}) for seat in view.seats)
    )


def ending_of(table: Table) -> Ending | None:
    """The result and the seed, once the game is over."""
    return Ending(table.result, table.seed, table.fair_deal) if table.result else None


def invitation_for(table: Table, seats: Iterable[int]) -> str | None:
    """The invitation, for the host and for invited people; None for others."""
    trusted = any(table.seats[seat].host or table.seats[seat].invited for seat in seats)
    return table.setup.invite if trusted else None


def state_of(
    table: Table, seats: Sequence[int], since: int | None, now: float, online: Iterable[int]
) -> State:
    """The full state for the holder of these seats, with the events after a known version."""
    known = since if since is not None and since <= table.version else 0
    return State(
        version=table.version,
        time=now,
        table=card_of(table, now, online),
        you=tuple(seats),
        invite=invitation_for(table, seats),
        sights=sights_of(table, seats, table.events_before(known), _all_progress(table, seats)),
        chat=tuple(line for line in table.chat if line.number > known),
        ending=ending_of(table),
    )


def _all_progress(table: Table, seats: Iterable[int]) -> FreshProgress:
    if table.game is None or table.game.over:
        return {}
    return {seat: progress_of(table, seat).tickets for seat in seats}


def update_of(
    before: Table, after: Table, seats: Sequence[int], card: TableCard, now: float, fresh: FreshProgress
) -> Update:
    """The changes for the holder of these seats."""
    changed = (
        after.events != before.events
        or len(after.event_counts) != len(before.event_counts)
        or _players_differ(before, after)
    )
    # After an undo, events that were sent are no longer valid.
    known = before.events if after.undone == before.undone else after.events_before(before.version)
    return Update(
        version=after.version,
        time=now,
        table=card,
        sights=sights_of(after, seats, known, fresh) if changed else (),
        chat=tuple(line for line in after.chat if line.number > before.version),
        ending=ending_of(after),
    )


def _players_differ(before: Table, after: Table) -> bool:
    """Whether a bot or a person took over a seat, which changes the moves offered."""
    return [seat.bot for seat in before.seats] != [seat.bot for seat in after.seats]
