"""Tickets and cards on paper, and all pages of a board as a PDF."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from semafor.picture.geometry import geometry, map_of
from semafor.picture.shapes import Box
from semafor.picture.svg.card_faces import CARD, card_definitions
from semafor.picture.svg.elements import group, tag, text
from semafor.picture.svg.routes_and_places import FESTIVAL_FLAG
from semafor.picture.tokens import colours, text_width, tokens
from semafor.words import say
from semafor.workshop.paper.sheets import A4, LETTER, SHEETS, Face, board_sheets, card_sheets, plate, scaled

if TYPE_CHECKING:
    from semafor.boards.model import Board, Language, Ticket
    from semafor.picture.shapes import MapGeometry
    from semafor.workshop.paper.sheets import Paper, PaperPage

TICKET_SIZE = (63.0, 44.0)
MAP = (3.2, 3.2, 56.6, 26.0)
"""Left, top, width and height of the small map."""
ROOM = 0.06
"""Margin around the places of the small map, as a share of the board's height."""
NAME = 4.2
"""Font size of names."""
END = "#C8352C"
"""Colour of the ends."""
SYMBOLS = 8.4
"""Distance between the symbols of a ticket's needs."""


def ticket_faces(board: Board, language: Language) -> list[Face]:
    """Return all tickets; long ones have a back of another colour."""
    shape = map_of(board)
    land = _land(shape) if shape else ""
    return [
        Face(_front(board, ticket, land, language), ticket_back(board, language, ticket.long))
        for ticket in board.tickets
    ]


def ticket_back(board: Board, language: Language, long: bool) -> str:
    """Return the title on a background that distinguishes long tickets."""
    paint = colours("paper")
    return titled_back(
        TICKET_SIZE,
        paint["lamp" if long else "sea"],
        board.title.in_language(language),
        say("picture.tickets", {}, language),
    )


def titled_back(size: tuple[float, float], fill: str, title: str, below: str) -> str:
    """Return the back of a card with two lines of text."""
    middle, height = size[0] / 2, size[1] / 2
    rule = tag("path", d=f"M{middle - 11:.1f} {height + 1.6:.1f}h22", class_="ink", stroke_width=".3")
    squeeze = size[0] - 10 if text_width(title, 6.5) > size[0] - 10 else 0.0
    words = text(title, middle, height - 0.6, "title", squeeze, font_size=6.5)
    return (
        plate(size, fill, colours("paper")["ink"])
        + words
        + rule
        + text(below, middle, height + 6.6, "small", font_size=4.2)
    )


def _front(board: Board, ticket: Ticket, land: str, language: Language) -> str:
    paint = colours("paper")
    ends = [board.place(end).name.in_language(language) for end in (ticket.a, ticket.b)]
    drawn = _map(board, ticket, land) if land else _needs(ticket)
    return plate(TICKET_SIZE, paint["paper"], paint["coast"]) + drawn + _names(ends) + _points(ticket.points)


def _names(ends: list[str]) -> str:
    """Return the two ends below the map, squeezed if too long."""
    room = TICKET_SIZE[0] - 20.0
    lines = []
    for name, up in zip(ends, (9.4, 4.6), strict=True):
        squeeze = room if text_width(name, NAME) > room else 0.0
        lines.append(text(name, 5.0, TICKET_SIZE[1] - up, "card-name", squeeze, font_size=NAME))
    return "".join(lines)


def _points(points: int) -> str:
    x, y = TICKET_SIZE[0] - 8.2, TICKET_SIZE[1] - 8.0
    disc = {"fill": colours("paper")["lamp"], "stroke": tokens().outline, "stroke_width": ".35"}
    value = text(str(points), x, y + 1.9, "card-name", text_anchor="middle", font_size=5.4)
    return tag("circle", cx=x, cy=y, r=4.9, **disc) + value


