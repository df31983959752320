"""Random games of Catan with catanatron."""

from lab.peers.stopwatch import Played, measure, take_one_core, tell

take_one_core()

from catanatron import Color, Game, RandomPlayer  # type: ignore  # noqa: E402  # only in its own environment


def play() -> Played:
    """Play a four-player game; a decision is one action of a player, including dice rolls."""
    game = Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
    game.play()
    return len(game.state.actions), 1


tell([measure(play, warm_up=5, game="Catan", players=4, way="Python")])
