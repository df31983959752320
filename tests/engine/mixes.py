"""Boards nobody shipped: random mixes of options on the shipped maps and on small made-up ones."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from semafor.boards.board_names import group_by_ends
from semafor.boards.load import check_board, load_board
from semafor.boards.model import (
    COLOURS,
    Board,
    Draft,
    Festival,
    Name,
    Options,
    Place,
    Route,
    StartTickets,
    Stations,
    Ticket,
    TicketDraw,
)

SHIPPED = ("europe", "berlin", "iberia", "asia", "usa")
TABLES = ((2,), (3,), (4,), (5,), (6,), (2, 3, 4, 5), (4, 6))
LETTERS = "abcdefghijklmnopqrstuvwxyz"
TRIES = 200


def random_board(seed: int) -> Board:
    """A board that the checks accept; the same for the same seed."""
    chance = Random(f"mix {seed}")
    for _ in range(TRIES):
        base = small_map(chance) if chance.random() < 0.4 else load_board(chance.choice(SHIPPED))
        board = mix(chance, base)
        if not check_board(board):
            return board
    raise AssertionError(f"no mix of seed {seed} is a possible board")


def mix(chance: Random, base: Board) -> Board:
    """The board with options, tunnels, ferries and festivals at random; it may be impossible."""
    options = random_options(chance, base)
    festivals = random_festivals(chance, base) if options.festivals else ()
    routes = random_tracks(chance, base.routes, options)
    tickets = tuple(
        replace(ticket, long=ticket.long and options.start_tickets.long > 0) for ticket in base.tickets
    )
    return replace(base, options=options, festivals=festivals, routes=routes, tickets=tickets)


def random_options(chance: Random, base: Board) -> Options:
    """Every option at random."""
    teams = chance.random() < 0.3
    players = chance.choice([table for table in TABLES if not teams or set(table) <= {4, 6}])
    start = random_start(chance, base)
    draft = random_draft(chance, start, players) if not start.long and chance.random() < 0.3 else None
    stations = Stations(chance.randint(1, 3), chance.choice((0, 4, 9))) if chance.random() < 0.4 else None
    ties = ["tickets", "longest", *(["stations"] if stations else [])]
    return replace(
        base.options,
        players=players,
        teams=teams,
        pieces={kind: max(4, count + chance.randint(-15, 10)) for kind, count in base.options.pieces.items()},
        cards=random_cards(chance, base),
        hand=chance.randint(0, 6),
        start_tickets=start,
        draw_tickets=TicketDraw(count := chance.randint(1, 6), chance.randint(1, count)),
        ties=tuple(chance.sample(ties, chance.randint(0, len(ties)))),
        last_round_at=chance.randint(0, 6),
        one_strand_with=tuple(count for count in players if chance.random() < 0.5),
        ferries=chance.random() < 0.5,
        tunnels=chance.random() < 0.5,
        stations=stations,
        draft=draft,
        festivals=chance.random() < 0.4,
        longest_bonus=chance.choice((0, 10, 99)),
        most_tickets_bonus=chance.choice((0, 10, 15)),
    )


def random_start(chance: Random, base: Board) -> StartTickets:
    """The starting choice, with long tickets where the board has them."""
    long = chance.randint(0, 1) if any(ticket.long for ticket in base.tickets) else 0
    count = chance.randint(1, 6 - long)
    rejected: Any = chance.choice(("bottom", "out", "shuffle"))
    return StartTickets(count, chance.randint(1, count + long), rejected, long)


def random_draft(chance: Random, start: StartTickets, players: tuple[int, ...]) -> Draft:
    """A draft that agrees with the starting choice."""
    whole = chance.randint(2, 5)
    return Draft(start.count, start.keep, {str(n): (chance.randint(1, whole - 1), whole) for n in players})


def random_cards(chance: Random, base: Board) -> dict[Any, int]:
    """Return a deck that may have few cards of any type."""
    few, many = chance.choice(((3, 6), (6, 12), (12, 12)))
    cards: dict[Any, int] = {colour: chance.randint(few, many) for colour in base.colours}
    return cards | {"wild": chance.choice((0, 2, 8, 14, 30))}


def random_festivals(chance: Random, base: Board) -> tuple[Festival, ...]:
    """Festivals at some places, now and then at two that are neighbours."""
    places = chance.sample([place.id for place in base.places], min(len(base.places), 12))
    festivals = []
    for n in range(chance.randint(1, 5)):
        here = tuple(places[2 * n : 2 * n + chance.randint(1, 2)])
        cards = chance.randint(1, 7)
        name = f"Feast {LETTERS[n]}"
        points = tuple(chance.randint(0, 20) for _ in range(cards))
        festivals.append(Festival(f"feast-{LETTERS[n]}", Name(name, name), here, cards, points))
    return tuple(festival for festival in festivals if festival.places)


def random_tracks(chance: Random, routes: tuple[Route, ...], options: Options) -> tuple[Route, ...]:
    """Some routes are tunnels, others ferries; parallel strands alike, as the checks ask."""
    changed = list(routes)
    for strands in group_by_ends(routes).values():
        first = routes[strands[0]]
        tunnel = chance.randint(3, 6) if options.tunnels and chance.random() < 0.4 else 0
        ferry = chance.randint(0, min(3, first.cost)) if options.ferries and not tunnel else 0
        always_open = len(strands) > 1 and chance.random() < 0.2
        for n in strands:
            changed[n] = replace(routes[n], tunnel=tunnel, ferry=ferry, always_open=always_open)
    return tuple(changed)


def small_map(chance: Random) -> Board:
    """A made-up map of a few places, with doubles and triples, on the plain game's options."""
    usa = load_board("usa")
    kind = chance.choice(("train", "tram"))
    places = tuple(
        Place(f"town-{letter}", Name(f"Town {letter}", f"Miasto {letter}"), n * 1.0, n * 2.0)
        for n, letter in enumerate(LETTERS[: chance.randint(5, 12)])
    )
    routes = random_routes(chance, [place.id for place in places], kind)
    pairs = [(a.id, b.id) for n, a in enumerate(places) for b in places[:n]]
    tickets = tuple(
        Ticket(a, b, chance.randint(1, 25), long=chance.random() < 0.3)
        for a, b in chance.sample(pairs, min(len(pairs), chance.randint(20, 60)))
    )
    options = replace(usa.options, pieces=dict.fromkeys(sorted({route.kind for route in routes}), 20))
    points: dict[Any, dict[str, int]] = {
        k: {str(n): chance.randint(0, 25) for n in range(1, 9)} for k in options.pieces
    }
    return replace(
        usa, places=places, routes=routes, tickets=tickets, options=options, route_points=points, festivals=()
    )


def random_routes(chance: Random, places: list[str], kind: Any) -> tuple[Route, ...]:
    """A connected network of single, double and triple routes, some of them subways."""
    pairs = [(place, chance.choice(places[:n])) for n, place in enumerate(places) if n > 0]
    for _ in range(chance.randint(0, len(places))):
        a, b = chance.sample(places, 2)
        if (a, b) not in pairs and (b, a) not in pairs:
            pairs.append((a, b))
    routes: list[Route] = []
    for a, b in pairs:
        length, subway = chance.randint(1, 6), chance.random() < 0.2
        colours = chance.sample([*COLOURS, "grey", "grey"], chance.choice((1, 1, 2, 3)))
        for colour in colours:
            if subway:
                routes.append(Route(a, b, 1, colour, "subway", cards=length))  # type: ignore[arg-type]  # colours and kinds are drawn from those there are
            else:
                routes.append(Route(a, b, length, colour, kind))  # type: ignore[arg-type]  # colours and kinds are drawn from those there are
    return tuple(routes)
