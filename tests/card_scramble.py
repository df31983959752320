"""Another world that a viewer of the Card Game cannot tell from this one.

Hidden are the others' hands and tickets, the on-track piles (one's own too, unless it may be looked
at), what others choose while the table waits, the orders of the decks, and the generator.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from semafor.engine.cardgame.card_state import CardAsk
from semafor.engine.state import CARD_KINDS, DECK, OFFER, TICKETS
from semafor.games.board_facts import elements

if TYPE_CHECKING:
    from semafor import Game
    from semafor.engine.state import State


def other_world(game: Game, viewer: int | None, chance: Random) -> Game:
    """Return a copy of the game that differs in everything the viewer cannot know."""
    world = game.copy()
    state = world.states[0]
    others = [seat for seat in range(game.players) if seat != viewer]
    change_cards(state, others, viewer if own_pile_is_hidden(game) else None, chance)
    change_tickets(state, others, viewer, chance, completed_is_hidden(game))
    change_choices(state, others, chance)
    state.key[:] = [chance.getrandbits(32) for _ in range(4)]
    state.counter = chance.getrandbits(40)
    change_leftovers(state, chance)
    return world


def own_pile_is_hidden(game: Game) -> bool:
    """CRD-5: whether piles are hidden: not in a scoring round, and not with `open_track`."""
    options = game.board.options.card_game
    return bool(options and not options.open_track and CardAsk.COMPLETE not in game.states[0].ask)


def completed_is_hidden(game: Game) -> bool:
    """CRD-15: what others completed lies face down until the end, unless the table has `open_completed`."""
    options = game.board.options.card_game
    return bool(options and not options.open_completed and not game.over)


def change_cards(state: State, others: list[int], owner: int | None, chance: Random) -> None:
    """Mix hands (except cards that everyone saw), piles and deck; their sizes stay the same."""
    for seat in others:
        state.hand[seat] -= state.seen[seat]
    piles = [state.hand[seat] for seat in others] + [state.track[seat] for seat in others]
    piles += [] if owner is None else [state.track[owner]]
    hidden = state.deck[state.deck_next : state.deck_end].tolist()
    hidden += [card for pile in piles for card in range(CARD_KINDS) for _ in range(pile[card])]
    chance.shuffle(hidden)
    for pile in piles:
        size = int(pile.sum())
        pile[:] = 0
        for _ in range(size):
            pile[hidden.pop()] += 1
    for seat in others:
        state.hand[seat] += state.seen[seat]
    state.deck[state.deck_next : state.deck_end] = hidden


def change_tickets(
    state: State, others: list[int], viewer: int | None, chance: Random, face_down: bool
) -> None:
    """Replace every ticket that is hidden from the viewer."""
    seen = [seat for seat in range(int(state.players)) if seat == viewer or not face_down]
    known = {ticket for seat in seen for ticket in elements(state.completed[seat])}
    if viewer is not None:
        known |= {*elements(state.tickets[viewer]), *state.offer[viewer, : state.offered[viewer]].tolist()}
    before = [ticket for ticket in range(46) if ticket not in known]
    new = {ticket: ticket for ticket in range(TICKETS)}
    new |= dict(zip(before, chance.sample(before, len(before)), strict=True))
    for seat in others:
        state.tickets[seat] = sum(1 << new[ticket] for ticket in elements(state.tickets[seat]))
        state.completing[seat] = sum(1 << new[ticket] for ticket in elements(state.completing[seat]))
        state.completed[seat] = sum(1 << new[ticket] for ticket in elements(state.completed[seat]))
        for place in range(OFFER):
            state.offer[seat, place] = new[int(state.offer[seat, place])]
    for place in range(TICKETS):
        state.ticket_deck[place] = new[int(state.ticket_deck[place])]


def change_choices(state: State, others: list[int], chance: Random) -> None:
    """Change the answers of others to a question that is still open."""
    for seat in others:
        offered = int(state.offered[seat])
        if offered and state.ask[seat] == CardAsk.NOTHING:
            state.choice[seat] = chance.randrange(1, 1 << offered)
        if CardAsk.COMPLETE in state.ask:
            held = elements(state.tickets[seat])
            chosen = chance.sample(held, chance.randint(0, len(held)))
            state.completing[seat] = sum(1 << ticket for ticket in chosen)


def change_leftovers(state: State, chance: Random) -> None:
    """Change parts of the state that have no meaning at the moment."""
    for place in (*range(state.deck_next), *range(state.deck_end, DECK)):
        state.deck[place] = chance.randrange(CARD_KINDS)
    for place in range(state.ticket_count, TICKETS):
        state.ticket_deck[(state.ticket_next + place) % TICKETS] = chance.randrange(46)
