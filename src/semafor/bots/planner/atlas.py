"""A board as arrays, with the names that views and moves use."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from semafor.boards.model import COLOURS, WILD, Board
from semafor.bots.planner.kernels.records import Ints, Net, Tracks
from semafor.engine.state import Facts
from semafor.kinds.board_facts import facts_of

CARDS = (*COLOURS, WILD)
CARD_NUMBER = {card: number for number, card in enumerate(CARDS)}


class Atlas:
    """What never changes on a board, for one number of players."""

    def __init__(self, board: Board, players: int) -> None:
        facts, count = facts_of(board), len(board.routes)
        self.board, self.players = board, players
        self.route_names = board.route_names
        self.route = {name: number for number, name in enumerate(board.route_names)}
        self.place = {place.name.en: number for number, place in enumerate(board.places)}
        self.place_names = tuple(place.name.en for place in board.places)
        self.ticket = {name: number for number, name in enumerate(board.ticket_names)}
        names = {place.id: place.name.en for place in board.places}
        self.festivals = {festival.id: festival for festival in board.festivals}
        self.festival_at = {names[place]: f.id for f in board.festivals for place in f.places}
        self.kinds = tuple(board.options.pieces)
        self.tracks = Tracks(
            cards=_ints(facts.route_cost[:count]),
            colour=_ints(facts.route_colour[:count]),
            ferry=_ints(facts.route_ferry[:count]),
            tunnel=_ints(facts.route_tunnel[:count]),
            pieces=_ints(facts.route_pieces[:count]),
            kind=_ints(facts.route_kind[:count]),
            points=facts.route_points[:count].astype(np.float64),
        )
        self.net = _net(players, facts)
        self.ends = np.stack([self.net.route_a, self.net.route_b], axis=1)
        tickets = len(board.tickets)
        self.pairs = np.stack([_ints(facts.ticket_a[:tickets]), _ints(facts.ticket_b[:tickets])], axis=1)
        self.worth = facts.ticket_points[:tickets].astype(np.float64)
        deck = {str(card): number for card, number in board.options.cards.items()}
        self.deck = np.array([deck.get(card, 0) for card in CARDS], np.int64)
        pieces, cards = self.tracks.pieces.mean(), self.tracks.cards.mean()
        self.pace = float(pieces / (1 + cards / 1.9))
        """Pieces that a player lays in a turn, in the long run."""
        self.yield_of_turn = float(self.tracks.points.sum() / (1 + self.tracks.cards / 1.9).sum())
        """Points that routes bring in a turn, drawing their cards included."""


def _ints(array: Ints) -> Ints:
    return np.ascontiguousarray(array).astype(np.int64)


def _net(players: int, facts: Facts) -> Net:
    places, count = int(facts.places), int(facts.routes)
    bundles: dict[tuple[int, ...], int] = {}
    strands = [tuple(facts.strands[route].tolist()) for route in range(count)]
    ends = int(facts.at[places])
    return Net(
        places=places,
        at=_ints(facts.at[: places + 1]),
        route_at=_ints(facts.route_at[:ends]),
        place_at=_ints(facts.place_at[:ends]),
        route_a=_ints(facts.route_a[:count]),
        route_b=_ints(facts.route_b[:count]),
        group=np.array([bundles.setdefault(bundle, len(bundles)) for bundle in strands], np.int64),
        limit=_ints(facts.strand_limit[players, :count]),
    )


@lru_cache(maxsize=64)
def atlas_of(board: Board, players: int) -> Atlas:
    """The arrays of a board, made once."""
    return Atlas(board, players)
