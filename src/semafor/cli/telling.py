"""Events as sentences, for people who read a game."""

from __future__ import annotations

from collections.abc import Iterable

from semafor import events as ev
from semafor.moves import Payment


def tell(event: ev.Event) -> str:
    """What happened, in a few words; what the viewer may not know is left out."""
    sentences = (_tell_play(event), _tell_tickets(event), _tell_card_game(event), _tell_table(event))
    return next(filter(None, sentences), str(event))


def _tell_play(event: ev.Event) -> str:
    """What a seat did with cards, routes and stations."""
    match event:
        case ev.Drew(market=None):
            return f"seat {event.seat} draws {event.card or 'a card'} from the deck"
        case ev.Drew():
            return f"seat {event.seat} takes {event.card} from the market"
        case ev.CardPlaced():
            return f"seat {event.seat} puts {event.card or 'it'} {_onto(event.to)}"
        case ev.Claimed():
            gain = "1 point" if event.points == 1 else f"{event.points} points"
            return f"seat {event.seat} claims {event.route} with {event.payment}: {gain}"
        case ev.TunnelTried():
            return f"seat {event.seat} tries the tunnel {event.route} with {event.payment}"
        case ev.TurnedUp():
            return f"the tunnel turns up {_list(event.cards)}"
        case ev.TunnelRefused():
            return f"seat {event.seat} gives {event.route} up"
        case ev.StationBuilt():
            return f"seat {event.seat} builds a station in {event.place} with {event.payment}"
        case ev.FestivalTaken():
            return f"seat {event.seat} takes {event.cards} festival cards of {event.festival}"
        case ev.Passed():
            return f"seat {event.seat} cannot move and passes"
    return ""


def _tell_tickets(event: ev.Event) -> str:
    """What a seat did with tickets."""
    match event:
        case ev.Offered():
            return f"seat {event.seat} is offered {_tickets(event.number, event.tickets)}"
        case ev.Kept():
            return f"seat {event.seat} keeps {_tickets(event.number, event.tickets)}"
        case ev.TicketRacked():
            return f"seat {event.seat} puts {event.ticket or 'a ticket'} on the rack"
        case ev.Picked():
            return f"seat {event.seat} picks {event.ticket or 'a ticket'}"
        case ev.DraftCardDrawn():
            return "the draft card comes off the deck"
        case ev.DraftBegan():
            return f"draft {event.number} begins"
    return ""


def _tell_card_game(event: ev.Event) -> str:
    """What only the Card Game knows: rows, robberies and scoring rounds."""
    match event:
        case ev.RolledOut():
            return f"{event.card} of seat {event.seat}'s {event.row} row rolls onto the track"
        case ev.RowPlaced():
            return f"seat {event.seat} lays a row of {Payment(event.colour, event.plain, event.wild)}"
        case ev.ThreePlaced():
            return f"seat {event.seat} begins rows of {_list(event.colours)}"
        case ev.Robbed():
            row = Payment(event.colour, event.plain, event.wild)
            return f"seat {event.seat} robs seat {event.victim} of its {event.colour} row: {row}"
        case ev.Stopped():
            return f"seat {event.seat} takes no second card"
        case ev.ScoringBegan():
            return f"scoring round {event.half} begins"
        case ev.Completed():
            return f"seat {event.seat} completes {event.ticket}: {event.points} points"
        case ev.Scored():
            return f"seat {event.seat} has completed {_tickets(event.number, None)} in this round"
        case ev.SecondHalf():
            return f"the second half begins with seat {event.seat}"
        case ev.Dealt():
            return f"seat {event.seat} is dealt {event.card or 'a card'}"
    return ""


def _tell_table(event: ev.Event) -> str:
    """What happened to the table."""
    match event:
        case ev.TurnBegan():
            return f"seat {event.seat} is at turn"
        case ev.MarketFilled():
            return f"{event.card} is turned up"
        case ev.MarketSwept():
            often = f", and so on, {event.times} times" if event.times > 1 else ""
            return f"the market is swept: {_list(card for card in event.cards if card)}{often}"
        case ev.DeckShuffled():
            return f"a new deck of {event.cards} cards is shuffled"
        case ev.FestivalOpened():
            return f"a festival card of {event.festival} lies open"
        case ev.LastRound():
            return f"after this turn of seat {event.seat} the last round begins"
        case ev.GameOver():
            return "the game is over"
    return ""


def _onto(where: str) -> str:
    return "on the rack" if where == "rack" else "into the hand"


def _tickets(number: int, tickets: tuple[str, ...] | None) -> str:
    count = "1 ticket" if number == 1 else f"{number} tickets"
    return f"{count}: {_list(tickets)}" if tickets else count


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
