"""Running points and packed masks: what the arrays of a batch say beside observations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from semafor import board_names, load_board
from semafor.gym import Batch


def joins(facts: Any, routes: set[int], a: int, b: int) -> bool:
    """Whether routes join two places, by walking from one to the other."""
    seen, waiting = {a}, [a]
    while waiting:
        here = waiting.pop()
        for route in routes:
            ends = {int(facts.route_a[route]), int(facts.route_b[route])}
            new = ends - seen if here in ends else set()
            seen |= new
            waiting += new
    return b in seen


def elements(words: Any) -> set[int]:
    """The elements of a set of 64-bit words."""
    return {
        64 * n + i for n, word in enumerate(np.atleast_1d(words)) for i in range(64) if int(word) >> i & 1
    }


def points_on_board(facts: Any, state: Any, seat: int) -> int:
    """Return route points, completed and missed tickets of a seat's side, by a simple count."""
    size = int(facts.team_size)
    side = seat // size
    partners = range(side * size, (side + 1) * size)
    routes = set().union(*(elements(state.owned[partner]) for partner in partners))
    tickets = elements(state.rack_tickets[side]).union(*(elements(state.tickets[p]) for p in partners))
    points = int(state.score[side])
    for ticket in tickets:
        done = joins(facts, routes, int(facts.ticket_a[ticket]), int(facts.ticket_b[ticket]))
        points += int(facts.ticket_points[ticket]) * (1 if done else -1)
    return points


def points_of_cards(facts: Any, state: Any, seat: int) -> int:
    """Points of completed tickets less those of the others."""
    return int(state.score[seat]) - sum(int(facts.ticket_points[t]) for t in elements(state.tickets[seat]))


@pytest.mark.parametrize("board", board_names())
def test_points_are_counted_after_every_step(board: str) -> None:
    loaded = load_board(board)
    count = points_of_cards if loaded.options.card_game else points_on_board
    players = max(loaded.options.players)
    batch = Batch(loaded, games=3, players=players, seed=5)
    facts = batch.kind.facts
    for step in range(700):
        batch.step(batch.random_actions())
        if step % 7 == 0:
            for game in range(3):
                expected = [count(facts, batch.states[game], seat) for seat in range(players)]
                assert batch.points[game].tolist() == expected
    assert batch.points.any()


def test_words_say_what_masks_say() -> None:
    batch = Batch("europe", games=16, players=3, seed=4)
    for _ in range(60):
        batch.step(batch.random_actions())
        bits = np.unpackbits(batch.words.view(np.uint8), axis=1, bitorder="little")
        assert (bits == batch.masks).all()


def test_what_did_not_change_is_still_there() -> None:
    """A step writes only what changed; the result must equal that of writing everything."""
    batch = Batch("iberia", games=32, players=4, seed=6, auto_reset=False)
    for _ in range(500):
        batch.step(batch.random_actions())
        here = batch.to_play >= 0
        assert (batch.observe(np.maximum(batch.to_play, 0))[here] == batch.observations[here]).all()
        assert not batch.observations[~here].any()
        if not here.all():
            batch.reset(~here)
            again = np.maximum(batch.to_play, 0)
            assert (batch.observe(again) == batch.observations).all()
