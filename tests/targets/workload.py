"""A little of everything that players, bots and designers ask of the engine, the same every time."""

from __future__ import annotations

import numpy as np

from semafor import Game, load_board
from semafor.arena.series import new_series
from semafor.arena.speed import copy_states, score_again
from semafor.boards import board_names
from semafor.bots import choose_move, make_bot
from semafor.bots.board_knowledge import BoardKnowledge
from semafor.bots.planner.joining import find_gains
from semafor.bots.planner.pricing import SCENE
from semafor.engine.actions import MASK_WORDS
from semafor.engine.arithmetic import exp, exp_of, log
from semafor.engine.cardgame.card_scoring import lacking
from semafor.engine.cardgame.completion import CHOICE, completion_of
from semafor.engine.cardgame.siding import cards_needed, row_size
from semafor.engine.cards import can_draw, deck_size
from semafor.engine.connections import WAYS, find_way, other_end
from semafor.engine.market import can_show_fewer_wilds, market_wilds
from semafor.engine.routes import own_route
from semafor.engine.state import LOG
from semafor.engine.teams import cards_of, pieces_of_side
from semafor.engine.turn import apply, legal
from semafor.games.arrays import Single
from semafor.games.lookup import kind_of
from semafor.knowledge.card_worlds import visible_cards
from semafor.knowledge.sampler import world_of_view
from semafor.seeds import series_key
from semafor.story.standing import PointCounter
from semafor.workshop.study import study

BOTS = ("search@8", "planner", "network", "lookahead@4", "medium", "greedy")
POSITIONS = (
    {"board": "europe", "players": 2, "hands": {0: {"green": 3}}},
    {
        "board": "usa",
        "players": 3,
        "hands": {0: {"red": 2}},
        "market": ["wild", "wild", "red", "blue", "red"],
    },
    {"board": "cardgame", "players": 2, "hands": {0: {"green": 2}}},
)


def play_a_little(name: str, decisions: int) -> None:
    """Let all sorts of bots play, and look at the game from every side."""
    board = load_board(name)
    game = Game.new(name, players=board.options.players[-1], seed="targets", first=0)
    bots = [make_bot(BOTS[seat % len(BOTS)], board, seat) for seat in range(game.players)]
    for _ in range(decisions):
        if game.over:
            break
        seat = game.pending[0]
        game.play(choose_move(bots[seat], game.view(seat), game.moves(seat)), seat)
    game.views((*range(game.players), None))
    game.ticket_progress(range(game.players))
    game.result()
    look_at_it(game)


def look_at_it(game: Game) -> None:
    """Ask for what networks, stories and samplers read of a game."""
    single = Single(game.board, game.players, game.states.copy())
    seat = max(0, single.to_play)
    single.observation(seat)
    single.rewards("win")
    actions = np.flatnonzero(single.mask(seat))
    if actions.size:
        single.apply(seat, int(actions[0]))
    if not game.over:
        world_of_view(game.board, game.view(seat))
    counter = PointCounter(game.board, game.players)
    counter.margin(counter.points(game.states)[0], seat)
    if not game.board.options.card_game:
        knowledge = BoardKnowledge(game.board)
        knowledge.done(game.board.ticket_names, game.board.route_names[:9])


def run_series(name: str) -> None:
    """Play random games, score and copy them."""
    board = load_board(name)
    series = new_series(board, board.options.players[0], series_key("targets"))
    work = series.kind.new_work()
    series.play_in(work, 0, 3)
    score_again(work, series.kind.facts, 1)
    copy_states(np.zeros(4, kind_of(board).state), 5)


def ask_about_board(game: Game) -> None:
    """Ask what refusals and hints want to know about a game on a board, and decide once."""
    state, facts = game.states.copy()[0], kind_of(game.board).facts
    mask = np.zeros(MASK_WORDS, np.uint64)
    legal(state, facts, 0, mask)
    word = int(np.flatnonzero(mask)[0])
    apply(state, facts, 0, 64 * word + int(mask[word]).bit_length() - 1, np.zeros(1, LOG)[0])
    find_gains(np.zeros(1, SCENE)[0], facts, np.zeros(facts.routes, np.uint8))
    can_draw(state)
    market_wilds(state)
    can_show_fewer_wilds(state)
    pieces_of_side(state, facts, 0)
    cards_of(state, facts, 0, 1)
    ways = np.zeros(1, WAYS)[0]
    ways.price[:] = 1
    find_way(facts, ways, 0, 5)
    other_end(facts, 0, int(facts.route_a[0]))
    own_route(state, facts, 0, 3)


def ask_about_cards(game: Game) -> None:
    """Ask what refusals and views want to know about a Card Game."""
    state, facts = game.states.copy()[0], kind_of(game.board).facts
    deck_size(state)
    cards_needed(state, 0, 2)
    row_size(state, 0, 2)
    lacking(state, facts, 0, np.uint64(7), 2)
    visible_cards(state, 1)
    completion_of(state, facts, 0, np.zeros(1, CHOICE)[0])


def work_through() -> None:
    """Call everything that is exported."""
    for name in board_names():
        play_a_little(name, 60)
        run_series(name)
    for described in POSITIONS:
        Game.position(described)
    ask_about_board(Game.new("europe", players=3, seed="details"))
    ask_about_cards(Game.new("cardgame", players=3, seed="details"))
    study(load_board("usa"), 1, "1", 1, lambda _: None)
    exp(0.5)
    log(2.0)
    exp_of(np.zeros(3))
