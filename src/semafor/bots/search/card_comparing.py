"""The comparison in the Card Game: every candidate is played on in the same sampled worlds."""

from __future__ import annotations

import numpy as np

from semafor.bots.search.card_playout import play_on, worth_of_end
from semafor.bots.search.card_policy import worth_of_triple
from semafor.bots.search.card_worth import count_lacking
from semafor.bots.search.comparing import forget_tries, note_worth
from semafor.bots.search.playout import LONGEST_GAME
from semafor.bots.search.records import CANDIDATES, KNOWN, PLAYED, WORLD, Desk
from semafor.engine.bits import bit, lowest
from semafor.engine.cardgame.actions import (
    DRAW_MARKET,
    KEEP_WORD,
    PLACE,
    PLACE_WORD,
    SINGLE,
    SINGLE_WORD,
    THREE,
    THREE_WORD,
    WILDS,
)
from semafor.engine.cardgame.siding import cards_needed
from semafor.engine.cardgame.state import LONGEST_ROW, CardAsk
from semafor.engine.cardgame.turn import legal
from semafor.engine.chains import LINK_BITS
from semafor.engine.compile import compiled
from semafor.engine.state import MARKET, WILD, Array, Facts, State
from semafor.worlds.card_world import sample_world
from semafor.worlds.dealing import seed_dice

TRIPLES_TRIED = 4
MORE_WILDS = 2
"""Wilds beyond those needed that are tried with a row."""


@compiled
def add(desk: Desk, chain: int) -> None:
    """Add a candidate unless it is there already."""
    for i in range(int(desk.candidates)):
        if desk.chain[i] == chain:
            return
    if desk.candidates < CANDIDATES:
        desk.chain[desk.candidates] = chain
        desk.candidates += 1


@compiled
def add_rows(state: State, seat: int, desk: Desk, word: int) -> None:
    """Every row, with as few wilds as it needs and a few more."""
    rows, hand_wilds = desk.offers[word], int(state.hand[seat, WILD])
    while rows != np.uint64(0):
        action = 64 * word + lowest(rows)
        rows &= ~bit(lowest(rows))
        colour, plain = (action - PLACE) // LONGEST_ROW, (action - PLACE) % LONGEST_ROW + 1
        fewest = max(0, cards_needed(state, seat, colour) - plain)
        if fewest == hand_wilds:
            add(desk, action + 1)
        else:
            for wilds in range(fewest, min(hand_wilds, fewest + MORE_WILDS) + 1):
                add(desk, (action + 1) | (WILDS + wilds + 1) << LINK_BITS)


@compiled
def add_triples(state: State, facts: Facts, seat: int, desk: Desk) -> None:
    """The best few triples of colours."""
    count_lacking(state, facts, seat, desk)
    left = desk.offers[THREE_WORD]
    for _ in range(TRIPLES_TRIED):
        best, most, rest = -1, -1e9, left
        while rest != np.uint64(0):
            triple = lowest(rest)
            rest &= ~bit(triple)
            worth = worth_of_triple(state, facts, seat, desk, triple)
            if worth > most:
                best, most = triple, worth
        if best < 0:
            break
        left &= ~bit(best)
        add(desk, THREE + best + 1)


@compiled
def list_candidates(state: State, facts: Facts, seat: int, desk: Desk) -> None:
    """Add the candidates for what the seat is asked to the policy's choice."""
    legal(state, facts, seat, desk.offers)
    if state.ask[seat] == CardAsk.COMPLETE:
        return  # the policy's choice is exact
    for word in (PLACE_WORD, PLACE_WORD + 1):
        add_rows(state, seat, desk, word)
    add_triples(state, facts, seat, desk)
    for place in range(MARKET):
        for before in range(place):
            if state.market[before] == state.market[place]:
                desk.offers[SINGLE_WORD] &= ~bit(DRAW_MARKET - SINGLE + place)
    for word in (KEEP_WORD, SINGLE_WORD):
        rest = desk.offers[word]
        while rest != np.uint64(0):
            add(desk, 64 * word + lowest(rest) + 1)
            rest &= ~bit(lowest(rest))


@compiled
def think(desks: Array, facts: Array, numbers: Array) -> None:
    """Play the seat's candidates on in worlds `numbers[2]` to `numbers[3]` - 1; list them before world 0."""
    desk, fact, seat = desks[0], facts[0], numbers[0]
    listing = numbers[3] <= numbers[2]
    if listing:
        desk.candidates = 1
        desk.chain[0] = 0
    for world in range(numbers[2], max(numbers[2] + 1, numbers[3])):
        if not listing:
            seed_dice(desk, numbers[1], world)
            desk.states[WORLD] = desk.states[KNOWN]
            sample_world(desk.states[WORLD], fact, desk)
        usual = 0.0
        for i in range(int(desk.candidates)):
            if listing or desk.alive[i]:
                desk.states[PLAYED] = desk.states[KNOWN if listing else WORLD]
                desk.drew[:] = -LONGEST_GAME
                chain = play_on(desk.states[PLAYED], fact, desk, seat, desk.chain[i], listing)
                if listing:
                    desk.chain[i] = chain
                else:
                    usual = note_worth(desk, i, worth_of_end(desk.states[PLAYED], fact, seat, desk), usual)
    if listing:
        list_candidates(desk.states[KNOWN], fact, seat, desk)
        forget_tries(desk)
