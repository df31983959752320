"""A review in sentences, for the command line and the page."""

from __future__ import annotations

from semafor.boards.model import Board
from semafor.boards.spoken_names import BoardNaming
from semafor.story.model import Moment, Review, SeatReview
from semafor.words import Language, say
from semafor.words.languages import write_figure


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
            "change": self._signed(moment.change),
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
            write_figure(seat.accuracy, ".1f", self._language),
            f"{100 * shares[0]:.0f} %",
            *(self._signed(share) for share in shares[1:]),
            write_figure(self._review.totals[seat.side], "d", self._language),
        ]

    def _signed(self, share: float) -> str:
        """A part of a chance in percent, with its sign; nothing has none."""
        percent = round(100 * share)
        return write_figure(percent, "+d", self._language) if percent else "0"
