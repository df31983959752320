"""Reasons: computed from what a seat sees, and for a story from what came of it; never invented."""

from collections.abc import Callable
from typing import Protocol

from semafor.boards.model import Board
from semafor.events import Claimed
from semafor.games.lookup import kind_of
from semafor.moves import Claim, Move
from semafor.story.card_reasons import CardReasons
from semafor.story.map_reasons import MapReasons
from semafor.story.positions import Walked
from semafor.view import View
from semafor.words import Phrase

MOST = 3
"""Maximum number of reasons for a move."""
SOON = 6
"""Turns of a rival within which a lost route is mentioned."""


class Reasons(Protocol):
    """Reasons of one seat at one moment."""

    def of(self, move: Move) -> list[Phrase]:
        """Why a move is good, the most important reason first."""

    def against(self, move: Move) -> list[Phrase]:
        """What speaks against a move."""

    def tickets(self, move: Move) -> tuple[str, ...]:
        """The tickets that a move serves."""

    def wants(self, card: str) -> bool:
        """Whether a card brings some ticket nearer; a wild one always does."""


_OF_BOARDS: Callable[[Board, View], Reasons] = MapReasons
_OF_CARDS: Callable[[Board, View], Reasons] = CardReasons


def reasons_of(board: Board, view: View) -> Reasons:
    """Return the reasons that a seat has for its moves now, from its view alone."""
    return kind_of(board).pick(board=_OF_BOARDS, cards=_OF_CARDS)(board, view)


def tickets_lost_by(board: Board, view: View, route: str) -> tuple[str, ...]:
    """Return the viewer's tickets that can no longer be completed once a rival has claimed the route."""
    return MapReasons(board, view).lost_by(route)


def reasons_for(walked: Walked, number: int, best: Move) -> tuple[Phrase, ...]:
    """Why another move would have been better, knowing what came later."""
    position = walked.positions[number]
    reasons = reasons_of(walked.board, position.view)
    told = [*reasons.of(best), *reasons.against(position.move)]
    if isinstance(best, Claim) and (taken := _taken_later(walked, number, best.route)):
        seat, turns = taken
        last = next((one.details["ticket"] for one in told if one.words == "reason.last-way"), None)
        details = {"route": best.route, "seat": seat, "n": turns, "ticket": last}
        words = "reason.last-way-lost" if last else "reason.lost"
        told = [Phrase(words, {key: value for key, value in details.items() if value is not None}), *told]
        told = [one for one in told if one.words not in ("reason.last-way", "reason.contested")]
    return tuple(told[:MOST])


def _taken_later(walked: Walked, number: int, route: str) -> tuple[int, int] | None:
    """Which rival claimed the route soon after, and in how many turns of its own."""
    side, turns = walked.side_of(walked.positions[number].seat), dict[int, set[int]]()
    for position in walked.positions[number + 1 :]:
        seat = position.seat
        if walked.side_of(seat) != side:
            turns.setdefault(seat, set()).add(position.view.turns)
        for event in position.events:
            if isinstance(event, Claimed) and event.route == route:
                later = len(turns.get(seat, ()))
                return (seat, later) if walked.side_of(seat) != side and later <= SOON else None
    return None
