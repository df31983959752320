"""Sampled worlds: what the viewer sees is the same, and no card or ticket is lost or made."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from semafor import Game, board_names, load_board
from semafor.bots.search.card_table import CardTable
from semafor.bots.search.likely import write_likely
from semafor.bots.search.records import KNOWN
from semafor.bots.search.table import BoardTable
from semafor.engine.state import DRAFT_CARD, FIRST_FESTIVAL, NO_CARD, Array, Ask, State
from semafor.kinds.lookup import kind_of
from semafor.kinds.names import elements
from semafor.kinds.plain import copy_states
from semafor.worlds import board_world, card_world

TABLES = [(name, players) for name in board_names() for players in load_board(name).options.players]
LOOKS = 12
"""Positions of a game that are sampled, besides all with a rare question."""
OFTEN_ASKED = ("turn", "second-card")
PILES = ("hand", "rack", "track")


def sampled(table: BoardTable | CardTable, dice: int) -> Array:
    """A world for what lies on the table's desk."""
    desk = table.desk
    states = copy_states(table._desks["states"][0][KNOWN : KNOWN + 1])
    desk.dice[0] = dice
    if isinstance(table, CardTable):
        card_world.sample_world(states[0], table._facts[0], desk)
    else:
        write_likely(states[0], table._facts[0], table._charts[0], desk)
        board_world.sample_world(states[0], table._facts[0], desk)
    return states


def cards_of(state: State) -> Counter[int]:
    """All transport, festival and draft cards of a state, wherever they are."""
    names = state.dtype.names or ()
    found = Counter(state.deck[state.deck_next : state.deck_end].tolist())
    found.update(card for card in state.market.tolist() if card != NO_CARD)
    for pile in [state.discards, *(row for name in PILES if name in names for row in state[name])]:
        found.update({kind: number for kind, number in enumerate(pile.tolist()) if number})
    if "siding" in names:
        found.update({kind: n for row in state.siding for kind, n in enumerate(row.tolist()) if n})
        found.update({8: int(state.siding_wilds.sum())})
    else:
        found.update(state.turned[: state.turned_count].tolist())
        found.update({int(state.paid_colour): int(state.paid[:, 0].sum())} if state.paid[:, 0].any() else {})
        found.update({8: int(state.paid[:, 1].sum())})
        found.update([int(state.drawn)] if state.drawn != NO_CARD else [])
        for row in (state.festival_open, *state.festival_held):
            found.update({FIRST_FESTIVAL + n: k for n, k in enumerate(row.tolist()) if k})
    return +found


def tickets_of(state: State) -> list[int]:
    """All tickets of a state that are in the deck, held, offered or picked."""
    found = [int(state.ticket_deck[(state.ticket_next + i) % 64]) for i in range(state.ticket_count)]
    names = state.dtype.names or ()
    for name in ("tickets", "rack_tickets", "completed"):
        if name in names:
            found += [ticket for mask in state[name] for ticket in elements(mask)]
    for seat in range(state.players):
        kept = elements(
            state.tickets[seat] | (state["rack_tickets"][seat // 2] if "rack_tickets" in names else 0)
        )
        offer = state.offer[seat, : state.offered[seat]].tolist()
        if state.ask[seat] == Ask.RACK_TICKET:
            continue  # what was offered is in the hand or under the deck by now
        found += [ticket for ticket in offer if ticket not in kept]
        if "picked" in names and any(state.ask == Ask.PICK):
            found += state.picked[seat, : state.draft_round].tolist()
    return found


def check_world(game: Game, seat: int, chance: Random) -> None:
    """A world for the seat shows it the same, and has all cards and tickets once."""
    board, view, moves = game.board, game.view(seat), game.moves(seat)
    table = CardTable(board) if board.options.card_game else BoardTable(board)
    table.lay_out(view, moves)
    states = sampled(table, chance.getrandbits(60) | 1)
    rules = kind_of(board)
    assert rules.view(states, seat) == view
    assert rules.moves(states, seat) == moves
    real = cards_of(game._states[0])
    assert cards_of(states[0]) == real
    tickets = tickets_of(states[0])
    assert len(tickets) == len(set(tickets))
    assert len(tickets) == len(tickets_of(game._states[0]))
    deck = states[0].deck[: states[0].deck_end].tolist()
    assert deck.count(DRAFT_CARD) <= 1
    if DRAFT_CARD in deck:
        before = game._states[0]
        there = before.deck[before.deck_next : before.deck_end].tolist()
        assert abs(deck.index(DRAFT_CARD) - there.index(DRAFT_CARD)) in (0, 2, 3, 4)


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_world_is_one_that_the_viewer_cannot_rule_out(board: str, players: int) -> None:
    chance = Random(f"{board} {players}")
    game = Game.new(board, players=players, seed=players + 10)
    length = players * (40 + 4 * sum(game.board.options.pieces.values()))
    looks = set(chance.sample(range(length), LOOKS)) | set(range(2 * players))
    for step in range(length):
        if game.over:
            break
        seat = chance.choice(game.pending)
        own = game.view(seat).own
        if step in looks or (own and own.ask not in OFTEN_ASKED):
            check_world(game, seat, chance)
        game.play(chance.choice(game.moves(seat)), seat)
