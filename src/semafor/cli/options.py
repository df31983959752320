"""Options that several commands have; what `--help` says of them is `option.any` of the catalogue."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from semafor.words import Language

Device = Literal["cpu", "cuda"]
"""Where games are played: by the processor, or by a GPU."""
Positive = Annotated[int, Parameter(validator=Number(gte=1))]
Above = Annotated[float, Parameter(validator=Number(gt=0))]
AnyBoard = str
"""The name of a board, or a board file."""
Players = int | None
"""How many play; as many as usual unless said."""
TableSizes = str | None
"""Numbers of players as in `2-5` or `2,4`."""
Seed = str
"""A number or any text."""
Cores = Annotated[int | None, Parameter(validator=Number(gte=1))]
InLanguage = Language | None
"""That of the terminal unless said."""
AsJson = bool
