"""The workshop for boards: a sketch to start from, advice, a study by simulation, balance, paper."""

from semafor.workshop.advice import Advice
from semafor.workshop.advising import advise
from semafor.workshop.sketch import Spot, new_sketch
from semafor.workshop.spots_file import parse_spots

__all__ = [
    "Advice",
    "Spot",
    "advise",
    "new_sketch",
    "parse_spots",
]
