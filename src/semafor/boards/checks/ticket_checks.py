"""Checks of tickets, of the paths they need, and of the sizes of the decks."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from semafor.boards import limits
from semafor.boards.board_names import group_by_ends
from semafor.boards.checks.place_checks import unknown_place
from semafor.boards.faults import Fault, fault, outside
from semafor.boards.model import WILD
from semafor.boards.tangle import line_order, neighbours

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.boards.faults import KeyPath
    from semafor.boards.model import Board, Options, Ticket


def check_tickets(board: Board) -> Iterator[Fault]:
    """Check that a ticket names two different cities of the board and has points."""
    junctions = {place.id for place in board.places if place.junction}
    for index, ticket in enumerate(board.tickets):
        path: KeyPath = ("tickets", index)
        for end in ("a", "b"):
            yield from unknown_place((*path, end), getattr(ticket, end), board)
            if getattr(ticket, end) in junctions:
                yield fault((*path, end), "ticket-at-junction")
        if ticket.a == ticket.b:
            yield fault(path, "ticket-loop")
        yield from outside((*path, "points"), ticket.points, 1, limits.POINTS)


def check_tickets_fit_options(board: Board) -> Iterator[Fault]:
    """Check that only tickets of the Card Game need cards, and that long ones occur if they are dealt."""
    for index, ticket in enumerate(board.tickets):
        path: KeyPath = ("tickets", index)
        if board.options.card_game:
            yield from _needs_faults(path, ticket, board.options)
        elif ticket.needs:
            yield fault((*path, "needs"), "needs-on-a-board")
        if ticket.long and not board.options.start_tickets.long:
            yield fault((*path, "long"), "long-not-dealt")
    if not board.options.card_game:
        yield from _duplicates(board)


def _needs_faults(path: KeyPath, ticket: Ticket, options: Options) -> Iterator[Fault]:
    if not ticket.needs:
        yield fault(path, "ticket-without-needs")
    for colour, count in ticket.needs.items():
        if colour not in options.cards:
            yield fault((*path, "needs", colour), "needs-not-in-deck", card=colour)
        else:
            yield from outside((*path, "needs", colour), count, 1, options.cards[colour])


def _duplicates(board: Board) -> Iterator[Fault]:
    for alike in group_by_ends(board.tickets).values():
        for index in alike[1:]:
            yield fault(("tickets", index), "same-ticket")


def check_connected(board: Board) -> Iterator[Fault]:
    """Check that every place can be reached from every other."""
    if not board.routes:
        return
    start = board.places[0].id if board.places else ""
    reached = _reach(board, start)
    lost = [place.id for place in board.places if place.id not in reached]
    if lost:
        yield fault(("routes",), "not-connected", start=start, lost=lost[:5], more=len(lost) > 5)
    for index, ticket in enumerate(board.tickets):
        if lost and (ticket.a in reached) != (ticket.b in reached):
            yield fault(("tickets", index), "ticket-unreachable")


def _reach(board: Board, start: str) -> set[str]:
    """Return all places connected with this one."""
    reached, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        near = {
            route.b if route.a == here else route.a for route in board.routes if here in (route.a, route.b)
        }
        waiting += near - reached
        reached |= near
    return reached


LONGEST_LISTS = {
    "places": limits.PLACES,
    "routes": limits.ROUTES,
    "tickets": limits.TICKETS,
    "festivals": limits.FESTIVALS,
    "big_cities": limits.BIG_CITIES,
}


def check_room(board: Board) -> Iterator[Fault]:
    """Check that no list is longer than the engine supports."""
    for section, most in LONGEST_LISTS.items():
        count = len(getattr(board, section, ()))
        if count > most:
            yield fault((section,), "too-many-entries", n=count, section=section, most=most)
    for index, festival in enumerate(getattr(board, "festivals", ())):
        if len(festival.places) > limits.PLACES:
            yield fault(("festivals", index, "places"), "festival-everywhere", n=len(festival.places))


def check_enough_tickets(board: Board) -> Iterator[Fault]:
    """Check that the largest table can be dealt its starting tickets, and both drafts if there are any."""
    options, players = board.options, max(board.options.players, default=0)
    start = options.start_tickets
    long = sum(ticket.long for ticket in board.tickets)
    yield from _shortage("long", long, start.long * players, players)
    yield from _shortage(None, len(board.tickets) - long, start.count * players, players)
    if options.draft:
        gone = options.draft.count if start.rejected == "out" else options.draft.keep
        left = len(board.tickets) - gone * players
        yield from _shortage("second-draft", left, options.draft.count * players, players)


def _shortage(sort: str | None, there: int, needed: int, players: int) -> Iterator[Fault]:
    if there < needed:
        yield fault(("tickets",), "too-few-tickets", n=there, sort=sort, players=players, least=needed)


def check_enough_cards(board: Board) -> Iterator[Fault]:
    """Check that the deck suffices for the hands of the largest table and the market, and fits the engine."""
    here = ("options", "cards")
    transport, players = sum(board.options.cards.values()), max(board.options.players, default=0)
    deck = transport + sum(festival.cards for festival in board.festivals) + bool(board.options.draft)
    if deck > limits.DECK:
        yield fault(here, "deck-too-large", n=deck, most=limits.DECK)
    needed = _cards_dealt(board.options, players)
    if transport < needed:
        yield fault(here, "too-few-cards", n=transport, players=players, least=needed)
    game = board.options.card_game
    if game and game.wild_dealt * players > board.options.cards.get(WILD, 0):
        yield fault(here, "too-few-wilds", least=game.wild_dealt * players)


def _cards_dealt(options: Options, players: int) -> int:
    """Return the cards dealt before the first turn; in the Card Game one more, so that the deck runs out
    later.
    """
    if not options.card_game:
        return players * options.hand + limits.MARKET
    return players * (options.hand + options.card_game.wild_dealt) + limits.MARKET + 1


def check_lines(board: Board) -> Iterator[Fault]:
    """BASE-25: check that the longest line can be found in every network on the map."""
    width = line_order(neighbours(board.places, board.routes))[1]
    if board.routes and width > limits.OPEN_PLACES:
        yield fault(("routes",), "tangled", n=width, most=limits.OPEN_PLACES)


def check_borrowing(board: Board) -> Iterator[Fault]:
    """EUR-10: check that all combinations of borrowed routes can be tried."""
    stations = board.options.stations
    if stations is None:
        return
    number = stations.count * board.options.team_size
    busiest = sorted((mask.bit_count() + 1 for mask in neighbours(board.places, board.routes)), reverse=True)
    ways = prod(busiest[:number])
    if ways > limits.BORROWINGS:
        yield fault(("options", "stations"), "too-many-borrowings", n=ways, most=limits.BORROWINGS)
