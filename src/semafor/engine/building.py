"""Building: from the start of a payment to the route or station on the board."""

from semafor.engine.compile import compiled
from semafor.engine.festivals import ask_festival
from semafor.engine.log import Happened
from semafor.engine.payment import choose_payment, discard_paid, note_payment
from semafor.engine.routes import own_route
from semafor.engine.state import Ask, Facts, Log, State, Step
from semafor.engine.stations import build_station
from semafor.engine.teams import choose_split
from semafor.engine.tunnels import answer_tunnel, try_tunnel


@compiled
def begin_payment(state: State, seat: int, step: int, target: int) -> None:
    """Set what the payment in progress is for."""
    state.step = step
    state.target = target
    state.ask[seat] = Ask.PAYMENT


@compiled
def pay(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """BASE-10: choose the payment and go on once its cards lie aside."""
    choose_payment(state, facts, seat, action)
    if state.ask[seat] == Ask.NOTHING:
        go_on_paid(state, facts, seat, log)


@compiled
def split(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """ASI-7: choose what comes from the rack and go on once the cards lie aside."""
    choose_split(state, facts, seat, action)
    if state.ask[seat] == Ask.NOTHING:
        go_on_paid(state, facts, seat, log)


@compiled
def pay_extra(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """BASE-16..18: answer the tunnel and go on once its extra cards lie aside."""
    if answer_tunnel(state, facts, seat, action, log):
        go_on_paid(state, facts, seat, log)


@compiled
def go_on_paid(state: State, facts: Facts, seat: int, log: Log) -> None:
    """The owed cards lie aside: build, unless a tunnel asks for more."""
    if state.step == Step.STATION:
        note_payment(state, Happened.STATION_BUILT, seat, log)
        build_station(state, seat, state.target)
        discard_paid(state)
    elif not try_tunnel(state, facts, seat, log):
        claim_paid(state, facts, seat, log)


@compiled
def claim_paid(state: State, facts: Facts, seat: int, log: Log) -> None:
    """BASE-13, IBE-9: the route is the seat's; open festival cards at its ends may be taken."""
    route = state.target
    note_payment(state, Happened.CLAIMED, seat, log)
    own_route(state, facts, seat, route)
    discard_paid(state)
    ask_festival(state, facts, seat, route)
