"""Who plays against whom: the learner with itself, the playout policy, older selves, and a rival."""

import random
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from semafor.engine.compile import compiled
from semafor.engine.state import Array
from semafor.gym.batch import Batch
from semafor.gym.opponents import thinking_space
from semafor.gym.step_players import FAST, choose_action, forget_game
from semafor.learning.torch_network import PolicyNetwork

LEARNER, POLICY, OLDER, RIVAL = 0, 1, 2, 3
"""Who holds a seat: the network that learns, the playout policy, an older self, a network of another kind."""


class PolicySeating(NamedTuple):
    """The games of a batch, and who holds their seats."""

    states: Array
    facts: Array
    to_play: Array
    holders: Array
    """By game and seat."""
    minds: Array
    """What the policy keeps in mind, by game and seat."""
    works: Array
    """One working space to think in."""
    dice: Array
    """For players that roll them."""


@compiled
def answer_games(seating: PolicySeating, begun: Array, answers: Array) -> None:
    """Write the policy's action where it holds the seat to decide, else -1; `begun`: games dealt anew."""
    facts, work = seating.facts[0], seating.works[0]
    for game in range(answers.size):
        seat, minds = int(seating.to_play[game]), seating.minds[game]
        if begun[game]:
            forget_game(minds, work)
        answers[game] = -1
        if seating.holders[game, seat] == POLICY:
            answers[game] = choose_action(seating.states[game], facts, seat, FAST, minds, seating.dice, work)


__all__ = ["LEARNER", "OLDER", "POLICY", "RIVAL", "Opponents"]


class Opponents:
    """Answers for the seats that `holders` (by game and seat) give to the policy."""

    def __init__(self, batch: Batch, holders: Array) -> None:
        works, mind = thinking_space(batch.kind, 1, players=batch.players)
        self._seating = PolicySeating(
            states=batch.states,
            facts=batch.kind.table,
            to_play=batch.to_play,
            holders=holders,
            minds=np.zeros((batch.games, batch.players), mind),
            works=works,
            dice=np.zeros(1, np.uint64),
        )
        self._answers = np.full(batch.games, -1, np.int64)
        self._fresh = True

    def answer(self, begun: Array) -> Array:
        """The policy's action in each game where it decides, -1 elsewhere; `begun`: games dealt anew."""
        answer_games(self._seating, begun | self._fresh, self._answers)
        self._fresh = False
        return self._answers


Weights = dict[str, Tensor]
ROUND = 20
"""Of so many games in a row each kind of table has its share."""


class League:
    """Older selves, kept in half precision, the oldest and every few in between."""

    def __init__(self, kept: int, seed: int) -> None:
        self.kept, self.members = kept, list[Weights]()
        self._dice = random.Random(seed)

    def add(self, network: PolicyNetwork) -> None:
        """Keep the network as it is; where there are too many, one of the middle goes."""
        self.members.append({name: part.detach().half().cpu() for name, part in network.state_dict().items()})
        if len(self.members) > self.kept:
            del self.members[self._dice.randrange(1, len(self.members) - 1)]

    def lend(self, network: PolicyNetwork) -> None:
        """Give the network the weights of one of the members."""
        put_weights(network, self._dice.choice(self.members))


class FrozenLeague(League):
    """One network that never changes: whoever learns against it finds out what can be won from it."""

    def __init__(self, weights: Weights) -> None:
        super().__init__(kept=1, seed=0)
        self.members = [weights]

    def add(self, network: PolicyNetwork) -> None:
        """The learner's older selves are nobody's opponents here."""


def put_weights(network: PolicyNetwork, weights: Weights) -> None:
    """Write weights into a network, where its recorded actors find them."""
    with torch.no_grad():
        for name, part in network.state_dict().items():
            part.copy_(weights[name])


class Shares(NamedTuple):
    """In which part of the games others play: the playout policy, an older self, the rival."""

    policy: float = 0.0
    older: float = 0.0
    rival: float = 0.0

    def places(self) -> list[int]:
        """Who plays beside the learner at each place of a round."""
        others = zip((POLICY, OLDER, RIVAL), self, strict=True)
        return [other for other, share in others for _ in range(round(ROUND * share))]


def holders_of(players: Array, team: int, shares: Shares) -> Array:
    """Who holds each seat, for games of these numbers of players.

    Where others play, one side is theirs or all but one, each side in its turn; rivals hold all but one, for
    alone among them is how the learner is measured.
    """
    holders = np.full((len(players), int(players.max())), LEARNER, np.int8)
    places = shares.places()
    for game, number in enumerate(players):
        place, turn = game % ROUND, game // ROUND
        if place < len(places):
            sides, other = number // team, places[place]
            alone = (np.arange(number) // team) == turn % sides
            theirs = alone if other != RIVAL and turn // sides % 2 == 0 else ~alone
            holders[game, :number][theirs] = other
    return holders
