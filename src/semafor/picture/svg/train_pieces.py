"""The pieces of every player: locomotive, wagon, tram, subway car and station, seen from the side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.picture.svg.elements import group, tag
from semafor.picture.tokens import SPACE, SUBWAY_SPACE, colours, tokens

if TYPE_CHECKING:
    from semafor.picture.tokens import Look, Player

WAGON = "M-18.5 -6.2Q-18.5 -7.6 -17 -7.6H17Q18.5 -7.6 18.5 -6.2V3.4H-18.5Z"
ENGINE = "M-18.5 3.4V-4.6H-15.2V-8H-11.6V-4.6H-5.4V-6.6H-1.8V-4.6H5.5V-8H18.5V3.4Z"
HOUSE = "M-10 9V-2L0 -12L10 -2V9Z"
PATTERN_AT = {"wagon": "translate(0 -2.1)", "engine": "translate(-4.6 -.6) scale(.72 .8)"}


def _rim(path: str, theme: Look) -> str:
    """A light edge around the dark outline, so that a piece stands out on any ground."""
    colour = colours(theme)["rim"]
    return tag("path", d=path, fill=colour, stroke=colour, stroke_width="4.6", stroke_linejoin="round")


def _body(path: str, player: Player, theme: Look) -> str:
    """The body of a piece in the player's colour."""
    look = {"fill": player.shade(theme), "stroke": tokens().outline, "stroke_linejoin": "round"}
    return tag("path", d=path, stroke_width="2.2", **look)


def _pattern(player: Player, transform: str, theme: Look) -> str:
    """The player's pattern."""
    marks = tokens().patterns[player.pattern]
    width = "3.2" if player.pattern == "dots" else "1.9"
    look = {"fill": "none", "stroke": player.marking(theme), "stroke_width": width, "stroke_linecap": "round"}
    return tag("path", d=marks, transform=transform, **look) if marks else ""


def _wheels(at: tuple[float, ...]) -> str:
    """Dark wheels with light hubs."""
    outline = tokens().outline
    rims = [tag("circle", cx=x, cy=4.4, r=3.1, fill=outline) for x in at]
    hubs = [tag("circle", cx=x, cy=4.4, r=1.1, fill="#F7F1E3") for x in at]
    return group(rims + hubs)


def _bed(size: tuple[float, float], theme: Look) -> str:
    """The darkened space under a piece."""
    shade = colours(theme)["shade"]
    where = {"x": -size[0] / 2, "y": -size[1] / 2, "width": size[0], "height": size[1], "rx": 5.5}
    return tag("rect", fill=shade, fill_opacity=".28", **where)


def wagon(player: Player, theme: Look) -> str:
    """A wagon on its space."""
    hooks = tag("path", d="M-21 1.4H21", stroke=tokens().outline, stroke_width="2.4")
    body = (
        _rim(WAGON, theme)
        + hooks
        + _body(WAGON, player, theme)
        + _pattern(player, PATTERN_AT["wagon"], theme)
    )
    return _bed(SPACE, theme) + body + _wheels((-11.5, 11.5))


def engine(player: Player, theme: Look) -> str:
    """The locomotive at the head of a train."""
    window = tag("path", d="M9 -5.2H14.6V-1.6H9Z", fill="#F7F1E3", stroke=tokens().outline, stroke_width="1")
    body = _rim(ENGINE, theme) + _body(ENGINE, player, theme) + _pattern(player, PATTERN_AT["engine"], theme)
    return _bed(SPACE, theme) + body + window + _wheels((-12.5, -4, 11.5))


def tram(player: Player, theme: Look) -> str:
    """A tram: a wagon with windows."""
    return _bed(SPACE, theme) + _with_windows(player, theme)


def car(player: Player, theme: Look) -> str:
    """A subway car: the same, larger."""
    return _bed(SUBWAY_SPACE, theme) + group([_with_windows(player, theme)], transform="scale(1.32)")


def _with_windows(player: Player, theme: Look) -> str:
    windows = "".join(f"M{x} -6.2h4.6v2.8h-4.6Z" for x in (-16, -9, -2, 5, 12))
    glass = tag("path", d=windows, fill="#F7F1E3", stroke=tokens().outline, stroke_width=".7")
    pattern = _pattern(player, "translate(0 .3) scale(1 .65)", theme)
    return _rim(WAGON, theme) + _body(WAGON, player, theme) + glass + pattern + _wheels((-11.5, 11.5))


def station(player: Player, theme: Look) -> str:
    """A small house with a roof and a door."""
    outline = tokens().outline
    roof = tag("path", d="M-13 0L0 -13L13 0", fill="none", stroke=outline, stroke_width="3.2")
    door = tag(
        "path", d="M-3 9V3A3 3 0 0 1 3 3V9Z", fill=player.marking(theme), stroke=outline, stroke_width="1"
    )
    return _rim(HOUSE, theme) + _body(HOUSE, player, theme) + roof + door


def pieces(theme: Look) -> list[str]:
    """Every piece of every player."""
    found = []
    for number, player in enumerate(tokens().players):
        drawn = {"wagon": wagon, "engine": engine, "tram": tram, "subway": car, "station": station}
        found += [group([draw(player, theme)], id=f"{name}-{number}") for name, draw in drawn.items()]
    return found
