"""Another world that a seat cannot tell from this one: for searches that sample what is hidden."""

from __future__ import annotations

from random import Random
from typing import Any

from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.engine.cardgame.state import CardAsk
from semafor.engine.state import FIRST_FESTIVAL, NO_CARD, OFFER, TICKETS, WILD, Ask, State
from semafor.gym.single import Single
from semafor.kinds.base import KindName
from semafor.kinds.lookup import kind_of
from semafor.kinds.names import elements

Pile = NDArray[Any]


def resample(game: Single, viewer: int, chance: Random) -> Single:
    """The game with everything that the viewer cannot see now drawn anew, sizes kept."""
    world = game.copy()
    state = world.states[0]
    others = [seat for seat in range(game.players) if seat != viewer]
    _WORLDS[kind_of(game.board).name](state, viewer, others, game.board).change(chance)
    _change_tickets(state, viewer, others, game.board, chance)
    state.key[:] = [chance.getrandbits(32) for _ in range(4)]
    return world


def team_size(board: Board) -> int:
    """Seats that play for one side."""
    return 2 if board.options.teams else 1


class _World:
    """The cards that may be anywhere else, as far as the viewer knows."""

    def __init__(self, state: State, viewer: int, others: list[int]) -> None:
        self.state, self.viewer, self.others = state, viewer, others

    def mix(self, piles: list[Pile], chance: Random) -> None:
        """Hands, but for what the table saw come in, the given piles and the deck are dealt anew."""
        state = self.state
        for seat in self.others:
            state.hand[seat] -= state.seen[seat]
        deck = state.deck[state.deck_next : state.deck_end]
        places = [place for place, card in enumerate(deck) if card <= WILD]
        _deal([*piles, *(state.hand[seat] for seat in self.others)], deck, places, chance)
        for seat in self.others:
            state.hand[seat] += state.seen[seat]


class _BoardWorld(_World):
    """Of a board game: racks of other teams and festival cards are hidden too."""

    def __init__(self, state: State, viewer: int, others: list[int], board: Board) -> None:
        super().__init__(state, viewer, others)
        size = team_size(board)
        self.sides = sorted({seat // size for seat in others} - {viewer // size})

    def change(self, chance: Random) -> None:
        """Draw all cards anew."""
        state = self.state
        drawn = state.drawn != NO_CARD and not state.drawn_open and state.turn != self.viewer
        if drawn:  # it lies in front of another seat: as if still in that hand
            state.hand[state.turn, state.drawn] += 1
        self.mix([state.rack[side] for side in self.sides], chance)
        if drawn:
            state.drawn = chance.choice(_cards(state.hand[state.turn] - state.seen[state.turn]))
            state.hand[state.turn, state.drawn] -= 1
        deck = state.deck[state.deck_next : state.deck_end]
        places = [place for place, card in enumerate(deck) if card >= FIRST_FESTIVAL]
        _deal([state.festival_held[seat] for seat in self.others], deck, places, chance, FIRST_FESTIVAL)
        rest = deck.tolist()
        chance.shuffle(rest)
        deck[:] = rest


class _CardWorld(_World):
    """Of the Card Game: on-track piles are hidden, the own one too unless it may be looked at."""

    def __init__(self, state: State, viewer: int, others: list[int], board: Board) -> None:
        super().__init__(state, viewer, others)
        assert board.options.card_game, "a board of the Card Game"
        self.sees_own = board.options.card_game.open_track or CardAsk.COMPLETE in state.ask

    def change(self, chance: Random) -> None:
        """Draw all cards anew."""
        owners = self.others if self.sees_own else [*self.others, self.viewer]
        self.mix([self.state.track[seat] for seat in owners], chance)


_WORLDS: dict[KindName, type[_BoardWorld | _CardWorld]] = {"board": _BoardWorld, "cards": _CardWorld}


def _deal(piles: list[Pile], deck: Pile, places: list[int], chance: Random, first: int = 0) -> None:
    """Shuffle the cards of the piles and of these places of the deck; all keep their sizes."""
    hidden = [int(deck[place]) - first for place in places]
    hidden += [card for pile in piles for card in _cards(pile)]
    chance.shuffle(hidden)
    for pile in piles:
        size = int(pile.sum())
        pile[:] = 0
        for _ in range(size):
            pile[hidden.pop()] += 1
    for place in places:
        deck[place] = hidden.pop() + first


def _cards(pile: Pile) -> list[int]:
    """The cards of a pile that is kept as numbers by kind."""
    return [kind for kind, number in enumerate(pile.tolist()) for _ in range(number)]


def _has(state: State, field: str) -> bool:
    """Whether this kind of game has such a thing."""
    return field in (state.dtype.names or ())


def _change_tickets(state: State, viewer: int, others: list[int], board: Board, chance: Random) -> None:
    """Every ticket that the viewer does not know is another one, wherever it is."""
    fields = [name for name in ("tickets", "rack_tickets", "completing") if _has(state, name)]
    known = _known_tickets(state, viewer, team_size(board))
    before = [ticket for ticket in range(len(board.tickets)) if ticket not in known]
    new = dict(enumerate(range(TICKETS))) | dict(zip(before, chance.sample(before, len(before)), strict=True))
    for field in fields:
        for owner in range(len(state[field])):
            state[field][owner] = sum(1 << new[ticket] for ticket in elements(state[field][owner]))
    for seat in others:
        for place in range(OFFER):
            state.offer[seat, place] = new[int(state.offer[seat, place])]
            if _has(state, "picked"):
                state.picked[seat, place] = new[int(state.picked[seat, place])]
    for place in range(TICKETS):
        state.ticket_deck[place] = new[int(state.ticket_deck[place])]


def _known_tickets(state: State, viewer: int, size: int) -> set[int]:
    """The viewer's own, the team's rack, the offer, the picks, and what lies completed before everyone."""
    known = {*elements(state.tickets[viewer]), *state.offer[viewer, : state.offered[viewer]].tolist()}
    if _has(state, "completed"):
        return known | {ticket for seat in range(state.players) for ticket in elements(state.completed[seat])}
    known |= set(elements(state.rack_tickets[viewer // size]))
    picks = state.draft_round if Ask.PICK in state.ask else 0
    return known | set(state.picked[viewer, :picks].tolist())
