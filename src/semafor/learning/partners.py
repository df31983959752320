"""Those who learn the same network at the same time, each from games of its own: here nobody."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor, nn


class Partners:
    """The partners of a lone learner: it has none, and its own word is everybody's."""

    count = 1
    """How many learn, the one who asks included."""

    def clock(self, seconds: float) -> float:
        """The seconds on the first one's clock; KeyboardInterrupt where it was told to stop."""
        return seconds

    def sums(self, numbers: Sequence[float]) -> Sequence[float]:
        """Each number added up over everybody."""
        return numbers

    def mean(self, number: float) -> float:
        """Everybody's number, averaged."""
        return self.sums([number])[0] / self.count

    def divide(self, rows: Tensor, parts: int) -> Sequence[Tensor]:
        """The rows in about so many parts; everybody has the same number of them."""
        return rows.chunk(parts)

    def average(self, network: nn.Module) -> None:
        """Put the mean of everybody's gradients in the place of the own."""


ALONE = Partners()
