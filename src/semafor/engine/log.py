"""Events of a step: rows of a log that the caller passes in; viewers read what they may see."""

from enum import IntEnum

from semafor.engine.compile import compiled
from semafor.engine.state import LOG_ROWS, Array, Log


class Happened(IntEnum):
    """What a row means; the comment names its details."""

    TURN_BEGAN = 1  # -
    DREW_BLIND = 2  # card (for the drawer)
    DREW_OPEN = 3  # market place, card
    MARKET_FILLED = 4  # market place, card
    MARKET_SWEPT = 5  # the five cards, how often in a row
    DECK_SHUFFLED = 6  # cards in the new deck
    OFFERED = 7  # up to six tickets (for the seat; others see how many)
    KEPT = 8  # up to six tickets (for the seat; others see how many)
    CLAIMED = 9  # route, plain colour, plain cards, wilds
    TUNNEL_TRIED = 10  # route, plain colour, plain cards, wilds
    TURNED_UP = 11  # up to six cards
    TUNNEL_REFUSED = 12  # route
    STATION_BUILT = 13  # place, plain colour, plain cards, wilds
    PASSED = 14  # -
    LAST_ROUND = 15  # -
    GAME_OVER = 16  # -
    CARD_PLACED = 17  # 1 hand, 2 rack; card (for the team)
    TICKET_RACKED = 18  # ticket (for the team)
    FESTIVAL_OPENED = 19  # festival
    FESTIVAL_TAKEN = 20  # festival, cards
    DRAFT_CARD = 21  # -
    DRAFT_BEGAN = 22  # number of the draft
    PICKED = 23  # ticket (for the seat)
    FROM_RACK = 24  # plain cards, wilds taken from the rack


@compiled
def is_quiet(log: Log) -> bool:
    """Whether nobody reads the log: it has a single row; known, and all notes left out, when compiled."""
    return log.rows.shape[0] == 1


@compiled
def new_row(log: Log, kind: int, seat: int) -> int:
    """Begin a row and return its number, or LOG_ROWS if the log is full or quiet.

    A full log counts one row more than it has, so that its reader knows.
    """
    if is_quiet(log):
        return LOG_ROWS
    row = int(log.count)
    if row >= LOG_ROWS:
        log.count = LOG_ROWS + 1
        return LOG_ROWS
    log.rows[row, 0] = kind
    log.rows[row, 1] = seat
    log.count = row + 1
    return row


@compiled
def note(log: Log, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
    """Append an event with up to four details."""
    row = new_row(log, kind, seat)
    if row < LOG_ROWS:
        log.rows[row, 2] = a
        log.rows[row, 3] = b
        log.rows[row, 4] = c
        log.rows[row, 5] = d


@compiled
def note_some(log: Log, kind: int, seat: int, cards: Array, chosen: int) -> None:
    """Append an event whose details are the chosen of up to six cards or tickets, the others -1."""
    row = new_row(log, kind, seat)
    if row < LOG_ROWS:
        for i in range(6):
            log.rows[row, 2 + i] = cards[i] if (chosen >> i) & 1 else -1


@compiled
def note_cards(log: Log, kind: int, seat: int, cards: Array, number: int) -> None:
    """Append an event whose details are the first of up to six cards or tickets."""
    note_some(log, kind, seat, cards, (1 << number) - 1)


@compiled
def note_turned(log: Log, seat: int, cards: Array, place: int) -> None:
    """Tell of a card that a tunnel turned up, with those before it unless something came in between."""
    row = -1 if is_quiet(log) else log.count - 1
    if row < 0 or row >= LOG_ROWS or log.rows[row, 0] != Happened.TURNED_UP:
        note_some(log, Happened.TURNED_UP, seat, cards, 1 << place)
    else:
        log.rows[row, 2 + place] = cards[place]


@compiled
def outdate_market(log: Log, since: int) -> None:
    """BASE-3: take back what a further sweep outdates: cards turned up, and all new decks but the last."""
    shuffled = -1
    for row in range(since, min(log.count, LOG_ROWS)):
        if log.rows[row, 0] == Happened.DECK_SHUFFLED:
            shuffled = row
    kept = since
    for row in range(since, min(log.count, LOG_ROWS)):
        kind = log.rows[row, 0]
        outdated = kind == Happened.MARKET_FILLED or (kind == Happened.DECK_SHUFFLED and row != shuffled)
        if not outdated:
            for i in range(log.rows.shape[1]):
                log.rows[kept, i] = log.rows[row, i]
            kept += 1
    log.count = kept
