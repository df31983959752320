"""The workshop for boards: a sketch to start from, advice, a study by simulation, balance, paper."""

from semafor.workshop.advice import Advice, advise
from semafor.workshop.gazetteer import parse_spots
from semafor.workshop.sketch import Spot, new_sketch

__all__ = [
    "Advice",
    "Spot",
    "advise",
    "new_sketch",
    "parse_spots",
]
