"""Which card to take."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from semafor.bots.planner.atlas import CARD_NUMBER
from semafor.bots.planner.kernels.records import KINDS_OF_CARD, WILD, Floats
from semafor.bots.planner.outlook import Outlook, card_array
from semafor.moves import Draw

NEEDED = 1.0
SPARE = 0.3
WILD_WORTH = 1.55


def card_values(now: Outlook) -> Floats:
    """What one card of each kind is worth, in needed cards."""
    lack = now.lack()
    values = np.full(KINDS_OF_CARD, SPARE)
    filler = filler_needs(now)
    for card in range(WILD):
        if lack[card] > 0:
            values[card] = NEEDED + 0.08 * min(lack[card], 3.0)
        else:
            values[card] = SPARE + filler[card]
    values[WILD] = WILD_WORTH + (0.5 if lack[WILD] > 0 else 0.0)
    return values


def filler_needs(now: Outlook) -> Floats:
    """For each colour how near it is to a valuable route beside the plan."""
    needs = np.zeros(KINDS_OF_CARD)
    tracks = now.tracks
    kinds = now.pieces[tracks.kind]
    for route in np.nonzero((now.is_open == 1) & (tracks.points >= 7) & (tracks.pieces <= kinds))[0]:
        colour = tracks.colour[route]
        colours = range(WILD) if colour == WILD else (colour,)
        for c in colours:
            missing = tracks.cards[route] - now.hand[c]
            if missing > 0:
                needs[c] = max(needs[c], 0.6 * tracks.points[route] / 15 * (1 - 0.12 * missing))
    return needs


def deck_value(now: Outlook, values: Floats) -> float:
    """The value of a blind card, by what is still out."""
    view = now.view
    market = [card for card in view.market if card]
    out = now.atlas.deck - card_array(view.discards, now.own.hand, now.own.rack) + 0
    for card in market:
        out[CARD_NUMBER[card]] -= 1
    for seat in view.seats:
        if seat.seat != now.own.seat:
            out = out - card_array(seat.seen)
    out = np.maximum(out, 0)
    total = out.sum()
    return float((values * out).sum() / total) if total else SPARE


def best_draw(now: Outlook, draws: Sequence[Draw]) -> Draw:
    """The best first card, the second in mind; a face-up wild is the only one."""
    values = card_values(now)
    deck = deck_value(now, values)
    first = now.own.ask == "turn"

    def worth(draw: Draw) -> float:
        return (
            deck
            if draw.market is None
            else float(values[CARD_NUMBER[now.view.market[draw.market - 1] or "wild"]])
        )

    if not first:
        return max(draws, key=worth)
    ranked = sorted((worth(d) for d in draws if not _is_wild(now, d)), reverse=True)

    def with_second(draw: Draw) -> float:
        if _is_wild(now, draw):
            return worth(draw)
        others = list(ranked)
        others.remove(worth(draw))
        follow = max(deck, others[0] if others else 0.0)
        return worth(draw) + follow + (0.02 if draw.market is not None else 0.0)

    return max(draws, key=with_second)


def _is_wild(now: Outlook, draw: Draw) -> bool:
    return draw.market is not None and now.view.market[draw.market - 1] == "wild"
