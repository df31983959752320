"""Bots by name, levels for players, and users' own bots as `module:Class`."""

import importlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from semafor.boards.model import Board
from semafor.bots.greedy import CasualBot, GreedyBot, RandomBot
from semafor.bots.levels import LEVELS, BoardSense, Level, LevelBot, Sense
from semafor.bots.planner import PlannerBot
from semafor.bots.planner.card_player import CardPlayer
from semafor.bots.protocol import FAULTS, Bot
from semafor.bots.search.search_bot import SearchBot
from semafor.errors import BadSetup, SemaforError
from semafor.games.lookup import kind_of

MakeBot = Callable[[Board, int], Bot]
BotSource = str | MakeBot | Bot
"""A bot, its name, or a function that makes it."""


def network_bot(board: Board, seed: int, weights: Path | None = None) -> Bot:
    """Return the bot `network`; its module is imported only when it is used."""
    from semafor.bots.learned.network_bot import NetworkBot

    return NetworkBot(board, seed, weights)


def noisy_bot(board: Board, seed: int, noise: str = "1") -> Bot:
    """Return the bot `noisy`; its module is imported only when it is used."""
    from semafor.bots.learned.network_bot import NoisyBot

    return NoisyBot(board, seed, noise)


def lookahead_bot(board: Board, seed: int, budget: str = "1s") -> Bot:
    """Return the bot `lookahead`; its module is imported only when it is used."""
    from semafor.bots.lookahead.lookahead_bot import LookaheadBot

    return LookaheadBot(board, seed, budget)


_BOARD_PLAYERS: dict[str, MakeBot] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "casual": partial(CasualBot, careful=PlannerBot, careless=GreedyBot),
    "planner": PlannerBot,
    "search": SearchBot,
    "network": network_bot,
    "noisy": noisy_bot,
    "lookahead": lookahead_bot,
}
_CARD_PLAYERS: dict[str, MakeBot] = {
    "random": RandomBot,
    "greedy": partial(CasualBot, careful=partial(CardPlayer, forgetful=True), careless=RandomBot),
    "casual": partial(CardPlayer, forgetful=True),
    "planner": CardPlayer,
    "search": SearchBot,
    "network": network_bot,
    "noisy": noisy_bot,
    "lookahead": lookahead_bot,
}
"""The bots of the same names for the Card Game."""


class Players(NamedTuple):
    """The bots of one kind of game."""

    bots: dict[str, MakeBot]
    sense: Callable[[Board], Sense]
    """The filter for bots of levels."""


def players_of(board: Board) -> Players:
    """Return the bots of the board's kind of game."""
    return kind_of(board).pick(board=Players(_BOARD_PLAYERS, BoardSense), cards=Players(_CARD_PLAYERS, Sense))


def bot_names() -> list[str]:
    """Return the names of the built-in bots."""
    return list(_BOARD_PLAYERS)


def make_bot(bot: BotSource, board: Board, seed: int = 0) -> Bot:
    """A bot by its name or level, as `module:Class`, or made by a function of board and seed.

    The searching players may have a budget after their names: `search@100ms`, `search@500` playouts,
    `lookahead@500` positions judged by the network; the learned one a file of weights:
    `network@runs/mine.npz`; `module:Class@argument` is made with the argument after board and seed. A bot
    is itself. BadSetup where there is none of that name, or where it cannot be made.
    """
    if not isinstance(bot, str):
        if not isinstance(bot, type) and hasattr(bot, "choose"):
            return bot
        return _made_by(bot, name_of_bot(bot), board, seed)
    for level in LEVELS:
        if bot == level.id:
            return _bot_of_level(level, board, seed)
    name, _, argument = bot.partition("@")
    bots = players_of(board).bots
    if argument and name in _WITH_ARGUMENT:
        return _WITH_ARGUMENT[name](board, seed, argument)
    if argument and name in bots:
        raise BadSetup("unknown-bot", bot=bot, bots=bot_names())
    if name in bots:
        return bots[name](board, seed)
    return _made_by(_find_class(name), bot, board, seed, *([argument] if argument else []))


def name_of_bot(bot: BotSource) -> str:
    """Return the name of a bot or of the function that makes it."""
    return bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)


def _made_by(make: Callable[..., Bot], name: str, *given: object) -> Bot:
    """Return the bot that a class or function makes from board and seed.

    Raise BadSetup if it raises an exception, which is the cause, or if the result has no method `choose`.
    """
    try:
        made = make(*given)
    except SemaforError:
        raise
    except FAULTS as error:
        raised = f"{type(error).__name__}: {error}"
        raise BadSetup("unknown-bot", case="raised", bot=name, raised=raised) from error
    if not hasattr(made, "choose"):
        raise BadSetup("unknown-bot", case="makes-none", bot=name)
    return made


def _bot_of_level(level: Level, board: Board, seed: int) -> Bot:
    """Return the level's bot; the one without a network if none fits the board and its options."""
    sense = players_of(board).sense(board)
    try:
        return LevelBot(sense, make_bot(level.bot, board, seed), None)
    except BadSetup:
        return LevelBot(sense, make_bot(level.without, board, seed), make_bot("greedy", board, seed))


def _network_with(board: Board, seed: int, weights: str) -> Bot:
    return network_bot(board, seed, Path(weights))


_WITH_ARGUMENT: dict[str, Callable[[Board, int, str], Bot]] = {
    "search": SearchBot,
    "network": _network_with,
    "noisy": noisy_bot,
    "lookahead": lookahead_bot,
}


def _find_class(name: str) -> MakeBot:
    module, _, attribute = name.partition(":")
    if not attribute:
        raise BadSetup("unknown-bot", bot=name, bots=bot_names())
    try:
        return getattr(importlib.import_module(module), attribute)  # type: ignore[no-any-return]  # whatever a name leads to
    except (ImportError, AttributeError) as error:
        raise BadSetup("unknown-bot", bot=name, reason=str(error)) from None
