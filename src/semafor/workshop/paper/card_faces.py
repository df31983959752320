"""Transport cards, festival cards and bonus cards on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.picture.svg.card_faces import CARD
from semafor.picture.svg.elements import group, tag, text
from semafor.picture.svg.routes_and_places import FESTIVAL_FLAG
from semafor.picture.text_widths import text_width
from semafor.picture.tokens import colours, tokens
from semafor.words import say
from semafor.workshop.paper.card_sheets import Face, plate, scaled
from semafor.workshop.paper.ticket_faces import titled_back

if TYPE_CHECKING:
    from semafor.boards.model import Board, Language

WIDTH = 44.0
SCALE = WIDTH / CARD[0]
SIZE = (WIDTH, round(CARD[1] * SCALE, 3))


def transport_faces(board: Board) -> list[Face]:
    """The whole deck."""
    return [
        Face(scaled(f'<use href="#card-{card}"/>', SCALE), _deck_back())
        for card, count in board.options.cards.items()
        for _ in range(count)
    ]


def festival_faces(board: Board, language: Language) -> list[Face]:
    """The cards of all festivals, with what sets of them are worth; from behind cards of the deck (IBE-6)."""
    faces = []
    for festival in board.festivals:
        places = ", ".join(board.place(one).name.in_language(language) for one in festival.places)
        worth = " · ".join(map(str, festival.points))
        front = _words(festival.name.in_language(language), places, worth) + _flag()
        faces += [Face(front, _deck_back())] * festival.cards
    return faces


def bonus_faces(board: Board, language: Language) -> list[Face]:
    """The big cities of the Card Game."""
    back = _extra_back(board, language)
    return [
        Face(_words(board.place(city.place).name.in_language(language), "", str(city.points)), back)
        for city in board.big_cities
    ]


def _deck_back() -> str:
    """What is shuffled together looks the same from behind."""
    return scaled('<use href="#card-back"/>', SCALE)


def _extra_back(board: Board, language: Language) -> str:
    return titled_back(
        SIZE, colours("paper")["land"], board.title.in_language(language), say("picture.deck", {}, language)
    )


def _flag() -> str:
    """The flag of a festival, as it stands on the board."""
    paint = {"fill": colours("paper")["lamp"], "stroke": tokens().outline, "stroke_width": ".8"}
    flag = tag("path", d=FESTIVAL_FLAG, stroke_linejoin="round", **paint)
    return group([flag], transform=f"translate({WIDTH / 2} {SIZE[1] * 0.17:.2f}) scale(.9)")


def _words(title: str, middle: str, below: str) -> str:
    """A card of three lines."""
    paint, centre = colours("paper"), WIDTH / 2
    lines = (
        (title, SIZE[1] * 0.36, 5.0, "title"),
        (middle, SIZE[1] * 0.5, 4.0, "small"),
        (below, SIZE[1] * 0.72, 4.2, "title"),
    )
    drawn = [
        text(
            words, centre, y, look, WIDTH - 8 if text_width(words, size) > WIDTH - 8 else 0.0, font_size=size
        )
        for words, y, size, look in lines
        if words
    ]
    return plate(SIZE, paint["paper"], paint["coast"]) + "".join(drawn)
