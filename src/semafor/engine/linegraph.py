"""A network as a graph, and the order in which the search for its longest line decides its routes."""

import numpy as np

from semafor.engine.bits import Mask, bit, count, has, lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.state import PLACES, ROUTES, WORDS, Array, Facts, record_of

SLOTS = 12
"""Places the rim has room for; boards that could need more are refused (`boards.limits.OPEN_PLACES`)."""
LABEL_BITS = 4
LABEL = np.uint64(2**LABEL_BITS - 1)
FRESH = LABEL
"""The label of a piece of line until shapes are put in order."""
ODD = SLOTS * LABEL_BITS
"""From here on, one bit a slot: an odd number of taken routes."""
ENDS = ODD + SLOTS
"""From here on, the number of ends of the line behind the rim."""
LABELS = np.uint64(2**ODD - 1)
NOTHING = np.uint64(0)
"""No piece of line; and the shape before any route is taken."""

BROKEN, GROWING, WHOLE = 0, 1, 2
"""What a place that leaves the rim makes of the line."""


@compiled
def shift_of(slot: int) -> Mask:
    """Where the label of a slot stands in a shape."""
    return np.uint64(slot * LABEL_BITS)


@compiled
def label_at(shape: Mask, slot: int) -> Mask:
    """The piece of line that the place in a slot belongs to."""
    return (shape >> shift_of(slot)) & LABEL


@compiled
def merge(shape: Mask, a: Mask, b: Mask) -> Mask:
    """Make one piece of two."""
    for slot in range(SLOTS):
        if label_at(shape, slot) == b:
            shape ^= (a ^ b) << shift_of(slot)
    return shape


@compiled
def take(shape: Mask, i: int, j: int) -> Mask:
    """The shape once a route between the places in two slots is taken."""
    a, b = label_at(shape, i), label_at(shape, j)
    shape ^= bit(ODD + i) | bit(ODD + j)
    if a == NOTHING and b == NOTHING:
        return shape | (FRESH << shift_of(i)) | (FRESH << shift_of(j))
    if a == NOTHING:
        return shape | (b << shift_of(i))
    if b == NOTHING:
        return shape | (a << shift_of(j))
    return merge(shape, a, b) if a != b else shape


@compiled
def leave(shape: Mask, slot: int) -> tuple[Mask, int]:
    """The shape once a place has no undecided routes, and whether the line is broken, growing or whole."""
    if has(shape, ODD + slot):
        if has(shape, ENDS + 1):
            return shape, BROKEN  # a third end
        shape = (shape & ~bit(ODD + slot)) + bit(ENDS)
    label = label_at(shape, slot)
    if label == NOTHING:
        return shape, GROWING
    shape &= ~(LABEL << shift_of(slot))
    if shape & LABELS == NOTHING:
        return shape, WHOLE
    for other in range(SLOTS):
        if label_at(shape, other) == label:
            return shape, GROWING
    return shape, BROKEN  # its piece can never be joined to the others


@compiled
def in_order(shape: Mask) -> Mask:
    """The same shape with its pieces numbered in order of their slots, so that equal shapes look equal."""
    ordered = shape & ~LABELS
    numbers, fresh = NOTHING, np.uint64(1)
    labels = shape & LABELS
    slot = 0
    while labels != NOTHING:
        label = labels & LABEL
        labels >>= np.uint64(LABEL_BITS)
        if label != NOTHING:
            where = label * np.uint64(LABEL_BITS)
            if (numbers >> where) & LABEL == NOTHING:
                numbers |= fresh << where
                fresh += np.uint64(1)
            ordered |= ((numbers >> where) & LABEL) << shift_of(slot)
        slot += 1
    return ordered


NONE = np.uint64(0)
SHAPES = 2**17
"""Shapes kept at once, far more than searches for bad networks on the shipped boards could find.

A network that has more is searched in parts (`longest.sweep_parts`): slower, and as exact.
"""
CHAINS = 2**12
LAST = -1


