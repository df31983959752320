"""The generator in the state: known answers, a twin, and shuffles that favour nothing."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations
from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semafor.engine.rng import block, draw_below, fair, next_block, shuffle
from semafor.engine.state import STATE, State
from tests.engine.threefry import threefry

WORDS = st.integers(0, 2**32 - 1)
TOO_UNEVEN = {1: 10.8, 2: 13.8, 5: 20.5, 7: 24.3, 23: 49.7}
"""Critical values of chi-square at 0.1 % by degrees of freedom; the seeds are fixed."""


def state_with(*key: int) -> State:
    """Return a state in which only the random generator is used."""
    state: State = np.zeros(1, STATE)[0]
    state.key[:] = key
    return state


def test_known_answers_of_the_paper() -> None:
    ones, zeros = [0xFFFFFFFF] * 4, [0] * 4
    pi = [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344, 0xA4093822, 0x299F31D0, 0x082EFA98, 0xEC4E6C89]
    assert threefry(zeros, zeros) == [0x9C6CA96A, 0xE17EAE66, 0xFC10ECD4, 0x5256A7D8]
    assert threefry(ones, ones) == [0x2A881696, 0x57012287, 0xF6C7446E, 0xA16A6732]
    assert threefry(pi[4:], pi[:4]) == [0x59CD1DBB, 0xB8879579, 0x86B5D00C, 0xAC8B6D84]
    key = np.zeros(4, np.uint32)
    assert [int(word) for word in block(key, np.uint64(0))] == threefry(zeros, zeros)


@given(st.lists(WORDS, min_size=4, max_size=4), st.integers(0, 2**64 - 1))
@settings(deadline=None)
def test_the_generator_is_its_twin(key: list[int], counter: int) -> None:
    words = block(np.array(key, np.uint32), np.uint64(counter))
    assert [int(word) for word in words] == threefry(key, [counter & 0xFFFFFFFF, counter >> 32, 0, 0])


def test_blocks_are_used_in_order_and_once() -> None:
    state = state_with(1, 2, 3, 4)
    blocks = [next_block(state) for _ in range(5)]
    assert state.counter == 5
    assert [[int(word) for word in words] for words in blocks] == [
        threefry([1, 2, 3, 4], [n, 0, 0, 0]) for n in range(5)
    ]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 6, 7, 10, 52, 63, 64, 110, 164, 168])
def test_fair_rejects_exactly_the_words_that_favour_some_numbers(size: int) -> None:
    """Each number gets the same count of words: only the first word of its interval can be refused."""
    begins = [-(-number * 2**32 // size) for number in range(size + 1)]
    for number, (begin, end) in enumerate(pairwise(begins)):
        first = fair(np.uint64(begin), size)
        assert first in (-1, number)
        assert end - begin - (first == -1) == 2**32 // size
        assert fair(np.uint64(begin + 1), size) == number
        assert fair(np.uint64(end - 1), size) == number


def unevenness(tally: Counter[object], kinds: int) -> float:
    """Chi-square against all kinds being equally likely."""
    assert len(tally) == kinds
    expected = tally.total() / kinds
    return sum((seen - expected) ** 2 for seen in tally.values()) / expected


@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_order_is_equally_likely(size: int) -> None:
    state, tally = state_with(7, 0, 0, size), Counter[object]()
    cards = np.arange(size + 2, dtype=np.int8)
    for _ in range(500 * factorial(size)):
        cards[1 : size + 1] = range(size)
        shuffle(state, cards, 1, size + 1)
        tally[tuple(int(card) for card in cards[1 : size + 1])] += 1
        assert (cards[0], cards[-1]) == (0, size + 1), "cards beside the range were moved"
    assert set(tally) == set(permutations(range(size)))
    assert unevenness(tally, factorial(size)) < TOO_UNEVEN[factorial(size) - 1]


@pytest.mark.parametrize("size", [3, 6, 8])
def test_every_number_is_equally_likely(size: int) -> None:
    state = state_with(0, 9, 0, 0)
    tally = Counter[object](draw_below(state, size) for _ in range(2000 * size))
    assert set(tally) == set(range(size))
    assert unevenness(tally, size) < TOO_UNEVEN[size - 1]


def test_a_shuffle_of_many_keeps_every_card() -> None:
    state, cards = state_with(1, 1, 1, 1), np.arange(100, dtype=np.int8)
    shuffle(state, cards, 0, 100)
    assert sorted(cards.tolist()) == list(range(100))
    assert cards.tolist() != list(range(100))


def test_shuffling_one_card_or_none_uses_no_chance() -> None:
    state, cards = state_with(0, 0, 0, 0), np.arange(3, dtype=np.int8)
    shuffle(state, cards, 1, 1)
    shuffle(state, cards, 2, 3)
    assert state.counter == 0
    assert cards.tolist() == [0, 1, 2]
