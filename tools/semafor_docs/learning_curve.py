"""Draw the learning curve of a training script in a light and a dark version."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, NamedTuple

from matplotlib.figure import Figure

from semafor.picture.tokens import tokens
from semafor_docs.pictures import FOLDER

if TYPE_CHECKING:
    from pathlib import Path

    from semafor.picture.tokens import ThemeName


class Check(NamedTuple):
    """The win rate after some minutes of processor time."""

    minutes: float
    won: float


def read_curve(file: Path) -> list[Check]:
    """Read the checks of a training run from the columns `minutes` and `won`."""
    with file.open(encoding="utf-8", newline="") as lines:
        return [Check(float(row["minutes"]), float(row["won"])) for row in csv.DictReader(lines)]


def draw_curve(file: Path, theme: ThemeName, pages: Path) -> str:
    """Write the picture of a curve and return its absolute address in the site."""
    colours, curve = tokens().themes[theme], read_curve(file)
    figure = Figure(figsize=(7, 3.2), layout="constrained", facecolor=colours["paper"])
    axis = figure.add_subplot(facecolor=colours["paper"])
    axis.plot(
        [c.minutes for c in curve], [100 * c.won for c in curve], color=tokens().cards["red"].fill, marker="o"
    )
    axis.axhline(50, color=colours["hairline"], linestyle="--")
    axis.set(xlabel="minutes of training (processor time)", ylabel="games won, %", ylim=(0, 100))
    axis.tick_params(colors=colours["ink"])
    axis.xaxis.label.set_color(colours["ink"])
    axis.yaxis.label.set_color(colours["ink"])
    for spine in axis.spines.values():
        spine.set_color(colours["hairline"])
    name = f"{file.stem}-curve-{theme}.svg"
    (pages / FOLDER).mkdir(exist_ok=True)
    figure.savefig(pages / FOLDER / name, metadata={"Date": None})
    return f"/{FOLDER}/{name}"
