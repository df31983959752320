"""The matches that measure strength, and their targets."""

from __future__ import annotations

import msgspec

BASELINES = ("greedy", "grabber", "stepper", "hauler", "collector")
BOTS = {name: f"lab.baselines:{name.title()}" for name in BASELINES[1:]}
"""How the bots that are not in the package are named on the command line."""
TABLES = {
    "usa": (2, 4),
    "europe": (2, 4),
    "berlin": (2, 4),
    "iberia": (2, 4),
    "asia": (4, 6),
    "cardgame": (2, 4),
}
"""Players with two sides and at the larger table; Asia is played in teams of two."""
SIDES_OF_TWO = {"asia": 4}
HARDER = ("iberia", "asia")
"""Boards with a lower target for the learned player."""
SEED = "strength"


class Match(msgspec.Struct, frozen=True):
    """One bot against a table of another bot, in every seat, over a number of deals."""

    board: str
    players: int
    bot: str
    against: str
    games: int

    @property
    def duel(self) -> bool:
        """Whether the match has two sides."""
        return self.players == SIDES_OF_TWO.get(self.board, 2)

    @property
    def target(self) -> float:
        """The target share of games won."""
        if self.bot == "network":
            return 0.65 if not self.duel else 0.9 if self.board in HARDER else 0.95
        if self.against == "planner":
            return 0.65
        if not self.duel:
            return 0.6
        return 0.95 if self.against == "greedy" else 0.8

    @property
    def command(self) -> list[str]:
        """The arguments of `semafor` for this match."""
        return [
            *("tournament", "--board", self.board, "--players", str(self.players)),
            *("--challenger", self.bot, self.bot, BOTS.get(self.against, self.against)),
            *("--games", str(self.games), "--seed", SEED),
        ]


def planner_matches(duels: int, tables: int) -> list[Match]:
    """Return the matches of `planner` against every baseline, at both table sizes."""
    return [
        Match(board, players, "planner", other, duels if small else tables)
        for board, sizes in TABLES.items()
        for players, small in zip(sizes, (True, False), strict=True)
        for other in BASELINES
    ]


def search_matches(budget: str, games: int) -> list[Match]:
    """Return the matches of `search` against `planner`, two sides."""
    return [Match(board, sizes[0], f"search@{budget}", "planner", games) for board, sizes in TABLES.items()]


def network_matches(games: int) -> list[Match]:
    """Return the matches of `network` against `planner`, at both table sizes."""
    return [
        Match(board, players, "network", "planner", games)
        for board, sizes in TABLES.items()
        for players in sizes
    ]
