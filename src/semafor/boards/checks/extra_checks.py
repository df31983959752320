"""Checks of parts that only some games have: festivals, and the Card Game's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.boards import limits
from semafor.boards.checks.option_checks import subset_of_players
from semafor.boards.checks.place_checks import id_faults, name_faults, repeated, repeated_names, unknown_place
from semafor.boards.faults import Fault, fault, outside
from semafor.boards.model import WILD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.boards.faults import KeyPath
    from semafor.boards.model import Board, CardGame, Festival, Options

NEED_ROUTES = (
    "pieces",
    "last_round_at",
    "teams",
    "one_strand_with",
    "ferries",
    "tunnels",
    "stations",
    "draft",
    "festivals",
    "longest_bonus",
    "most_tickets_bonus",
)
"""Options without meaning if there are no routes."""


def check_festivals(board: Board) -> Iterator[Fault]:
    """Check that festivals have cards, points for each number of them, and places of their own."""
    for index, festival in enumerate(board.festivals):
        path: KeyPath = ("festivals", index)
        yield from id_faults((*path, "id"), festival.id)
        yield from name_faults((*path, "name"), festival.name)
        yield from outside((*path, "cards"), festival.cards, 1, limits.SET_CARDS)
        yield from _points_faults(path, festival)
    yield from repeated((("festivals", n, "id"), festival.id) for n, festival in enumerate(board.festivals))
    yield from repeated_names("festivals", [festival.name for festival in board.festivals])


def _points_faults(path: KeyPath, festival: Festival) -> Iterator[Fault]:
    if len(festival.points) != festival.cards:
        yield fault((*path, "points"), "festival-points", n=len(festival.points), cards=festival.cards)
    for index, points in enumerate(festival.points):
        yield from outside((*path, "points", index), points, 0, limits.POINTS)


def check_festival_places(board: Board) -> Iterator[Fault]:
    """Check that each festival is at some place, and no place has two."""
    for index, festival in enumerate(board.festivals):
        if not festival.places:
            yield fault(("festivals", index, "places"), "festival-nowhere")
        for number, place_id in enumerate(festival.places):
            yield from unknown_place(("festivals", index, "places", number), place_id, board)
    yield from repeated(
        (("festivals", index, "places", number), place_id)
        for index, festival in enumerate(board.festivals)
        for number, place_id in enumerate(festival.places)
    )


def check_festival_option(board: Board) -> Iterator[Fault]:
    """Check that the option and the cards come together."""
    if board.options.festivals and not board.festivals:
        yield fault(("options", "festivals"), "festivals-unlisted")
    if board.festivals and not board.options.festivals:
        yield fault(("festivals",), "festivals-not-played")


def check_card_game(board: Board) -> Iterator[Fault]:
    """Check that a board has routes and pieces, and the Card Game neither."""
    options = board.options
    if options.card_game:
        yield from _card_game_faults(options, options.card_game)
        if board.routes:
            yield fault(("routes",), "routes-in-card-game")
        return
    if not board.routes:
        yield fault(("routes",), "no-routes")
    if not options.pieces:
        yield fault(("options", "pieces"), "no-pieces")
    if board.big_cities:
        yield fault(("big_cities",), "big-cities-on-a-board")


def _card_game_faults(options: Options, game: CardGame) -> Iterator[Fault]:
    for key in NEED_ROUTES:
        if getattr(options, key):
            yield fault(("options", key), "needs-routes", key=key)
    for card, count in options.cards.items():
        most = limits.ROW_WILDS if card == WILD else limits.ROW
        if count > most:
            here = ("options", "cards", card)
            yield fault(here, "row-overfull", n=count, card=card, most=most)
    yield from outside(("options", "card_game", "wild_dealt"), game.wild_dealt, 0, limits.HAND)
    yield from outside(("options", "card_game", "half_hand"), game.half_hand, 0, limits.HAND)
    yield from subset_of_players(("options", "card_game", "halves_with"), game.halves_with, options.players)


def check_big_cities(board: Board) -> Iterator[Fault]:
    """Check that big cities are places, each once, with positive bonuses."""
    for index, city in enumerate(board.big_cities):
        yield from unknown_place(("big_cities", index, "place"), city.place, board)
        yield from outside(("big_cities", index, "points"), city.points, 1, limits.POINTS)
    yield from repeated((("big_cities", n, "place"), city.place) for n, city in enumerate(board.big_cities))
