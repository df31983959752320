"""What the decorator does to a rule: one width of integers for its callers, one folder for one source."""

from __future__ import annotations

from contextlib import nullcontext
from enum import IntEnum
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba.core.errors import NumbaError

from semafor.engine import compile as compiling
from semafor.engine.state import Array

TYPES: Any = compiling.TYPES
HERE = Path(__file__)


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
    before = compiling.source_hash(tmp_path)
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "more.py").write_text("B = 1")
    after = compiling.source_hash(tmp_path)
    assert after != before
    assert compiling.source_hash(tmp_path, tmp_path / "rules.py") not in (before, after)


def _made(size: int) -> int:
    return int(np.zeros(size).size)


def _lent(array: Array) -> Array:
    return array


def test_only_who_may_allocate_makes_arrays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without counted references memory would never be given back: it is refused instead (decision 0004)."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    refused = pytest.raises(NumbaError, match="zeros")
    with nullcontext() if compiling.INTERPRETED else refused:  # Python itself counts everything
        compiling.compiler(HERE)(_made)(3)
    assert compiling.compiler(HERE, allocates=True)(_made)(3) == 3


def test_only_who_may_allocate_returns_arrays() -> None:
    """Nobody would know when the memory behind it is free."""
    with pytest.raises(AssertionError, match="holds the array"):
        compiling.compiler(HERE)(_lent)
