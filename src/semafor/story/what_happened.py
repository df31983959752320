"""What a decision revealed, and what happened until its seat decided again, as reasons."""

from collections.abc import Iterator

from semafor.boards.model import Board
from semafor.events import Claimed, Completed, Dealt, Drew, Event, Offered, Robbed, StationBuilt, TurnedUp
from semafor.results import SideResult
from semafor.story.positions import Walked
from semafor.story.reasons import reasons_of, tickets_lost_by
from semafor.story.review_model import Finished
from semafor.words import Phrase
from semafor.words.languages import MINUS


def what_came(walked: Walked, number: int, change: float) -> tuple[Phrase, ...]:
    """Return the cards and tickets that came unseen with a decision, as its seat saw them then.

    Return nothing if they do not explain the change: a useful card is not bad luck.
    """
    cards, found = list[str](), list[Phrase]()
    position = walked.positions[number]
    for event in position.events:
        match event:
            case Drew(card=card, market=None) | Dealt(card=card) if card:
                cards.append(card)
            case TurnedUp(cards=turned):
                found.append(Phrase("reason.turned-up", {"cards": list(turned)}))
            case Offered(seat=seat, tickets=tickets) if tickets and seat == position.seat:
                found.append(Phrase("reason.tickets-came", {"tickets": list(tickets)}))
            case _:
                pass
    if cards and not found:
        reasons = reasons_of(walked.board, position.view)
        if (change > 0.0) is not any(map(reasons.wants, cards)):
            return ()
    return (*([Phrase("reason.came", {"cards": cards})] if cards else []), *found)


def what_rivals_did(walked: Walked, number: int) -> tuple[Phrase, ...]:
    """Return the others' claim that hurts most until the seat decides again, or their robbery.

    Return nothing for short routes that no ticket needed.
    """
    position, much = walked.positions[number], _much(walked.board)
    claims = []
    for event in _until_next(walked, number):
        match event:
            case Robbed(seat=rival, victim=victim, colour=colour, plain=plain, wild=wild):
                if victim == position.seat:
                    details = {"seat": rival, "victim": victim, "card": colour, "n": plain + wild}
                    return (Phrase("reason.rival-robbed", details),)
            case Claimed(seat=rival, route=route, points=points):
                if walked.side_of(rival) != walked.side_of(position.seat):
                    lost = tickets_lost_by(walked.board, position.after, route)
                    if lost or points >= much:
                        claims.append((bool(lost), points, route, rival, lost))
            case _:
                pass
    if not claims:
        return ()
    _, _, route, rival, lost = max(claims)
    if lost:
        return (Phrase("reason.rival-blocked", {"route": route, "seat": rival, "tickets": list(lost)}),)
    return (Phrase("reason.rival-claimed", {"route": route, "seat": rival}),)


def _much(board: Board) -> float:
    """Return the minimum points of a route that can decide a game: half of the longest route's."""
    return max((points for table in board.route_points.values() for points in table.values()), default=0) / 2


def final_count(walked: Walked, number: int) -> tuple[Phrase, ...]:
    """Return the final points if the seat does not decide again: rivals' tickets are revealed."""
    seat = walked.positions[number].seat
    if any(position.seat == seat for position in walked.positions[number + 1 :]):
        return ()
    totals = " : ".join(str(side.total).replace("-", MINUS) for side in walked.result.sides)
    return (Phrase("reason.count", {"totals": totals}),)


def _until_next(walked: Walked, number: int) -> Iterator[Event]:
    seat = walked.positions[number].seat
    for position in walked.positions[number + 1 :]:
        if position.seat == seat:
            return
        yield from position.events


def finished_tickets(walked: Walked) -> tuple[Finished, ...]:
    """Return completed tickets in the order in which they were completed."""
    found = [one for number, side in enumerate(walked.result.sides) for one in _of_side(walked, number, side)]
    return tuple(sorted(found, key=lambda one: one.step))


def _of_side(walked: Walked, number: int, side: SideResult) -> Iterator[Finished]:
    when, last = _when(walked), len(walked.positions)
    lent = {route: place for place, route in side.borrowed.items()}
    for ticket in side.tickets:
        if ticket.completed:
            keys = [("station", lent[route]) if route in lent else ("route", route) for route in ticket.path]
            steps = [when.get(key, last) for key in keys] or [when.get(("ticket", ticket.ticket), last)]
            yield Finished(max(steps), number, ticket.ticket, ticket.path)


def _when(walked: Walked) -> dict[tuple[str, str], int]:
    """Return the step of every route, station and completed ticket."""
    found: dict[tuple[str, str], int] = {}
    for position in walked.positions:
        for event in position.events:
            match event:
                case Claimed(route=route):
                    found["route", route] = position.step
                case StationBuilt(place=place):
                    found["station", place] = position.step
                case Completed(ticket=ticket):
                    found["ticket", ticket] = position.step
                case _:
                    pass
    return found
