"""The progress bar of long commands, with the time left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from semafor.cli.output import stderr_console
from semafor.live_bars import gives_way


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A bar on the error output, gone when the work is done; nothing where that is no terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = stderr_console()
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar, gives_way(bar):
        yield bar
