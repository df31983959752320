"""The action of a turn: claim, build, draw cards or tickets."""

from collections.abc import Sequence

import numpy as np

from semafor.bots.planner.outlook import CARD_NUMBER, Outlook, card_array
from semafor.bots.planner.pricing import Floats, Ints
from semafor.engine.state import CARD_KINDS, NOBODY, WILD
from semafor.moves import Build, Claim, Draw, DrawTickets, Move, Payment, Share

NEEDED = 1.0
SPARE = 0.3
WILD_WORTH = 1.55


def card_values(now: Outlook) -> Floats:
    """Return the value of one card of each kind, in needed cards."""
    lack = now.lack()
    values = np.full(CARD_KINDS, SPARE)
    filler = filler_needs(now)
    for card in range(WILD):
        if lack[card] > 0:
            values[card] = NEEDED + 0.08 * min(lack[card], 3.0)
        else:
            values[card] = SPARE + filler[card]
    values[WILD] = WILD_WORTH + (0.5 if lack[WILD] > 0 else 0.0)
    return values


def filler_needs(now: Outlook) -> Floats:
    """For each colour how near it is to a valuable route beside the plan."""
    needs = np.zeros(CARD_KINDS)
    scene = now.scene
    fits = scene.pieces <= scene.stock[scene.kind]
    for route in np.nonzero((scene.is_open == 1) & (scene.points >= 7) & fits)[0]:
        colour = scene.colour[route]
        colours = range(WILD) if colour == WILD else (colour,)
        for c in colours:
            missing = scene.cards[route] - scene.hand[c]
            if missing > 0:
                needs[c] = max(needs[c], 0.6 * scene.points[route] / 15 * (1 - 0.12 * missing))
    return needs


def deck_value(now: Outlook, values: Floats) -> float:
    """Return the value of a blind card, given the cards that are still hidden."""
    view = now.view
    market = [card for card in view.market if card]
    out = now.atlas.deck - card_array(view.discards, now.own.hand, now.own.rack) + 0
    for card in market:
        out[CARD_NUMBER[card]] -= 1
    for seat in view.seats:
        if seat.seat != now.own.seat:
            out = out - card_array(seat.seen)
    out = np.maximum(out, 0)
    total = out.sum()
    return float((values * out).sum() / total) if total else SPARE


def best_draw(now: Outlook, draws: Sequence[Draw]) -> Draw:
    """Return the best first card, considering the second; a face-up wild is the only one."""
    values = card_values(now)
    deck = deck_value(now, values)
    first = now.own.ask == "turn"

    def worth(draw: Draw) -> float:
        return (
            deck
            if draw.market is None
            else float(values[CARD_NUMBER[now.view.market[draw.market - 1] or "wild"]])
        )

    if not first:
        return max(draws, key=worth)
    ranked = sorted((worth(d) for d in draws if not _is_wild(now, d)), reverse=True)

    def with_second(draw: Draw) -> float:
        if _is_wild(now, draw):
            return worth(draw)
        others = list(ranked)
        others.remove(worth(draw))
        follow = max(deck, others[0] if others else 0.0)
        return worth(draw) + follow + (0.02 if draw.market is not None else 0.0)

    return max(draws, key=with_second)


def _is_wild(now: Outlook, draw: Draw) -> bool:
    return draw.market is not None and now.view.market[draw.market - 1] == "wild"


SLACK = 5.0
"""Turns to spare with which a route outside the plan is claimed."""
CARD_POINTS = 1.0
"""Points that a card is worth in the middle of the game."""


def choose_action(now: Outlook, moves: Sequence[Move]) -> Move:
    """Return the most promising action."""
    return _Turn(now, moves).best()


def after(hand: Ints, payment: Payment) -> Ints:
    """Return the cards that are left after a payment."""
    left = hand.copy()
    left[WILD] -= payment.wild
    if payment.plain:
        left[CARD_NUMBER[payment.colour]] -= payment.plain
    return left


