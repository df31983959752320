"""A first bot of your own: where a bot is named, name this one `first_bot:FirstBot`."""

from semafor.moves import Claim, Draw, Keep, PlaceRow


class FirstBot:
    """Takes the longest route or row that it can pay, else cards; few tickets."""

    def __init__(self, board, seed=0):
        self.board = board

    def choose(self, view, moves):
        return max(moves, key=self.worth)

    def worth(self, move):
        match move:
            case Claim(payment=cards) | PlaceRow() as cards:
                return 10 + cards.plain
            case Draw():
                return 5
        return -len(move.tickets) if isinstance(move, Keep) else 0
