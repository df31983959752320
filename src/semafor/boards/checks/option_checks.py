"""Checks of the options: each within its bounds, and all of them consistent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.boards import limits
from semafor.boards.checks.place_checks import repeated
from semafor.boards.faults import Fault, fault, outside
from semafor.boards.model import WILD
from semafor.boards.shape import describe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.boards.faults import KeyPath
    from semafor.boards.model import Board, Options


def check_players(board: Board) -> Iterator[Fault]:
    """Check the numbers of players, which must be even for teams."""
    players = board.options.players
    if not players:
        yield fault(("options", "players"), "no-players", most=limits.SEATS)
    for index, count in enumerate(players):
        path = ("options", "players", index)
        yield from outside(path, count, 2, limits.SEATS)
        if board.options.teams and count not in (4, 6):
            yield fault(path, "no-teams-of-two", n=count)
    yield from repeated((("options", "players", index), count) for index, count in enumerate(players))
    yield from subset_of_players(("options", "one_strand_with"), board.options.one_strand_with, players)


def subset_of_players(path: KeyPath, counts: tuple[int, ...], players: tuple[int, ...]) -> Iterator[Fault]:
    """Check that numbers of players in another option are among those that may play."""
    for index, count in enumerate(counts):
        if count not in players:
            yield fault((*path, index), "not-a-table-size", value=count)
    yield from repeated(((*path, index), count) for index, count in enumerate(counts))


def check_cards(board: Board) -> Iterator[Fault]:
    """Check that the deck has plain colours, each with cards, and that hands are small."""
    cards = board.options.cards
    for colour, count in cards.items():
        yield from outside(
            ("options", "cards", colour), count, 0 if colour == WILD else 1, limits.CARDS_OF_A_KIND
        )
    if not set(cards) - {WILD}:
        yield fault(("options", "cards"), "no-plain-colour")
    yield from outside(("options", "hand"), board.options.hand, 0, limits.HAND)


def check_offers(board: Board) -> Iterator[Fault]:
    """Check that offers fit the engine, and that nobody must keep more than is offered."""
    start, draw = board.options.start_tickets, board.options.draw_tickets
    here = ("options", "start_tickets")
    yield from outside((*here, "count"), start.count, 1, limits.OFFER)
    yield from outside((*here, "long"), start.long, 0, limits.OFFER)
    if start.count + start.long > limits.OFFER:
        yield fault(here, "offer-too-large", n=start.count + start.long, most=limits.OFFER)
    yield from outside((*here, "keep"), start.keep, 1, max(1, start.count + start.long))
    # Check that a drawn ticket is kept on a board (BASE-22), and may be rejected in the Card Game (CRD-11).
    least = 0 if board.options.card_game else 1
    yield from outside(("options", "draw_tickets", "count"), draw.count, 1, limits.OFFER)
    yield from outside(("options", "draw_tickets", "keep"), draw.keep, least, max(1, draw.count))


def check_draft(board: Board) -> Iterator[Fault]:
    """Check that the draft agrees with the starting tickets and has a position for every table."""
    draft, start = board.options.draft, board.options.start_tickets
    if not draft:
        return
    for key in ("count", "keep"):
        if getattr(draft, key) != getattr(start, key):
            yield fault(
                ("options", "draft", key),
                "draft-differs",
                value=getattr(draft, key),
                key=key,
                right=getattr(start, key),
            )
    if start.long:
        yield fault(("options", "start_tickets", "long"), "draft-deals-no-long")
    if draft.count < 2:
        here = ("options", "draft", "count")
        yield fault(here, "draft-of-one")
    yield from _second_draft_faults(board.options)


def _second_draft_faults(options: Options) -> Iterator[Fault]:
    second_at = options.draft.second_at if options.draft else {}
    here = ("options", "draft", "second_at")
    tables = [str(count) for count in options.players]
    for table in tables:
        if table not in second_at:
            yield fault(here, "draft-without-place", n=int(table))
    for table, (part, whole) in second_at.items():
        if table not in tables:
            yield fault((*here, table), "not-a-table-size", value=describe(table))
        if not 0 < part < whole <= limits.POINTS:
            yield fault((*here, table), "draft-fraction", part=part, whole=whole)


def check_pieces(board: Board) -> Iterator[Fault]:
    """Check the number of pieces: at most two kinds, and enough to start a game."""
    options = board.options
    if len(options.pieces) > limits.KINDS:
        yield fault(("options", "pieces"), "too-many-kinds", n=len(options.pieces), most=limits.KINDS)
    for kind, count in options.pieces.items():
        yield from outside(("options", "pieces", kind), count, 1, limits.PIECES)
    pieces = sum(options.pieces.values()) * options.team_size
    if options.last_round_at < 0 or (options.pieces and options.last_round_at >= pieces):
        yield fault(
            ("options", "last_round_at"), "last-round-too-early", n=options.last_round_at, pieces=pieces
        )


def check_pieces_have_routes(board: Board) -> Iterator[Fault]:
    """Check that every kind of piece has a route."""
    used = {route.kind for route in board.routes}
    for kind in board.options.pieces:
        if kind not in used:
            yield fault(("options", "pieces", kind), "idle-pieces", kind=kind)


def check_scoring(board: Board) -> Iterator[Fault]:
    """Check that bonuses are not negative, and that tie-breaks make sense in this game."""
    options = board.options
    yield from outside(("options", "longest_bonus"), options.longest_bonus, 0, limits.POINTS)
    yield from outside(("options", "most_tickets_bonus"), options.most_tickets_bonus, 0, limits.POINTS)
    if options.stations:
        yield from outside(("options", "stations", "count"), options.stations.count, 1, limits.STATIONS)
        yield from outside(("options", "stations", "value"), options.stations.value, 0, limits.POINTS)
    yield from repeated((("options", "ties", index), tie) for index, tie in enumerate(options.ties))
    uncounted = _uncounted_ties(options)
    for index, tie in enumerate(options.ties):
        if tie in uncounted:
            yield fault(("options", "ties", index), "uncounted-tie", tie=tie, case=uncounted[tie])


def _uncounted_ties(options: Options) -> dict[str, str | None]:
    """Yield tie-breaks without meaning under these options, with the case of the message."""
    if options.card_game:
        return {"stations": "card-game", "longest": "card-game"}
    ties: dict[str, str | None] = {"bonuses": None}
    if not options.stations:
        ties["stations"] = "no-stations"
    return ties
