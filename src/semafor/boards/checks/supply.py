"""Checks that there are cards and tickets enough to deal, and no more than the engine has room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.boards import limits
from semafor.boards.faults import Fault, fault
from semafor.boards.model import WILD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.boards.model import Board, Options


LONGEST_LISTS = {
    "places": limits.PLACES,
    "routes": limits.ROUTES,
    "tickets": limits.TICKETS,
    "festivals": limits.FESTIVALS,
    "big_cities": limits.BIG_CITIES,
}


def check_room(board: Board) -> Iterator[Fault]:
    """No list is longer than the engine has room for."""
    for section, most in LONGEST_LISTS.items():
        count = len(getattr(board, section, ()))
        if count > most:
            yield fault((section,), "too-many-entries", n=count, section=section, most=most)
    for index, festival in enumerate(getattr(board, "festivals", ())):
        if len(festival.places) > limits.PLACES:
            yield fault(("festivals", index, "places"), "festival-everywhere", n=len(festival.places))


def check_enough_tickets(board: Board) -> Iterator[Fault]:
    """The largest table can be dealt its starting tickets, and both drafts where there are drafts."""
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
    """The deck gives the largest table its hands and the market, and fits into the engine."""
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
    """Cards dealt before the first turn; in the Card Game one more, for the deck must run out later."""
    if not options.card_game:
        return players * options.hand + limits.MARKET
    return players * (options.hand + options.card_game.wild_dealt) + limits.MARKET + 1
