"""An example bot: use `thrifty_bot:ThriftyBot` wherever a bot is named."""

import random

from semafor.moves import Claim, Draw, Keep


class ThriftyBot:
    """Claims routes that score well without wild cards; otherwise collects its best colours."""

    def __init__(self, board, seed=0):
        worth = [board.route_points[route.kind][str(route.cost)] for route in board.routes]
        self.points = dict(zip(board.route_names, worth, strict=True))
        self.dice = random.Random(seed)

    def choose(self, view, moves):
        """Return one of the moves; the view is all the bot may know."""
        shuffled = self.dice.sample(moves, len(moves))  # equal moves: choose at random
        return max(shuffled, key=lambda move: self.worth(view, move))

    def worth(self, view, move):
        """Return the value of a move in points."""
        match move:
            case Claim(route, payment):
                return self.points[route] - payment.wild
            case Draw(market=place) if place and view.market[place - 1] != "wild":
                return 3 + view.own.hand.get(view.market[place - 1], 0) / 10
            case Keep(tickets):
                return -len(tickets)
        return 0
