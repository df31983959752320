"""The progress bar of long commands, with the time left."""

from __future__ import annotations

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from semafor.cli.output import stderr_console


def progress_bar() -> Progress:
    """A bar on the error output, gone when the work is done; nothing where that is no terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = stderr_console()
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
