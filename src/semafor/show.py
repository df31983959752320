"""Games as pictures: a view drawn on its board or as a table of cards."""

from semafor.boards.model import Board, Language
from semafor.games.lookup import kind_of
from semafor.picture.shapes import MapGeometry
from semafor.picture.shown import SeatSpread, ShownCardTable, ShownPosition
from semafor.picture.svg import draw_board, draw_table
from semafor.picture.tokens import ThemeName
from semafor.view import CardView, View
from semafor.words import PlainNaming


def seat_names(players: int, language: Language) -> tuple[str, ...]:
    """Return the names of seats without players' names."""
    return tuple(PlainNaming().seat(seat, language) for seat in range(players))


def position_of(board: Board, view: View, names: tuple[str, ...] = ()) -> ShownPosition:
    """Return what a view shows on the board."""
    place_ids = {place.name.en: place.id for place in board.places}
    team_size = len(view.sides[0].seats)
    return ShownPosition(
        owners=tuple(view.routes.get(route) for route in board.route_names),
        stations={place_ids[place]: seat for place, seat in view.stations.items()},
        festivals=view.festivals,
        names=names,
        hues=tuple(seat // team_size for seat in range(view.players)),
    )


def table_of(board: Board, view: View, cards: CardView, names: tuple[str, ...]) -> ShownCardTable:
    """Return what a view shows on the table of the Card Game."""
    number = {name: index for index, name in enumerate(board.ticket_names)}
    return ShownCardTable(
        market=view.market,
        deck=view.deck,
        ticket_deck=view.ticket_deck,
        seats=tuple(_spread(view, cards, seat, names[seat], number) for seat in range(view.players)),
        standings=tuple(city.tickets for city in cards.big_cities),
        hand=tuple(view.own.hand.items()) if view.own else (),
        tickets=tuple(number[name] for name in view.own.tickets) if view.own else (),
    )


def _spread(view: View, cards: CardView, seat: int, name: str, number: dict[str, int]) -> SeatSpread:
    open_, known = cards.seats[seat], view.seats[seat]
    return SeatSpread(
        name=name,
        siding=tuple((row.colour, row.plain, row.wild) for row in open_.siding),
        track=open_.track,
        cards=known.cards,
        tickets=known.tickets,
        score=view.sides[seat].score,
        completed=tuple(number[ticket] for ticket in open_.completed_tickets or ()),
    )


def _draw_on_board(
    board: Board, view: View | None, language: Language, theme: ThemeName, names: tuple[str, ...]
) -> str:
    position = None if view is None else position_of(board, view, names)
    return draw_board(board, position, language, theme)


def _draw_as_table(
    board: Board, view: View | None, language: Language, theme: ThemeName, names: tuple[str, ...]
) -> str:
    if view is None:
        return draw_table(board, None, language, theme)
    assert view.card_game is not None, "a view of the Card Game"
    table = table_of(board, view, view.card_game, names or seat_names(view.players, language))
    return draw_table(board, table, language, theme)


def draw_view(
    board: Board,
    view: View | None,
    language: Language = "en",
    theme: ThemeName = "paper",
    names: tuple[str, ...] = (),
    shape: MapGeometry | None = None,
) -> str:
    """Return the board with everything that lies on it, or the table of cards, as SVG; without a view, empty.

    `shape` is the map of the board, if it is known; computing it takes seconds.
    """
    if shape is not None:
        position = None if view is None else position_of(board, view, names)
        return draw_board(board, position, language, theme, shape)
    draw = kind_of(board).pick(board=_draw_on_board, cards=_draw_as_table)
    return draw(board, view, language, theme, names)
