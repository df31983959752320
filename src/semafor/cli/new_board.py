"""`semafor new-board`: a sketch of a board to start from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from semafor.boards import BoardError
from semafor.cli.arguments import faulty, unusable
from semafor.cli.game_files import read_file
from semafor.cli.output import Refused
from semafor.cli.wording import word

if TYPE_CHECKING:
    from semafor.workshop import Spot


def new_board(
    file: str,
    /,
    *,
    title: str | None = None,
    places: str | None = None,
    region: tuple[float, float, float, float] | None = None,
) -> None:
    """Write a sketch of a board to start from: places joined to their neighbours, tickets, plain options."""
    from semafor.workshop import new_sketch
    from semafor.workshop.place_ids import new_ids

    if places and region:
        raise Refused(word("places-or-region"))
    stem = Path(file).stem
    try:
        text = new_sketch(
            new_ids([stem])[0], title or stem.replace("-", " ").title(), *_spots(places, region)
        )
    except BoardError as error:
        raise faulty(error) from None
    write_new(file, text)


def _spots(
    places: str | None, region: tuple[float, float, float, float] | None
) -> tuple[()] | tuple[list[Spot]]:
    """The places to begin with; none where the empty sheet is meant."""
    from semafor.workshop import Spot, parse_spots
    from semafor.workshop.gazetteer import places_within

    if places:
        return (parse_spots(read_file(places).decode("utf-8-sig", "replace"), places),)
    if region:
        return ([Spot(one.name.en, one.lat, one.lon, one.name.pl) for one in places_within(*region)],)
    return ()


def write_new(file: str, text: str, *, quiet: bool = False) -> None:
    """Write a file that is not there yet; refused where it is."""
    try:
        with Path(file).open("x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError:
        raise Refused(word("file-there", file=file)) from None
    except (OSError, ValueError) as error:
        raise unusable(file, error) from None
    if not quiet:
        print(word("wrote", file=file))
