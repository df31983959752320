"""What a command prints: tables for people, JSON for programs, one clear line for a mistake."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, TextIO

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from semafor.live_bars import hideable
from semafor.words import say
from semafor.words.languages import MINUS, language_here, write_figure

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import FrameType

PLAIN_WIDTH = 120
"""Columns where the output is no terminal and so has no width of its own."""


MISTAKE = 2
"""What a program ends with where it was called wrongly."""


class Refused(Exception):
    """A call that cannot be carried out, said in one line."""

    def __init__(self, sentence: str, code: int = MISTAKE) -> None:
        super().__init__(" ".join(sentence.split()))
        self.code = code


def take_any_letter(stream: TextIO) -> None:
    """Let a stream take every letter, whatever code page it has.

    A file or pipe gets UTF-8 unless PYTHONIOENCODING says otherwise; a terminal shows a question mark for
    what its code page lacks.
    """
    if isinstance(stream, TextIOWrapper):  # None or a test's own stream otherwise
        chosen = stream.isatty() or "PYTHONIOENCODING" in os.environ
        stream.reconfigure(encoding=stream.encoding if chosen else "utf-8", errors="replace")


def complain(sentence: str) -> None:
    """One line to the error output."""
    print(f"semafor: {sentence}", file=sys.stderr)


def stdout_console() -> Console:
    """The console for results; plain text of a fixed width where it is no terminal."""
    return Console(width=None if sys.stdout.isatty() else PLAIN_WIDTH, highlight=False)


def stderr_console() -> Console:
    """The console for progress and mistakes, which may be longer than a line of the terminal."""
    return Console(stderr=True, highlight=False, soft_wrap=True)


def print_json(value: object) -> None:
    """A value as JSON that people can read too."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def word(key: str, **details: Any) -> str:
    """The words of a key of the catalogue's section `command`."""
    return say(f"command.{key}", details, language_here())


def headings(*keys: str) -> tuple[str, ...]:
    """The headings of a table."""
    return tuple(say(f"heading.{key}", {}, language_here()) for key in keys)


def figure(value: float, form: str) -> str:
    """A number by a format specification, as the terminal's language writes it, in any code page."""
    return write_figure(value, form, language_here()).replace(MINUS, "-")


def joined(seats: Iterable[int]) -> str:
    """Seats as in `1 and 3`."""
    return word("and").join(map(str, seats))


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A bar on the error output, gone when the work is done; nothing where that is no terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = stderr_console()
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar, hideable(bar):
        yield bar


@contextmanager
def stop_wished() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets, so that work can stop between two of its pieces."""
    wished = threading.Event()

    def wish(_number: int, _frame: FrameType | None) -> None:
        wished.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    if threading.current_thread() is not threading.main_thread():
        yield wished  # signals reach only the main thread
        return
    before = signal.signal(signal.SIGINT, wish)
    try:
        yield wished
    finally:
        signal.signal(signal.SIGINT, before)
