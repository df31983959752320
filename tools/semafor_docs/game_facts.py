"""Facts of a board for its game page, generated from the board."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from semafor_docs.markdown import counted, listed, table

if TYPE_CHECKING:
    from semafor.boards.model import Board

REJECTED = {
    "bottom": "go under the ticket deck",
    "out": "leave the game",
    "shuffle": "are shuffled into the ticket deck",
}
TIES = {
    "tickets": "more completed tickets",
    "stations": "fewer stations built",
    "longest": "the longer line",
    "express": "the longest line of all",
    "bonuses": "more big-city bonuses",
}


def players(board: Board) -> str:
    """Return the numbers of players and what depends on them."""
    options = board.options
    lines = [f"**{listed(options.players, 'or')} players**{', in teams of two' if options.teams else ''}.\n"]
    if options.one_strand_with:
        few = listed(options.one_strand_with, "or")
        lines.append(f"With {few} players, one strand of every double or triple route is closed.\n")
    if options.card_game and options.card_game.halves_with:
        many = listed(options.card_game.halves_with, "or")
        lines.append(f"With {many} players, the deck is used twice.\n")
    return "\n".join(lines)


def pieces(board: Board) -> str:
    """Return the contents of the game."""
    rows = [*_supplies(board), *_cards(board), *_tickets(board), *_map(board)]
    return table("lr", ("what", "how many"), rows)


def _supplies(board: Board) -> list[tuple[str, object]]:
    rows: list[tuple[str, object]] = [(f"{kind}s each", n) for kind, n in board.options.pieces.items()]
    if board.options.stations:
        rows.append(("stations each", board.options.stations.count))
    return rows


def _cards(board: Board) -> list[tuple[str, object]]:
    cards = board.options.cards
    alike = Counter(cards[colour] for colour in board.colours)
    rows: list[tuple[str, object]] = [
        (f"colours of cards ({', '.join(board.colours)})", len(board.colours)),
        *((f"cards of each of {colours} colours", number) for number, colours in alike.items()),
        ("wild cards", cards["wild"]),
        ("cards in the deck", sum(cards.values())),
    ]
    if board.options.festivals:
        rows.append(("festival cards", sum(festival.cards for festival in board.festivals)))
    if board.options.draft:
        rows.append(("draft card", 1))
    if board.big_cities:
        rows.append(("big-city bonuses", len(board.big_cities)))
    return rows


def _tickets(board: Board) -> list[tuple[str, object]]:
    long = sum(ticket.long for ticket in board.tickets)
    values = [ticket.points for ticket in board.tickets]
    regular = len(board.tickets) - long
    rows: list[tuple[str, object]] = [("tickets" if not long else "regular tickets", regular)]
    if long:
        rows.append(("long tickets", long))
    return [*rows, ("points of a ticket", f"{min(values)} to {max(values)}")]


def _map(board: Board) -> list[tuple[str, object]]:
    if not board.routes:
        return [("cities on tickets", len(board.places))]
    junctions = sum(place.junction for place in board.places)
    strands = Counter(frozenset((route.a, route.b)) for route in board.routes)
    sizes = Counter(strands.values())
    rows: list[tuple[str, object]] = [
        ("cities", len(board.places) - junctions),
        ("junctions without a name", junctions),
        ("route strands", len(board.routes)),
        ("of these in double routes", 2 * sizes[2]),
        ("of these in triple routes", 3 * sizes[3]),
        ("ferries", sum(route.ferry > 0 for route in board.routes)),
        ("tunnels", sum(route.tunnel > 0 for route in board.routes)),
    ]
    return [row for row in rows if row[1]]


def set_up(board: Board) -> str:
    """Return what every player is dealt."""
    options, start = board.options, board.options.start_tickets
    wild = f" and {counted(options.card_game.wild_dealt, 'wild')}" if options.card_game else ""
    dealt = f"{counted(options.hand, 'card')}{wild}"
    lines = [f"- Each player is dealt {dealt}; the market has five face-up cards."]
    if options.draft:
        lines.append(f"- Each player gets {start.count} tickets in a draft and keeps exactly {start.keep}.")
    else:
        long = f"{counted(start.long, 'long ticket')} and " if start.long else ""
        lines.append(
            f"- Each player gets {long}{counted(start.count, 'ticket')} and keeps at least {start.keep}."
        )
    return "\n".join([*lines, f"- Rejected tickets {REJECTED[start.rejected]}.\n"])


def tickets_action(board: Board) -> str:
    """Describe the action of drawing tickets."""
    draw = board.options.draw_tickets
    keep = f"keeps at least {counted(draw.keep, 'of them', 'of them')}" if draw.keep else "keeps any number"
    return f"A player who draws tickets is offered {counted(draw.count, 'ticket')} and {keep}.\n"


def routes(board: Board) -> str:
    """Return the number and the points of routes by cost."""
    numbers = Counter((route.kind, route.cost) for route in board.routes)
    rows = (
        (kind, cost, points, numbers[kind, int(cost)])
        for kind, by_cost in board.route_points.items()
        for cost, points in by_cost.items()
        if numbers[kind, int(cost)]
    )
    return table("lrrr", ("kind", "cards", "points", "strands"), rows)


def end(board: Board) -> str:
    """Return what starts the last round."""
    if board.options.card_game:
        return "The last round begins when the deck runs out.\n"
    whose = "a team" if board.options.teams else "a player"
    limit = counted(board.options.last_round_at, "piece")
    return f"The last round begins when {whose} ends a turn with {limit} or fewer.\n"


def bonuses(board: Board) -> str:
    """Return bonuses and tie-breaks."""
    options = board.options
    rows = [
        ("the longest line", options.longest_bonus),
        ("the most completed tickets", options.most_tickets_bonus),
        ("each station not built", options.stations.value if options.stations else 0),
        *((f"most completed tickets to {board.place(c.place).name.en}", c.points) for c in board.big_cities),
    ]
    given = [row for row in rows if row[1]]
    ties = f"Ties are broken by {listed((TIES[tie] for tie in options.ties), 'then')}.\n"
    return f"{table('lr', ('for', 'points'), given)}\n{ties}" if given else ties


def festivals(board: Board) -> str:
    """Return the festivals and the points of their sets."""
    rows = (
        (
            festival.name.en,
            listed(board.place(place).name.en for place in festival.places),
            festival.cards,
            ", ".join(map(str, festival.points)),
        )
        for festival in board.festivals
    )
    return table("llrr", ("festival", "place", "cards", "points for 1, 2, … of them"), rows)


def tickets(board: Board) -> str:
    """Return all tickets by descending value."""
    pairs = zip(board.ticket_names, board.tickets, strict=True)
    dearest = sorted(pairs, key=lambda pair: -pair[1].points)
    if board.options.card_game:
        rows = [(name, ", ".join(f"{n} {c}" for c, n in t.needs.items()), t.points) for name, t in dearest]
        return table("llr", ("ticket", "needs", "points"), rows)
    return table("lr", ("ticket", "points"), [(name, ticket.points) for name, ticket in dearest])


def sources(board: Board) -> str:
    """Return the sources of the data."""
    whence = board.provenance
    return (
        f"- **Places**: {whence.places}.\n- **Routes**: {whence.routes}.\n"
        f"- **Tickets**: {whence.tickets}.\n- **Other**: {whence.other}.\n"
    )
