"""What the decorator does to a rule: one width of integers for its callers, one folder for one source."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from semafor.engine import compile as compiling

TYPES: Any = compiling.TYPES


class Few(IntEnum):
    """Numbers with names."""

    ONE = 1


@pytest.mark.parametrize(
    ("given", "wide"),
    [
        (TYPES.int8, TYPES.int64),
        (TYPES.int16, TYPES.int64),
        (TYPES.literal(3), TYPES.int64),
        (TYPES.IntEnumMember(Few, TYPES.int64), TYPES.int64),
        (TYPES.uint64, TYPES.uint64),
        (TYPES.float32, TYPES.float32),
        (TYPES.boolean, TYPES.boolean),
    ],
    ids=str,
)
def test_compiled_callers_hand_over_wide_integers(given: Any, wide: Any) -> None:
    """A function would be compiled once more for every width of integer that it is called with."""
    dispatcher = SimpleNamespace(get_call_template=lambda args, kws: (args, kws))
    args, kws = compiling._for_wide_integers(dispatcher).get_call_template((given,), {"seat": given})
    assert (args, kws) == ((wide,), {"seat": wide})


def test_another_source_has_another_name(tmp_path: Path) -> None:
    """A changed constant in any file of the package makes cached code stale."""
    (tmp_path / "rules.py").write_text("A = 1")
    before = compiling._source_hash(tmp_path)
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "more.py").write_text("B = 1")
    after = compiling._source_hash(tmp_path)
    assert after != before
    assert compiling._source_hash(tmp_path, tmp_path / "rules.py") not in (before, after)
