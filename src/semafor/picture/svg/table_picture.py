"""The table of the Card Game as one SVG document."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from semafor.picture.layout.solving import layout_key
from semafor.picture.shown import ShownCardTable
from semafor.picture.svg.card_faces import BONUS, CARD, TICKET, bonus, card_definitions, pile, ticket
from semafor.picture.svg.elements import group, number, put, scoped, tag, text
from semafor.picture.svg.style_sheet import definitions, style
from semafor.picture.tokens import colours
from semafor.words import say

if TYPE_CHECKING:
    from semafor.boards.model import Board, Language
    from semafor.picture.shown import Row, SeatSpread
    from semafor.picture.tokens import ThemeName

WIDTH = 1200.0
MARGIN = 30.0
HEAD = 84.0
MARKET_STEP = 54.0
ROW_GAP = 14.0
OVERLAP = 17.0
"""Visible part of a card that the next one of a row covers, if there is room."""
SEAT_HEIGHT = 120.0
TICKET_STEP = (190.0, 72.0)
COLUMNS = 6


def draw_table(
    board: Board, table: ShownCardTable | None = None, language: Language = "en", theme: ThemeName = "paper"
) -> str:
    """Return the picture of a Card Game; without a table, of all its tickets and bonus cards."""
    shown = table or ShownCardTable()
    drawing = _Drawing(board, shown, language, theme)
    scope = f"c{layout_key(board)[:6]}-{theme}"
    parts = drawing.parts()
    height = drawing.y + MARGIN
    head = [
        tag("title", escape(board.title.in_language(language))),
        tag("style", style(theme, scope)),
        definitions(theme),
        card_definitions(theme),
        tag("rect", width="100%", height="100%", fill=colours(theme)["paper"]),
    ]
    return tag(
        "svg",
        scoped("".join([*head, *parts]), scope),
        xmlns="http://www.w3.org/2000/svg",
        class_=scope,
        viewBox=f"0 0 {number(WIDTH)} {number(height)}",
        width=WIDTH,
        height=height,
        role="img",
    )


class _Drawing:
    """Draws from top to bottom; `y` is the current position."""

    def __init__(self, board: Board, table: ShownCardTable, language: Language, theme: ThemeName) -> None:
        self.board, self.table, self.language, self.theme = board, table, language, theme
        self.y = HEAD

    def parts(self) -> list[str]:
        """Return everything in drawing order."""
        found = [self._title()]
        found += self._market() if self.table.seats else []
        found += self._bonuses()
        for seat, spread in enumerate(self.table.seats):
            found.append(self._seat(seat, spread))
        found += self._hand()
        if not self.table.seats:
            found += self._tickets("", tuple(range(len(self.board.tickets))))
        found += self._tickets(self.words("tickets"), self.table.tickets)
        for spread in self.table.seats:
            found += self._tickets(f"{self.words('completed')}: {spread.name}", spread.completed)
        return found

    def words(self, key: str) -> str:
        """Return words in the picture's language."""
        return say(f"picture.{key}", {}, self.language)

    def _title(self) -> str:
        name = self.board.title.in_language(self.language)
        rule = f"M{number(WIDTH / 2 - 90)} 62h180"
        line = tag("path", d=rule, class_="ink", stroke_width="1")
        return text(name, WIDTH / 2, 48, "title", font_size=34) + line

    def _market(self) -> list[str]:
        """Return the face-up cards and both decks."""
        found = [
            put(f"card-{card}", MARGIN + MARKET_STEP * place, self.y)
            for place, card in enumerate(self.table.market)
            if card
        ]
        right = MARGIN + MARKET_STEP * len(self.table.market) + 24
        found.append(pile(self.words("deck"), self.table.deck, right, self.y, self.theme))
        found.append(pile(self.words("tickets"), self.table.ticket_deck, right + 76, self.y, self.theme))
        return found

    def _bonuses(self) -> list[str]:
        """Return the bonus cards: to the right of the market, or over the whole page without one."""
        cities = self.board.big_cities
        step = BONUS[0] + 8
        columns = min(len(cities), 4 if self.table.seats else 7)
        left = WIDTH - MARGIN - step * columns + 8 if self.table.seats else WIDTH / 2 - step * columns / 2 + 4
        found = []
        for place, city in enumerate(cities):
            row, column = divmod(place, max(1, columns))
            where = (left + step * column, self.y + (BONUS[1] + 8) * row)
            standing = self.table.standings[place] if self.table.standings else ()
            found.append(bonus(self.board, city, standing, where, self.language, self.theme))
        rows = -(-len(cities) // max(1, columns))
        self.y += max(CARD[1] + 24 if self.table.seats else 0, rows * (BONUS[1] + 8)) + 16
        return found

    def _seat(self, seat: int, spread: SeatSpread) -> str:
        """Return a seat's name and numbers, its siding, and its on-track pile."""
        top, paint = self.y, colours(self.theme)
        self.y += SEAT_HEIGHT
        frame = tag(
            "rect", x=MARGIN, y=top, width=WIDTH - 2 * MARGIN, height=SEAT_HEIGHT - 12, rx=8,
            fill=paint["land"], stroke=paint["hairline"],
        )  # fmt: skip
        numbers = {"cards": spread.cards, "ticket-count": spread.tickets, "points": spread.score}
        told = " · ".join(f"{self.words(key)}: {count}" for key, count in numbers.items())
        parts = [
            frame,
            put(f"wagon-{seat}", MARGIN + 32, top + 19),
            text(spread.name, MARGIN + 58, top + 24, "name"),
            text(told, WIDTH - MARGIN - 92, top + 24, "name", text_anchor="end"),
            *self._siding(spread.siding, top + 34),
            pile(self.words("on-track"), spread.track, WIDTH - MARGIN - 68, top + 12, self.theme),
        ]
        return group(parts)

    def _siding(self, rows: tuple[Row, ...], top: float) -> list[str]:
        """Return the rows beside each other, the cards of each overlapping, wilds on top."""
        covered = sum(plain + wild - 1 for _, plain, wild in rows)
        room = WIDTH - 2 * MARGIN - 130 - len(rows) * (CARD[0] + ROW_GAP)
        step = min(OVERLAP, room / max(1, covered))
        x, found = MARGIN + 18, []
        for colour, plain, wild in rows:
            cards = [colour] * plain + ["wild"] * wild
            found += [put(f"card-{card}", x + step * place, top) for place, card in enumerate(cards)]
            if not plain:  # wilds alone do not show the colour of the row
                found.append(put(f"need-{colour}", x + 11, top + CARD[1] - 11))
            x += step * (len(cards) - 1) + CARD[0] + ROW_GAP
        return found

    def _hand(self) -> list[str]:
        """Return the viewer's cards, as rows by kind."""
        if not self.table.hand:
            return []
        found = [text(self.words("hand"), MARGIN, self.y + 18, "name")]
        rows = tuple((card, count, 0) for card, count in self.table.hand)
        found += self._siding(rows, self.y + 28)
        self.y += CARD[1] + 44
        return found

    def _tickets(self, heading: str, tickets: tuple[int, ...]) -> list[str]:
        """Return tickets in a grid under a heading."""
        if not tickets:
            return []
        found = []
        if heading:
            found.append(text(heading, MARGIN, self.y + 18, "name"))
            self.y += 28
        for place, index in enumerate(tickets):
            row, column = divmod(place, COLUMNS)
            where = (MARGIN + TICKET_STEP[0] * column, self.y + TICKET_STEP[1] * row)
            found.append(ticket(self.board, self.board.tickets[index], where, self.language, self.theme))
        self.y += TICKET_STEP[1] * -(-len(tickets) // COLUMNS) + 8
        return found


assert COLUMNS * TICKET_STEP[0] <= WIDTH - 2 * MARGIN + TICKET_STEP[0] - TICKET[0]
