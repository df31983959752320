"""Compact set of the ids that clients gave their decisions: a table has hundreds, a server a million."""

from __future__ import annotations

from hashlib import blake2b

from semafor.append_only_list import AppendOnlyList

DIGEST_BYTES, VERSION_BYTES = 8, 4
ROW_BYTES = DIGEST_BYTES + VERSION_BYTES


class DecisionIds:
    """Maps ids to the versions they made, in twelve bytes per id. Immutable; copies share their rows.

    Only a hash of each id is stored. Ids start with their seat, so collisions could only occur within one
    seat, after about four billion ids.
    """

    __slots__ = ("_rows",)

    def __init__(self, rows: AppendOnlyList[int] | None = None) -> None:
        self._rows = AppendOnlyList(bytearray()) if rows is None else rows

    @classmethod
    def from_bytes(cls, rows: bytes) -> DecisionIds:
        """Return the ids that `to_bytes` returned."""
        return cls(AppendOnlyList(bytearray(rows)))

    def to_bytes(self) -> bytes:
        """Return all ids in a form that can be sent to another process."""
        return bytes(self._rows.since(0))

    def __len__(self) -> int:
        return len(self._rows) // ROW_BYTES

    def __contains__(self, known: str) -> bool:
        return self.version_of(known) is not None

    def version_of(self, known: str) -> int | None:
        """The version that an id made; None for an unknown id."""
        digest, rows = _digest(known), bytes(self._rows.since(0))
        at = rows.find(digest)
        while at % ROW_BYTES and at >= 0:  # a match across two rows
            at = rows.find(digest, at + 1)
        return None if at < 0 else int.from_bytes(rows[at + DIGEST_BYTES : at + ROW_BYTES])

    def with_id(self, known: str, version: int) -> DecisionIds:
        """A copy with one more id."""
        rows = self._rows.copy()
        rows.extend(_digest(known) + version.to_bytes(VERSION_BYTES))
        return DecisionIds(rows)


def _digest(known: str) -> bytes:
    return blake2b(known.encode(errors="surrogatepass"), digest_size=DIGEST_BYTES).digest()
