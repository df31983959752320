"""Bots think where they cannot keep anybody waiting, and whatever becomes of them, tables go on."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from semafor.boards import load_board
from semafor.game import Game
from semafor.server.client import RemoteServer
from semafor.server.config import Config
from semafor.server.messages import Level
from semafor.server.socket_messages import AskHint, Hint, State
from semafor.server.workers import bot_pool
from semafor.server.workers.bot_jobs import BotCache, Question
from semafor.server.workers.bot_pool import FALLBACK, BotPool, BotSeat
from semafor.server.workers.hints import ADVISER
from semafor.server.workers.worker_pool import Limits
from tests.server.odd_bots import PLACE, WAKE
from tests.server.serving import failures, play_to_end, quick_config, running, table_of

PROCESSES_OF_THEIR_OWN = True


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Set up the file for process ids, and let bot processes import the tests."""
    found = [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(found))
    monkeypatch.setenv(PLACE, str(tmp_path / "process"))
    return tmp_path / "process"


def odd_config(folder: Path, bot: str) -> Config:
    return quick_config(folder, bots=dict.fromkeys(("hard", ADVISER), f"tests.server.odd_bots:{bot}"))


async def thinking_process(place: Path, before: int = 0) -> int:
    """Return the process of the bot that is deciding, if it is not the previous one."""
    while not place.exists() or int(place.read_text()) == before:
        await asyncio.sleep(0.02)
    return int(place.read_text())


async def wake(server: RemoteServer, table: str, place: Path) -> None:
    """Wake sleeping bots until the table advances."""
    version = (await server.table(table)).version
    while (await server.table(table)).version == version:
        with suppress(ProcessLookupError):
            os.kill(await thinking_process(place), WAKE)
        await asyncio.sleep(0.02)


async def test_tables_are_played_while_a_bot_of_another_has_not_answered(tmp_path: Path, place: Path) -> None:
    """A bot that holds the GIL would block everyone if it ran in a thread of the server."""
    async with running(odd_config(tmp_path, "Sleeper")) as server:
        slow = await table_of(server, "hard", "hard", board="berlin", start=True)
        await thinking_process(place)
        made = await table_of(server, "me", "me", board="berlin", start=True)
        async with server.sit(made.table.id, server.keys) as sitting:
            assert await play_to_end(sitting, random.Random(1)) > 40
        assert (await server.table(slow.table.id)).version == slow.table.version
        await wake(server, slow.table.id, place)


async def test_a_bot_whose_process_is_killed_decides_in_another(tmp_path: Path, place: Path) -> None:
    async with running(odd_config(tmp_path, "Sleeper")) as server:
        made = await table_of(server, "hard", "hard", board="berlin", start=True)
        killed = await thinking_process(place)
        os.kill(killed, signal.SIGKILL)
        await thinking_process(place, before=killed)
        await wake(server, made.table.id, place)


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("bot", ["Crasher", "Stranger", "Missing"])
async def test_for_a_bot_that_fails_another_decides(tmp_path: Path, bot: str) -> None:
    async with running(odd_config(tmp_path, bot)) as server:
        made = await table_of(server, "me", "hard", board="berlin", start=True)
        async with server.sit(made.table.id, server.keys) as sitting:
            await play_to_end(sitting, random.Random(1), version=6)


