"""Packages that only some parts need: a clear word where one is missing."""

from __future__ import annotations


def missing(error: ModuleNotFoundError, extra: str) -> ImportError:
    """The error to raise instead: it names the extra to install."""
    package = (error.name or "").split(".")[0]
    return ImportError(f"{package} is not installed here: pip install 'semafor[{extra}]'", name=error.name)
