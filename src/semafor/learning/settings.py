"""Everything that can be set of a training run, with the values that were found good."""

from collections.abc import Iterable

import msgspec

from semafor.boards.model import Board
from semafor.bots.learned.reading import SCALE, WIN
from semafor.errors import BadSetup

SHARES = {2: 0.4, 3: 0.15, 4: 0.3, 5: 0.15, 6: 0.15}
"""Shares of the games by their number of players: most are played by two and by four."""
TEAM_SHARES = {4: 0.55, 6: 0.45}
"""The same where two play together."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One run. Times are in seconds, points are those of the game."""

    seed: int = 1
    games: int = 24_576
    """Played at once, in two crowds: one is stepped while the other is thought about."""
    steps: int = 48
    """Decisions of every game between two updates."""
    threads: int = 16
    on_device: bool = True
    """Whether games live where the network is, if that is a GPU; those with the playout policy never do."""
    width: int = 896
    blocks: int = 3
    # learning
    rate: float = 3e-4
    epochs: int = 2
    minibatch: int = 32_768
    clip: float = 0.2
    trace: float = 0.96
    """Lambda of the advantages: how far the own later decisions count."""
    entropy: float = 0.01
    tempt: float = 0.0
    """How often, at first, the learner draws tickets on a turn though it would not; less and less of it, and
    nothing in the last third of the time."""
    value_weight: float = 0.5
    most_kl: float = 0.03
    """An update ends where the policy has moved so far."""
    # what is rewarded
    win: float = WIN
    """Points that a win counts beside the margin."""
    scale: float = SCALE
    """Points that count as a reward of one."""
    # warm start
    imitate: float = 35.0
    """Seconds of copying the playout policy first."""
    imitate_rate: float = 1e-3
    imitate_entropy: float = 0.02
    # league
    policy_share: float = 0.1
    older_share: float = 0.15
    """Shares of the games with the playout policy, and with an older self, at some seats."""
    rival_share: float = 0.4
    """Share of the games with the rival at all seats but the learner's, where there is one."""
    keep_every: float = 20.0
    kept: int = 12
    # watching
    check_every: float = 90.0
    check_games: int = 256
    log_every: float = 15.0
    save_every: float = 60.0
    graphs: bool = True
    """Whether acting on a GPU is recorded once and replayed."""
    fuse: bool = True
    """Whether the arithmetic of learning on a GPU is compiled (torch.compile): fewer trips to its memory."""


def changed_settings(changes: Iterable[str]) -> Settings:
    """The settings with changes such as `games=4096`; BadSetup where there is no such setting or number."""
    told = dict(change.partition("=")[::2] for change in changes)
    try:
        return msgspec.convert(told, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadSetup("bad-settings", reason=str(error)) from None


def games_by_players(board: Board, players: tuple[int, ...], games: int) -> dict[int, int]:
    """So many games, divided among the numbers of players by SHARES."""
    for number in players:
        if number not in board.options.players:
            raise BadSetup("players", title=board.title, allowed=board.options.players, players=number)
    shares = TEAM_SHARES if board.options.teams else SHARES
    whole = sum(shares[number] for number in players)
    return {number: max(1, int(games * shares[number] / whole)) for number in players}
