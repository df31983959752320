"""A review in sentences, for the command line and the page."""

from __future__ import annotations

from semafor.boards.model import Board
from semafor.boards.spoken_names import BoardNaming
from semafor.story.model import Moment, Review, SeatReview
from semafor.words import Language, say


class ReviewTeller:
    """Tells one review in a language."""

    def __init__(self, board: Board, review: Review, language: Language) -> None:
        self._naming, self._review, self._language = BoardNaming(board), review, language

    def moment(self, moment: Moment) -> str:
        """What changed, by how much, and why."""
        decision = self._review.decisions[moment.step - 1]
        better = decision.better.move if decision.better and moment.cause == "choice" else None
        details = {
            "step": moment.step,
            "seat": moment.seat,
            "move": decision.move,
            "better": better,
            "change": f"{100 * moment.change:+.0f}",
        }
        told = say(f"told.moment-{moment.cause}", details, self._language, self._naming)
        return " ".join([told, *(reason.say(self._language, self._naming) for reason in moment.reasons)])

    def head(self, name: str) -> str:
        """A heading."""
        return say(f"told.{name}", {}, self._language)

    def row(self, seat: SeatReview) -> list[str]:
        """A seat's game in numbers."""
        shares = (seat.start, -seat.given, seat.cards, seat.rivals)
        return [
            str(seat.seat),
            f"{seat.accuracy:.1f}",
            f"{100 * shares[0]:.0f} %",
            *(f"{100 * share:+.0f}" for share in shares[1:]),
            f"{self._review.totals[seat.side]}",
        ]
