"""The settings of a training run and their default values."""

from collections.abc import Iterable

import msgspec

from semafor.boards.model import Board
from semafor.bots.learned.reading import SCALE, WIN
from semafor.errors import BadSetup

SHARES = {2: 0.4, 3: 0.15, 4: 0.3, 5: 0.15, 6: 0.15}
"""Shares of the games by number of players."""
TEAM_SHARES = {4: 0.55, 6: 0.45}
"""The same for boards with teams."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of one run. Times are in seconds, points are those of the game."""

    seed: int = 1
    games: int = 24_576
    """Games played at once, in two pools: one is stepped while the other is evaluated."""
    steps: int = 48
    """Decisions of every game between two updates."""
    threads: int = 16
    on_device: bool = True
    """Whether games are on the GPU if the network is; those with the playout policy never are."""
    width: int = 896
    blocks: int = 3
    # learning
    rate: float = 3e-4
    epochs: int = 2
    minibatch: int = 32_768
    clip: float = 0.2
    trace: float = 0.96
    """Lambda of generalized advantage estimation."""
    entropy: float = 0.01
    explore: float = 0.0
    """Initial probability of drawing tickets against the network's choice; zero after two thirds."""
    value_weight: float = 0.5
    most_kl: float = 0.03
    """An update ends when the policy has moved by this KL divergence."""
    # rewards
    win: float = WIN
    """Points that a win counts in addition to the margin."""
    scale: float = SCALE
    """Points that correspond to a reward of one."""
    # warm start
    imitate: float = 35.0
    """Seconds of imitating the playout policy at the start."""
    imitate_rate: float = 1e-3
    imitate_entropy: float = 0.02
    # league
    policy_share: float = 0.1
    older_share: float = 0.15
    """Shares of the games in which the playout policy, or an earlier version, plays some seats."""
    rival_share: float = 0.4
    """Share of the games in which the rival plays all seats but the learner's, if there is one."""
    keep_every: float = 20.0
    kept: int = 12
    # evaluation
    check_every: float = 90.0
    check_games: int = 256
    log_every: float = 15.0
    save_every: float = 60.0
    graphs: bool = True
    """Whether acting on a GPU is recorded as a CUDA graph."""
    fuse: bool = True
    """Whether learning on a GPU is compiled (torch.compile)."""


def changed_settings(changes: Iterable[str]) -> Settings:
    """Return the settings with changes such as `games=4096`; raise BadSetup for unknown ones."""
    told = dict(change.partition("=")[::2] for change in changes)
    try:
        return msgspec.convert(told, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadSetup("bad-settings", reason=str(error)) from None


def games_by_players(board: Board, players: tuple[int, ...], games: int) -> dict[int, int]:
    """Divide games among numbers of players by SHARES."""
    for number in players:
        if number not in board.options.players:
            raise BadSetup("players", title=board.title, allowed=board.options.players, players=number)
    shares = TEAM_SHARES if board.options.teams else SHARES
    whole = sum(shares[number] for number in players)
    return {number: max(1, int(games * shares[number] / whole)) for number in players}
