"""What must be true of every state: nothing is lost or doubled. Plain NumPy over all states at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from semafor.boards.board_names import group_by_ends
from semafor.engine.actions import MASK_WORDS
from semafor.engine.state import (
    CARD_KINDS,
    DECK,
    DRAFT_CARD,
    FIRST_FESTIVAL,
    MARKET,
    NO_CARD,
    OFFER,
    ROUTES,
    SEATS,
    TICKETS,
    TURNED,
    WILD,
    Array,
    Ask,
)
from semafor.games.board_facts import colour_number
from tests.engine.raw_games import legal_of_all

if TYPE_CHECKING:
    from semafor.boards.model import Board
    from tests.engine.raw_games import Setup


def tally(cards: Array, kinds: int, counted: Array) -> Array:
    """How many cards of each kind lie in the counted places of each row."""
    kept = np.where(counted, cards, NO_CARD)
    return np.stack([(kept == kind).sum(axis=-1) for kind in range(kinds)], axis=-1)


def in_deck(states: Array) -> Array:
    """Which places of the deck hold a card that is still to come."""
    places = np.arange(DECK)
    return (places >= states["deck_next"][:, None]) & (places < states["deck_end"][:, None])


def unpack(sets: Array, size: int) -> Array:
    """Sets as rows of booleans."""
    bits = np.unpackbits(sets.view(np.uint8).reshape(*sets.shape, 8), axis=-1, bitorder="little")
    words = 1 if sets.ndim < 3 else sets.shape[-1]
    return bits.reshape(*sets.shape[: 2 if sets.ndim > 1 else 1], words * 64)[..., :size].astype(bool)


def check_all(setup: Setup, states: Array) -> None:
    """Every invariant in every state."""
    check_cards(setup, states)
    check_festivals(setup, states)
    check_pieces(setup, states)
    check_tickets(setup, states)
    check_owners(setup, states)
    check_scores(setup, states)
    check_asks(setup, states)


def check_game(setup: Setup, states: Array) -> None:
    """Every invariant in every state of one game; tickets leave it at most once, after the first choice."""
    check_all(setup, states)
    assert len(set(check_tickets(setup, states).tolist())) <= 2


def check_cards(setup: Setup, states: Array) -> None:
    """BASE-2, BASE-13, BASE-16: the transport cards are all there, wherever they are."""
    everywhere = np.ones(MARKET, bool)
    cards = tally(states["deck"], CARD_KINDS, in_deck(states))
    assert np.array_equal(cards.sum(axis=1), states["deck_trains"])
    cards = cards + states["discards"] + tally(states["market"], CARD_KINDS, everywhere)
    cards += states["hand"].astype(int).sum(axis=1) + states["rack"].astype(int).sum(axis=1)
    cards += tally(states["turned"], CARD_KINDS, np.arange(TURNED) < states["turned_count"][:, None])
    cards += tally(states["drawn"][:, None], CARD_KINDS, np.ones(1, bool))
    paid = states["paid"].astype(int).sum(axis=1)
    cards[:, WILD] += paid[:, 1]
    cards[np.arange(len(states)), states["paid_colour"]] += paid[:, 0]
    for colour, number in setup.board.options.cards.items():
        assert (cards[:, colour_number(colour)] == number).all(), colour
    assert (cards.sum(axis=1) == sum(setup.board.options.cards.values())).all()
    for place in ("hand", "rack", "discards", "paid", "owed"):
        assert (states[place] >= 0).all(), place


def check_festivals(setup: Setup, states: Array) -> None:
    """IBE-2, IBE-7: every festival card is in the deck, open or held; the draft card comes once."""
    deck = tally(states["deck"], FIRST_FESTIVAL + 20, in_deck(states))
    festivals = setup.board.festivals if setup.board.options.festivals else ()
    for n, festival in enumerate(festivals):
        held = states["festival_held"][:, :, n].astype(int).sum(axis=1)
        assert (deck[:, FIRST_FESTIVAL + n] + states["festival_open"][:, n] + held == festival.cards).all()
    assert (deck[:, FIRST_FESTIVAL + len(festivals) :] == 0).all()
    came = (states["draft_due"] > 0) | (states["drafts"] >= 2)
    assert (deck[:, DRAFT_CARD] + came == bool(setup.board.options.draft)).all()


def check_pieces(setup: Setup, states: Array) -> None:
    """BASE-12, BER-4, EUR-8: pieces are in front of a player or on the player's routes."""
    board, players = setup.board, setup.players
    owned = unpack(states["owned"], ROUTES)[:, :, : len(board.routes)]
    for n, (kind, number) in enumerate(board.options.pieces.items()):
        spaces = np.array([route.length if route.kind == kind else 0 for route in board.routes])
        placed = (owned * spaces).sum(axis=-1)
        assert (placed[:, :players] + states["pieces"][:, :players, n] == number).all(), kind
    assert (states["pieces"] >= 0).all()
    count = board.options.stations.count if board.options.stations else 0
    built = unpack(states["stations"], 64)
    assert (built.sum(axis=-1)[:, :players] + states["stations_left"][:, :players] == count).all()
    assert (built.sum(axis=1) <= 1).all(), "two stations in one place"
    junctions = [n for n, place in enumerate(board.places) if place.junction]
    assert not built[:, :, junctions].any()
    assert not built[:, :, len(board.places) :].any()


