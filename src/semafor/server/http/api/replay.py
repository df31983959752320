"""Finished games, step by step, through anybody's eyes."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from litestar import get
from litestar.params import FromPath, FromQuery, QueryParameter

from semafor.errors import SemaforError
from semafor.events import Viewer
from semafor.game import Game
from semafor.server.messages import Replay, ReplayStep, TableCard
from semafor.server.services import TheServices
from semafor.server.table.table import Table
from semafor.server.table.updates import card_of

MOST_STEPS = 100
Eyes = Literal["all", "spectator", "0", "1", "2", "3", "4", "5"]


@get("/api/tables/{table_id:str}/replay")
async def show_replay(
    table_id: FromPath[str],
    services: TheServices,
    viewer: FromQuery[Eyes] = "spectator",
    first: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MOST_STEPS)] = 50,
) -> Replay:
    """Steps of a game that is over: as a seat or a spectator saw them, or with all cards open."""
    table = (await services.tables.find(table_id)).table
    if table.status != "over":
        raise SemaforError("not-over")
    eyes: Viewer = None if viewer == "spectator" else "all" if viewer == "all" else int(viewer)
    if isinstance(eyes, int) and eyes >= len(table.seats):
        raise SemaforError("no-such-seat", seat_number=eyes)
    card = card_of(table, table.updated)
    return await asyncio.to_thread(make_replay, table, card, eyes, first, count)


def make_replay(table: Table, card: TableCard, viewer: Viewer, first: int, count: int) -> Replay:
    """Play the game again and note the wanted steps."""
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
        views=tuple(game.view(eyes) for eyes in viewers),
    )
