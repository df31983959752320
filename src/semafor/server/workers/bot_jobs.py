"""What workers do for bots: they keep the bots of many tables and let them choose moves."""

from collections import OrderedDict

import msgspec

from semafor.boards.model import Board
from semafor.bots import Bot, choose_move, make_bot
from semafor.moves import Move
from semafor.view import View

CACHED_BOTS = 250
"""Bots kept by a process, up to 1.6 MB each; others are made again when they are asked."""


class Question(msgspec.Struct, frozen=True):
    """Asks a bot for a move."""

    bot: str
    """Identifies the bot: the same for all questions to it."""
    player: str
    """The name of its class of player, or `module:Class`."""
    seed: int
    board: Board | None
    """None if the bot should be known to the process already."""
    view: View
    moves: tuple[Move, ...]


class BotAnswer(msgspec.Struct, frozen=True):
    """The move of a bot, or why there is none."""

    move: int | None = None
    """The index of the move in the question."""
    unknown: bool = False
    """This process does not have the bot: ask again, with the board."""
    error: str = ""


class BotCache:
    """The bots of this process."""

    def __init__(self) -> None:
        self._bots: OrderedDict[str, Bot] = OrderedDict()

    def answer(self, question: Question) -> BotAnswer:
        """Let the bot choose; an exception is reported in the answer."""
        if question.board is None and question.bot not in self._bots:
            return BotAnswer(unknown=True)
        try:
            move = choose_move(self._bot(question), question.view, question.moves)
            return BotAnswer(question.moves.index(move))
        except Exception as error:  # a bot may be anybody's code
            return BotAnswer(error=repr(error)[:300])

    def _bot(self, question: Question) -> Bot:
        bot = self._bots.pop(question.bot, None)
        if bot is None:
            assert question.board is not None
            bot = make_bot(question.player, question.board, question.seed)
        self._bots[question.bot] = bot
        while len(self._bots) > CACHED_BOTS:
            self._bots.popitem(last=False)
        return bot


_bots = BotCache()


def ask_bot(question: Question) -> BotAnswer:
    """Return the move that a bot of this process chooses."""
    return _bots.answer(question)
