"""Plans cheap connections for all tickets together, and plays toward them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from semafor.boards.model import Board
from semafor.bots.plan import Plan, Planner, colour_needs
from semafor.bots.sense import BoardSense
from semafor.moves import (
    Build,
    Claim,
    Draw,
    DrawTickets,
    Keep,
    Move,
    PayExtra,
    Pick,
    PutCard,
    RackTicket,
    Refuse,
    TakeFestival,
)
from semafor.view import Own, View

CARDS_A_TURN = 1.6
"""Cards a player gets on average in a turn of drawing, allowing for wilds and misfits."""
TICKET_RISK = 0.55
"""What a planned card is worth against a ticket's point."""
FEW_PIECES = 9
"""An opponent with so few pieces will soon end the game."""


class PlannerBot:
    """A solid opponent on every board."""

    def __init__(self, board: Board, seed: int = 0) -> None:
        self._sense = BoardSense(board)
        self._dice = random.Random(seed)
        self._answers: dict[str, Callable[[View, Own, Sequence[Move]], Move]] = {
            "turn": self._turn,
            "second-card": self._second_card,
            "tunnel": self._tunnel,
            "festival": self._festival,
            "keep": self._keep,
            "start-keep": self._keep,
            "draft-keep": self._keep,
            "pick": self._pick,
            "rack-ticket": self._rack,
            "start-rack": self._rack,
            "place-card": self._place,
        }

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """The move that fits the plan best."""
        if view.own is None or len(moves) == 1:
            return moves[0]
        return self._answers[view.own.ask](view, view.own, moves)

    # ---- tickets -----------------------------------------------------------------------------

    def _value_of_tickets(self, view: View, own: Own, tickets: Sequence[str]) -> float:
        """Points to be expected of these tickets beside those already held, less what they cost."""
        planner = Planner(self._sense, view, own.seat)
        held = [*own.tickets, *own.rack_tickets]
        plan = planner.plan([*held, *tickets])
        base = planner.plan(held)
        pieces = sum(view.seats[own.seat].pieces.values())
        room = pieces - plan.pieces
        chance = 1.0 if room >= 3 else max(0.0, 1.0 + 0.12 * (room - 3))
        points = sum(
            self._sense.ticket_points[t] * (2 * chance - 1) for t in tickets if t not in plan.hopeless
        )
        points -= sum(self._sense.ticket_points[t] for t in tickets if t in plan.hopeless)
        turns = self._turns_left(view, own)
        late = max(0.0, plan.cost / CARDS_A_TURN - turns)
        return points - TICKET_RISK * (plan.cost - base.cost) - 1.5 * late

    def _keep(self, view: View, own: Own, moves: Sequence[Move]) -> Move:
        keeps = [move for move in moves if isinstance(move, Keep)]
        return max(keeps, key=lambda keep: self._value_of_tickets(view, own, keep.tickets))

    def _pick(self, view: View, own: Own, moves: Sequence[Move]) -> Move:
        picks = [move for move in moves if isinstance(move, Pick)]
        return max(picks, key=lambda p: self._value_of_tickets(view, own, self._best_four(own, p.ticket)))

    def _best_four(self, own: Own, ticket: str) -> tuple[str, ...]:
        """The ticket with the most valuable of those picked before: the ones it would be kept with."""
        best = sorted(own.chosen, key=lambda t: -self._sense.ticket_points[t])[:3]
        return (ticket, *best)

    def _rack(self, view: View, own: Own, moves: Sequence[Move]) -> Move:
        del view, own
        racks = [move for move in moves if isinstance(move, RackTicket)]
        return max(racks, key=lambda rack: self._sense.ticket_points[rack.ticket])

    # ---- the turn ----------------------------------------------------------------------------

    def _tickets(self, own: Own) -> list[str]:
        return [*own.tickets, *own.rack_tickets]

    def _turns_left(self, view: View, own: Own) -> float:
        """How many turns the seat may still have: until someone runs out of pieces."""
        if view.last_turns is not None:
            return 1.0 if view.last_turns else 0.0
        fewest = min(sum(seat.pieces.values()) for seat in view.seats)
        start = sum(self._sense.board.options.pieces.values())
        del own
        return 2.0 + 0.85 * fewest * 45 / (start + 20)

    def _turn(self, view: View, own: Own, moves: Sequence[Move]) -> Move:
        planner = Planner(self._sense, view, own.seat)
        tickets = self._tickets(own)
        plan = self._feasible_plan(planner, view, own, tickets)
        claims = [move for move in moves if isinstance(move, Claim)]
        planned = [move for move in claims if move.route in plan.routes]
        if planned:
            return self._best_planned(planner, own, plan, tickets, planned)
        station = self._station(view, own, plan, moves)
        if station:
            return station
        if not plan.routes:
            return self._without_plan(view, own, moves, claims)
        if view.last_turns is not None and claims:
            return self._most_points(own, plan, claims)
        return self._draw(own, plan, view, moves) or self._fallback(own, plan, moves, claims)

    def _feasible_plan(self, planner: Planner, view: View, own: Own, tickets: list[str]) -> Plan:
        """The plan for as many of the tickets as the pieces are enough for."""
        plan = planner.plan(tickets)
        pieces = sum(view.seats[own.seat].pieces.values())
        wanted = [t for t in tickets if t not in plan.hopeless]
        while plan.pieces > pieces and wanted:
            wanted.remove(min(wanted, key=lambda t: self._sense.ticket_points[t]))
            plan = planner.plan(wanted)
        return plan

    def _best_planned(
        self, planner: Planner, own: Own, plan: Plan, tickets: list[str], claims: list[Claim]
    ) -> Move:
        """The planned route whose loss would hurt most, paid with the cards that are needed least."""
        routes = {claim.route for claim in claims}
        worst = max(routes, key=lambda r: (planner.loss(tickets, r, plan), self._sense.points[r], r))
        return self._cheapest(own, plan, [claim for claim in claims if claim.route == worst])

    def _cheapest(self, own: Own, plan: Plan, claims: list[Claim]) -> Claim:
        def price(claim: Claim) -> float:
            rest = [route for route in plan.routes if route != claim.route]
            needs = colour_needs(self._sense, rest, {})
            payment = claim.payment
            hurts = payment.plain * (1.0 if needs.get(payment.colour) else 0.2)
            few = own.hand.get(payment.colour, 0) + own.rack.get(payment.colour, 0) - payment.plain
            return 2.5 * payment.wild + hurts - 0.05 * few - 0.3 * (payment.rack_plain + payment.rack_wild)

        return min(claims, key=price)

    def _without_plan(self, view: View, own: Own, moves: Sequence[Move], claims: list[Claim]) -> Move:
        """All tickets are done or hopeless: more tickets while there is time, else points."""
        turns, pieces = self._turns_left(view, own), sum(view.seats[own.seat].pieces.values())
        if DrawTickets() in moves and turns > 12 and pieces > 14:
            return DrawTickets()
        empty = Plan((), 0, 0.0, frozenset())
        good = [
            claim
            for claim in claims
            if self._sense.points[claim.route] >= self._worth_claiming(turns, pieces)
        ]
        if good:
            return self._most_points(own, empty, good)
        return self._draw(own, empty, view, moves) or self._fallback(own, empty, moves, claims)

    def _worth_claiming(self, turns: float, pieces: int) -> int:
        """Hold out for long routes while there is time."""
        if turns > 6 and pieces >= 6:
            return 10
        return 4 if turns > 3 and pieces >= 3 else 0

    def _most_points(self, own: Own, plan: Plan, claims: list[Claim]) -> Move:
        most = max(self._sense.points[claim.route] for claim in claims)
        return self._cheapest(own, plan, [c for c in claims if self._sense.points[c.route] == most])

    def _fallback(self, own: Own, plan: Plan, moves: Sequence[Move], claims: list[Claim]) -> Move:
        """No card can be drawn: claim for points, or do whatever is left."""
        if claims:
            return self._most_points(own, plan, claims)
        tame = [move for move in moves if not isinstance(move, Build | DrawTickets)]
        return tame[0] if tame else moves[0]

    def _station(self, view: View, own: Own, plan: Plan, moves: Sequence[Move]) -> Move | None:
        """Near the end, a station that completes a ticket over an opponent's route."""
        builds = [move for move in moves if isinstance(move, Build) and move.payment.wild == 0]
        undone = set(self._tickets(own)) - self._sense.done(self._tickets(own), self._own_and_lent(view, own))
        late = self._turns_left(view, own) < 5
        hopeless = [t for t in undone if t in plan.hopeless or late]
        if not builds or not hopeless:
            return None
        best = max(
            builds, key=lambda build: (self._gain(view, own, build.place, hopeless), -build.payment.total)
        )
        return best if self._gain(view, own, best.place, hopeless) > 4 else None

    def _own_and_lent(self, view: View, own: Own) -> set[str]:
        """The own routes and, for each own station, every opponent's route there (an optimist's view)."""
        mine = self._sense.own_routes(view, own.seat)
        places = [place for place, seat in view.stations.items() if seat == own.seat]
        return mine | {r for r in view.routes for place in places if place in self._sense.ends[r]}

    def _gain(self, view: View, own: Own, place: str, tickets: list[str]) -> float:
        """Ticket points that the best single borrowed route at a place would win."""
        base = self._own_and_lent(view, own)
        lent = [r for r in view.routes if place in self._sense.ends[r] and r not in base]
        done = [self._sense.done(tickets, base | {route}) for route in lent]
        return max((2.0 * sum(self._sense.ticket_points[t] for t in d) for d in done), default=0.0)

    # ---- cards -------------------------------------------------------------------------------

    def _draw(self, own: Own, plan: Plan, view: View, moves: Sequence[Move]) -> Move | None:
        draws = [move for move in moves if isinstance(move, Draw)]
        if not draws:
            return None
        have = {card: own.hand.get(card, 0) + own.rack.get(card, 0) for card in (*own.hand, *own.rack)}
        needs = colour_needs(self._sense, plan.routes, have)
        missing = sum(needs.values())
        return max(draws, key=lambda draw: self._card_value(view, draw, needs, missing, have))

    def _card_value(
        self, view: View, draw: Draw, needs: dict[str, float], missing: float, have: dict[str, int]
    ) -> float:
        card = None if draw.market is None else view.market[draw.market - 1]
        if card is None:
            return 1.0
        if card == "wild":
            return 1.75 if 0 < missing <= 2 else 1.3
        if needs:
            return 1.2 + 0.2 * min(needs[card], 3) if needs.get(card) else 0.3
        return 0.8 + 0.12 * have.get(card, 0)

    def _second_card(self, view: View, own: Own, moves: Sequence[Move]) -> Move:
        planner = Planner(self._sense, view, own.seat)
        plan = self._feasible_plan(planner, view, own, self._tickets(own))
        return self._draw(own, plan, view, moves) or moves[0]

    def _tunnel(self, view: View, own: Own, moves: Sequence[Move]) -> Move:
        """Pay with as few wilds as possible; wilds alone only for a short extra."""
        del view, own
        pays = [move for move in moves if isinstance(move, PayExtra)]
        if not pays:
            return Refuse()
        best = min(pays, key=lambda pay: (pay.payment.wild, -pay.payment.rack_plain))
        return best if best.payment.wild <= 2 else Refuse()

    def _festival(self, view: View, own: Own, moves: Sequence[Move]) -> Move:
        """The cards that add most to the own sets."""
        sets = {place: festival for festival in self._sense.board.festivals for place in festival.places}
        ids = {place.name.en: place.id for place in self._sense.board.places}

        def gain(move: Move) -> int:
            if not isinstance(move, TakeFestival) or move.place is None:
                return 0
            festival = sets[ids[move.place]]
            held = own.festivals.get(festival.id, 0)
            points = (0, *festival.points)
            return points[min(len(points) - 1, held + view.festivals[festival.id])] - points[held]

        return max(moves, key=gain)

    def _place(self, view: View, own: Own, moves: Sequence[Move]) -> Move:
        """Keep what the plan needs; share the rest."""
        planner = Planner(self._sense, view, own.seat)
        plan = self._feasible_plan(planner, view, own, self._tickets(own))
        needs = colour_needs(self._sense, plan.routes, own.hand)
        to_hand = own.drawn == "wild" or bool(needs.get(own.drawn or ""))
        wanted = PutCard("hand" if to_hand else "rack")
        return wanted if wanted in moves else moves[0]
