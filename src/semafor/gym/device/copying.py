"""Records to and from a thread's own memory, a word at a time: as records they would go byte by byte."""

from __future__ import annotations

from typing import Any

from semafor.engine.compile import compiled


@compiled
def take_words(words: Any, shelf: Any, row: int) -> None:
    """Copy a row of an array, seen as words, to a thread's own words."""
    for word in range(words.size):
        words[word] = shelf[row * words.size + word]


@compiled
def put_words(words: Any, shelf: Any, row: int) -> None:
    """Copy them back."""
    for word in range(words.size):
        shelf[row * words.size + word] = words[word]
