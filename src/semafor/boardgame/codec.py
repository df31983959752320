"""Moves as chains of engine actions, and the other way round."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from semafor.boardgame.names import CARD_NAMES, CARD_NUMBERS, Names, elements, names_of
from semafor.boards.model import Board
from semafor.engine import actions as act
from semafor.engine.state import LONGEST_COST, Array, Ask, Facts, State
from semafor.engine.turn import apply, legal
from semafor.engine.work import new_work
from semafor.errors import IllegalMove
from semafor.moves import (
    Build,
    Claim,
    Draw,
    DrawTickets,
    Keep,
    Move,
    Pass,
    PayExtra,
    Payment,
    Pick,
    PutCard,
    RackTicket,
    Refuse,
    Share,
    TakeFestival,
)

Chain = tuple[int, ...]

INNER_ASKS = frozenset({Ask.PAYMENT, Ask.SPLIT_PLAIN, Ask.SPLIT_WILD, Ask.SHARE_MORE})
"""Questions that a move answers in the same breath."""


def legal_actions(state: State, facts: Facts, seat: int) -> list[int]:
    """The actions that the seat may decide on now."""
    mask = np.zeros(act.MASK_WORDS, np.uint64)
    legal(state, facts, seat, mask)
    return [64 * word + n for word in range(act.MASK_WORDS) for n in elements(mask[word])]


def legal_chains(states: Array, facts: Facts, seat: int) -> Iterator[Chain]:
    """Every chain of actions that makes one move of the seat."""
    for action in legal_actions(states[0], facts, seat):
        if not _may_go_on(states[0], facts, seat, action):
            yield (action,)
            continue
        after = states.copy()
        apply(after[0], facts, seat, action, new_work().log)
        if after[0].ask[seat] not in INNER_ASKS:
            yield (action,)
            continue
        for rest in legal_chains(after, facts, seat):
            if not (action < act.KEEP and rest[0] < action):  # two shared tickets in one order only
                yield (action, *rest)


def _may_go_on(state: State, facts: Facts, seat: int, action: int) -> bool:
    """Whether the action could leave an inner question open."""
    if state.ask[seat] == Ask.TURN:
        return action < act.KEEP
    return facts.team_size > 1 and state.ask[seat] in (Ask.PAYMENT, Ask.TUNNEL, Ask.SPLIT_PLAIN)


class Codec:
    """Translates the moves of one board."""

    def __init__(self, board: Board, facts: Facts) -> None:
        self.facts = facts
        self.names: Names = names_of(board)

    def moves(self, states: Array, seat: int) -> list[Move]:
        """Every move of the seat, in a stable order."""
        return [self.move_of(states[0], seat, chain) for chain in legal_chains(states, self.facts, seat)]

    # ---- actions to a move -------------------------------------------------------------------

    def move_of(self, state: State, seat: int, chain: Chain) -> Move:
        """The move that a chain of actions makes."""
        action = chain[0]
        if action < act.STATION:
            route = action - act.CLAIM
            cost = int(self.facts.route_cost[route])
            return Claim(self.names.routes[route], self._payment(cost, chain[1:]))
        if action < act.SHARE:
            cost = int(self.facts.stations) - int(state.stations_left[seat]) + 1
            return Build(self.names.places[action - act.STATION], self._payment(cost, chain[1:]))
        if action < act.KEEP:
            shared = (a - act.SHARE for a in chain if a < act.KEEP)
            return Share(tuple(self.names.tickets[n] for n in shared))
        if action < act.PAY:
            return Keep(self._offered(state, seat, elements(action - act.KEEP)))
        return self._single_move(state, seat, chain)

    def _single_move(self, state: State, seat: int, chain: Chain) -> Move:
        action = chain[0]
        if act.EXTRA <= action < act.REFUSE:
            return PayExtra(self._extra(state, chain))
        if act.RACK_TICKET <= action < act.PICK:
            return RackTicket(self._offered(state, seat, [action - act.RACK_TICKET])[0])
        if act.PICK <= action < act.TO_HAND:
            return Pick(self._offered(state, seat, [action - act.PICK])[0])
        if act.FESTIVAL <= action < act.DRAW_DECK:
            return TakeFestival(self._festival_place(state, action))
        if act.DRAW_MARKET <= action < act.DRAW_TICKETS:
            return Draw(action - act.DRAW_MARKET + 1)
        return _BARE_MOVES[action]

    def _offered(self, state: State, seat: int, places: list[int]) -> tuple[str, ...]:
        return tuple(self.names.tickets[state.offer[seat, i]] for i in places)

    def _festival_place(self, state: State, action: int) -> str | None:
        if action == act.FESTIVAL_NONE:
            return None
        ends = self.facts.route_a if action == act.FESTIVAL_A else self.facts.route_b
        return self.names.places[ends[state.target]]

    def _payment(self, cost: int, chain: Chain) -> Payment:
        if chain[0] == act.PAY_WILD:
            colour, wild = "wild", cost
        else:
            number, wild = divmod(chain[0] - act.PAY, LONGEST_COST)
            colour = CARD_NAMES[number]
        return _with_rack(Payment(colour, cost - wild, wild), chain[1:])

    def _extra(self, state: State, chain: Chain) -> Payment:
        wild = chain[0] - act.EXTRA
        plain = int(state.extra) - wild
        colour = CARD_NAMES[state.paid_colour] if plain else "wild"
        return _with_rack(Payment(colour, plain, wild), chain[1:])

    # ---- a move to actions -------------------------------------------------------------------

    def chain_of(self, state: State, seat: int, move: Move) -> Chain:
        """The chain of actions that makes the move; legal or not."""
        match move:
            case Claim(route, payment):
                return (act.CLAIM + self.names.route_number[route], *self._payment_chain(payment))
            case Build(place, payment):
                return (act.STATION + self.names.place_number[place], *self._payment_chain(payment))
            case PayExtra(payment):
                return (act.EXTRA + payment.wild, *self._split_chain(payment))
            case Share(tickets):
                return self._share_chain(state, seat, tickets)
            case Keep(tickets):
                return (act.KEEP + sum(1 << self._offer_place(state, seat, t) for t in set(tickets)),)
            case Pick(ticket):
                return (act.PICK + self._offer_place(state, seat, ticket),)
            case RackTicket(ticket):
                return (act.RACK_TICKET + self._offer_place(state, seat, ticket),)
            case TakeFestival(place):
                return (self._festival_action(state, place),)
            case Draw(market) if market is not None:
                return (act.DRAW_MARKET + market - 1,)
            case _:
                return (_BARE_ACTIONS[move],)

    def _payment_chain(self, payment: Payment) -> Chain:
        if payment.plain == 0:
            return (act.PAY_WILD, *self._split_chain(payment))
        colour = CARD_NUMBERS[payment.colour]
        return (act.PAY + colour * LONGEST_COST + payment.wild, *self._split_chain(payment))

    def _split_chain(self, payment: Payment) -> Chain:
        if self.facts.team_size == 1:
            return ()
        plain = (act.SPLIT + payment.rack_plain,) if payment.plain else ()
        return (*plain, act.SPLIT + payment.rack_wild) if payment.wild else plain

    def _share_chain(self, state: State, seat: int, tickets: tuple[str, ...]) -> Chain:
        shared = tuple(sorted({act.SHARE + self.names.ticket_number[t] for t in tickets}))
        if len(shared) == 1 and int(state.tickets[seat]).bit_count() > 1:
            return (*shared, act.SHARE_STOP)
        return shared

    def _offer_place(self, state: State, seat: int, ticket: str) -> int:
        offer = [self.names.tickets[n] for n in state.offer[seat, : state.offered[seat]]]
        if ticket not in offer:
            raise IllegalMove(
                "not-offered", f"{ticket} is not among the tickets you can choose from.", "BASE-22"
            )
        return offer.index(ticket)

    def _festival_action(self, state: State, place: str | None) -> int:
        if place is None:
            return act.FESTIVAL_NONE
        number = self.names.place_number[place]
        a, b = self.facts.route_a[state.target], self.facts.route_b[state.target]
        if number not in (a, b):
            raise IllegalMove("no-festival", f"The route you claimed does not touch {place}.", "IBE-9")
        same = self.facts.place_festival[a] == self.facts.place_festival[b]
        return act.FESTIVAL_A if number == a or same else act.FESTIVAL_B

    def cost_of(self, state: State, seat: int, move: Move) -> int | None:
        """The number of cards that the move must be paid with; None for moves without payment."""
        match move:
            case Claim(route, _):
                return int(self.facts.route_cost[self.names.route_number[route]])
            case Build():
                return int(self.facts.stations) - int(state.stations_left[seat]) + 1
            case PayExtra():
                return int(state.extra)
            case _:
                return None


def _with_rack(payment: Payment, splits: Chain) -> Payment:
    """The payment with what the split actions say of the rack."""
    if not splits:
        return payment
    numbers = [split - act.SPLIT for split in splits]
    rack_plain = numbers[0] if payment.plain else 0
    rack_wild = numbers[-1] if payment.wild else 0
    return Payment(payment.colour, payment.plain, payment.wild, rack_plain, rack_wild)


_BARE_ACTIONS: dict[Move, int] = {
    Draw(): act.DRAW_DECK,
    DrawTickets(): act.DRAW_TICKETS,
    Refuse(): act.REFUSE,
    PutCard("hand"): act.TO_HAND,
    PutCard("rack"): act.TO_RACK,
    Pass(): act.PASS,
}
_BARE_MOVES = {action: move for move, action in _BARE_ACTIONS.items()}
