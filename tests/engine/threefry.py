"""Threefry-4x32-20 in plain Python, from the paper: the slow twin of the engine's generator."""

from __future__ import annotations

ROTATIONS = ((10, 26), (11, 21), (13, 27), (23, 5), (6, 20), (17, 11), (25, 10), (18, 20))
ROUNDS = 20
WORD = 0xFFFFFFFF


def turned(word: int, distance: int) -> int:
    """Return a 32-bit word rotated left."""
    return (word << distance | word >> (32 - distance)) & WORD


def threefry(key: list[int], counter: list[int]) -> list[int]:
    """Four random words for four words of key and four of counter."""
    keys = [*key, 0x1BD11BDA ^ key[0] ^ key[1] ^ key[2] ^ key[3]]
    x = [(c + k) & WORD for c, k in zip(counter, key, strict=True)]
    for number in range(ROUNDS):
        first, second = (1, 3) if number % 2 == 0 else (3, 1)
        for place, other, distance in zip((0, 2), (first, second), ROTATIONS[number % 8], strict=True):
            x[place] = (x[place] + x[other]) & WORD
            x[other] = turned(x[other], distance) ^ x[place]
        if number % 4 == 3:
            turn = number // 4 + 1
            x = [(x[i] + keys[(turn + i) % 5]) & WORD for i in range(4)]
            x[3] = (x[3] + turn) & WORD
    return x
