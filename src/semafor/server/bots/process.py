"""The process in which bots think: `python -m semafor.server.bots.process`.

It reads questions from its input and writes answers to its output, each with its length before it.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import OrderedDict
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

import msgspec

from semafor.boards.model import Board
from semafor.bots import Bot, choose_move, make_bot
from semafor.moves import Move
from semafor.server.asked_process import framed, next_message
from semafor.server.limited import yield_to_players
from semafor.view import View

REMEMBERED = 250
"""Bots that are kept, 1.6 MB each of the largest; others are made again when they are asked."""


class Question(msgspec.Struct, frozen=True):
    """Asks what a bot decides."""

    who: str
    """The same for all questions to one bot."""
    bot: str
    """The name of its kind, or `module:Class`."""
    seed: int
    board: Board | None
    """None where the bot should be known already."""
    view: View
    moves: tuple[Move, ...]


class Answer(msgspec.Struct, frozen=True):
    """What it decides, or why it does not."""

    move: int | None = None
    """Its place in the question's moves."""
    unknown: bool = False
    """There is no such bot here: ask again, with the board."""
    error: str = ""


_questions: msgspec.msgpack.Decoder[Question] = msgspec.msgpack.Decoder(Question)


class Mind:
    """All bots of this process."""

    def __init__(self) -> None:
        self._bots: OrderedDict[str, Bot] = OrderedDict()

    def answer(self, question: Question) -> Answer:
        """Let the bot choose; its mistakes are told."""
        if question.board is None and question.who not in self._bots:
            return Answer(unknown=True)
        try:
            move = choose_move(self._bot(question), question.view, question.moves)
            return Answer(question.moves.index(move))
        except Exception as error:  # a bot is a guest: its mistakes must not stop anybody
            return Answer(error=repr(error)[:300])

    def _bot(self, question: Question) -> Bot:
        bot = self._bots.pop(question.who, None)
        if bot is None:
            assert question.board is not None
            bot = make_bot(question.bot, question.board, question.seed)
        self._bots[question.who] = bot
        while len(self._bots) > REMEMBERED:
            self._bots.popitem(last=False)
        return bot


def _read_all(source: BinaryIO, hear: Callable[[bytes], None]) -> None:
    """Pass questions on; when the server is gone, so is this process, whatever its bots think about."""
    while (message := next_message(source)) is not None:
        hear(message)
    os._exit(0)


def main() -> None:
    """Answer questions until the server is gone."""
    for ignored in (signal.SIGINT, signal.SIGTERM):  # meant for the server, which ends this process
        signal.signal(ignored, signal.SIG_IGN)
    yield_to_players()
    # What a bot prints must not get between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    waiting: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read_all, args=(sys.stdin.buffer, waiting.put), daemon=True).start()
    mind = Mind()
    while True:
        answer = mind.answer(_questions.decode(waiting.get()))
        answers.write(framed(msgspec.msgpack.encode(answer)))


if __name__ == "__main__":
    main()
