"""The study of a board: thousands of bot games, and what they say about routes, tickets, seats and styles."""

from semafor.workshop.study.findings import Study
from semafor.workshop.study.studying import study

__all__ = ["Study", "study"]
