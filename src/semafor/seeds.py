"""Seeds: from a seed to the key of a game's generator, and hashes that prove a fair deal."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Seed = int | str | bytes

KEY_BYTES = 16


def seed_text(seed: Seed) -> str:
    """Return the text of a seed: digits of a number, hexadecimal digits of bytes, a text unchanged."""
    return seed.hex() if isinstance(seed, bytes) else str(seed)


def key_of(seed: Seed) -> NDArray[np.uint32]:
    """Return the four words of the generator's key for a single game."""
    return _hash_words(seed, b"semafor")


def series_key(seed: Seed) -> NDArray[np.uint32]:
    """Return the four words from which the keys of a series of games are derived."""
    return _hash_words(seed, b"semafor series")


def new_seed() -> str:
    """Return a seed that nobody can guess: 32 hexadecimal digits."""
    return secrets.token_hex(KEY_BYTES)


def seed_hash(seed: Seed) -> str:
    """Return the hash that is published when a game begins; the seed is revealed at the end."""
    return hashlib.sha256(_seed_bytes(seed)).hexdigest()


def _seed_bytes(seed: Seed) -> bytes:
    return seed_text(seed).encode("utf-8", "surrogatepass")  # a shell may pass any bytes


def _hash_words(seed: Seed, person: bytes) -> NDArray[np.uint32]:
    digest = hashlib.blake2b(_seed_bytes(seed), digest_size=KEY_BYTES, person=person).digest()
    # Little-endian on every machine, so that a seed gives the same game everywhere.
    return np.frombuffer(digest, dtype="<u4").astype(np.uint32)
