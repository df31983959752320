"""The longest line: the longest trail of a network, exactly.

A trail may pass a place several times but uses each route once (BASE-25). By Euler's theorem a set
of routes is a trail where it hangs together and at most two places have an odd number of its routes.
A component of which that is true is the line. In any other, the routes are taken or left out one by
one, in an order that keeps the rim small (see `rim`), and for every shape of the rim only the longest
set that leads to it is kept. The first sweep looks only for lines that leave out no more than parity
forces them to, the next ones allow more until a line is found: nearly all shapes are never seen. Where
there is no room for all of a sweep's shapes, some routes are first left out and then taken, a sweep each.
"""

import numpy as np

from semafor.engine.bits import Mask, bit, has, lowest
from semafor.engine.compile import compiled
from semafor.engine.linegraph import (
    GRAPH,
    GROWING,
    LAST,
    NONE,
    NOTHING,
    WHOLE,
    bound_steps,
    component_of,
    in_order,
    leave,
    length_of,
    odd_places,
    order_steps,
    read_graph,
    take,
)
from semafor.engine.state import WORDS, Array, Facts

__all__ = ["GAVE_UP", "GRAPH", "longest_line"]

FREE, LEFT, TAKEN = 0, 1, 2
"""What a part of the search does with the route of a step."""
NO_ROOM = -2
GAVE_UP = -1
"""The length returned when the search gives up after its limit of steps."""


@compiled
def chain_of(graph: np.record, shape: Mask) -> int:
    """The chain that a shape is kept in."""
    mixed = shape ^ (shape >> np.uint64(33))
    mixed ^= mixed >> np.uint64(15)
    return int(np.int64((mixed ^ (mixed >> np.uint64(7))) % np.uint64(graph.chain.size)))


@compiled
def first_of_chain(graph: np.record, layer: int, chain: int) -> int:
    """The first shape of a chain, or LAST; what an earlier layer left there does not count."""
    number = graph.chain[chain]
    if number < graph.number[layer] and chain_of(graph, graph.shapes[layer, number]) == chain:
        return number
    return LAST


@compiled
def find_shape(graph: np.record, layer: int, shape: Mask) -> int:
    """The number of a shape in a layer, which it joins if it is new there; NO_ROOM where it cannot."""
    chain = chain_of(graph, shape)
    first = first_of_chain(graph, layer, chain)
    number = first
    while number != LAST:
        if graph.shapes[layer, number] == shape:
            return number
        number = graph.next[number]
    number = graph.number[layer]
    if number == graph.next.size:
        return NO_ROOM
    graph.number[layer] = number + 1
    graph.shapes[layer, number] = shape
    graph.taken[layer, number] = -1
    graph.next[number] = first
    graph.chain[chain] = number
    return number


