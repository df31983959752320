"""Opponents of the learner: itself, the playout policy, earlier versions of itself, and a rival."""

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
"""Who plays a seat: the learner, the playout policy, an earlier version, or another network."""


class PolicySeating(NamedTuple):
    """The games of a batch, and who plays their seats."""

    states: Array
    facts: Array
    to_play: Array
    holders: Array
    """By game and seat."""
    memories: Array
    """The memory of the policy, by game and seat."""
    works: Array
    """Working space of the policy, one record."""
    dice: Array
    """Random numbers of the policy."""


@compiled
def answer_games(seating: PolicySeating, begun: Array, answers: Array) -> None:
    """Write the policy's action if it plays the seat to decide, otherwise -1; `begun` marks new games."""
    facts, work = seating.facts[0], seating.works[0]
    for game in range(answers.size):
        seat, memories = int(seating.to_play[game]), seating.memories[game]
        if begun[game]:
            forget_game(memories, work)
        answers[game] = -1
        if seating.holders[game, seat] == POLICY:
            answers[game] = choose_action(
                seating.states[game], facts, seat, FAST, memories, seating.dice, work
            )


__all__ = ["LEARNER", "OLDER", "POLICY", "RIVAL", "Opponents"]


class Opponents:
    """Chooses for the seats that `holders` (by game and seat) assign to the policy."""

    def __init__(self, batch: Batch, holders: Array) -> None:
        works, mind = thinking_space(batch.kind, 1, players=batch.players)
        self._seating = PolicySeating(
            states=batch.states,
            facts=batch.kind.table,
            to_play=batch.to_play,
            holders=holders,
            memories=np.zeros((batch.games, batch.players), mind),
            works=works,
            dice=np.zeros(1, np.uint64),
        )
        self._answers = np.full(batch.games, -1, np.int64)
        self._fresh = True

    def answer(self, begun: Array) -> Array:
        """Return the policy's action in each game where it decides, -1 elsewhere; `begun` marks new games."""
        answer_games(self._seating, begun | self._fresh, self._answers)
        self._fresh = False
        return self._answers


Weights = dict[str, Tensor]
ROUND = 20
"""Number of games in which every kind of opponent gets its share."""


class League:
    """Earlier versions of the network in half precision: the oldest, and some in between."""

    def __init__(self, kept: int, seed: int) -> None:
        self.kept, self.members = kept, list[Weights]()
        self._dice = random.Random(seed)

    def add(self, network: PolicyNetwork) -> None:
        """Add the present network; if there are too many, remove one from the middle."""
        self.members.append({name: part.detach().half().cpu() for name, part in network.state_dict().items()})
        if len(self.members) > self.kept:
            del self.members[self._dice.randrange(1, len(self.members) - 1)]

    def lend(self, network: PolicyNetwork) -> None:
        """Copy a random member's weights into a network."""
        put_weights(network, self._dice.choice(self.members))


class FrozenLeague(League):
    """A league of one network that never changes, to find out what can be won against it."""

    def __init__(self, weights: Weights) -> None:
        super().__init__(kept=1, seed=0)
        self.members = [weights]

    def add(self, network: PolicyNetwork) -> None:
        """Ignore the learner's earlier versions."""


def put_weights(network: PolicyNetwork, weights: Weights) -> None:
    """Write weights into a network in place, so that recorded actors use them."""
    with torch.no_grad():
        for name, part in network.state_dict().items():
            part.copy_(weights[name])


class Shares(NamedTuple):
    """The shares of games with the playout policy, an earlier version, and the rival."""

    policy: float = 0.0
    older: float = 0.0
    rival: float = 0.0

    def places(self) -> list[int]:
        """Return the opponents of each game of a round."""
        others = zip((POLICY, OLDER, RIVAL), self, strict=True)
        return [other for other, share in others for _ in range(round(ROUND * share))]


def holders_of(players: Array, team: int, shares: Shares) -> Array:
    """Return who plays each seat, for games with these numbers of players.

    If others play, they have one side or all but one, each side in turn. Rivals have all but one, because the
    learner is evaluated alone among them.
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
