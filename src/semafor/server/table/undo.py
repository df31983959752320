"""Undoing one's last step, if it revealed nothing hidden and nobody has acted since."""

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
"""Events that reveal only what was public, or the decider's own cards.

Other events count as revealing something, so a new mechanic cannot be undone until it is listed here."""


MOST_UNDONE = 1_000
"""Undone steps per table, since the journal keeps all of them."""


class LastStep(msgspec.Struct, frozen=True):
    """The step that can be undone, and the state before it."""

    seat: int
    game: Game
    events: int
    left: float | None
    """Seconds on the seat's clock at the decision, before the increment."""


def shows_nothing(happened: Iterable[Event]) -> bool:
    """Whether events reveal nothing but public facts and the decider's own cards."""
    return all(isinstance(event, OPEN_EVENTS) or _to_own_hand(event) for event in happened)


def _to_own_hand(event: Event) -> bool:
    """Whether a card was placed in the hand: a card on the rack is seen by the partner."""
    return isinstance(event, ev.CardPlaced) and event.to == "hand"


def check_undo(step: LastStep | None, seat: int) -> None:
    """Refuse unless the newest step of the game is this seat's and can be undone."""
    if step is None or step.seat != seat:
        raise SemaforError("nothing-to-undo")