@compiled
def write_trail(old: Array, route: int, takes: bool, new: Array) -> None:
    """The set of routes with one more, or as it was."""
    for word in range(WORDS):
        new[word] = old[word]
    if takes:
        new[route // 64] |= bit(route % 64)


@compiled
def fate_of(graph: np.record, step: int, shape: Mask) -> tuple[Mask, int]:
    """The shape once the ends that the step leaves complete are behind the rim, and what the line is then."""
    fate = GROWING
    for side in range(2):
        if fate == GROWING and graph.leaves[step, side]:
            shape, fate = leave(shape, graph.slots[step, side])
    return in_order(shape), fate


@compiled
def decide(graph: np.record, step: int, layer: int, number: int, takes: bool) -> None:
    """Take the step's route into the line of a shape before it, or leave it out."""
    shape, taken = graph.shapes[1 - layer, number], graph.taken[1 - layer, number]
    edge = graph.edge[step]
    if takes:
        shape = take(shape, graph.slots[step, 0], graph.slots[step, 1])
        taken += graph.length[edge]
    if taken + graph.most[step + 1] < graph.least:
        return
    shape, fate = fate_of(graph, step, shape)
    old = graph.trail[1 - layer, number]
    if fate == WHOLE and taken > graph.best:
        graph.best = taken
        write_trail(old, graph.route[edge], takes, graph.line[:])
    elif fate == GROWING:
        after = find_shape(graph, layer, shape)
        if after == NO_ROOM:
            graph.full = 1
        elif taken > graph.taken[layer, after]:
            graph.taken[layer, after] = taken
            write_trail(old, graph.route[edge], takes, graph.trail[layer, after])


@compiled
def loses_patience(graph: np.record) -> bool:
    """Whether a search that may be given up has no room for its shapes, or has looked at enough of them."""
    return graph.patience > 0 and (graph.full > 0 or graph.looked > graph.patience)


@compiled
def sweep(graph: np.record) -> int:
    """Find the longest line of this part, if it has one of the length looked for; where it stopped."""
    graph.full = 0
    graph.number[0] = 1
    graph.shapes[0, 0] = NOTHING
    graph.taken[0, 0] = 0
    for word in range(WORDS):
        graph.trail[0, 0, word] = NONE
    layer = 0
    for step in range(graph.steps):
        layer = 1 - layer
        graph.number[layer] = 0
        for number in range(graph.number[1 - layer]):
            if graph.settled[step] != TAKEN:
                decide(graph, step, layer, number, False)
            if graph.settled[step] != LEFT:
                decide(graph, step, layer, number, True)
        graph.looked += graph.number[1 - layer]
        if graph.full or loses_patience(graph):
            return step
    return graph.steps


@compiled
def next_part(graph: np.record) -> bool:
    """Go on to the part with the last route that was left out; False when all have been searched."""
    for step in range(graph.steps - 1, -1, -1):
        if graph.settled[step] == LEFT:
            graph.settled[step] = TAKEN
            return True
        graph.settled[step] = FREE
    return False


@compiled
def sweep_parts(graph: np.record) -> None:
    """Find the longest line of a component in as many parts as its shapes need.

    A settled step makes no more shapes than there were before it, so the step without room is a free
    one: the part is halved there, first without its route.
    """
    for step in range(graph.steps):
        graph.settled[step] = FREE
    more = True
    while more:
        step = sweep(graph)
        if loses_patience(graph):
            more = False
        elif not graph.full:
            more = next_part(graph)
        else:
            graph.settled[step] = LEFT


@compiled
def search_component(graph: np.record, total: int) -> None:
    """The longest line of a component, if it is longer than the best so far."""
    least = graph.most[0]
    while graph.best < least and not loses_patience(graph):
        graph.least = least
        sweep_parts(graph)
        left_out = total - least
        least = min(least - 1, max(total - left_out * 9 // 8 - 1, graph.best + 1))


@compiled
def take_all(graph: np.record, places: Mask, total: int) -> None:
    """The whole component is the best line so far."""
    graph.best = total
    for word in range(WORDS):
        graph.line[word] = NONE
    for edge in range(graph.edges):
        if has(places, graph.end[edge, 0]):
            route = graph.route[edge]
            graph.line[route // 64] |= bit(route % 64)


@compiled
def longest_line(facts: Facts, routes: Array, line: Array, graph: np.record) -> int:
    """BASE-25: the length of the longest trail of a set of routes; its routes go to `line`.

    GAVE_UP where the graph has some patience, and loses it.
    """
    read_graph(facts, routes, graph)
    rest = graph.places
    while rest != NONE:
        places = component_of(graph, lowest(rest))
        rest &= ~places
        total = length_of(graph, places)
        if total > graph.best:
            if odd_places(graph, places) <= 2:
                take_all(graph, places, total)
            else:
                order_steps(facts, graph, places)
                bound_steps(graph)
                search_component(graph, total)
    for word in range(WORDS):
        line[word] = graph.line[word]
    return GAVE_UP if loses_patience(graph) else graph.best
