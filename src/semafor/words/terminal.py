"""The language of whoever sits at the terminal."""

from __future__ import annotations

import os

from semafor.words.languages import LANGUAGES, Language

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a terminal says its language; the first that is set counts."""


def language_here() -> Language:
    """The language that the environment asks for, English for any that we do not speak."""
    asked = next((os.environ[name] for name in LOCALE if os.environ.get(name)), "")
    return next((language for language in LANGUAGES if asked.startswith(language)), "en")