def graph_record(shapes: int, chains: int, *, narrow: bool = False) -> np.dtype[np.void]:
    """A network as a graph, with room for `shapes` at once in `chains` hash chains.

    `narrow`: numbers in as few bytes as they need, for working spaces that many threads share a cache with.
    """
    small, number = (np.int8, np.int16) if narrow else (np.int64, np.int64)
    return record_of(
        ("edges", np.int64),
        ("end", small, (ROUTES, 2)),
        ("length", small, ROUTES),
        ("route", number, ROUTES),
        ("places", np.uint64),
        ("beside", np.uint64, PLACES),  # the neighbours of each place
        ("routes_at", small, PLACES),  # how many routes it has
        ("shortest", small, PLACES),  # length of the shortest of them
        # the order in which the routes of a component are decided
        ("decided", small, PLACES),  # how many routes of each place
        ("slot", small, PLACES),  # of each place at the rim
        ("steps", np.int64),
        ("edge", number, ROUTES),  # the edge of each step,
        ("slots", small, (ROUTES, 2)),  # the slots of its ends,
        ("leaves", small, (ROUTES, 2)),  # and whether the ends leave the rim with it
        ("most", number, ROUTES + 1),  # the most that this and all later steps can add
        # the search: the shapes before and after a step, each with the longest line that has it
        ("least", np.int64),  # the length that is looked for
        ("settled", small, ROUTES),  # what this part of the search does with each step
        ("full", np.int64),  # whether the shapes of a step had no room
        ("patience", np.int64),  # shapes to look at before giving up, then or for want of room; 0: never
        ("looked", np.int64),  # shapes looked at
        ("number", np.int64, 2),
        ("shapes", np.uint64, (2, shapes)),
        ("taken", number, (2, shapes)),
        ("trail", np.uint64, (2, shapes, WORDS)),
        ("chain", number, chains),  # where a chain of shapes begins, as `find_shape` knows them
        ("next", number, shapes),  # and goes on, or LAST
        ("best", np.int64),
        ("line", np.uint64, WORDS),
    )


GRAPH = graph_record(SHAPES, CHAINS)


@compiled
def read_graph(facts: Facts, routes: Array, graph: np.record) -> None:
    """Number the routes of a network as edges."""
    graph.edges = 0
    graph.places = NONE
    graph.best = 0
    graph.full = 0
    graph.looked = 0
    for place in range(facts.places):
        graph.beside[place] = NONE
        graph.routes_at[place] = 0
        graph.shortest[place] = 99
        graph.decided[place] = 0
    for word in range(WORDS):
        graph.line[word] = NONE
        rest = routes[word]
        while rest != NONE:
            add_edge(facts, graph, word * 64 + lowest(rest))
            rest = without_lowest(rest)


@compiled
def add_edge(facts: Facts, graph: np.record, route: int) -> None:
    """Add a route to the graph."""
    edge = graph.edges
    graph.edges += 1
    graph.route[edge] = route
    graph.length[edge] = facts.route_pieces[route]
    graph.end[edge, 0] = facts.route_a[route]
    graph.end[edge, 1] = facts.route_b[route]
    for side in range(2):
        place = graph.end[edge, side]
        graph.places |= bit(place)
        graph.beside[place] |= bit(graph.end[edge, 1 - side])
        graph.routes_at[place] += 1
        graph.shortest[place] = min(graph.shortest[place], graph.length[edge])


@compiled
def component_of(graph: np.record, start: int) -> Mask:
    """The places that routes join to a place."""
    seen = waiting = bit(start)
    while waiting != NONE:
        new = graph.beside[lowest(waiting)] & ~seen
        waiting = without_lowest(waiting) | new
        seen |= new
    return seen


@compiled
def length_of(graph: np.record, places: Mask) -> int:
    """The total length of a component."""
    total = 0
    for edge in range(graph.edges):
        if has(places, graph.end[edge, 0]):
            total += graph.length[edge]
    return total


@compiled
def odd_places(graph: np.record, places: Mask) -> int:
    """Places with an odd number of routes."""
    odd = 0
    while places != NONE:
        odd += graph.routes_at[lowest(places)] & 1
        places = without_lowest(places)
    return odd


@compiled
def next_place(graph: np.record, rim: Mask, met: Mask) -> int:
    """The place at the rim that brings fewest new places to it."""
    best, fewest = 0, PLACES
    while rim != NONE:
        place = lowest(rim)
        rim = without_lowest(rim)
        new = count(graph.beside[place] & ~met)
        if new < fewest:
            best, fewest = place, new
    return best


