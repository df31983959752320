"""What a command prints: tables for people, JSON for programs, one clear line for a mistake."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import TextIO

import msgspec
from rich.console import Console

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
