"""Passphrases: words that a person can write down, of which the server keeps a slow hash."""

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
"""Words of a passphrase: with 256 words to choose from these are 64 bits."""
_COST, _BLOCK, _MEMORY = 2**14, 8, 64 * 2**20


@cache
def words_of(language: Language) -> tuple[str, ...]:
    """The words from which passphrases are drawn."""
    text = files("semafor.server.club").joinpath("phrase_words.toml").read_text(encoding="utf-8")
    return tuple(tomllib.loads(text)[language].split())


def new_phrase(language: Language) -> str:
    """A passphrase that nobody can guess."""
    return " ".join(secrets.choice(words_of(language)) for _ in range(LENGTH))


def plain(text: str) -> str:
    """A text as it is compared: without capitals, accents and signs between the words."""
    return " ".join(re.findall(r"\w+", fold(text)))


def slow_hash(phrase: str, salt: str) -> str:
    """What is kept of a passphrase; 16 MB and some 50 ms for each guess.

    One salt for the whole club, so that a person is found by the passphrase alone: 64 bits of chance can
    spare what a salt for each of them would add.
    """
    made = hashlib.scrypt(
        plain(phrase).encode(), salt=salt.encode(), n=_COST, r=_BLOCK, p=1, maxmem=_MEMORY, dklen=32
    )
    return made.hex()
