"""Output of commands: tables for people, JSON for programs, one line for an error."""

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
"""Width of output that is not a terminal, in columns."""


MISTAKE = 2
"""Exit code for wrong usage."""


class Refused(Exception):
    """A command that cannot be carried out; the message is one line."""

    def __init__(self, sentence: str, code: int = MISTAKE) -> None:
        super().__init__(" ".join(sentence.split()))
        self.code = code


def take_any_letter(stream: TextIO) -> None:
    """Let a stream accept every character, whatever its encoding.

    A file or pipe gets UTF-8 unless PYTHONIOENCODING says otherwise; a terminal shows a question mark for
    what its code page lacks.
    """
    if isinstance(stream, TextIOWrapper):  # None or a test's own stream otherwise
        chosen = stream.isatty() or "PYTHONIOENCODING" in os.environ
        stream.reconfigure(encoding=stream.encoding if chosen else "utf-8", errors="replace")


def complain(sentence: str) -> None:
    """Print one line to standard error."""
    print(f"semafor: {sentence}", file=sys.stderr)


def stdout_console() -> Console:
    """Return the console for results; plain text of a fixed width if it is not a terminal."""
    return Console(width=None if sys.stdout.isatty() else PLAIN_WIDTH, highlight=False)


def stderr_console() -> Console:
    """Return the console for progress and errors; long lines are not wrapped."""
    return Console(stderr=True, highlight=False, soft_wrap=True)


def print_json(value: object) -> None:
    """Print a value as indented JSON."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def word(key: str, **details: Any) -> str:
    """Return a message of the catalogue's section `command`."""
    return say(f"command.{key}", details, language_here())


def headings(*keys: str) -> tuple[str, ...]:
    """The headings of a table."""
    return tuple(say(f"heading.{key}", {}, language_here()) for key in keys)


def figure(value: float, form: str) -> str:
    """Format a number as the terminal's language writes it, in any encoding."""
    return write_figure(value, form, language_here()).replace(MINUS, "-")


def joined(seats: Iterable[int]) -> str:
    """Seats as in `1 and 3`."""
    return word("and").join(map(str, seats))


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Show a progress bar on standard error until the block ends; nothing if that is not a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = stderr_console()
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar, hideable(bar):
        yield bar


@contextmanager
def stop_wished() -> Iterator[threading.Event]:
    """Yield an event that the first Ctrl-C sets, so that work can stop at a suitable point."""
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
