"""A club with a long memory, as its server would tell it: names, ratings, friends, and a tournament."""

from __future__ import annotations

import json
import re

import msgspec
from playwright.sync_api import Page, Route

from semafor.boards import load_board
from semafor.server.club import club_messages as memory
from semafor.server.club import club_messages as notice
from semafor.server.club import club_messages as tournament
from semafor.server.messages import Status, TimeControl

AUTUMN = 1_793_000_000.0
DAY = 86_400.0
PEOPLE = (
    "Ada of the club",
    "Zofia Wiśniewska-Konarzewska",
    "Jan",
    "Łucja",
    "Maximilian Featherstonehaugh",
    "Bożydar",
    "Ewa",
    "Ĝis la revido",
)
BOARDS = ("asia", "berlin", "europe", "usa")


def club_table() -> memory.ClubTable:
    """A season's table with people and bots."""
    rows = [
        memory.ClubRow(f"m{n}", name, None, 1734 - 47 * n, 88 + 21 * n, 41 - 3 * n, 20 - 2 * n)
        for n, name in enumerate(PEOPLE)
    ]
    bots = [
        memory.ClubRow(None, "", "hard", 1655, 92, 30, 14),
        memory.ClubRow(None, "", "easy", 1302, 120, 25, 3),
    ]
    best_first = tuple(sorted([*rows, *bots], key=lambda row: -row.rating))
    return memory.ClubTable("", ("2026-4", "2026-3"), "europe", BOARDS, best_first)


def memory_page() -> memory.MemoryPage:
    """My page after many games."""
    routes = load_board("europe").route_names[:30:4]
    return memory.MemoryPage(
        name=PEOPLE[0],
        games=41,
        wins=20,
        tickets=173,
        failed=29,
        boards=tuple(
            memory.BoardTally(board, players, 9 - n, 4 - n, 168 - 9 * n, 41 + n, 104.3 + n)
            for n, (board, players) in enumerate(zip(BOARDS, (4, 2, 3, 5), strict=True))
        ),
        routes=tuple(memory.FavouriteRoute("europe", route, 9 - n) for n, route in enumerate(routes)),
        best="best",
        best_total=168,
        worst="worst",
        worst_total=41,
        accuracy=87.4,
        reviewed=12,
        ratings=tuple(
            memory.MyRating(board, 1734 - 60 * n, 88 + 30 * n, 18 - 5 * n)
            for n, board in enumerate(BOARDS[:3])
        ),
        friends=tuple(
            memory.Companion(f"m{n}", name, 21 - 3 * n, 12 - n, 9 - n)
            for n, name in enumerate(PEOPLE[1:6], 1)
        ),
        recent=tuple(
            memory.GameLine(
                f"g{n}",
                BOARDS[n % 4],
                2 + n % 4,
                AUTUMN - n * DAY,
                131 - n,
                1 + n % 3,
                n % 3 == 0,
                n % 2 == 0,
            )
            for n in range(8)
        ),
    )


def pair_page() -> memory.PairPage:
    """The games of two friends, 12 : 9."""
    scores = [(131 - 7 * n % 40, 105 + 17 * n % 31) for n in range(9)]
    games = tuple(
        memory.PairGame(
            f"g{n}", BOARDS[n % 4], AUTUMN - n * DAY, mine, theirs, (mine > theirs) - (mine < theirs)
        )
        for n, (mine, theirs) in enumerate(scores)
    )
    return memory.PairPage(PEOPLE[1], 21, 12, 9, games)


def tournament_page(status: Status) -> tournament.TournamentPage:
    """A tournament of people and bots in its second round, or at its end."""
    entrants = tuple(
        [tournament.Entrant(n, name, None, n == 4) for n, name in enumerate(PEOPLE[:5], 1)]
        + [tournament.Entrant(n, "", "easy" if n % 2 else "hard") for n in range(6, 11)]
    )
    lines = tuple(
        tournament.StandingLine(n, 2.0 - 0.25 * (n - 1), 1.5 + 0.25 * (n % 3), 240 - 13 * n, 2)
        for n in range(1, 10)
    )
    return tournament.TournamentPage(
        tournament.TournamentCard("cup", "Autumn cup of the railway club", status, 2, AUTUMN),
        tournament.NewTournament(
            "Autumn cup of the railway club",
            board="berlin",
            rounds=3,
            rate=True,
            time=TimeControl("move", 86_400),
        ),
        3 if status == "playing" else 2,
        True,
        1,
        entrants,
        lines,
        tuple(
            tournament.TournamentRound(
                tuple(
                    tournament.TournamentTable(
                        f"t{number}-{n}",
                        True,
                        over := n < 3 or number == 1 or status == "over",
                        _pair(n, number, over),
                    )
                    for n in range(5)
                )
            )
            for number in (1, 2)
        ),
    )


def _pair(n: int, number: int, over: bool) -> tuple[tournament.TournamentSeat, ...]:
    two = (2 * n + 1, (2 * n + 2 * number - 1) % 10 + 1)
    return tuple(
        tournament.TournamentSeat(one, 1 + k if over else None, 61 - 9 * k if over else None)
        for k, one in enumerate(two)
    )


NOTICES = notice.Notices(False, True, True, True, "BExample")
SETTINGS = notice.NoticeSettings(
    notice.QuietHours(22 * 60, 8 * 60, "Europe/Warsaw"), "ada@example.org", True, True
)


def tell(page: Page, path: str, answer: msgspec.Struct) -> None:
    """Answer requests for the path with this response."""

    def fulfill(route: Route) -> None:
        route.fulfill(content_type="application/json", body=json.dumps(msgspec.to_builtins(answer)))

    page.route(re.compile(rf"{re.escape(path)}(\?.*)?$"), fulfill)
