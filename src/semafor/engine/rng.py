"""Chance: the counter-based generator in the state, used for shuffles only.

Threefry-4x32 with 20 rounds and a key of 128 bits (Salmon et al., "Parallel random numbers: as
easy as 1, 2, 3"): who sees some of the cards cannot compute the rest.
"""

import numpy as np

from semafor.engine.compile import compiled
from semafor.engine.state import Array, State

Word = np.uint64
Block = tuple[Word, Word, Word, Word]

LOW = np.uint64(0xFFFFFFFF)
PARITY = np.uint64(0x1BD11BDA)
HALF = np.uint64(32)


@compiled
def rotated(word: Word, distance: Word) -> Word:
    """The 32-bit word turned left."""
    return ((word << distance) | (word >> (HALF - distance))) & LOW


@compiled
def four_rounds(a: Word, b: Word, c: Word, d: Word, even: bool) -> Block:
    """Four rounds of mixing with the rotations of the even or the odd groups of rounds."""
    if even:
        r0, r1, r2, r3, r4, r5, r6, r7 = 10, 26, 11, 21, 13, 27, 23, 5
    else:
        r0, r1, r2, r3, r4, r5, r6, r7 = 6, 20, 17, 11, 25, 10, 18, 20
    a = (a + b) & LOW
    b = rotated(b, np.uint64(r0)) ^ a
    c = (c + d) & LOW
    d = rotated(d, np.uint64(r1)) ^ c
    a = (a + d) & LOW
    d = rotated(d, np.uint64(r2)) ^ a
    c = (c + b) & LOW
    b = rotated(b, np.uint64(r3)) ^ c
    a = (a + b) & LOW
    b = rotated(b, np.uint64(r4)) ^ a
    c = (c + d) & LOW
    d = rotated(d, np.uint64(r5)) ^ c
    a = (a + d) & LOW
    d = rotated(d, np.uint64(r6)) ^ a
    c = (c + b) & LOW
    b = rotated(b, np.uint64(r7)) ^ c
    return a, b, c, d


@compiled
def block(key: Array, counter: Word) -> Block:
    """Four random 32-bit words for a key of four words and a 64-bit counter."""
    k0, k1, k2, k3 = np.uint64(key[0]), np.uint64(key[1]), np.uint64(key[2]), np.uint64(key[3])
    k4 = PARITY ^ k0 ^ k1 ^ k2 ^ k3
    number = np.uint64(counter)
    a, b, c, d = ((number & LOW) + k0) & LOW, ((number >> HALF) + k1) & LOW, k2, k3
    a, b, c, d = four_rounds(a, b, c, d, True)
    a, b, c, d = (a + k1) & LOW, (b + k2) & LOW, (c + k3) & LOW, (d + k4 + np.uint64(1)) & LOW
    a, b, c, d = four_rounds(a, b, c, d, False)
    a, b, c, d = (a + k2) & LOW, (b + k3) & LOW, (c + k4) & LOW, (d + k0 + np.uint64(2)) & LOW
    a, b, c, d = four_rounds(a, b, c, d, True)
    a, b, c, d = (a + k3) & LOW, (b + k4) & LOW, (c + k0) & LOW, (d + k1 + np.uint64(3)) & LOW
    a, b, c, d = four_rounds(a, b, c, d, False)
    a, b, c, d = (a + k4) & LOW, (b + k0) & LOW, (c + k1) & LOW, (d + k2 + np.uint64(4)) & LOW
    a, b, c, d = four_rounds(a, b, c, d, True)
    return (a + k0) & LOW, (b + k1) & LOW, (c + k2) & LOW, (d + k3 + np.uint64(5)) & LOW


@compiled
def next_block(state: State) -> Block:
    """The next four random words of the game."""
    words = block(state.key, state.counter)
    state.counter += np.uint64(1)
    return words


@compiled
def fair(word: Word, size: int) -> int:
    """A number below `size` from a random word, or -1 where the word would favour some numbers."""
    product = word * np.uint64(size)
    low = product & LOW
    if low < np.uint64(size) and low < (np.uint64(1) << HALF) % np.uint64(size):
        return -1
    return int(np.int64(product >> HALF))


@compiled
def shuffle(state: State, cards: Array, start: int, stop: int) -> None:
    """Put cards[start:stop] into an order that is equally likely as any other."""
    last = stop - 1
    while last > start:
        for word in next_block(state):
            if last > start:
                offset = fair(word, last - start + 1)
                if offset >= 0:
                    other = start + offset
                    card = cards[last]
                    cards[last] = cards[other]
                    cards[other] = card
                    last -= 1


@compiled
def draw_below(state: State, size: int) -> int:
    """A number below `size`, each equally likely."""
    while True:
        for word in next_block(state):
            number = fair(word, size)
            if number >= 0:
                return number
