"""Generated boards to train and evaluate on: real cities or redrawn maps, rules of all kinds.

    python -m lab.general.boards make 1200 boards.msgpack     the training set
    python -m lab.general.boards write FOLDER                 the frozen evaluation boards, as board files

A board follows from its seed alone. No map lies in the regions of Ireland and the Balkans.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec

from semafor.boards.faults import BoardError
from semafor.boards.load import load_board, parse_board
from semafor.boards.model import (
    COLOURS,
    GREY,
    Board,
    Colour,
    Draft,
    Festival,
    Kind,
    Name,
    Options,
    Place,
    Provenance,
    Route,
    StartTickets,
    Stations,
    Ticket,
    TicketDraw,
)
from semafor.boards.write import format_board
from semafor.workshop.distances import UNREACHED, between, fewest_spaces, kilometres
from semafor.workshop.gazetteer import cities
from semafor.workshop.sketch import POINTS, join_neighbours, new_ids, spread_tickets

FIRST_TRAINING_SEED = 100_000
EVALUATION_SEEDS = range(1, 21)
"""The 20 frozen evaluation boards; training seeds begin far above."""
UNSEEN_REGIONS = ((-11.0, 51.0, -5.0, 56.0), (13.0, 34.0, 30.0, 48.5))
"""West, south, east and north of Ireland and the Balkans."""
MOST_PLACES, MOST_ROUTES = 48, 126
"""What the tensors of training have room for."""
CITY_COLOURS: tuple[Colour, ...] = ("red", "orange", "green", "blue", "violet", "black")

replace = msgspec.structs.replace
Dice = random.Random
Pair = frozenset[str]


def new_board(seed: int) -> Board:
    """Return the board of a seed; raises ValueError or BoardError if it is not playable."""
    dice = Dice(seed)
    style = dice.choices(("country", "city", "teams"), (0.58, 0.32, 0.1))[0]
    places, routes = _redrawn_map(dice, style) if dice.random() < 0.25 else _new_map(dice, style)
    colours = CITY_COLOURS if style == "city" and dice.random() < 0.6 else COLOURS
    routes = _paint(dice, _double(dice, _stretch(dice, _thin(dice, places, routes), style)), colours)
    routes = routes if style == "city" else _special(dice, routes)
    pieces, points, routes = _pieces(dice, routes, style)
    options = _options(dice, style, len(places), pieces, colours, routes)
    name = "made-" + "".join(chr(97 + int(digit)) for digit in str(seed))
    drawn = Board(
        board=name,
        title=Name(name, name),
        rules=("BASE",),
        provenance=Provenance("", "", "", ""),
        options=options,
        places=places,
        routes=tuple(routes),
        tickets=(),
        route_points=points,
        sketch=True,
    )
    if options.draft and dice.random() < 0.8:
        drawn = _with_festivals(dice, drawn)
    drawn = _with_tickets(dice, drawn)
    return parse_board(format_board(drawn), name)


def boards_of(seeds: Iterator[int]) -> Iterator[Board]:
    """Return the playable boards of these seeds."""
    for seed in seeds:
        try:
            yield new_board(seed)
        except (ValueError, BoardError):
            continue


# maps


def _new_map(dice: Dice, style: str) -> tuple[tuple[Place, ...], list[Route]]:
    """Cities of a random region, each joined to its neighbours."""
    most = dice.randint(10, 24) if style == "city" else dice.randint(12, MOST_PLACES)
    for _ in range(400):
        centre, high = dice.choice(cities()[:3000]), dice.uniform(2, 15)
        wide = high * dice.uniform(0.7, 2.2)
        west, south = centre.lon - wide, centre.lat - high
        east, north = centre.lon + wide, centre.lat + high
        if south < -55 or north > 68 or west < -179 or east > 179:
            continue
        if any(west < e and w < east and south < n and s < north for w, s, e, n in UNSEEN_REGIONS):
            continue
        apart = kilometres(south, west, north, east) / dice.uniform(10, 20) * (30 / most) ** 0.5
        found: list[Place] = []
        for city in cities():
            if south <= city.lat <= north and west <= city.lon <= east:
                if all(between(city, other) >= apart for other in found):
                    found.append(city)
                if len(found) == most:
                    break
        if len(found) >= max(10, 0.7 * most):
            ids = new_ids([place.name.en for place in found])
            places = tuple(replace(place, id=one, country="") for one, place in zip(ids, found, strict=True))
            return places, list(join_neighbours(places))
    raise ValueError("no region with enough cities")


def _redrawn_map(dice: Dice, style: str) -> tuple[tuple[Place, ...], list[Route]]:
    """The map of a board that may be trained on, its rules and lengths to be drawn again."""
    known = load_board(dice.choice(("berlin",) if style == "city" else ("usa", "europe", "iberia", "asia")))
    plain = {"kind": "train", "cards": 0, "ferry": 0, "tunnel": 0, "always_open": False, "unsure": ""}
    pairs = {frozenset((route.a, route.b)): route for route in known.routes}
    return known.places, [replace(route, length=route.cost, **plain) for route in pairs.values()]


def _thin(dice: Dice, places: tuple[Place, ...], routes: list[Route]) -> list[Route]:
    """Return one route per pair of neighbours, on sparse boards fewer; the map stays connected."""
    pairs = list({frozenset((route.a, route.b)): route for route in routes}.values())
    dice.shuffle(pairs)
    share = dice.choice((1.0, 1.0, 0.9, 0.75, 0.55))
    group = {place.id: place.id for place in places}
    kept: list[Route] = []
    for route in pairs:
        a, b = group[route.a], group[route.b]
        if a != b:
            group = {place: a if mark == b else mark for place, mark in group.items()}
        if a != b or dice.random() < share:
            kept.append(route)
    return kept


def _stretch(dice: Dice, routes: list[Route], style: str) -> list[Route]:
    """Other lengths: boards of short routes and boards of long ones."""
    factor = dice.uniform(0.4, 0.8) if style == "city" else dice.choice((0.6, 0.8, 1, 1, 1.2, 1.5, 1.9))
    most = 4 if style == "city" else dice.choice((5, 6, 6, 7, 8))
    return [
        replace(route, length=max(1, min(most, round(route.length * factor + dice.uniform(-0.6, 0.6)))))
        for route in routes
    ]


def _double(dice: Dice, routes: list[Route]) -> list[Route]:
    """Parallel strands for some of the shorter routes, as far as there is room."""
    share, room = dice.uniform(0.0, 0.5), MOST_ROUTES - len(routes)
    strands: list[Route] = []
    for route in routes:
        doubles = dice.random() < share and route.length <= 4 and room > 0
        room -= doubles
        strands += [route] * (2 if doubles else 1)
    return strands


def _paint(dice: Dice, routes: list[Route], colours: tuple[str, ...]) -> list[Route]:
    """Colours with about as many spaces each, some routes grey; strands of a pair differ."""
    spaces, grey = dict.fromkeys(colours, 0.0), dice.uniform(0.05, 0.5)
    of_pair: dict[Pair, list[str]] = {}
    painted: list[Route] = []
    for route in routes:
        used = of_pair.setdefault(frozenset((route.a, route.b)), [])
        if used == [GREY] or (not used and dice.random() < grey):
            colour = GREY
        else:
            free = [one for one in colours if one not in used]
            colour = min(free, key=lambda one: spaces[one] + dice.uniform(0, 3))
            spaces[colour] += route.length
        used.append(colour)
        painted.append(replace(route, colour=colour))
    return painted


def _special(dice: Dice, routes: list[Route]) -> list[Route]:
    """Tunnels and ferries on some boards, the same on all strands of a pair."""
    tunnels = dice.uniform(0.08, 0.3) if dice.random() < 0.4 else 0.0
    ferries = dice.uniform(0.08, 0.25) if dice.random() < 0.4 else 0.0
    rolled: dict[Pair, tuple[float, int]] = {}
    made = []
    for route in routes:
        roll, wilds = rolled.setdefault(
            frozenset((route.a, route.b)), (dice.random(), dice.choice((1, 1, 2)))
        )
        if roll < tunnels:
            route = replace(route, tunnel=3)
        elif roll > 1 - ferries and route.length >= 2:
            route = replace(route, ferry=min(wilds, route.length), colour=GREY)
        made.append(route)
    return made


# rules


def _pieces(
    dice: Dice, routes: list[Route], style: str
) -> tuple[dict[Kind, int], dict[Kind, dict[str, int]], list[Route]]:
    """Pieces of each kind, points of routes, and the routes with their kinds."""
    total = sum(route.length for route in routes)
    if style != "city":
        points = dict(POINTS)
        if dice.random() < 0.3:
            points |= {
                "5": 11,
                "6": dice.choice((14, 16)),
                "7": dice.choice((18, 20)),
                "8": dice.choice((21, 26)),
            }
        share = dice.uniform(0.08, 0.13) if style == "teams" else dice.uniform(0.1, 0.24)
        return {"train": max(11, min(45, round(total * share)))}, {"train": points}, routes
    number = max(9, min(22, round(total * dice.uniform(0.13, 0.26))))
    if dice.random() < 0.35:
        return {"train": number}, {"train": POINTS}, routes
    under = {frozenset((route.a, route.b)) for route in routes if dice.random() < 0.3}
    kinds = [
        replace(route, kind="subway", cards=route.length, length=1)
        if frozenset((route.a, route.b)) in under
        else replace(route, kind="tram")
        for route in routes
    ]
    return (
        {"tram": max(6, round(number * 0.7)), "subway": max(3, round(number * 0.35))},
        {"tram": {key: POINTS[key] for key in "1234"}, "subway": {"1": 2, "2": 3, "3": 5, "4": 8}},
        kinds,
    )


def _options(
    dice: Dice,
    style: str,
    places: int,
    pieces: dict[Kind, int],
    colours: tuple[Colour, ...],
    routes: list[Route],
) -> Options:
    """The numbers of a game in one of three styles."""
    city, teams = style == "city", style == "teams"
    drafts = style == "country" and dice.random() < 0.2
    players = (4, 6) if teams else tuple(range(2, (5 if places >= 20 else 4) + 1))
    cards = dice.choice((5, 6, 7)) if city else dice.choice((9, 10, 12, 12, 12, 12))
    wilds = dice.choice((6, 8, 10)) if city else dice.choice((10, 12, 14, 14, 14, 16))
    if city:
        start, draw = StartTickets(dice.choice((2, 2, 3)), 1, "bottom"), TicketDraw(2, 1)
    elif teams:
        start, draw = StartTickets(dice.choice((4, 5)), 3, "bottom"), TicketDraw(dice.choice((3, 4)), 1)
    elif drafts:
        dealt = dice.choice((4, 5, 6))
        start, draw = StartTickets(dealt, max(2, dealt - 2), "shuffle"), TicketDraw(3, 1)
    else:
        start = StartTickets(
            dice.choice((3, 3, 3, 4, 5)), dice.choice((2, 2, 2, 1)), dice.choice(("bottom", "out"))
        )
        draw = TicketDraw(dice.choice((3, 3, 3, 2, 4)), 1)
    second = {str(number): dice.choice(((1, 2), (2, 3), (3, 4))) for number in players}
    longest = dice.choice((0, 0, 0, 10)) if city else dice.choice((10, 10, 10, 0, 5, 15))
    return Options(
        players=players,
        pieces=pieces,
        cards={**dict.fromkeys(colours, cards), "wild": wilds},
        hand=dice.choice((2, 2, 3)) if city else dice.choice((4, 4, 4, 3, 5)),
        start_tickets=start,
        draw_tickets=draw,
        ties=("tickets", "longest") if longest else ("tickets",),
        last_round_at=dice.choice((1, 2))
        if city
        else dice.choice((3, 4))
        if teams
        else dice.choice((2, 2, 2, 1, 3)),
        teams=teams,
        one_strand_with=(4,) if teams else (2,) if city else dice.choice(((2, 3), (2, 3), (2,), ())),
        ferries=any(route.ferry for route in routes),
        tunnels=any(route.tunnel for route in routes),
        stations=Stations(dice.choice((1, 2, 3, 3)), 4)
        if style == "country" and dice.random() < 0.22
        else None,
        draft=Draft(start.count, start.keep, second) if drafts else None,
        longest_bonus=longest,
        most_tickets_bonus=dice.choice((0, 10)) if teams else dice.choice((0,) * 9 + (10, 15)),
    )


def _with_festivals(dice: Dice, board: Board) -> Board:
    """Festivals at one or two places each, as many as the deck has room for."""
    free = [place.id for place in board.places if not place.junction]
    dice.shuffle(free)
    room = 166 - sum(board.options.cards.values())
    made: list[Festival] = []
    for letter in "abcdefghijklmnopq"[: dice.choice((8, 10, 12, 15, 17))]:
        number, step, many = dice.choice((2, 3, 3, 4)), dice.choice((1, 2, 2, 3)), dice.choice((1, 1, 2))
        if len(free) < many or number > room:
            break
        points = tuple(step * n * (n + 1) // 2 for n in range(1, number + 1))
        name = Name(f"Festival {letter.upper()}", f"Festival {letter.upper()}")
        made.append(Festival(f"festival-{letter}", name, tuple(free[:many]), number, points))
        free, room = free[many:], room - number
    return replace(board, festivals=tuple(made), options=replace(board.options, festivals=bool(made)))


def _with_tickets(dice: Dice, board: Board) -> Board:
    """Return tickets, spread evenly or at random, with about the value of their shortest paths."""
    ends = {place.id for place in board.places if not place.junction}
    tickets = [ticket for ticket in spread_tickets(board) if ticket.a in ends and ticket.b in ends]
    if dice.random() < 0.4:
        ways, ids = fewest_spaces(board), [place.id for place in board.places]
        pairs = [(i, j) for i in range(len(ids)) for j in range(i) if 3 <= ways[i, j] < min(60, UNREACHED)]
        pairs = [(i, j) for i, j in pairs if ids[i] in ends and ids[j] in ends]
        dice.shuffle(pairs)
        tickets = [Ticket(ids[i], ids[j], int(ways[i, j])) for i, j in pairs[: len(tickets)]]
    scale = dice.choice((1, 1, 1, 0.8, 1.25))
    tickets = [
        replace(ticket, points=max(2, round(ticket.points * scale + dice.choice((-1, 0, 0, 1)))))
        for ticket in tickets
    ]
    options = board.options
    if options.draft:
        players = tuple(
            n for n in options.players if (options.draft.count + options.draft.keep) * n <= len(tickets)
        )
        if not players:
            raise ValueError("too few tickets to draft")
        second = {str(n): options.draft.second_at[str(n)] for n in players}
        strands = tuple(n for n in options.one_strand_with if n in players)
        options = replace(
            options, players=players, one_strand_with=strands, draft=replace(options.draft, second_at=second)
        )
    elif not options.teams and options.start_tickets.count <= 4 and dice.random() < 0.2:
        tickets.sort(key=lambda ticket: -ticket.points)
        long = max(options.players) + 1
        tickets = [replace(ticket, long=n < long) for n, ticket in enumerate(tickets)]
        options = replace(options, start_tickets=replace(options.start_tickets, long=1, rejected="out"))
    return replace(board, tickets=tuple(tickets), options=options)


def main() -> None:
    """Make boards to train on, or write those to evaluate on."""
    if sys.argv[1] == "make":
        boards = boards_of(count(FIRST_TRAINING_SEED))
        made = [next(boards) for _ in range(int(sys.argv[2]))]
        Path(sys.argv[3]).write_bytes(msgspec.msgpack.encode(made))
    else:
        for seed, board in zip(EVALUATION_SEEDS, boards_of(iter(EVALUATION_SEEDS)), strict=True):
            Path(sys.argv[2], f"eval-{seed:02}.toml").write_text(format_board(board), "utf-8")


if __name__ == "__main__":
    main()
