"""Another world that a viewer cannot tell from this one: all that is hidden from the viewer is changed.

Hidden are the hands of the others but for the cards that the table saw them take, their secret
tickets, the racks of other teams, what others have chosen while the table waits, the orders of the
decks, and the generator. Sizes are public.
"""

from __future__ import annotations

from random import Random

from semafor import Game
from semafor.engine.state import (
    CARD_KINDS,
    DECK,
    FIRST_FESTIVAL,
    NO_CARD,
    OFFER,
    TICKETS,
    WILD,
    Array,
    Ask,
    State,
)
from semafor.games.board_facts import elements, facts_of

ALL = DECK


class Scrambler:
    """Changes hidden parts of a copy of a game; the parts it keeps let both be played in parallel."""

    def __init__(self, game: Game, viewer: int | None, chance: Random) -> None:
        self.game = game.copy()
        self.state: State = self.game.states[0]
        self.facts = facts_of(game.board)
        self.viewer, self.chance = viewer, chance
        size = int(self.facts.team_size)
        seats = range(int(self.state.players))
        self.others = [seat for seat in seats if seat != viewer]
        own_side = None if viewer is None else viewer // size
        self.other_sides = [side for side in range(len(seats) // size) if side != own_side]
        self.own_side = own_side

    def scramble(self) -> Game:
        """Change everything that the viewer cannot know."""
        self.change_cards(0)
        self.change_festivals()
        self.change_tickets(frozenset())
        self.change_choices(self.others)
        self.change_chance()
        self.change_leftovers()
        return self.game

    # ---- cards -------------------------------------------------------------------------------

    def change_cards(self, kept_on_top: int, *, drawn_too: bool = True) -> None:
        """Exchange hidden cards between hands and deck; the top of the deck may stay as it is."""
        state = self.state
        top = state.deck_next + min(kept_on_top, state.deck_end - state.deck_next)
        rest = state.deck[top : state.deck_end].tolist()
        for seat in self.others:
            state.hand[seat] -= state.seen[seat]
        piles = [state.hand[seat] for seat in self.others] + [state.rack[side] for side in self.other_sides]
        drawn = drawn_too and state.drawn != NO_CARD and not state.drawn_open and state.turn != self.viewer
        hidden = [card for card in rest if card <= WILD] + [card for pile in piles for card in _cards(pile)]
        hidden += [int(state.drawn)] if drawn else []
        self.chance.shuffle(hidden)
        for pile in piles:
            _fill(pile, [hidden.pop() for _ in range(int(pile.sum()))])
        for seat in self.others:
            state.hand[seat] += state.seen[seat]
        if drawn:
            state.drawn = hidden.pop()
        rest = hidden + [card for card in rest if card > WILD]
        self.chance.shuffle(rest)
        state.deck[top : state.deck_end] = rest

    def swap_top_card(self) -> None:
        """Exchange the top card of the deck for a different one further down."""
        state = self.state
        places = [n for n in range(state.deck_next, state.deck_end) if state.deck[n] <= WILD]
        if len(places) > 1:
            other = self.chance.choice(places[1:])
            top, deep = int(state.deck[places[0]]), int(state.deck[other])
            state.deck[places[0]], state.deck[other] = deep, top

    def change_festivals(self) -> None:
        """Mix the piles of others and the festival cards of the deck."""
        state = self.state
        inside = [n for n in range(state.deck_next, state.deck_end) if state.deck[n] >= FIRST_FESTIVAL]
        piles = [state.festival_held[seat] for seat in self.others]
        hidden = [int(state.deck[n]) - FIRST_FESTIVAL for n in inside]
        hidden += [festival for pile in piles for festival in _cards(pile)]
        self.chance.shuffle(hidden)
        for pile in piles:
            _fill(pile, [hidden.pop() for _ in range(int(pile.sum()))])
        for n in inside:
            state.deck[n] = FIRST_FESTIVAL + hidden.pop()

    # ---- tickets -----------------------------------------------------------------------------

    def known_tickets(self) -> set[int]:
        """Return the tickets in the viewer's hand, offer and picks, and on the rack of the viewer's team."""
        state, viewer = self.state, self.viewer
        if viewer is None:
            return set()
        known = {*elements(state.tickets[viewer]), *elements(state.rack_tickets[self.own_side])}
        known |= set(state.offer[viewer, : state.offered[viewer]].tolist())
        picks = state.draft_round if Ask.PICK in state.ask else 0
        return known | set(state.picked[viewer, :picks].tolist())

    def change_tickets(self, kept: frozenset[int]) -> None:
        """Replace every hidden ticket: held, offered, in the deck or out of the game."""
        state, known = self.state, self.known_tickets() | kept
        before = [ticket for ticket in range(int(self.facts.tickets)) if ticket not in known]
        after = self.chance.sample(before, len(before))
        new = {ticket: ticket for ticket in range(TICKETS)} | dict(zip(before, after, strict=True))
        for seat in self.others:
            state.tickets[seat] = sum(1 << new[n] for n in elements(state.tickets[seat]))
            for i in range(OFFER):
                state.offer[seat, i] = new[int(state.offer[seat, i])]
                state.picked[seat, i] = new[int(state.picked[seat, i])]
        for side in self.other_sides:
            state.rack_tickets[side] = sum(1 << new[n] for n in elements(state.rack_tickets[side]))
        for i in range(TICKETS):
            state.ticket_deck[i] = new[int(state.ticket_deck[i])]

    def change_choices(self, seats: list[int]) -> None:
        """Change the answers of others to a question that is still open."""
        state = self.state
        for seat in seats:
            offered = int(state.offered[seat])
            if Ask.PICK in state.ask and state.ask[seat] == Ask.NOTHING:
                state.choice[seat] = self.chance.randrange(offered)
            elif offered and state.ask[seat] in (Ask.NOTHING, Ask.START_RACK):
                fewest = int(self.facts.draft_keep if self.facts.draft_count else self.facts.start_keep)
                most = fewest if self.facts.draft_count else offered
                kept = self.chance.sample(range(offered), self.chance.randint(fewest, most))
                state.choice[seat] = sum(1 << place for place in kept)
                state.rack_choice[seat] = self.chance.choice(kept)

    # ---- random numbers and stale values -----------------------------------------------------

    def change_chance(self) -> None:
        """Use another seed and another position in its stream."""
        self.state.key[:] = [self.chance.getrandbits(32) for _ in range(4)]
        self.state.counter = self.chance.getrandbits(40)

    def change_leftovers(self) -> None:
        """Change stale values of earlier decisions that have no meaning at the moment."""
        state = self.state
        for n in (*range(state.deck_next), *range(state.deck_end, DECK)):
            state.deck[n] = self.chance.randrange(CARD_KINDS)
        for n in range(state.turned_count, len(state.turned)):
            state.turned[n] = self.chance.randrange(CARD_KINDS)
        for n in range(state.ticket_count, TICKETS):
            place = (state.ticket_next + n) % TICKETS
            state.ticket_deck[place] = self.chance.randrange(int(self.facts.tickets))
        for seat in range(state.players):
            for i in range(state.offered[seat], OFFER):
                state.offer[seat, i] = self.chance.randrange(int(self.facts.tickets))


def _cards(pile: Array) -> list[int]:
    """Return the cards of a pile that is stored as counts."""
    return [kind for kind, number in enumerate(pile.tolist()) for _ in range(number)]


def _fill(pile: Array, cards: list[int]) -> None:
    pile[:] = 0
    for card in cards:
        pile[card] += 1
