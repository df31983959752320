"""How long the search may think: seconds or playouts, as the bot's name says after `@`."""

from __future__ import annotations

import re

import msgspec

from semafor.errors import BadSetup

DEFAULT = "1s"
_TEXT = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?P<unit>ms|s|)")


class Budget(msgspec.Struct, frozen=True):
    """Either of the two; the other is None."""

    seconds: float | None = None
    playouts: int | None = None


def parse_budget(text: str) -> Budget:
    """`1s`, `100ms` or `500` (playouts); BadSetup for anything else."""
    match = _TEXT.fullmatch(text or DEFAULT)
    number = float(match["number"]) if match else 0.0
    if not match or number <= 0 or (not match["unit"] and number != int(number)):
        raise BadSetup("bad-budget", text=text)
    if match["unit"]:
        return Budget(seconds=number / 1000 if match["unit"] == "ms" else number)
    return Budget(playouts=int(number))