class _Turn:
    """The moves of one turn, sorted by kind."""

    def __init__(self, now: Outlook, moves: Sequence[Move]) -> None:
        self.now, self.moves = now, moves
        self.claims = [move for move in moves if type(move) is Claim]
        self.draws = [move for move in moves if type(move) is Draw]
        self.tickets = DrawTickets() in moves
        self.route = now.atlas.route
        self.points = now.points

    def best(self) -> Move:
        """Complete planned routes in time; then draw tickets; then play for points."""
        if self.now.view.last_turns is not None:
            return self._last()
        if self._more_tickets():
            return DrawTickets()
        return self._planned() or self._station() or self._filler() or self._cards()

    # ---- planned routes ----------------------------------------------------------------------

    def _planned(self) -> Move | None:
        """Return the planned route whose loss would cost most, unless it would waste good cards."""
        now = self.now
        plan = now.plan
        claims = [claim for claim in self.claims if plan[self.route[claim.route]]]
        if not claims:
            return None
        before = now.turns_needed(plan, now.hand)
        threat = {route: self._threat(route) for route in {self.route[claim.route] for claim in claims}}
        scores = [self._score(claim, before, threat[self.route[claim.route]]) for claim in claims]
        best = max(scores)
        return claims[scores.index(best)] if best > 0 or not self.draws else None

    def _threat(self, route: int) -> float:
        """Return the points that may be lost before the next turn if the route is left open."""
        return float(self.now.risk[route]) * self.now.loss(route)

    def _score(self, claim: Claim, before: float, threat: float) -> float:
        """Return the loss that is prevented, minus the turns that the payment wastes."""
        now, route = self.now, self.route[claim.route]
        rest = now.plan.copy()
        rest[route] = 0
        wasted = now.turns_needed(rest, after(now.hand, claim.payment)) + 1 - before
        wasted += self._tunnel_risk(route, claim.payment)
        return 0.5 + threat - now.taste.time * wasted + 0.02 * float(self.points[route])

    def _tunnel_risk(self, route: int, payment: Payment) -> float:
        """Turns lost on average because the tunnel asks for more than there is."""
        turned = int(self.now.scene.tunnel[route])
        if not turned:
            return 0.0
        left = after(self.now.hand, payment)
        spare = int(left[WILD]) + (int(left[CARD_NUMBER[payment.colour]]) if payment.plain else 0)
        share = 0.22 if payment.plain else 0.12
        fail = tail(turned, share, spare)
        return fail * 0.8

    # ---- stations ----------------------------------------------------------------------------

    def _station(self) -> Move | None:
        """Return a station where the plan borrows a route, if the rest is built or time is short."""
        now = self.now
        borrowed = np.nonzero((now.plan == 1) & (now.scene.owner != NOBODY))[0]
        builds = [move for move in self.moves if type(move) is Build]
        if not borrowed.size or not builds:
            return None
        rest = int(now.plan.sum()) - borrowed.size
        if rest > 0 and now.turns > borrowed.size + 2:
            return None
        places = {now.atlas.place_names[p] for p in now.atlas.ends[borrowed].ravel()}
        fitting = [move for move in builds if move.place in places]
        return min(fitting, key=lambda move: move.payment.wild, default=None)

    # ---- tickets -----------------------------------------------------------------------------

    def _more_tickets(self) -> bool:
        """Draw tickets once the old ones are completed and new ones are worth more than a turn."""
        return self.tickets and not self.now.plan.any() and self.now.gain_of_drawing() > self.now.taste.time

    # ---- points ------------------------------------------------------------------------------

    def _card_points(self) -> float:
        """Return the value of a card: less toward the end, and less in a full hand."""
        now = self.now
        full = min(1.0, 3.0 * now.turns / max(1, int(now.hand.sum())))
        return CARD_POINTS * min(1.0, max(0.0, (now.turns - 1.0) / 6)) * full

    def _filler(self) -> Move | None:
        """Return a route that is worth its cards, paid with cards that the plan does not need."""
        now = self.now
        if not self.claims:
            return None
        worth = self._card_points()
        before = now.turns_needed(now.plan, now.hand)
        busy = before + SLACK > now.turns

        def value(claim: Claim) -> float:
            route = self.route[claim.route]
            cost = worth * (claim.payment.plain + 1.6 * claim.payment.wild)
            delay = (
                now.turns_needed(now.plan, after(now.hand, claim.payment)) - before if now.plan.any() else 0.0
            )
            return float(self.points[route]) - cost - now.taste.time * delay

        claims = [claim for claim in self.claims if self._spares_pieces(self.route[claim.route])]
        if not claims or (busy and now.plan.any()):
            return None
        best = max(claims, key=value)
        return best if value(best) > 2 * worth + 0.01 or not self.draws else None

    def _spares_pieces(self, route: int) -> bool:
        """Whether the pieces are enough for this route beside the plan."""
        scene = self.now.scene
        kind, pieces = scene.kind[route], scene.pieces
        planned = pieces[(self.now.plan == 1) & (scene.kind == kind)].sum()
        return bool(scene.stock[kind] - pieces[route] >= planned)

    def _last(self) -> Move:
        """Return the move of the last turn that scores most."""
        best, value = None, 0.0
        for claim in self.claims:
            route = self.route[claim.route]
            gain = float(self.points[route]) + self._completed(route)
            gain -= 0.3 * self._tunnel_risk(route, claim.payment) * gain
            if gain > value:
                best, value = claim, gain
        station = self._last_station()
        if station and station[1] > value:
            return station[0]
        return best or self._cards()

    def _completed(self, route: int) -> float:
        """Return twice the points of the tickets that the route completes."""
        now = self.now
        return 2.0 * now.completed_by(route)

    def _last_station(self) -> tuple[Move, float] | None:
        now = self.now
        best: tuple[Move, float] | None = None
        builds = {move.place: move for move in self.moves if type(move) is Build}
        if not builds or not now.undone.size:
            return None
        value = now.atlas.board.options.stations.value if now.atlas.board.options.stations else 0
        for place, move in builds.items():
            gain = 2.0 * max((now.completed_by(r) for r in now.rivals_at(place)), default=0.0) - value
            if gain > 0 and (best is None or gain > best[1]):
                best = move, gain
        return best

    # ---- cards -------------------------------------------------------------------------------

    def _cards(self) -> Move:
        """Return the card that helps most; if none does, any move that is left."""
        if self.draws:
            return best_draw(self.now, self.draws)
        if self.claims:
            return max(
                self.claims, key=lambda claim: (self.points[self.route[claim.route]], -claim.payment.wild)
            )
        tame = [move for move in self.moves if not isinstance(move, Build | DrawTickets | Share)]
        return tame[0] if tame else self.moves[0]


def tail(turned: int, share: float, spare: int) -> float:
    """Return the probability that more than `spare` of the cards turned up match."""
    total, term = 0.0, (1 - share) ** turned
    for matches in range(min(spare, turned) + 1):
        total += term
        term *= (turned - matches) / (matches + 1) * share / (1 - share)
    return max(0.0, 1 - total)
