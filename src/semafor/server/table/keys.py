"""Secrets: ids and keys nobody can guess, kept only as hashes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

ID_BYTES = 12
KEY_BYTES = 24


def new_id() -> str:
    """The id of a table: 16 characters that nobody can guess."""
    return secrets.token_urlsafe(ID_BYTES)


def new_key() -> str:
    """The key of a seat, of a browser or of an invitation: 32 characters."""
    return secrets.token_urlsafe(KEY_BYTES)


def next_id(table_id: str, secret: str) -> str:
    """The id of the table after this one: always the same, and nobody can guess it without the secret."""
    digest = hmac.digest(secret.encode(), table_id.encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:ID_BYTES]).decode()


def hash_key(key: str) -> str:
    """What is stored of a key. A key is as random as its hash is long, so it needs no salt."""
    return hashlib.sha256(key.encode()).hexdigest()


GONE = "gone:"
"""Begins what stands for a person who wanted to be forgotten, where others still count."""


def nobody() -> str:
    """Stands for somebody who wanted to be forgotten, and for nobody else."""
    return f"{GONE}{new_id()}"


NOBODYS = "nobody:"
"""Begins what is stored of a key that nobody has; no hash begins like this."""


def nobodys_key() -> str:
    """What is stored of a key that opens nothing."""
    return f"{NOBODYS}{new_key()}"


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that tells nothing."""
    return hmac.compare_digest(one.encode(), other.encode())
