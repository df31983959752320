"""Files that are kept because making them takes long: so many, and those that were used last."""

from contextlib import suppress
from pathlib import Path


def mark_used(file: Path) -> None:
    """Say that a file was of use just now."""
    with suppress(OSError):
        file.touch()


def drop_oldest(folder: Path, most: int) -> None:
    """Delete those of a folder that were of no use for longest, until so many are left."""
    with suppress(OSError):  # another process deletes them, too
        by_age = sorted(folder.iterdir(), key=lambda file: file.stat().st_mtime, reverse=True)
        for file in by_age[most:]:
            file.unlink(missing_ok=True)
