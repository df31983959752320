"""Writing slots: sets one byte an element, single elements, numbers that fit a byte."""

import sys
from typing import Any

import numpy as np

from semafor.engine.compile import compiled, emitted
from semafor.engine.state import MARKET, OFFER, Array, State
from semafor.games.board_observation import MOST

assert sys.byteorder == "little", "the lowest bit comes first"

SLOTS = 64
"""Elements of a word of a set, each one slot."""


@compiled(inlined=True)
def spread(byte: np.uint64) -> np.uint64:
    """The eight bits of a byte as eight bytes of 0 or 1, the lowest first in memory."""
    copies = byte * np.uint64(0x0101010101010101)
    own_bits = copies & np.uint64(0x8040201008040201)
    return ((own_bits + np.uint64(0x7F7F7F7F7F7F7F7F)) >> np.uint64(7)) & np.uint64(0x0101010101010101)


def _emit_set(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """All 64 slots as one vector, whose instructions LLVM chooses.

    A loop over slots takes five times as long, and one over bytes with `spread` four times.
    """
    from llvmlite import ir

    row, first, elements = args
    slots = ir.VectorType(ir.IntType(8), SLOTS)
    places = ir.Constant(ir.VectorType(ir.IntType(32), SLOTS), [slot // 8 for slot in range(SLOTS)])
    own_bits = ir.Constant(slots, [1 << slot % 8 for slot in range(SLOTS)])
    in_bytes = builder.bitcast(elements, ir.VectorType(ir.IntType(8), 8))
    its_byte = builder.shuffle_vector(in_bytes, in_bytes, places)
    is_in = builder.icmp_unsigned("!=", builder.and_(its_byte, own_bits), ir.Constant(slots, None))
    data = context.make_array(signature.args[0])(context, builder, row).data
    there = builder.bitcast(builder.gep(data, [first]), slots.as_pointer())
    builder.store(builder.zext(is_in, slots), there, align=8)
    return context.get_dummy_value()


@emitted(_emit_set, "void", "Array", "int64", "uint64")
def write_set(out: Array, first: int, elements: np.uint64) -> None:
    """One slot an element of a set of 64: 1 if it is in the set."""
    for byte in range(8):
        cell = spread((elements >> np.uint64(8 * byte)) & np.uint64(255))
        out[first + 8 * byte : first + 8 * byte + 8] = np.array([cell], np.uint64).view(out.dtype)


@compiled(inlined=True)
def widen(sets: Array, out: Array) -> None:
    """One slot an element of every set."""
    for word in range(sets.size):
        write_set(out, SLOTS * word, sets[word])


@compiled(inlined=True)
def widen_changed(sets: Array, shown: Array, out: Array) -> None:
    """Update `out`, which shows the sets `shown`: write only the differences, and note them there.

    Of the hundreds of slots a decision changes few.
    """
    for word in range(sets.size):
        if sets[word] != shown[word]:
            shown[word] = sets[word]
            write_set(out, SLOTS * word, sets[word])


@compiled(inlined=True)
def add_slot(sets: Array, slot: int) -> None:
    """Make a slot of a set 1."""
    sets[slot >> 6] |= np.uint64(1) << np.uint64(slot & 63)


@compiled(inlined=True)
def write_number(out: Array, slot: int, number: int) -> None:
    """A number that is never negative, as far as a byte goes."""
    out[slot] = min(number, MOST)


@compiled(inlined=True)
def write_counts(out: Array, first: int, counts: Array) -> None:
    """One slot a kind of card."""
    for kind in range(counts.size):
        out[first + kind] = counts[kind]


@compiled(inlined=True)
def write_market(state: State, out: Array, first: int, kinds: int) -> None:
    """For each place of the market the kind of its card."""
    for place in range(MARKET):
        if state.market[place] >= 0:
            out[first + place * kinds + int(state.market[place])] = 1


@compiled(inlined=True)
def write_offer(state: State, seat: int, sets: Array, first: int) -> None:
    """For each place of the seat's offer its ticket."""
    for place in range(min(OFFER, state.offered[seat])):
        add_slot(sets, first + 64 * place + int(state.offer[seat, place]))


@compiled(inlined=True)
def total(counts: Array) -> int:
    """How many cards there are of all kinds."""
    number = 0
    for kind in range(counts.size):
        number += int(counts[kind])
    return number


@compiled(inlined=True)
def relative(state: State, viewer: int, seat: int) -> int:
    """How far a seat sits from the viewer, in order of turns."""
    far = int(seat) - int(viewer)
    return far if far >= 0 else far + int(state.players)
