"""Playing a world of the Card Game on to its end, and what the end is worth to a seat: `playout`'s twin."""

from __future__ import annotations

from semafor.bots.search.card_policy import decide
from semafor.bots.search.playout import LONGEST_GAME, worth_of_margin
from semafor.bots.search.records import Desk
from semafor.engine.asking import next_to_decide
from semafor.engine.cardgame.actions import PLACE, THREE
from semafor.engine.cardgame.scoring import score_game
from semafor.engine.cardgame.state import CardAsk
from semafor.engine.cardgame.turn import apply
from semafor.engine.chains import LINK, LINK_BITS
from semafor.engine.compile import compiled
from semafor.engine.state import Facts, State


@compiled
def play_on(state: State, facts: Facts, desk: Desk, seat: int, chain: int, inner: bool) -> int:
    """Carry out the seat's chain and play on to the end or, if inner, only name the policy's chain."""
    packed, shift = 0, 0
    for step in range(LONGEST_GAME):
        decider = seat
        if chain > 0:
            action = (chain & LINK) - 1
            chain >>= LINK_BITS
        elif state.over or (inner and step > 0 and state.ask[seat] != CardAsk.WILDS):
            break
        else:
            decider = seat if inner else next_to_decide(state)
            action = decide(state, facts, decider, desk)
        packed |= (action + 1) << shift if inner else 0
        shift += LINK_BITS
        if inner and not PLACE <= action < THREE:
            break
        desk.log.count = 0
        apply(state, facts, decider, action, desk.log)
    return packed


@compiled
def worth_of_end(state: State, facts: Facts, seat: int, desk: Desk) -> float:
    """What the end of a game is worth to a seat, from 0 to 1."""
    score_game(state, facts, desk.result, desk)
    best = -10_000
    for other in range(int(state.players)):
        if other != seat:
            best = max(best, int(desk.result.total[other]))
    return worth_of_margin(int(desk.result.total[seat]) - best)
