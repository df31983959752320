"""A bot of your own: anything that takes a board by its name takes this one as `thrifty_bot:ThriftyBot`."""

import random

from semafor.moves import Claim, Draw, Keep


class ThriftyBot:
    """Claims what scores well and costs no wilds; until then it collects the colours it has most of."""

    def __init__(self, board, seed=0):
        pairs = zip(board.route_names, board.routes, strict=True)
        self.points = {name: board.route_points[route.kind][str(route.cost)] for name, route in pairs}
        self.dice = random.Random(seed)

    def choose(self, view, moves):
        """One of the moves; the view is all it may know."""
        shuffled = self.dice.sample(moves, len(moves))  # of equal moves any
        return max(shuffled, key=lambda move: self.worth(view, move))

    def worth(self, view, move):
        """How much a move is worth, in points."""
        match move:
            case Claim(route, payment):
                return self.points[route] - payment.wild
            case Draw(market=place) if place and view.market[place - 1] != "wild":
                return 3 + view.own.hand.get(view.market[place - 1], 0) / 10
            case Keep(tickets):
                return -len(tickets)
        return 0
