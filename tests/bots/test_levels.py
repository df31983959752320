"""Levels for people: they play everywhere, with a network or without, and never in a silly way."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from semafor import BadSetup, Game, load_board
from semafor.bots import LEVELS, make_bot
from semafor.bots.learned.network_bot import NoisyBot, noisy_chances, parse_noise
from semafor.bots.registry import players_of
from semafor.games.board_game import LATE_PIECES
from semafor.moves import Claim, Draw, DrawTickets, Keep, Move
from semafor.view import View

ROOT = Path(__file__).parents[2]
TABLES = [("berlin", 2, "easy"), ("berlin", 3, "medium"), ("cardgame", 2, "easy")]
QUICK = ["easy", "medium", "hard", "expert"]


def silly_acts(game: Game, view: View, move: Move, moves: list[Move]) -> list[str]:
    """What a person would shake the head about, told without `Sense`."""
    options = game.board.options
    if options.card_game is not None:
        return []
    fewest = min(sum(seat.pieces.values()) for seat in view.seats) - options.last_round_at
    late = view.last_turns is not None or fewest <= LATE_PIECES
    found = []
    if isinstance(move, DrawTickets) and late:
        found.append("tickets that nobody can finish")
    fewest_kept = min((len(other.tickets) for other in moves if isinstance(other, Keep)), default=0)
    if isinstance(move, Keep) and late and len(move.tickets) > fewest_kept:
        found.append("more tickets than must be")
    if view.last_turns is not None and isinstance(move, Draw) and any(isinstance(m, Claim) for m in moves):
        found.append("cards that nobody can use")
    return found


@pytest.mark.parametrize(("board", "players", "level"), TABLES)
def test_nothing_silly_is_done(board: str, players: int, level: str) -> None:
    game = Game.new(board, players=players, seed=11)
    bots = [make_bot(level, game.board, seat) for seat in range(players)]
    while not game.over:
        seat = game.pending[0]
        view, moves = game.view(seat), game.moves(seat)
        move = bots[seat].choose(view, moves)
        assert isinstance(move, msgspec.Struct)
        assert silly_acts(game, view, move, moves) == [], str(view.own)
        game.play(move, seat)


@pytest.mark.parametrize("level", QUICK)
def test_levels_play_boards_that_no_network_knows(level: str) -> None:
    """Own boards, and shipped ones with options that the network has not met."""
    own = load_board(ROOT / "examples" / "poland.toml")
    drafted = load_board("iberia")
    options = msgspec.structs.replace(drafted.options, draft=None)
    undrafted = msgspec.structs.replace(drafted, options=options)
    for board in (own, undrafted):
        game = Game.new(board, players=2, seed=1)
        bot = make_bot(level, board, 1)
        for _ in range(2):
            seat = game.pending[0]
            move = bot.choose(game.view(seat), game.moves(seat))
            game.play(move, seat)


def test_the_last_turn_is_for_claims_and_tickets_are_for_those_who_have_time() -> None:
    game = Game.new("berlin", players=2, seed=3)
    while game.view(0).last_turns is None:
        seat = game.pending[0]
        claims = [move for move in game.moves(seat) if isinstance(move, Claim)]
        game.play((claims or game.moves(seat))[0], seat)
    seat = game.pending[0]
    view, sense = game.view(seat), players_of(game.board).sense(game.board)
    claim = Claim(next(name for name in game.board.route_names if name not in view.routes), None)  # type: ignore[arg-type]  # nobody pays
    assert sense.moves(view, [DrawTickets(), Draw(None), claim]) == [claim]
    assert sense.moves(view, [DrawTickets(), Draw(None)]) == [Draw(None)]
    assert sense.moves(view, [DrawTickets()]) == [DrawTickets()], "where there is nothing else"
    assert sense.moves(view, [Keep(("a", "b")), Keep(("a",)), Keep(("b",))]) == [Keep(("a",)), Keep(("b",))]


@pytest.mark.parametrize(
    ("pieces", "tickets", "draws"), [((8, 20), 5, True), ((8, 8), 5, False), ((8, 20), 6, False)]
)
def test_partners_have_time_as_long_as_both_together_have(
    pieces: tuple[int, int], tickets: int, draws: bool
) -> None:
    board = load_board("asia")
    view = Game.position({"board": "asia", "players": 4, "tickets": {0: board.ticket_names[:tickets]}}).view(
        0
    )
    seats = [
        msgspec.structs.replace(seat, pieces={"train": left})
        for seat, left in zip(view.seats, (*pieces, 27, 27), strict=True)
    ]
    view = msgspec.structs.replace(view, seats=tuple(seats))
    assert (DrawTickets() in players_of(board).sense(board).moves(view, [DrawTickets(), Draw(None)])) == draws


def test_noise_takes_what_is_good_enough_and_nothing_else() -> None:
    wanted = np.array([3.0, 2.0, -9.0], np.float32)
    none = np.zeros(3, np.bool_)
    soft, loud = noisy_chances(wanted, 1.0, none), noisy_chances(wanted, 5.0, none)
    assert soft[2] == loud[2] == 0
    assert soft[1] / soft[0] < loud[1] / loud[0] < 1
    far = np.array([3.0, 0.5, 0.5], np.float32)
    cards, route, other = noisy_chances(far, 5.0, np.array([True, True, False]))
    assert route == 0, "whoever plays badly draws too long, but does not build nonsense"
    assert cards > other > 0
    board = load_board("berlin")
    assert parse_noise(board, "easy") > parse_noise(board, "medium") > parse_noise(board, "hard") > 0
    for text in ("", "-1", "0", "nan", "loud"):
        with pytest.raises(BadSetup) as caught:
            NoisyBot(board, 1, text)
        assert caught.value.code == "bad-noise"


def test_every_level_has_two_players() -> None:
    assert all(level.bot and level.without for level in LEVELS)
