"""A bot of your own: where a bot is named, name this one `thrifty_bot:ThriftyBot`."""

import random

from semafor.moves import Claim, Draw, Keep


class ThriftyBot:
    """Claims what scores well without wilds; else collects its best colours."""

    def __init__(self, board, seed=0):
        worth = [board.route_points[route.kind][str(route.cost)] for route in board.routes]
        self.points = dict(zip(board.route_names, worth, strict=True))
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
