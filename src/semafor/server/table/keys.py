"""Random ids and keys. Keys are stored as hashes."""

import base64
import hashlib
import hmac
import secrets

ID_BYTES = 12
KEY_BYTES = 24


def new_id() -> str:
    """A random table id of 16 characters."""
    return secrets.token_urlsafe(ID_BYTES)


def new_key() -> str:
    """A random key of 32 characters, for a seat, a browser or an invitation."""
    return secrets.token_urlsafe(KEY_BYTES)


def next_id(table_id: str, secret: str) -> str:
    """The id of a table derived from another: always the same, and not predictable without the secret."""
    digest = hmac.digest(secret.encode(), table_id.encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:ID_BYTES]).decode()


def hash_key(key: str) -> str:
    """The stored hash of a key. Keys are random, so no salt is needed."""
    return hashlib.sha256(key.encode()).hexdigest()


GONE = "gone:"
"""Prefix of the placeholder for a person whose account was deleted."""


def nobody() -> str:
    """A new placeholder for a person whose account was deleted."""
    return f"{GONE}{new_id()}"


NOBODYS = "nobody:"
"""Prefix of a stored key that nobody has; no hash starts like this."""


def nobodys_key() -> str:
    """A stored key that matches no key."""
    return f"{NOBODYS}{new_key()}"


def same(one: str, other: str) -> bool:
    """Compare two secrets in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())
