"""The list of exported functions: name, function and types of its arguments.

Everything else follows from it: the libraries, their manifest for Python, the TypeScript bindings and the
C header. Functions of batches, training and graphics cards are compiled by Numba where they are used.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from semafor.arena import speed
from semafor.bots.learned import features, rows
from semafor.bots.lookahead import simulation
from semafor.bots.planner import joining, pricing
from semafor.bots.planner.pricing import SCENE
from semafor.bots.search import chart, comparing
from semafor.bots.search.card_worth import CARD_SEARCH_WORK as CARD_SEARCHING
from semafor.bots.search.chart import CHART, SEARCH_WORK
from semafor.engine import (
    arithmetic,
    cards,
    chains,
    connections,
    deal,
    market,
    rng,
    routes,
    score,
    teams,
    ticket_needs,
    turn,
)
from semafor.engine.cardgame import card_deal, card_scoring, card_turn, completion, siding
from semafor.engine.cardgame.card_state import CARD_FACTS, CARD_RESULT, CARD_STATE, CARD_WORK
from semafor.engine.play import PLAYED
from semafor.engine.state import FACTS, LOG, RESULT, STATE
from semafor.engine.work import WORK
from semafor.games import arrays, points
from semafor.games.board_game import BOARD_STEP_WORK
from semafor.games.card_game import CARD_STEP_WORK
from semafor.knowledge import board_worlds, card_worlds, rollouts
from semafor.knowledge.hidden import SAMPLER
from semafor.workshop.study import watched
from semafor_engine.kinds import INT, REAL, WORD, Fields, Given, Kind, fields, kind_of

i1, i4, i8, u1, u4, u8 = np.int8, np.int32, np.int64, np.uint8, np.uint32, np.uint64
f4, f8 = np.float32, np.float64


class Export(NamedTuple):
    """A function of the library."""

    name: str
    function: Any
    arguments: tuple[Kind, ...]

    @property
    def python_name(self) -> str:
        """Return the name of the entry point for Python."""
        return f"py_{self.name}"


def export(name: str, function: Any, *arguments: Given) -> Export:
    """Return an export; a dtype is a record, a list with a dtype is an array."""
    return Export(name, function, tuple(map(kind_of, arguments)))


RULES = (
    export("board_deal", deal.deal, STATE, FACTS, INT, INT, LOG),
    export("board_legal", turn.legal, STATE, FACTS, INT, [u8]),
    export("board_apply", turn.apply, STATE, FACTS, INT, INT, LOG),
    export("board_score", score.score_game, STATE, FACTS, RESULT, WORK),
    export("board_legal_chains", chains.legal_chains, [STATE], [FACTS], INT, [chains.DESK], [i8]),
    export("board_apply_chain", chains.apply_chain, [STATE], [FACTS], INT, INT, [chains.DESK]),
    export(
        "board_ticket_needs",
        ticket_needs.find_needs,
        [STATE],
        [FACTS],
        INT,
        [ticket_needs.DESK],
        [ticket_needs.NEED],
    ),
    export("cards_deal", card_deal.deal, CARD_STATE, CARD_FACTS, INT, INT, LOG),
    export("cards_legal", card_turn.legal, CARD_STATE, CARD_FACTS, INT, [u8]),
    export("cards_is_legal", card_turn.is_legal, CARD_STATE, CARD_FACTS, INT, INT, [u8]),
    export("cards_apply", card_turn.apply, CARD_STATE, CARD_FACTS, INT, INT, LOG),
    export("cards_score", card_scoring.score_game, CARD_STATE, CARD_FACTS, CARD_RESULT, CARD_WORK),
)
"""The rules of both kinds of games."""

DETAILS = (
    export("board_clear", deal.clear, STATE, FACTS, INT),
    export("board_lay_out_routes", ticket_needs.lay_out, [STATE], [FACTS], [i8], [i8]),
    export("board_own_route", routes.own_route, STATE, FACTS, INT, INT),
    export("board_pieces_of_side", teams.pieces_of_side, STATE, FACTS, INT),
    export("board_cards_of", teams.cards_of, STATE, FACTS, INT, INT),
    export("board_can_draw", cards.can_draw, STATE),
    export("board_market_wilds", market.market_wilds, STATE),
    export("board_can_show_fewer_wilds", market.can_show_fewer_wilds, STATE),
    export("board_shuffle", rng.shuffle, STATE, [i1], INT, INT),
    export("board_components", connections.label_components, FACTS, [u8], [i1]),
    export("board_find_way", connections.find_way, FACTS, connections.WAYS, INT, INT),
    export("board_other_end", connections.other_end, FACTS, INT, INT),
    export("cards_clear", card_deal.clear, CARD_STATE, INT),
    export("cards_shuffle", rng.shuffle, CARD_STATE, [i1], INT, INT),
    export("cards_deck_size", cards.deck_size, CARD_STATE),
    export("cards_needed", siding.cards_needed, CARD_STATE, INT, INT),
    export("cards_row_size", siding.row_size, CARD_STATE, INT, INT),
    export("cards_lacking", card_scoring.lacking, CARD_STATE, CARD_FACTS, INT, WORD, INT),
    export("cards_visible", card_worlds.visible_cards, CARD_STATE, INT),
    export("cards_completion", completion.completion_of, CARD_STATE, CARD_FACTS, INT, completion.CHOICE),
    export("margin_of", points.margin_of, [f4], INT, INT),
)
"""What positions, refusals and hints ask about a game."""

KINDS = (("board", STATE, FACTS, BOARD_STEP_WORK), ("cards", CARD_STATE, CARD_FACTS, CARD_STEP_WORK))


def row_space(facts: Given, work: Given) -> Fields:
    """Return the type of what a network's rows are written with."""
    return fields(rows.RowSpace, [facts], [i4], [[i8]], [work], [features.PATHS], [u1], [i1])


