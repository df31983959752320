"""Passphrases: words that a person can write down; the server stores a slow hash."""

from __future__ import annotations

import hashlib
import re
import secrets
import tomllib
from functools import cache
from importlib.resources import files

from semafor.spelling import fold
from semafor.words import Language

LENGTH = 8
"""Words per passphrase; with 256 words to choose from that is 64 bits."""
_COST, _BLOCK, _MEMORY = 2**14, 8, 64 * 2**20


@cache
def words_of(language: Language) -> tuple[str, ...]:
    """The word list of a language."""
    text = files("semafor.server.club").joinpath("phrase_words.toml").read_text(encoding="utf-8")
    return tuple(tomllib.loads(text)[language].split())


def new_phrase(language: Language) -> str:
    """Generate a random passphrase."""
    return " ".join(secrets.choice(words_of(language)) for _ in range(LENGTH))


def plain(text: str) -> str:
    """A text in the form used for comparison: lower case, without accents and punctuation."""
    return " ".join(re.findall(r"\w+", fold(text)))


def slow_hash(phrase: str, salt: str) -> str:
    """The stored hash of a passphrase; each guess takes 16 MB and about 50 ms.

    All accounts share one salt, so that an account is found by the passphrase alone. With 64 random bits
    a salt per account would add nothing.
    """
    made = hashlib.scrypt(
        plain(phrase).encode(), salt=salt.encode(), n=_COST, r=_BLOCK, p=1, maxmem=_MEMORY, dklen=32
    )
    return made.hex()
