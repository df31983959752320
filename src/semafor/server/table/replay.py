"""Steps of a finished game as any viewer saw them."""

from __future__ import annotations

from semafor.events import Viewer
from semafor.game import Game
from semafor.server.messages import Replay, ReplayStep, TableCard
from semafor.server.table.table import Table


def make_replay(table: Table, card: TableCard, viewer: Viewer, first: int, count: int) -> Replay:
    """Replay the game and return the requested steps."""
    assert table.game is not None
    assert table.result is not None
    record = table.game.record()
    decisions = record.decisions()
    game = Game.replay(record, steps=max(0, first - 1))
    seen = len(game.events()) if first else 0
    shown: list[ReplayStep] = []
    for step in range(first, min(first + count, len(decisions) + 1)):
        if step:
            seat, move = decisions[step - 1]
            game.play(move, seat)
        shown.append(_step(game, step, decisions, viewer, seen))
        seen += len(shown[-1].events)
    return Replay(card, len(decisions), table.result, tuple(shown))


def _step(game: Game, step: int, decisions: list[tuple[int, str]], viewer: Viewer, seen: int) -> ReplayStep:
    seat, move = decisions[step - 1] if step else (None, None)
    viewers = range(game.players) if viewer == "all" else (viewer,)
    return ReplayStep(
        step=step,
        seat=seat,
        move=move,
        events=tuple(game.events(seen, viewer)),
        views=tuple(game.views(viewers)),
    )
