"""Moves as chains of engine actions, and the other way round."""

import numpy as np

from semafor.boards.model import Board
from semafor.engine import actions as act
from semafor.engine import chains as chained
from semafor.engine.state import LONGEST_COST, Array, Facts
from semafor.errors import IllegalMove
from semafor.games.board_facts import CARD_NAMES, CARD_NUMBERS, Names, elements, names_of
from semafor.games.kind import Plain, blank, copy_states
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

ROOM = 512
"""Chains listed at the first attempt; more get their room when they turn out to be more."""
REMEMBERED = 10_000
"""Moves kept for the next listing, for each price of a station; in teams there are too many ways to pay."""


def legal_chains(states: Array, facts: Array, seat: int) -> list[int]:
    """Every chain of actions that makes one move of the seat, packed as in `engine.chains`."""
    desks, found = blank(chained.DESK), np.empty(ROOM, np.int64)
    while True:
        tries = copy_states(states, chained.LINKS)
        number = chained.legal_chains(tries, facts, seat, desks, found)
        if number <= found.size:
            return found[:number].tolist()
        found = np.empty(number, np.int64)


def unpack(chain: int) -> Chain:
    """The actions of a packed chain."""
    actions = []
    while chain:
        actions.append((chain & chained.LINK) - 1)
        chain >>= chained.LINK_BITS
    return tuple(actions)


def pack(actions: Chain) -> int:
    """The actions as a packed chain."""
    return sum((action + 1) << (chained.LINK_BITS * link) for link, action in enumerate(actions))


ALWAYS_THE_SAME = (Draw, DrawTickets, Refuse, PutCard, Pass)
"""Moves of single actions that mean the same in every position."""


