"""Building: what happens once a route or a station is paid for, tunnels and festivals included."""

from __future__ import annotations

from semafor.engine.actions import EXTRA, REFUSE
from semafor.engine.compile import rule
from semafor.engine.festivals import festival_at_route
from semafor.engine.log import Happened, note
from semafor.engine.payment import (
    PLAIN,
    RACK,
    WILDS,
    choose_payment,
    choose_split,
    discard_paid,
    owe,
    paid_cards,
    return_paid,
)
from semafor.engine.routes import own_route
from semafor.engine.state import Ask, Facts, Log, State, Step
from semafor.engine.stations import build_station
from semafor.engine.tunnels import turn_up


@rule
def begin_payment(state: State, seat: int, step: int, target: int) -> None:
    """Name what is to be paid for."""
    state.step = step
    state.target = target
    state.ask[seat] = Ask.PAYMENT


@rule
def pay(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """BASE-10: choose the payment and go on once its cards lie aside."""
    choose_payment(state, facts, seat, action)
    if state.ask[seat] == Ask.NOTHING:
        go_on_paid(state, facts, seat, log)


@rule
def split(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """ASI-7: choose what comes from the rack and go on once the cards lie aside."""
    choose_split(state, facts, seat, action)
    if state.ask[seat] == Ask.NOTHING:
        go_on_paid(state, facts, seat, log)


@rule
def answer_tunnel(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """BASE-16..18: pay the extra cards, or take the played cards back and end the turn."""
    if action == REFUSE:
        note(log, Happened.TUNNEL_REFUSED, seat, state.target, 0, 0, 0)
        return_paid(state, seat)
        state.ask[seat] = Ask.NOTHING
        return
    wilds = action - EXTRA
    owe(state, facts, seat, state.extra - wilds, wilds)
    if state.ask[seat] == Ask.NOTHING:
        go_on_paid(state, facts, seat, log)


@rule
def note_payment(state: State, kind: int, seat: int, log: Log) -> None:
    """Tell what was played for the step in progress."""
    plain, wilds = paid_cards(state, PLAIN), paid_cards(state, WILDS)
    note(log, kind, seat, state.target, state.paid_colour, plain, wilds)
    if state.paid[RACK, PLAIN] + state.paid[RACK, WILDS] > 0:
        note(log, Happened.FROM_RACK, seat, state.paid[RACK, PLAIN], state.paid[RACK, WILDS], 0, 0)


@rule
def go_on_paid(state: State, facts: Facts, seat: int, log: Log) -> None:
    """The owed cards lie aside: build, or see what the tunnel asks for."""
    if state.step == Step.STATION:
        note_payment(state, Happened.STATION_BUILT, seat, log)
        build_station(state, seat, state.target)
        discard_paid(state)
    elif facts.route_tunnel[state.target] > 0 and state.extra == 0:
        note_payment(state, Happened.TUNNEL_TRIED, seat, log)
        turn_up(state, facts, seat, log)
        if state.extra > 0:
            state.ask[seat] = Ask.TUNNEL
        else:
            claim_paid(state, facts, seat, log)
    else:
        claim_paid(state, facts, seat, log)


@rule
def claim_paid(state: State, facts: Facts, seat: int, log: Log) -> None:
    """BASE-13, IBE-9: the route is the seat's; open festival cards at its ends may be taken."""
    route = state.target
    note_payment(state, Happened.CLAIMED, seat, log)
    own_route(state, facts, seat, route)
    discard_paid(state)
    if festival_at_route(state, facts, route):
        state.target = route
        state.ask[seat] = Ask.FESTIVAL