def small_window(shape: MapGeometry) -> Box:
    """Return the area of the small map: all places with some margin, as wide as the ticket allows."""
    frame, room = shape.frame, ROOM * shape.frame.height
    xs, ys = [place.x for place in shape.places], [place.y for place in shape.places]
    height = min(frame.height, max(ys) - min(ys) + 2 * room)
    width = min(frame.width, max(max(xs) - min(xs) + 2 * room, height * MAP[2] / MAP[3]))
    left = (min(xs) + max(xs) - width) / 2
    top = (min(ys) + max(ys) - height) / 2
    return Box(
        min(max(left, frame.x), frame.x + frame.width - width),
        min(max(top, frame.y), frame.y + frame.height - height),
        width,
        height,
    )


def _scale(window: Box) -> tuple[float, float, float]:
    """Return the scale and the upper left corner of the small map."""
    left, top, width, height = MAP
    scale = min(width / window.width, height / window.height)
    return scale, left + (width - scale * window.width) / 2, top + (height - scale * window.height) / 2


def _land(shape: MapGeometry) -> str:
    """Return sea, land and routes as thin lines, in picture units."""
    paint = colours("paper")
    window = small_window(shape)
    frame = {"x": window.x, "y": window.y, "width": window.width, "height": window.height}
    paths = "".join(layer.path for layer in shape.layers if layer.kind == "land")
    lines = "".join(route.line for route in shape.routes)
    clip = tag("clipPath", tag("rect", **frame), id="small-map")
    parts = [
        tag("rect", fill=paint["sea"], **frame),
        tag("path", d=paths, fill=paint["land"], fill_rule="evenodd", stroke=paint["coast"], stroke_width="2")
        if paths
        else "",
        tag("path", d=lines, fill="none", stroke=paint["rail"], stroke_width="4", stroke_opacity=".45"),
    ]
    return clip + group(parts, clip_path="url(#small-map)")


def _map(board: Board, ticket: Ticket, land: str) -> str:
    """Return the small map with the two ends and a line between them."""
    shape = geometry(board)
    window = small_window(shape)
    scale, left, top = _scale(window)
    left, top = left - scale * window.x, top - scale * window.y
    at = {place.id: (left + scale * place.x, top + scale * place.y) for place in shape.places}
    (ax, ay), (bx, by) = at[ticket.a], at[ticket.b]
    line = {"d": f"M{ax:.2f} {ay:.2f}L{bx:.2f} {by:.2f}", "stroke_linecap": "round"}
    parts = [
        group([land], transform=f"translate({left:.3f} {top:.3f}) scale({scale:.5f})"),
        tag("path", stroke="#FBF7EE", stroke_width="1.5", **line),
        tag("path", stroke=tokens().outline, stroke_width=".7", **line),
        *(
            tag(
                "circle", cx=f"{x:.2f}", cy=f"{y:.2f}", r="1.4", fill=END, stroke="#FBF7EE", stroke_width=".5"
            )
            for x, y in ((ax, ay), (bx, by))
        ),
    ]
    return group(parts)


def _needs(ticket: Ticket) -> str:
    """Return the cards that complete a ticket of the Card Game, as symbols."""
    needs = [colour for colour, count in ticket.needs.items() for _ in range(count)]
    columns = 6
    return group(
        [
            f'<use href="#need-{colour}" transform="translate({9 + SYMBOLS * (n % columns):.2f} '
            f'{9 + SYMBOLS * (n // columns):.2f}) scale(.56)"/>'
            for n, colour in enumerate(needs)
        ]
    )


WIDTH = 44.0
SCALE = WIDTH / CARD[0]
CARD_SIZE = (WIDTH, round(CARD[1] * SCALE, 3))


def transport_faces(board: Board) -> list[Face]:
    """Return the deck."""
    return [
        Face(scaled(f'<use href="#card-{card}"/>', SCALE), _deck_back())
        for card, count in board.options.cards.items()
        for _ in range(count)
    ]


