"""The study of a board: thousands of watched games, and what they say of routes, tickets, seats, styles."""

from semafor.workshop.study.findings import Study
from semafor.workshop.study.studying import study

__all__ = ["Study", "study"]
