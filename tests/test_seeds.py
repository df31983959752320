from __future__ import annotations

import hashlib
import subprocess
import sys

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from semafor.seeds import key_of, new_seed, seed_hash, seed_text, series_key

SEEDS = st.one_of(st.integers(), st.text(), st.binary())


def test_keys_never_change() -> None:
    # Saved games contain only their seed, so a different key would give a different game.
    assert key_of(7).tolist() == [63100818, 233085800, 1651084984, 3238381927]
    assert series_key(1).tolist() == [555458462, 1910774474, 886031753, 4066724725]


def test_a_number_and_its_digits_are_the_same_seed() -> None:
    assert key_of(7).tolist() == key_of("7").tolist()
    assert seed_text(b"\x01\xff") == "01ff"


@given(SEEDS)
def test_keys_are_four_words_and_depend_on_their_use(seed: int | str | bytes) -> None:
    assert key_of(seed).dtype == np.uint32
    assert key_of(seed).shape == series_key(seed).shape == (4,)
    assert key_of(seed).tolist() != series_key(seed).tolist()


@given(st.integers(), st.integers())
def test_other_seeds_give_other_keys(one: int, other: int) -> None:
    assert (one == other) == (key_of(one).tolist() == key_of(other).tolist())


def test_a_new_seed_has_128_bits_and_is_new() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(len(bytes.fromhex(seed)) == 16 for seed in seeds)


def test_a_seed_may_be_any_text() -> None:
    assert key_of("\udcff").shape == (4,)


def test_the_published_hash_is_sha256_of_the_text() -> None:
    assert seed_hash(7) == hashlib.sha256(b"7").hexdigest()


def test_importing_the_package_loads_neither_numpy_nor_the_compiler() -> None:
    """Coverage imports the package before the tests, and simple commands must start quickly."""
    code = "import sys, semafor; sys.exit(bool({'numpy', 'numba'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
