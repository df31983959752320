"""Looking for leaks: what a viewer is shown in this world and in one that the viewer cannot tell from it."""

from __future__ import annotations

from random import Random

import msgspec

from semafor import Game, Move
from semafor.engine.state import TICKETS, Ask, Goes
from semafor.events import DeckShuffled, MarketSwept
from semafor.games.board_facts import elements
from semafor.games.lookup import kind_of
from semafor.moves import Draw, DrawTickets, Keep, Pick, RackTicket, Share
from tests.other_worlds import other_world
from tests.scramble import ALL, Scrambler

DEEP = 25
"""More cards than one decision usually turns up."""


def viewers(game: Game) -> list[int | None]:
    """Return all viewers: the seats and a spectator."""
    return [*range(game.players), None]


def find_leak(game: Game, viewer: int | None, chance: Random) -> str | None:
    """Return something shown to the viewer that depends on hidden information, or None."""
    world = other_world(game, viewer, chance)
    if viewer is not None and game.moves(viewer) != world.moves(viewer):
        return "moves"
    if viewer is not None and _progress(game, viewer) != _progress(world, viewer):
        return "progress"
    return _compare(game, world, viewer, len(game.events()))


def _progress(game: Game, seat: int) -> object:
    """Return the ticket progress of a seat and when it changes."""
    return game.ticket_progress([seat]), game.progress_keys([seat])


def find_leak_of_decision(game: Game, viewer: int | None, chance: Random) -> str | None:
    """Check one decision that the same seat makes in both worlds, as far as the viewer can tell."""
    seat = chance.choice(game.pending)
    move = chance.choice(game.moves(seat))
    one, two = game.copy(), Decision(game, viewer, seat, move).other_world(chance)
    likes = [other for other in two.moves(seat) if looks(two, seat, other) == looks(one, seat, move)]
    if not likes:
        return None  # the other hand cannot pay it
    answer = move if viewer is not None and seat in kind_of(game.board).team(viewer) else chance.choice(likes)
    since = len(game.events())
    happened = [*one.play(move, seat), *two.play(answer, seat)]
    if any(isinstance(event, DeckShuffled | MarketSwept) for event in happened):
        return None  # then the rest of the deck is shown, which differs
    if Ask.PICK in game.states[0].ask and len(game.pending) == 1:
        # The hands are passed on now, so the viewer sees tickets of others.
        return _compare_events(one, two, viewer, since, but_of=viewer)
    return _compare(one, two, viewer, since)


def _compare(one: Game, two: Game, viewer: int | None, since: int) -> str | None:
    here, there = one.view(viewer), two.view(viewer)
    if here != there or msgspec.json.encode(here) != msgspec.json.encode(there):
        return "view"
    return _compare_events(one, two, viewer, since)


def _compare_events(
    one: Game, two: Game, viewer: int | None, since: int, but_of: int | None = None
) -> str | None:
    here, there = (
        [
            event
            for event in game.events(since, viewer)
            if but_of is None or getattr(event, "seat", None) != but_of
        ]
        for game in (one, two)
    )
    return None if here == there else "events"


def looks(game: Game, seat: int, move: Move) -> object:
    """Return what others see of a move: only the number of tickets, or which of the shown cards."""
    own = game.view(seat).own
    assert own is not None
    match move:
        case Keep(tickets):
            return Keep, [own.offer.index(ticket) for ticket in tickets]
        case Pick(ticket) | RackTicket(ticket):
            return type(move), own.offer.index(ticket)
        case Share(tickets):
            return Share, len(tickets)
        case _:
            return str(move)


class Decision:
    """A decision to be made, and what it will show to the viewer."""

    def __init__(self, game: Game, viewer: int | None, seat: int, move: Move) -> None:
        self.game, self.viewer, self.seat, self.move = game, viewer, seat, move
        self.state = game.states[0]
        self.team = frozenset[int]() if viewer is None else kind_of(game.board).team(viewer) - {viewer}

    def other_world(self, chance: Random) -> Game:
        """Return a world with other secrets, except for those that the decision reveals to the viewer."""
        scrambler = Scrambler(self.game, self.viewer, chance)
        deck = int(self.state.deck_end) - int(self.state.deck_next)
        scrambler.change_cards(DEEP if deck > 2 * DEEP else ALL, drawn_too=self.state.turn not in self.team)
        scrambler.change_tickets(self.tickets_told())
        if len(self.game.pending) > 1:  # otherwise choices or numbers of kept tickets are revealed
            scrambler.change_choices([seat for seat in scrambler.others if seat not in self.team])
        if self.draws_in_secret():
            scrambler.swap_top_card()
        return scrambler.game

    def draws_in_secret(self) -> bool:
        """Whether the next card of the deck is one that the viewer does not get to see."""
        to_rack = self.seat in self.team and self.state.goes_to == Goes.RACK
        return self.move == Draw() and self.seat != self.viewer and not to_rack

    def tickets_told(self) -> frozenset[int]:
        """Return tickets that the viewer may be dealt or that the partner may put on the rack."""
        state, told = self.state, set[int]()
        if self.seat == self.viewer or not isinstance(self.move, DrawTickets):
            told |= {
                int(state.ticket_deck[(state.ticket_next + n) % TICKETS]) for n in range(state.ticket_count)
            }
        for partner in self.team:
            racks = self.seat == partner and isinstance(self.move, Keep | RackTicket | Share)
            if racks or state.offered[partner]:
                told |= {*elements(state.tickets[partner]), *state.offer[partner].tolist()}
        return frozenset(told)