def simulation_arrays(state: Given, facts: Given, work: Given) -> Fields:
    """Return the type of simulated games."""
    space = row_space(facts, work)
    return fields(simulation.SimulationArrays, [state], space, [[features.MAP_CACHE]], [i8], [[u1]])


def steps(kind: str, state: Given, facts: Given, work: Given) -> tuple[Export, ...]:
    """Return the small decisions of a kind of game, and what a network reads of them."""
    space, games = row_space(facts, work), simulation_arrays(state, facts, work)
    return (
        export(f"{kind}_observe", arrays.observe_one, [state], [facts], INT, [u1], [work]),
        export(f"{kind}_mask", arrays.mask_one, [state], [facts], INT, [i1], [work]),
        export(f"{kind}_step", arrays.apply_one, [state], [facts], INT, INT, [work]),
        export(f"{kind}_asked", arrays.asked_one, [state]),
        export(f"{kind}_rewards", arrays.rewards_one, [state], [facts], INT, [f8], [work]),
        export(f"{kind}_row", rows.one_row, space, [state], INT, [features.MAP_CACHE], [u1]),
        export(f"{kind}_look", simulation.look, games, [i8], [[u1]]),
        export(f"{kind}_go_on", simulation.go_on, games, [i8], [i8], [state], [i8]),
        export(f"{kind}_margins", simulation.tell_margins, games, [i8], INT, INT, REAL, [f8]),
        export(f"{kind}_points", simulation.tell_points, [state], [facts], [work], [[f4]]),
    )


BOTS = (
    export("board_sample_world", board_worlds.sample_world, STATE, FACTS, SAMPLER),
    export("cards_sample_world", card_worlds.sample_world, CARD_STATE, CARD_FACTS, SAMPLER),
    export("board_demand", chart.write_demand, CHART, FACTS, SEARCH_WORK),
    export("board_worlds", comparing.deal_worlds, [SEARCH_WORK], [FACTS], [CHART], INT, [STATE]),
    export("board_search", comparing.think, [SEARCH_WORK], [FACTS], [CHART], [i8]),
    export("cards_worlds", comparing.deal_worlds, [CARD_SEARCHING], [CARD_FACTS], [[f4]], INT, [CARD_STATE]),
    export("cards_search", comparing.think, [CARD_SEARCHING], [CARD_FACTS], [[f4]], [i8]),
    export("exp", arithmetic.exp, REAL),
    export("log", arithmetic.log, REAL),
    export("write_exp", arithmetic.write_exp, [f8]),
    export("add_rows", rows.add_rows, [f4], [[i1]], [f4]),
)
"""What bots compute besides."""

PLANNER = (
    export("planner_price_routes", pricing.price_routes, SCENE, FACTS),
    export("planner_risk_routes", pricing.risk_routes, SCENE, FACTS),
    export("planner_find_lack", pricing.find_lack, SCENE, FACTS, [u1], [i8]),
    export("planner_turns_needed", pricing.turns_needed, SCENE, FACTS, [u1], [i8]),
    export("planner_mark_joined", joining.mark_joined, SCENE, FACTS, [u1]),
    export("planner_value_of", joining.value_of, SCENE, FACTS, pricing.TICKET_LIST, [u1]),
    export("planner_choose_tickets", joining.choose_tickets, SCENE, FACTS),
    export("planner_find_gains", joining.find_gains, SCENE, FACTS, [u1]),
)
"""What the planner computes."""

ROOM = fields(
    watched.StudyRoom, [watched.STUDY_WORK], [WORK], [FACTS], [CHART], [[i8]], [u4], [i8], [watched.WATCHED]
)
SERIES = (
    export("board_play_random", rollouts.play_random, WORK, FACTS, [u4], [i8], [PLAYED]),
    export("cards_play_random", rollouts.play_random, CARD_WORK, CARD_FACTS, [u4], [i8], [PLAYED]),
    export("board_play_watched", watched.play_watched, ROOM),
    export("board_copy_states", speed.copy_states, [STATE], INT),
    export("cards_copy_states", speed.copy_states, [CARD_STATE], INT),
    export("board_score_again", speed.score_again, WORK, FACTS, INT),
    export("cards_score_again", speed.score_again, CARD_WORK, CARD_FACTS, INT),
)
"""Whole games, and what benchmarks measure."""

EXPORTS = (*RULES, *DETAILS, *(one for kind in KINDS for one in steps(*kind)), *BOTS, *PLANNER, *SERIES)
