"""Every deal by every line-up: who sits where with which knobs, and who wins."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from semafor.bots.search import card_playout as card_policy
from semafor.bots.search import policy
from semafor.bots.search.chart import PLAYED
from semafor.bots.search.playout import LONGEST_GAME
from semafor.engine.compile import compiled
from semafor.engine.play import set_key
from semafor.engine.state import NOBODY, SEATS, Array, Result, State
from semafor.engine.tickets import next_to_decide
from semafor.games.arrays import OF_BOARDS, apply, by_fields, deal, score_game


class Room(NamedTuple):
    """What deals are played with; the caller allocates, compiled code fills."""

    desks: Array
    """One record: the policy's."""
    works: Array
    """One record, for the score."""
    facts: Array
    """One record."""
    charts: Array
    """Charts of a board, or rows of knobs of the Card Game."""
    line_ups: Array
    """[line-up, seat]: whose knobs, by their place in `charts`."""
    key: Array
    """Of the series of deals."""
    numbers: Array
    """The first deal, the one after the last, how many players."""
    totals: Array
    """[deal, line-up, side]: final points."""
    ranks: Array


@compiled
def decide_on_map(state: State, room: Room, knobs: int, seat: int) -> int:
    """What the policy does on a board with these knobs."""
    return int(policy.decide(state, room.facts[0], room.charts[knobs], seat, room.desks[0]))


@compiled
def decide_at_cards(state: State, room: Room, knobs: int, seat: int) -> int:
    """The same in the Card Game."""
    desk = room.desks[0]
    for knob in range(desk.knob.size):
        desk.knob[knob] = room.charts[knobs, knob]
    return int(card_policy.decide(state, room.facts[0], seat, desk))


@compiled
def forget_on_map(_state: State, desk: np.record) -> None:
    """Begin without plans."""
    for seat in range(SEATS):
        desk.plans[seat].made = 0


@compiled
def forget_at_cards(_state: State, desk: np.record) -> None:
    """Begin as if tickets were drawn long ago."""
    desk.drew[:] = -LONGEST_GAME


decide = by_fields(0, lambda fields: decide_on_map if OF_BOARDS in fields else decide_at_cards)
forget = by_fields(0, lambda fields: forget_on_map if OF_BOARDS in fields else forget_at_cards)


@compiled
def play_deals(room: Room) -> None:
    """Play every deal by every line-up."""
    desk, work, facts, state = room.desks[0], room.works[0], room.facts[0], room.desks[0].states[PLAYED]
    for number in range(room.numbers[0], room.numbers[1]):
        for line_up in range(room.line_ups.shape[0]):
            set_key(state, room.key, number)
            desk.log.count = 0
            deal(state, facts, room.numbers[2], NOBODY, desk.log)
            forget(state, desk)
            play_to_end(state, room, room.line_ups[line_up])
            score_game(state, facts, work.result, work)
            write_end(room, number - room.numbers[0], line_up, work.result)


@compiled
def play_to_end(state: State, room: Room, seated: Array) -> None:
    """Let every seat decide with its knobs until the game is over."""
    desk = room.desks[0]
    for _ in range(LONGEST_GAME):
        if state.over:
            break
        seat = next_to_decide(state)
        action = decide(state, room, seated[seat], seat)
        desk.log.count = 0
        apply(state, room.facts[0], seat, action, desk.log)


@compiled
def write_end(room: Room, place: int, line_up: int, result: Result) -> None:
    """Write what came of a game, by side."""
    for side in range(room.totals.shape[2]):
        room.totals[place, line_up, side] = result.total[side]
        room.ranks[place, line_up, side] = result.rank[side]
