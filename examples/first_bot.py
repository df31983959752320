"""A first bot of your own: where a bot is named, name this one `first_bot:FirstBot`."""

from semafor.moves import Claim, Draw, Keep


class FirstBot:
    """Claims the longest route that it can pay, else draws cards of its best colour; few tickets."""

    def __init__(self, board, seed=0):
        self.board, self.seed = board, seed

    def choose(self, view, moves):
        """One of the moves; the view is all it may know."""
        return max(moves, key=lambda move: self.worth(view, move))

    def worth(self, view, move):
        """How much a move is worth."""
        match move:
            case Claim(payment=cards):
                return 100 + cards.total
            case Draw(market):
                return 10 + view.own.hand.get(view.market[market - 1], 0) if market else 10
            case Keep(tickets):
                return -len(tickets)
        return 0
