"""Chains: the small decisions of one breath, listed and carried out in one compiled call.

A player claims a route and says with which cards; the engine asks for the two one after the
other. A chain is the list of actions that answers all such inner questions, packed into one
number: nine bits an action, the first one lowest, each stored as action + 1.

Functions here take arrays of one record: Numba recognises the type of an array twenty times
faster than that of a record, and these are called from Python.
"""

import numpy as np

from semafor.engine.actions import KEEP, MASK_WORDS, REFUSE, SHARE, SHARE_WORD
from semafor.engine.bits import bit, lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.state import LOG, WILDS, Array, Ask, Facts, State, record_of
from semafor.engine.teams import in_teams
from semafor.engine.turn import apply, is_legal, legal

LINKS = 4
"""Most actions of a chain: route, payment, plain cards and wilds from the rack."""
LINK_BITS = 9
LINK = (1 << LINK_BITS) - 1

DESK = record_of(
    ("masks", np.uint64, (LINKS, MASK_WORDS)),  # for each link the actions not tried yet
    ("path", np.int64, LINKS),  # the actions of the chain in progress
    ("log", LOG),  # events of the chain carried out, or of trial moves
)


@compiled
def is_inner(ask: int) -> bool:
    """Whether a question is answered in the same breath as the one before."""
    return ask == Ask.PAYMENT or ask == Ask.SPLIT_PLAIN or ask == Ask.SPLIT_WILD or ask == Ask.SHARE_MORE


@compiled
def may_go_on(state: State, facts: Facts, seat: int, action: int) -> bool:
    """Whether an inner question can follow, so that trying the action is worth while."""
    ask = state.ask[seat]
    if ask == Ask.TURN:
        return action < KEEP
    if not in_teams(facts):
        return False
    if ask == Ask.SPLIT_PLAIN:
        return state.owed[WILDS] > 0
    return ask == Ask.PAYMENT or (ask == Ask.TUNNEL and action != REFUSE)


@compiled
def take_lowest(mask: Array) -> int:
    """Take the smallest action out of a set; -1 where it is empty."""
    for word in range(MASK_WORDS):
        if mask[word] != np.uint64(0):
            action = 64 * word + lowest(mask[word])
            mask[word] = without_lowest(mask[word])
            return action
    return -1


@compiled
def pack(path: Array, links: int) -> int:
    """The chain of the first links of a path."""
    chain = 0
    for link in range(links):
        chain |= (path[link] + 1) << (LINK_BITS * link)
    return chain


@compiled
def list_next(state: State, facts: Facts, seat: int, mask: Array, before: int) -> None:
    """Write the answers to an inner question; a second shared ticket comes after the first in number."""
    legal(state, facts, seat, mask)
    if state.ask[seat] == Ask.SHARE_MORE:
        mask[SHARE_WORD] &= ~(bit(before - SHARE) - np.uint64(1))


@compiled
def legal_chains(tries: Array, facts: Array, seat: int, desks: Array, chains: Array) -> int:
    """List every chain of the seat, in ascending order of their actions; how many there are.

    The game lies in tries[0]; the other LINKS - 1 records are working space. No more chains are
    written than there is room for.
    """
    desk, found, link = desks[0], 0, 0
    legal(tries[0], facts[0], seat, desk.masks[0])
    while link >= 0:
        action = take_lowest(desk.masks[link])
        if action < 0:
            link -= 1
            continue
        desk.path[link] = action
        if may_go_on(tries[link], facts[0], seat, action):
            tries[link + 1] = tries[link]
            desk.log.count = 0
            apply(tries[link + 1], facts[0], seat, action, desk.log)
            if is_inner(tries[link + 1].ask[seat]):
                link += 1
                list_next(tries[link], facts[0], seat, desk.masks[link], action)
                continue
        if found < chains.size:
            chains[found] = pack(desk.path, link + 1)
        found += 1
    return found


@compiled
def apply_chain(states: Array, facts: Array, seat: int, chain: int, desks: Array) -> bool:
    """Carry out a chain link by link; False, with the game spoilt, where a link is not legal.

    A chain that leaves an inner question open is not legal either. The events are in the desk's log.
    """
    state, desk = states[0], desks[0]
    while chain > 0:
        action = (chain & LINK) - 1
        if not is_legal(state, facts[0], seat, action, desk.masks[0]):
            return False
        apply(state, facts[0], seat, action, desk.log)
        chain >>= LINK_BITS
    return not is_inner(state.ask[seat])