def festival_faces(board: Board, language: Language) -> list[Face]:
    """Return festival cards with the points of their sets; their backs are the deck's (IBE-6)."""
    faces = []
    for festival in board.festivals:
        places = ", ".join(board.place(one).name.in_language(language) for one in festival.places)
        worth = " · ".join(map(str, festival.points))
        front = _words(festival.name.in_language(language), places, worth) + _flag()
        faces += [Face(front, _deck_back())] * festival.cards
    return faces


def bonus_faces(board: Board, language: Language) -> list[Face]:
    """Return the big cities of the Card Game."""
    back = _extra_back(board, language)
    return [
        Face(_words(board.place(city.place).name.in_language(language), "", str(city.points)), back)
        for city in board.big_cities
    ]


def _deck_back() -> str:
    """Return the common back of cards that are shuffled together."""
    return scaled('<use href="#card-back"/>', SCALE)


def _extra_back(board: Board, language: Language) -> str:
    return titled_back(
        CARD_SIZE,
        colours("paper")["land"],
        board.title.in_language(language),
        say("picture.deck", {}, language),
    )


def _flag() -> str:
    """Return the flag of a festival, as on the board."""
    paint = {"fill": colours("paper")["lamp"], "stroke": tokens().outline, "stroke_width": ".8"}
    flag = tag("path", d=FESTIVAL_FLAG, stroke_linejoin="round", **paint)
    return group([flag], transform=f"translate({WIDTH / 2} {CARD_SIZE[1] * 0.17:.2f}) scale(.9)")


def _words(title: str, middle: str, below: str) -> str:
    """Return a card with three lines."""
    paint, centre = colours("paper"), WIDTH / 2
    lines = (
        (title, CARD_SIZE[1] * 0.36, 5.0, "title"),
        (middle, CARD_SIZE[1] * 0.5, 4.0, "small"),
        (below, CARD_SIZE[1] * 0.72, 4.2, "title"),
    )
    drawn = [
        text(
            words, centre, y, look, WIDTH - 8 if text_width(words, size) > WIDTH - 8 else 0.0, font_size=size
        )
        for words, y, size, look in lines
        if words
    ]
    return plate(CARD_SIZE, paint["paper"], paint["coast"]) + "".join(drawn)


def all_pages(board: Board, paper: Paper = "A4", language: Language = "en") -> list[PaperPage]:
    """Return the board, then tickets and cards; each page of fronts is followed by its backs."""
    pages = board_sheets(board, SHEETS[paper], language)
    extra = [*festival_faces(board, language), *bonus_faces(board, language)]
    decks: list[tuple[list[Face], tuple[float, float], str]] = [
        (ticket_faces(board, language), TICKET_SIZE, "tickets"),
        ([*transport_faces(board), *extra], CARD_SIZE, "deck"),
    ]
    title = board.title.in_language(language)
    for faces, size, name in decks:
        label = f"{title}: {say(f'picture.{name}', {}, language)}"
        sheet = LETTER if paper == "letter" else A4
        pages += card_sheets(faces, size, card_definitions("paper"), label, sheet)
    return pages


def print_pdf(pages: list[PaperPage], title: str) -> bytes:
    """Return the pages as a PDF; raise ImportError without the typesetter (`semafor[print]`)."""
    import typst

    with TemporaryDirectory() as folder:
        for number, page in enumerate(pages):
            (Path(folder) / f"{number}.svg").write_text(page.svg, encoding="utf-8")
        main = Path(folder) / "main.typ"
        main.write_text(_document(pages, title), encoding="utf-8")
        made: bytes = typst.compile(str(main))
    return made


def _document(pages: list[PaperPage], title: str) -> str:
    quoted = title.replace("\\", "\\\\").replace('"', '\\"')
    head = [f'#set document(title: "{quoted}", date: none)']
    return "\n".join(
        head
        + [
            f"#page(width: {page.width:.3f}mm, height: {page.height:.3f}mm, margin: 0mm)"
            f'[#image("{number}.svg", width: 100%, height: 100%)]'
            for number, page in enumerate(pages)
        ]
    )
