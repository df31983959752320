"""The workshop for boards: sketches, advice, studies by simulation, balancing, and paper."""

from semafor.workshop.advice import Advice, advise
from semafor.workshop.gazetteer import parse_spots
from semafor.workshop.sketch import SketchSpot, new_sketch

__all__ = [
    "Advice",
    "SketchSpot",
    "advise",
    "new_sketch",
    "parse_spots",
]
