"""What a state holds, wherever it lies: for tests that nothing is lost or made."""

from __future__ import annotations

from collections import Counter

from semafor.engine.state import FIRST_FESTIVAL, NO_CARD, TICKETS, Ask, State
from semafor.games.board_facts import elements

PILES = ("hand", "rack", "track")


def deck_tickets(state: State) -> list[int]:
    """The ticket deck, from its top."""
    return [int(state.ticket_deck[(state.ticket_next + i) % TICKETS]) for i in range(state.ticket_count)]


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
    found = deck_tickets(state)
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
