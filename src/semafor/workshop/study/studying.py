"""The study: which games are played, and the computation of all figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from semafor.cores import count_cores
from semafor.workshop.study.figures import (
    study_colours,
    study_routes,
    study_styles,
    study_table,
    study_tickets,
)
from semafor.workshop.study.findings import Study
from semafor.workshop.study.watching import PlayedGames, mixed_line_ups, watch

if TYPE_CHECKING:
    from semafor.boards.model import Board
    from semafor.engine.state import Array
    from semafor.workshop.study.watching import Progress

Player = Literal["fast", "network"]
Device = Literal["cpu", "cuda"]
STYLES_SHARE = 0.2
"""Share of the games between different styles."""
BEST_TABLE = 4
"""Number of players at which styles meet, if the board allows it: each of them sits there once."""


class How(NamedTuple):
    """Who plays the games, and where."""

    cores: int
    player: Player
    device: Device
    progress: Progress

    def watch_even(self, board: Board, players: int, games: int, seed: str) -> Array:
        """Return games between equals."""
        if self.player == "network":
            from semafor.workshop.study.learned_games import watch_network  # imports weights

            return watch_network(board, players, games, seed, self.cores, self.progress)
        return self.watch_fast(board, players, games, seed, mixed=False)

    def watch_fast(self, board: Board, players: int, games: int, seed: str, mixed: bool) -> Array:
        """Return games of the fast policy, all equal or in different styles."""
        if self.device == "cuda":
            from semafor.workshop.study.device_games import watch_on_device  # takes long to compile

            return watch_on_device(board, players, games, seed, mixed, self.progress)
        return watch(board, players, games, seed, self.cores, mixed, self.progress)


def study(
    board: Board,
    games: int = 5000,
    seed: str = "1",
    cores: int | None = None,
    progress: Progress = lambda _games: None,
    player: Player = "fast",
    device: Device = "cpu",
) -> Study:
    """Play so many games at every number of players and say what they tell; CannotSimulate without routes.

    The same seed gives the same study, whatever the number of cores. `progress` is told how many games more
    have been played. The player is the fast one of the search or the learned `network` (BadSetup where the
    board has no weights); styles are always those of the fast one, whose games may be played on a GPU
    (NoDevice where there is none).
    """
    counts = sorted(board.options.players)
    mixed = round(STYLES_SHARE * games)
    each = max(1, (games - mixed) // len(counts))
    how = How(cores or count_cores(), player, device, progress)
    series = [
        PlayedGames(board, players, how.watch_even(board, players, each, f"{seed}/{players}"))
        for players in counts
    ]
    players = style_table(board)
    line_ups = mixed_line_ups(players, board.options.team_size)
    rows = how.watch_fast(board, players, max(1, mixed), f"{seed}/styles", mixed=True)
    return Study(
        board=board.board,
        player=player,
        seed=seed,
        games=each * len(counts) + len(rows),
        tables=[study_table(one) for one in series],
        routes=study_routes(series),
        tickets=study_tickets(series),
        colours=study_colours(series),
        styles=study_styles(PlayedGames(board, players, rows), line_ups),
    )


def style_table(board: Board) -> int:
    """Return the number of players with which styles are compared."""
    return min(board.options.players, key=lambda players: (abs(players - BEST_TABLE), players))
