"""Taking back one's own last step, as long as it showed nobody anything hidden and nobody has acted since."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from semafor import events as ev
from semafor.errors import SemaforError
from semafor.events import Event
from semafor.game import Game

OPEN_EVENTS = (
    ev.TurnBegan,
    ev.Claimed,
    ev.TunnelRefused,
    ev.StationBuilt,
    ev.FestivalTaken,
    ev.Passed,
    ev.Kept,
    ev.LastRound,
    ev.RolledOut,
    ev.RowPlaced,
    ev.ThreePlaced,
    ev.Robbed,
    ev.Stopped,
)
"""What shows nothing but what lay open, or what who decides gives away of the own cards.

An event that is not named here is taken for one that shows something: a mechanic of tomorrow cannot be
undone until somebody has thought about it.
"""


MOST_UNDONE = 1_000
"""Steps that are taken back at one table: the journal keeps each of them."""


class LastStep(msgspec.Struct, frozen=True):
    """The step that can be taken back, and what was before it."""

    seat: int
    game: Game
    events: int
    left: float | None
    """Seconds on the seat's clock when it decided, before it won any back."""


def shows_nothing(happened: Iterable[Event]) -> bool:
    """Whether everything that happened lay open before, or is the decider's own to tell."""
    return all(isinstance(event, OPEN_EVENTS) or _to_own_hand(event) for event in happened)


def _to_own_hand(event: Event) -> bool:
    """A card on the rack is seen by the partner; one in the hand by nobody else."""
    return isinstance(event, ev.CardPlaced) and event.to == "hand"


def check_undo(step: LastStep | None, seat: int) -> None:
    """Refused unless the newest step of the game is this seat's, and can be taken back."""
    if step is None or step.seat != seat:
        raise SemaforError("nothing-to-undo")
