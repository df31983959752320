"""The ids that clients gave their decisions, kept small: a table has hundreds, a server a million."""

from __future__ import annotations

from hashlib import blake2b

from semafor.grown_list import GrownList

DIGEST_BYTES, VERSION_BYTES = 8, 4
ROW_BYTES = DIGEST_BYTES + VERSION_BYTES


class KnownIds:
    """Which version each id made, in twelve bytes an id; never changed but made anew, sharing its rows.

    An id begins with its seat, so that nobody can meet another's by chance or on purpose: only a hash of
    the id is kept, and two that are alike need four thousand million ids of one seat.
    """

    __slots__ = ("_rows",)

    def __init__(self, rows: GrownList[int] | None = None) -> None:
        self._rows = GrownList(bytearray()) if rows is None else rows

    def __len__(self) -> int:
        return len(self._rows) // ROW_BYTES

    def __contains__(self, known: str) -> bool:
        return self.version_of(known) is not None

    def version_of(self, known: str) -> int | None:
        """The version that an id made; None for one that never came."""
        digest, rows = _digest(known), bytes(self._rows.since(0))
        at = rows.find(digest)
        while at % ROW_BYTES and at >= 0:  # by chance, across two rows
            at = rows.find(digest, at + 1)
        return None if at < 0 else int.from_bytes(rows[at + DIGEST_BYTES : at + ROW_BYTES])

    def with_id(self, known: str, version: int) -> KnownIds:
        """These and one more."""
        rows = self._rows.copy()
        rows.extend(_digest(known) + version.to_bytes(VERSION_BYTES))
        return KnownIds(rows)


def _digest(known: str) -> bytes:
    return blake2b(known.encode(errors="surrogatepass"), digest_size=DIGEST_BYTES).digest()
