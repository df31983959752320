"""Train cards, tickets and bonus cards of the Card Game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.picture.svg.elements import group, number, put, tag, text
from semafor.picture.svg.style_sheet import symbol, wheel
from semafor.picture.tokens import colours, text_width, tokens

if TYPE_CHECKING:
    from semafor.boards.model import BigCity, Board, Language, Ticket
    from semafor.picture.tokens import Look

Point = tuple[float, float]
Standing = tuple[int | None, ...]

CARD = (46.0, 66.0)
TICKET = (186.0, 66.0)
BONUS = (150.0, 66.0)
WIDEST = 1.42
"""Factor by which a reader's bold font may be wider than `text_width`."""
NEED = 15.0
"""Distance between the symbols of a ticket's needs."""
MOST_NEEDS = 9
ROUND = 5.0
BACK = "back"


def _plate(size: tuple[float, float], fill: str, edge: str) -> str:
    """Return a card with a fine outline and a light inner line."""
    shine = {"fill": "none", "stroke": "#fff", "stroke_opacity": ".3"}
    inner = tag("rect", x=2.2, y=2.2, width=size[0] - 4.4, height=size[1] - 4.4, rx=ROUND - 2, **shine)
    box = {"fill": fill, "stroke": edge, "stroke_width": "1.1"}
    return tag("rect", width=size[0], height=size[1], rx=ROUND, **box) + inner


def _moved(parts: list[str], x: float, y: float, scale: float = 1.0, **attributes: str) -> str:
    grow = f"scale({number(scale)})" if scale != 1 else ""
    return group(parts, transform=f"translate({number(x)} {number(y)}){grow}", **attributes)


def _mark(card: str) -> str:
    """Return the symbol of a card around the origin."""
    face = tokens().cards[card]
    return wheel(6.0) if card == "wild" else symbol(face.symbol, face.mark)


def card_definitions(theme: Look) -> str:
    """Return every train card, small symbols for tickets, and the back of a card."""
    paint = colours(theme)
    found = [_back(theme)]
    for card, face in tokens().cards.items():
        if face.symbol:
            plate = _plate(CARD, face.shade(theme), paint["edge"])
            # The corner shows the colour where the next card of a row covers the rest.
            marks = [_moved([_mark(card)], CARD[0] / 2, CARD[1] / 2, 2.2), _moved([_mark(card)], 9, 10, 0.8)]
            found.append(group([plate, *marks], id=f"card-{card}"))
            disc = tag("circle", r=6.6, fill=face.shade(theme), stroke=paint["edge"], stroke_width=".9")
            found.append(group([disc, _moved([_mark(card)], 0, 0, 0.7)], id=f"need-{card}"))
    return tag("defs", "".join(found))


def _back(theme: Look) -> str:
    paint = colours(theme)
    rails = "M8 8L38 58M38 8L8 58M23 8V58M8 33H38"
    # A class would not apply to what is drawn by reference.
    lines = tag("path", d=rails, fill="none", stroke=paint["ink"], stroke_width=".8", opacity=".3")
    return group([_plate(CARD, paint["land"], paint["edge"]), lines], id=f"card-{BACK}")


def pile(words: str, count: int, x: float, y: float, theme: Look) -> str:
    """Return a face-down pile with its size and its name."""
    paint = colours(theme)
    middle = x + CARD[0] / 2
    disc = tag("circle", cx=middle, cy=y + CARD[1] / 2, r=13, fill=paint["paper"], stroke=paint["edge"])
    size = text(str(count), middle, y + CARD[1] / 2 + 4.5, "number", fill=paint["ink"])
    below = text(words, middle, y + CARD[1] + 15, "small", font_size=13)
    return group([put(f"card-{BACK}", x, y), disc, size, below], opacity="1" if count else ".45")


def _name(words: str, x: float, y: float, room: float, size: float = 14.0) -> str:
    """Return a name, squeezed if it could be too long."""
    squeeze = room if WIDEST * text_width(words, size) > room else 0.0
    return text(words, x, y, "card-name", squeeze, font_size=size)


def _points(points: int, x: float, y: float, theme: Look) -> str:
    lamp, outline = colours(theme)["lamp"], tokens().outline
    disc = tag("circle", cx=x, cy=y, r=11.5, fill=lamp, stroke=outline, stroke_width="1")
    return disc + text(str(points), x, y + 4.3, "number", fill=outline)


def ticket(board: Board, one: Ticket, where: tuple[float, float], language: Language, theme: Look) -> str:
    """Return a ticket with its ends, its points, and its needs as symbols."""
    paint = colours(theme)
    ends = (board.place(end).name.in_language(language) for end in (one.a, one.b))
    needs = [colour for colour, count in one.needs.items() for _ in range(count)]
    step = min(NEED, NEED * MOST_NEEDS / max(1, len(needs)))
    parts = [
        _plate(TICKET, paint["land"], paint["coast"]),
        *(_name(end, 10, 20 + 16 * line, TICKET[0] - 46) for line, end in enumerate(ends)),
        _points(one.points, TICKET[0] - 18, 18, theme),
        *(put(f"need-{colour}", 17 + step * place, 52) for place, colour in enumerate(needs)),
    ]
    return _moved(parts, *where)


def bonus(
    board: Board, city: BigCity, standing: Standing, where: Point, language: Language, theme: Look
) -> str:
    """Return a big city's bonus card, with the completed tickets that name it by seat; None is face down."""
    paint = colours(theme)
    parts = [
        _plate(BONUS, paint["sea"], paint["coast"]),
        _name(board.place(city.place).name.in_language(language), 10, 21, BONUS[0] - 46),
        _points(city.points, BONUS[0] - 18, 18, theme),
    ]
    known = [count for count in standing if count is not None]
    all_known = len(known) == len(standing)
    for seat, count in enumerate(standing):
        if count is not None:
            parts += _standing(seat, count, all_known and count == max(known) > 0, theme)
    return _moved(parts, *where)


def _standing(seat: int, count: int, leads: bool, theme: Look) -> list[str]:
    """Return one seat's number at a bonus card, highlighted if it leads."""
    player, x = tokens().players[seat], 18 + 26.0 * seat
    edge = colours(theme)["lamp"] if leads else tokens().outline
    ring = {"stroke": edge, "stroke_width": "3" if leads else "1"}
    return [
        tag("circle", cx=x, cy=47, r=9.5, fill=player.shade(theme), **ring),
        text(str(count), x, 51.3, "number", fill=player.marking(theme)),
    ]