def check_tickets(setup: Setup, states: Array) -> Array:
    """BASE-22, EUR-3: every ticket is in one place, or out of the game; how many are in it."""
    ring = (np.arange(TICKETS) - states["ticket_next"][:, None].astype(int)) % TICKETS
    seen = tally(states["ticket_deck"], TICKETS, ring < states["ticket_count"][:, None])
    for place in ("tickets", "rack_tickets"):
        seen += unpack(states[place], TICKETS).sum(axis=1)
    # A team's drawn tickets are in the hand while the one for the rack is being chosen.
    choosing = states["ask"] != Ask.RACK_TICKET
    offered = (np.arange(OFFER) < states["offered"][:, :, None]) & choosing[:, :, None]
    picking = (states["ask"] == Ask.PICK).any(axis=1)
    picked = (np.arange(OFFER) < states["draft_round"][:, None]) & picking[:, None]
    for seat in range(setup.players):
        seen += tally(states["offer"][:, seat], TICKETS, offered[:, seat])
        seen += tally(states["picked"][:, seat], TICKETS, picked)
    assert (seen <= 1).all(), "a ticket in two places"
    assert not seen[:, len(setup.board.tickets) :].any()
    there: Array = seen.sum(axis=1)
    assert (there <= most_tickets(setup)).all()
    assert (there >= fewest_tickets(setup, states)).all()
    return there


def most_tickets(setup: Setup) -> int:
    """EUR-2: tickets of the game once the long ones that nobody was dealt are out."""
    start, tickets = setup.board.options.start_tickets, setup.board.tickets
    left_over = sum(ticket.long for ticket in tickets) - start.long * setup.players
    return len(tickets) - (left_over if start.long else 0)


def fewest_tickets(setup: Setup, states: Array) -> Array:
    """EUR-3: tickets of the game if nobody kept more than had to be kept."""
    start = setup.board.options.start_tickets
    choosing = np.isin(states["ask"], (Ask.START_KEEP, Ask.START_RACK)).any(axis=1)
    begun = np.where(bool(setup.board.options.draft), states["drafts"] > 0, ~choosing)
    rejected = setup.players * (start.count + start.long - start.keep)
    return most_tickets(setup) - begun * (rejected if start.rejected == "out" else 0)


def strand_limits(board: Board, players: int) -> Array:
    """BASE-14, ASI-13..15: by route, how many of its strands may be taken."""
    limits = np.zeros(len(board.routes), int)
    for strands in group_by_ends(board.routes).values():
        limited = players in board.options.one_strand_with and not board.routes[strands[0]].always_open
        limits[strands] = max(1, len(strands) - 1) if limited else len(strands)
    return limits


def check_owners(setup: Setup, states: Array) -> None:
    """BASE-14, ASI-12..15: one owner per route, one strand per seat, a limited total; the rest is open."""
    board, routes = setup.board, len(setup.board.routes)
    owned = unpack(states["owned"], ROUTES)[:, :, :routes]
    assert (owned.sum(axis=1) <= 1).all(), "a route of two owners"
    limits = strand_limits(board, setup.players)
    still_open = np.zeros_like(owned)
    for strands in group_by_ends(board.routes).values():
        by_seat = owned[:, :, strands].sum(axis=-1)
        assert (by_seat <= 1).all(), "two strands of one seat"
        taken: Array = by_seat.sum(axis=1)
        assert (taken <= limits[strands[0]]).all()
        room = (taken < limits[strands[0]])[:, None] & (by_seat == 0)
        for route in strands:
            still_open[:, :, route] = room & (owned[:, :, route].sum(axis=1) == 0)[:, None]
    still_open[:, setup.players :] = False
    assert np.array_equal(unpack(states["open"], ROUTES)[:, :, :routes], still_open)


def check_scores(setup: Setup, states: Array) -> None:
    """BASE-13, BER-6, ASI-2: the points on the way are those of the routes."""
    board = setup.board
    points = np.array([board.route_points[route.kind][str(route.cost)] for route in board.routes])
    by_seat = (unpack(states["owned"], ROUTES)[:, :, : len(points)] * points).sum(axis=-1)
    if board.options.teams:
        by_seat = by_seat.reshape(len(states), SEATS // 2, 2).sum(axis=-1)
    assert np.array_equal(states["score"][:, : by_seat.shape[1]], by_seat)


def check_asks(setup: Setup, states: Array) -> None:
    """BASE-9: exactly the seats that are asked have legal actions, either one seat or all together."""
    masks = np.zeros((len(states), SEATS, MASK_WORDS), np.uint64)
    legal_of_all(states, setup.facts, masks)
    asked = states["ask"] != Ask.NOTHING
    assert np.array_equal(masks.any(axis=-1), asked)
    assert np.array_equal(~asked.any(axis=1), states["over"] > 0)
    alone = (asked & (states["ask"] < Ask.START_KEEP)).sum(axis=1)
    assert ((alone == 0) | (asked.sum(axis=1) == 1)).all()
    at_turn = states["ask"][np.arange(len(states)), states["turn"]] != Ask.NOTHING
    assert at_turn[alone == 1].all()
    assert (states["turn"] < setup.players).all()
