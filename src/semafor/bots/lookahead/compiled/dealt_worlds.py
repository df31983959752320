"""Worlds that the seat whose view lies on a desk of the search cannot rule out, many in one call."""

from __future__ import annotations

from semafor.bots.search.likely import write_likely
from semafor.bots.search.records import KNOWN
from semafor.engine.compile import compiled
from semafor.engine.state import Array
from semafor.worlds import board_world, card_world
from semafor.worlds.dealing import seed_dice


@compiled
def deal_boards(desks: Array, facts: Array, charts: Array, seed: int, worlds: Array) -> None:
    """Fill `worlds`; tickets that fit what a seat has built are likelier its own."""
    desk = desks[0]
    write_likely(desk.states[KNOWN], facts[0], charts[0], desk)
    for world in range(worlds.size):
        seed_dice(desk, seed, world)
        worlds[world] = desk.states[KNOWN]
        board_world.sample_world(worlds[world], facts[0], desk)


@compiled
def deal_card_games(desks: Array, facts: Array, seed: int, worlds: Array) -> None:
    """The same in the Card Game."""
    desk = desks[0]
    for world in range(worlds.size):
        seed_dice(desk, seed, world)
        worlds[world] = desk.states[KNOWN]
        card_world.sample_world(worlds[world], facts[0], desk)
