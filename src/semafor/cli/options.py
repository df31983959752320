"""Options that several commands have, each with what `--help` says of it."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from semafor.words import Language

Device = Literal["cpu", "cuda"]
"""Where games are played: by the processor, or by a GPU."""
Positive = Annotated[int, Parameter(validator=Number(gte=1))]
Above = Annotated[float, Parameter(validator=Number(gt=0))]
AnyBoard = Annotated[str, Parameter(help="The name of a board, or a board file.")]
Players = Annotated[int | None, Parameter(help="How many play; 4 where the board takes them.")]
TableSizes = Annotated[
    str | None,
    Parameter(help="Numbers of players as in `2-5` or `2,4`; all that the board takes unless said."),
]
Seed = Annotated[str, Parameter(help="A number or any text.")]
Cores = Annotated[
    int | None, Parameter(help="How many cores to use; all of them unless said.", validator=Number(gte=1))
]
InLanguage = Annotated[
    Language | None, Parameter(help="English or Polish; that of the terminal unless said.")
]
AsJson = Annotated[bool, Parameter(help="Print JSON.")]
