"""Every deal by every line-up: who sits where with which knobs, and who wins."""

from __future__ import annotations

from typing import NamedTuple

from semafor.bots.search import card_policy, policy
from semafor.bots.search.playout import LONGEST_GAME
from semafor.bots.search.records import PLAYED
from semafor.engine import deal, score, turn
from semafor.engine.asking import next_to_decide
from semafor.engine.cardgame import deal as card_deal
from semafor.engine.cardgame import scoring as card_score
from semafor.engine.cardgame import turn as card_turn
from semafor.engine.play import set_key
from semafor.engine.state import NOBODY, SEATS, Array, Result, State
from semafor.tuning.compiled import kernel


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


@kernel
def play_boards(room: Room) -> None:
    """Play the deals on a board."""
    desk, work, facts, state = room.desks[0], room.works[0], room.facts[0], room.desks[0].states[PLAYED]
    for number in range(room.numbers[0], room.numbers[1]):
        for line_up in range(room.line_ups.shape[0]):
            set_key(state, room.key, number)
            desk.log.count = 0
            deal.deal(state, facts, room.numbers[2], NOBODY, desk.log)
            for seat in range(SEATS):
                desk.plans[seat].made = 0
            play_board(state, room, room.line_ups[line_up])
            score.score_game(state, facts, work.result, work)
            write_end(room, number - room.numbers[0], line_up, work.result)


@kernel
def play_board(state: State, room: Room, seated: Array) -> None:
    """Let every seat decide with its knobs until the game is over."""
    desk, facts = room.desks[0], room.facts[0]
    for _ in range(LONGEST_GAME):
        if state.over:
            break
        seat = next_to_decide(state)
        action = policy.decide(state, facts, room.charts[seated[seat]], seat, desk)
        desk.log.count = 0
        turn.apply(state, facts, seat, action, desk.log)


@kernel
def play_card_games(room: Room) -> None:
    """Play the deals of the Card Game."""
    desk, work, facts, state = room.desks[0], room.works[0], room.facts[0], room.desks[0].states[PLAYED]
    for number in range(room.numbers[0], room.numbers[1]):
        for line_up in range(room.line_ups.shape[0]):
            set_key(state, room.key, number)
            desk.log.count = 0
            card_deal.deal(state, facts, room.numbers[2], NOBODY, desk.log)
            desk.drew[:] = -LONGEST_GAME
            play_card_game(state, room, room.line_ups[line_up])
            card_score.score_game(state, facts, work.result, work)
            write_end(room, number - room.numbers[0], line_up, work.result)


@kernel
def play_card_game(state: State, room: Room, seated: Array) -> None:
    """The same in the Card Game."""
    desk, facts = room.desks[0], room.facts[0]
    for _ in range(LONGEST_GAME):
        if state.over:
            break
        seat = next_to_decide(state)
        desk.knob[:] = room.charts[seated[seat]]
        action = card_policy.decide(state, facts, seat, desk)
        desk.log.count = 0
        card_turn.apply(state, facts, seat, action, desk.log)


@kernel
def write_end(room: Room, place: int, line_up: int, result: Result) -> None:
    """Write what came of a game, by side."""
    for side in range(room.totals.shape[2]):
        room.totals[place, line_up, side] = result.total[side]
        room.ranks[place, line_up, side] = result.rank[side]