async def test_the_fallback_chooses_for_a_bot_that_takes_too_long(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot is asked once, its process is ended, and a fast player chooses in another."""
    board = load_board("berlin")
    game = Game.new(board, players=2, seed="slow", first=0)
    view, moves = game.view(0), tuple(game.moves(0))
    bot = BotSeat("table", 0, "hard")
    fallback = BotCache().answer(Question("", FALLBACK, bot.seed, board, view, moves))
    monkeypatch.setattr(bot_pool, "NEW_CALLS", 2)  # a new process may load the rules first
    monkeypatch.setattr(bot_pool, "BOT_LIMITS", Limits(seconds=0, timeout=10.0))
    own = BotPool(1, {"hard": "tests.server.odd_bots:Sleeper"})
    await own.choose(board, BotSeat("other", 0, "easy"), view, moves)
    assert fallback.move is not None
    assert await own.choose(board, bot, view, moves) == (moves[fallback.move], True)
    with pytest.raises(ProcessLookupError):
        os.kill(await thinking_process(place), 0)
    await own.close()


async def test_a_bot_is_limited_by_its_processor_time(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends long before the wall-clock limit, and is not asked once more."""
    board = load_board("berlin")
    game = Game.new(board, players=2, seed="busy", first=0)
    view, moves = game.view(0), tuple(game.moves(0))
    monkeypatch.setattr(bot_pool, "NEW_CALLS", 2)
    monkeypatch.setattr(bot_pool, "BOT_LIMITS", Limits(seconds=1, timeout=3600.0))
    own = BotPool(1, {"hard": "tests.server.odd_bots:Spinner"})
    assert not (await own.choose(board, BotSeat("other", 0, "easy"), view, moves)).fallback
    assert (await own.choose(board, BotSeat("table", 0, "hard"), view, moves)).fallback
    assert place.read_text().count("asked") == 1
    await own.close()


async def test_the_table_tells_when_the_fallback_chose(tmp_path: Path) -> None:
    async with running(odd_config(tmp_path, "Stranger")) as server:
        made = await table_of(server, "me", "hard", board="berlin", start=True)
        async with server.sit(made.table.id, server.keys) as sitting:
            await play_to_end(sitting, random.Random(1), version=12)
            assert sitting.card is not None
            mine, bot = sitting.card.seats
            assert mine.fallbacks == ()
            assert len(bot.fallbacks) > 1
            assert list(bot.fallbacks) == sorted(set(bot.fallbacks))


async def test_no_process_is_left_when_the_server_has_ended(tmp_path: Path, place: Path) -> None:
    async with running(odd_config(tmp_path, "Sleeper")) as server:
        await table_of(server, "hard", "hard", board="berlin", start=True)
        process = await thinking_process(place)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_bots_remember_no_more_than_they_must() -> None:
    """A new process recreates a bot with the same random numbers."""
    board, cache = load_board("berlin"), BotCache()
    game = Game.new(board, players=2, seed="bots", first=0)
    who = BotSeat("table", 0, "hard")
    view, moves = game.view(0), tuple(game.moves(0))
    question = Question(repr(who), "hard", who.seed, None, view, moves)
    assert cache.answer(question).unknown
    known = Question(repr(who), "hard", who.seed, board, view, moves)
    answer = cache.answer(known)
    assert answer.move is not None
    assert BotCache().answer(known) == answer


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
async def test_views_and_moves_reach_bots_unchanged(level: Level) -> None:
    """The same bot, asked in this process and in its own, decides alike."""
    board = load_board("europe")
    game = Game.new(board, players=3, seed="alike", first=0)
    who = BotSeat("table", 0, level)
    cache, own = BotCache(), BotPool(1, {})
    for _ in range(12):
        seat = game.pending[0]
        view, moves = game.view(seat), game.moves(seat)
        here = cache.answer(Question(repr(who), level, who.seed, board, view, tuple(moves)))
        there = (await own.choose(board, who, view, moves)).move
        assert here.move is not None
        assert moves[here.move] == there
        game.play(there, seat)
    await own.close()


async def test_warming_up_is_no_more_than_playing() -> None:
    before, own = failures(), BotPool(1, {})
    await own.prepare("hard", decisions=24)
    await own.close()
    assert failures() == before


async def test_who_waits_for_a_hint_can_decide_meanwhile(tmp_path: Path, place: Path) -> None:
    async with running(odd_config(tmp_path, "Sleeper")) as server:
        made = await table_of(server, "me", "me", board="berlin", start=True, hints=True)
        async with server.sit(made.table.id, server.keys) as sitting:
            await sitting.receive_until(State)
            for _ in range(3):
                await sitting.send(AskHint(0))
            process = await thinking_process(place)
            await play_to_end(sitting, random.Random(1), version=30)
            os.kill(process, WAKE)
            hint = await sitting.receive_until(Hint)
            assert hint.version == made.table.version