@compiled
def give_slots(graph: np.record, new: Mask, slots: Mask) -> Mask:
    """Find room at the rim for new places; the slots in use then, more than there are if there is no room."""
    while new != NONE:
        slot = lowest(~slots)
        graph.slot[lowest(new)] = slot
        slots |= bit(slot)
        new = without_lowest(new)
    return slots


@compiled
def free_slots(graph: np.record, places: Mask, slots: Mask) -> Mask:
    """The slots in use once these places have left the rim."""
    while places != NONE:
        slots &= ~bit(graph.slot[lowest(places)])
        places = without_lowest(places)
    return slots


@compiled
def complete_places(graph: np.record, places: Mask) -> Mask:
    """Those of the places of which every route is decided."""
    complete = NONE
    while places != NONE:
        place = lowest(places)
        places = without_lowest(places)
        if graph.decided[place] == graph.routes_at[place]:
            complete |= bit(place)
    return complete


@compiled
def add_steps(graph: np.record, place: int, settled: Mask) -> None:
    """Decide the routes of a place that do not lead to a settled one."""
    for edge in range(graph.edges):
        a, b = graph.end[edge, 0], graph.end[edge, 1]
        if (a == place and not has(settled, b)) or (b == place and not has(settled, a)):
            step = graph.steps
            graph.steps += 1
            graph.edge[step] = edge
            for side in range(2):
                end = graph.end[edge, side]
                graph.decided[end] += 1
                graph.slots[step, side] = graph.slot[end]
                graph.leaves[step, side] = graph.decided[end] == graph.routes_at[end]


@compiled
def undo_steps(graph: np.record, places: Mask) -> None:
    """No route of a component is decided."""
    graph.steps = 0
    while places != NONE:
        graph.decided[lowest(places)] = 0
        places = without_lowest(places)


@compiled
def nearest_order(graph: np.record, places: Mask) -> bool:
    """Go on where the rim grows least: good for most networks. False where there is no room at the rim."""
    undo_steps(graph, places)
    met, settled, slots = NONE, NONE, NONE
    while settled != places:
        rim = met & ~settled
        place = next_place(graph, rim if rim != NONE else places, met)
        new = (bit(place) | graph.beside[place]) & ~met
        slots = give_slots(graph, new, slots)
        if slots >> np.uint64(SLOTS) != NONE:
            return False
        met |= new
        add_steps(graph, place, settled)
        complete = complete_places(graph, met & ~settled)
        settled |= complete
        slots = free_slots(graph, complete, slots)
    return True


@compiled
def map_order(facts: Facts, graph: np.record, places: Mask) -> None:
    """Go through the places in the order of the map, which has room for every network.

    Boards with wider maps are refused when they are loaded.
    """
    undo_steps(graph, places)
    met, settled, slots = NONE, NONE, NONE
    for i in range(facts.places):
        place = facts.line_order[i]
        if has(places & ~settled, place):
            new = (bit(place) | graph.beside[place]) & ~met
            slots = give_slots(graph, new, slots)
            met |= new
            add_steps(graph, place, settled)
            complete = complete_places(graph, met & ~settled)
            settled |= complete
            slots = free_slots(graph, complete, slots)


@compiled
def order_steps(facts: Facts, graph: np.record, places: Mask) -> None:
    """Put the routes of a component in an order that keeps the rim small."""
    if not nearest_order(graph, places):
        map_order(facts, graph, places)


@compiled
def bound_steps(graph: np.record) -> None:
    """What each step and those after it can add: a line leaves out a route at every odd place but two.

    Only places of which no route is decided yet are counted; a route left out serves two of them.
    """
    rest, left_out, dearest, second = 0, 0, 0, 0
    graph.most[graph.steps] = 0
    for step in range(graph.steps - 1, -1, -1):
        edge = graph.edge[step]
        rest += graph.length[edge]
        for side in range(2):
            place = graph.end[edge, side]
            graph.decided[place] -= 1
            if graph.decided[place] == 0 and graph.routes_at[place] & 1:
                shortest = graph.shortest[place]
                left_out += shortest
                second = max(second, min(dearest, shortest))
                dearest = max(dearest, shortest)
        graph.most[step] = rest - (left_out - dearest - second + 1) // 2