class Codec:
    """Translates the moves of one board."""

    def __init__(self, board: Board, facts: Array) -> None:
        self.table = facts
        self.facts: Facts = facts[0]
        self.numbers: Plain = Plain(facts)
        self.names: Names = names_of(board)
        self.remembered: dict[int, dict[int, Move]] = {}
        """For each price of a station the moves by their chains, where they depend on nothing else."""

    def moves(self, states: Array, seat: int) -> list[Move]:
        """Every move of the seat, in ascending order of the engine's actions, so the same on every machine.

        Routes come in the order of the board, then stations, shared tickets, sets of offered tickets,
        and the single decisions as `engine.actions` lists them; payments by colour, fewest wilds
        first, wilds alone last, what comes from the rack from none to all.
        """
        chains = legal_chains(states, self.table, seat)
        state = Plain(states)
        known = self.remembered.setdefault(self._station_cost(state, seat), {})
        return [known.get(chain) or self._new_move(known, state, seat, chain) for chain in chains]

    def _new_move(self, known: dict[int, Move], state: Plain, seat: int, chain: int) -> Move:
        """The move of a chain that is not known yet; it is remembered if it depends on nothing else."""
        action, move = (chain & chained.LINK) - 1, self.move_of(state, seat, unpack(chain))
        if action < act.SHARE or isinstance(move, ALWAYS_THE_SAME):
            if len(known) >= REMEMBERED:
                known.clear()
            known[chain] = move
        return move

    # ---- actions to a move -------------------------------------------------------------------

    def move_of(self, state: Plain, seat: int, chain: Chain) -> Move:
        """The move that a chain of actions makes."""
        action = chain[0]
        if action < act.STATION:
            route = action - act.CLAIM
            cost = self.numbers.route_cost[route]
            return Claim(self.names.routes[route], self._payment(cost, chain[1:]))
        if action < act.SHARE:
            payment = self._payment(self._station_cost(state, seat), chain[1:])
            return Build(self.names.places[action - act.STATION], payment)
        if action < act.KEEP:
            shared = (a - act.SHARE for a in chain if a < act.KEEP)
            return Share(tuple(self.names.tickets[n] for n in shared))
        if action < act.PAY:
            return Keep(self._offered(state, seat, elements(action - act.KEEP)))
        return self._single_move(state, seat, chain)

    def _single_move(self, state: Plain, seat: int, chain: Chain) -> Move:
        action = chain[0]
        if act.EXTRA <= action < act.REFUSE:
            return PayExtra(self._extra(state, chain))
        if act.RACK_TICKET <= action < act.PICK:
            return RackTicket(self._offered(state, seat, [action - act.RACK_TICKET])[0])
        if act.PICK <= action < act.TO_HAND:
            return Pick(self._offered(state, seat, [action - act.PICK])[0])
        if act.FESTIVAL <= action < act.DRAW_DECK:
            return TakeFestival(self._festival(state, action))
        if act.DRAW_MARKET <= action < act.DRAW_TICKETS:
            return Draw(action - act.DRAW_MARKET + 1)
        return _BARE_MOVES[action]

    def _offered(self, state: Plain, seat: int, places: list[int]) -> tuple[str, ...]:
        return tuple(self.names.tickets[state.offer[seat][i]] for i in places)

    def _festival(self, state: Plain, action: int) -> str | None:
        if action == act.FESTIVAL_NONE:
            return None
        ends = self.numbers.route_a if action == act.FESTIVAL_A else self.numbers.route_b
        return self.names.festivals[self.numbers.place_festival[ends[state.target]] - 1]

    def _payment(self, cost: int, chain: Chain) -> Payment:
        if chain[0] == act.PAY_WILD:
            colour, wild = "wild", cost
        else:
            number, wild = divmod(chain[0] - act.PAY, LONGEST_COST)
            colour = CARD_NAMES[number]
        return _with_rack(Payment(colour, cost - wild, wild), chain[1:])

    def _extra(self, state: Plain, chain: Chain) -> Payment:
        wild = chain[0] - act.EXTRA
        number = state.extra - wild
        colour = CARD_NAMES[state.paid_colour] if number else "wild"
        return _with_rack(Payment(colour, number, wild), chain[1:])

    # ---- a move to actions -------------------------------------------------------------------

    def chain_of(self, state: Plain, seat: int, move: Move) -> Chain:
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
            case TakeFestival(festival):
                return (self._festival_action(state, festival),)
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
        if self.numbers.team_size == 1:
            return ()
        split = (act.SPLIT + payment.rack_plain,) if payment.plain else ()
        return (*split, act.SPLIT + payment.rack_wild) if payment.wild else split

    def _share_chain(self, state: Plain, seat: int, tickets: tuple[str, ...]) -> Chain:
        shared = tuple(sorted({act.SHARE + self.names.ticket_number[t] for t in tickets}))
        if len(shared) == 1 and state.tickets[seat].bit_count() > 1:
            return (*shared, act.SHARE_STOP)
        return shared

    def _offer_place(self, state: Plain, seat: int, ticket: str) -> int:
        offer = [self.names.tickets[n] for n in state.offer[seat][: state.offered[seat]]]
        if ticket not in offer:
            raise IllegalMove("not-offered", rule="BASE-22", ticket=ticket)
        return offer.index(ticket)

    def _festival_action(self, state: Plain, festival: str | None) -> int:
        if festival is None:
            return act.FESTIVAL_NONE
        ends = self.numbers.route_a[state.target], self.numbers.route_b[state.target]
        there = [self.numbers.place_festival[place] for place in ends]
        number = self.names.festival_number[festival] + 1
        if number not in there:
            raise IllegalMove("no-festival", rule="IBE-9", case="elsewhere", festival=festival)
        return act.FESTIVAL_A if number == there[0] else act.FESTIVAL_B

    def _station_cost(self, state: Plain, seat: int) -> int:
        return self.numbers.stations - state.stations_left[seat] + 1

    def cost_of(self, state: Plain, seat: int, move: Move) -> int | None:
        """The number of cards that the move must be paid with; None for moves without payment."""
        match move:
            case Claim(route, _):
                return self.numbers.route_cost[self.names.route_number[route]]
            case Build():
                return self._station_cost(state, seat)
            case PayExtra():
                return state.extra
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
