"""The semantic checks of a board: everything that its form alone does not rule out."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from semafor.boards.checks import extra_checks as extras
from semafor.boards.checks import option_checks as options
from semafor.boards.checks import place_checks as places
from semafor.boards.checks import route_checks as routes
from semafor.boards.checks import route_checks as strands
from semafor.boards.checks import ticket_checks as supply
from semafor.boards.checks import ticket_checks as tickets
from semafor.boards.checks import ticket_checks as work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from semafor.boards.faults import Fault
    from semafor.boards.model import Board

MOST_FAULTS = 200
"""Maximum number of faults that are looked for."""
CHECKS: tuple[tuple[str, Callable[[Board], Iterator[Fault]]], ...] = (
    ("board title rules version", places.check_heading),
    ("places", places.check_places),
    ("routes places", places.check_spots),
    ("routes places", routes.check_route_ends),
    ("places routes tickets", routes.check_join_names),
    ("routes", routes.check_route_sizes),
    ("routes options", routes.check_routes_fit_options),
    ("routes route_points", routes.check_route_points),
    ("routes route_points", routes.check_routes_have_points),
    ("routes", strands.check_strands),
    ("routes places", work.check_lines),
    ("routes places options", work.check_borrowing),
    ("tickets places", tickets.check_tickets),
    ("tickets options", tickets.check_tickets_fit_options),
    ("tickets places routes", tickets.check_connected),
    ("tickets options", supply.check_enough_tickets),
    ("options festivals", supply.check_enough_cards),
    ("options", options.check_players),
    ("options", options.check_cards),
    ("options", options.check_offers),
    ("options", options.check_draft),
    ("options", options.check_pieces),
    ("options routes", options.check_pieces_have_routes),
    ("options", options.check_scoring),
    ("festivals", extras.check_festivals),
    ("festivals places", extras.check_festival_places),
    ("festivals options", extras.check_festival_option),
    ("options routes big_cities", extras.check_card_game),
    ("big_cities places", extras.check_big_cities),
)
"""Each check with the sections it reads."""


def find_meaning_faults(board: Board) -> list[Fault]:
    """Return every semantic fault in the sections that the board has."""
    # Lists that are far too long are not checked: this would take long and help nobody.
    found = (
        fault
        for sections, check in CHECKS
        if all(hasattr(board, section) for section in sections.split())
        for fault in check(board)
    )
    return list(supply.check_room(board)) or list(islice(found, MOST_FAULTS))
