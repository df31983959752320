"""Cleaning of names and chat: one line, no control or direction characters."""

import unicodedata

from semafor.errors import SemaforError
from semafor.server.messages import CHAT_LENGTH, NAME_LENGTH

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters that are invisible."""
_MARKUP = frozenset('<>&"`{}\\')
_JOINER = "\u200d"  # holds emoji together
_MARKS_IN_A_ROW = 3
"""Combining marks allowed on one letter; more would cover neighbouring lines."""


def clean_name(text: str) -> str:
    """A cleaned name of one to forty characters; refused if nothing is left."""
    name = _clean(text)[:NAME_LENGTH].strip()
    if not _visible(name):
        raise SemaforError("no-name")
    return name


def clean_chat(text: str) -> str:
    """A cleaned chat line; refused if nothing is left."""
    line = _clean(text)[:CHAT_LENGTH].strip()
    if not _visible(line):
        raise SemaforError("empty-chat")
    return line


def is_plain(text: str) -> bool:
    """Whether a text can be shown unchanged: no markup, nothing hidden."""
    return _clean(text) == text and not set(text) & _MARKUP


def _clean(text: str) -> str:
    spaced = " ".join(text.split())
    composed = unicodedata.normalize("NFC", spaced)
    shown = (c for c in composed if c not in _BLANK)
    seen = "".join(c for c in shown if c == _JOINER or unicodedata.category(c) not in _HIDDEN)
    return _thin_marks(seen)


def _visible(text: str) -> bool:
    """Whether a text shows anything: marks, joiners and blanks alone do not."""
    return any(unicodedata.category(char)[0] in "LNPS" and char not in _BLANK for char in text)


def _thin_marks(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks <= _MARKS_IN_A_ROW:
            kept.append(char)
    return "".join(kept)
