"""Takes what scores now: the most valuable route it can pay, else cards, else tickets."""

from __future__ import annotations

from semafor.bots.baselines.valuing import ValuingBot


class GreedyBot(ValuingBot):
    """Plays for the points of this turn."""
