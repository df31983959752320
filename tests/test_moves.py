"""Moves as texts: every listed move on every board has one that parses back, and leads to the same game."""

from __future__ import annotations

import random

import pytest

from semafor import Game, Payment, UnknownMove, board_names, load_board, parse_move
from semafor.moves import (
    Build,
    Claim,
    Draw,
    DrawTickets,
    Keep,
    Move,
    Pass,
    PayExtra,
    Pick,
    PutCard,
    RackTicket,
    Refuse,
    Share,
    TakeFestival,
)
from semafor.notation import parse_payment, place_names
from semafor.spelling import place_spellings, route_spellings, ticket_spellings
from tests.positions import position

BOARDS = [name for name in board_names() if load_board(name).options.card_game is None]
STEPS = 120


def check_texts(game: Game, seat: int) -> list[Move]:
    """Return the seat's moves after checking that their texts are unique and parse back."""
    moves = game.moves(seat)
    texts = [str(move) for move in moves]
    assert len(set(texts)) == len(texts)
    assert [parse_move(text, game.board) for text in texts] == moves
    return moves


@pytest.mark.parametrize("board", BOARDS)
def test_every_listed_move_has_a_text_that_parses_back(board: str) -> None:
    players = load_board(board).options.players[-1]
    game, chance = Game.new(board, players=players, seed=1), random.Random(1)
    kinds = set()
    for _ in range(STEPS):
        seat = chance.choice(game.pending)
        moves = check_texts(game, seat)
        kinds |= {type(move) for move in moves}
        game.play(chance.choice(moves), seat)
        if game.over:
            break
    assert {Draw, Claim} <= kinds


@pytest.mark.parametrize("board", BOARDS)
def test_a_game_played_by_texts_is_the_same_game(board: str) -> None:
    players = load_board(board).options.players[0]
    by_value, by_text = (Game.new(board, players=players, seed=2) for _ in range(2))
    chance = random.Random(2)
    for _ in range(STEPS // 2):
        seat = chance.choice(by_value.pending)
        move = chance.choice(by_value.moves(seat))
        assert by_value.play(move, seat) == by_text.play(str(move), seat)
    assert by_value.record() == by_text.record()
    assert by_value.to_bytes() == by_text.to_bytes()


TEXTS = {
    "europe": {
        "draw deck": Draw(),
        "draw market 3": Draw(3),
        "draw tickets": DrawTickets(),
        "claim Palermo-Smyrna 4 red 2 wild": Claim("Palermo-Smyrna", Payment("red", 4, 2)),
        "claim Madrid-Pamplona/black 3 wild": Claim("Madrid-Pamplona/black", Payment("wild", 0, 3)),
        "build Wien 1 red": Build("Wien", Payment("red", 1, 0)),
        "pay 1 red 1 wild": PayExtra(Payment("red", 1, 1)),
        "refuse": Refuse(),
        "keep Paris-Wien, Paris-Zágráb": Keep(("Paris-Wien", "Paris-Zágráb")),
        "keep nothing": Keep(()),
        "pass": Pass(),
    },
    "asia": {
        "claim Baroda-Karachi 1 white 1 wild (rack 1 wild)": Claim(
            "Baroda-Karachi", Payment("white", 1, 1, 0, 1)
        ),
        "rack Bombay-Madras": RackTicket("Bombay-Madras"),
        "share Bombay-Madras, Canton-Shanghai": Share(("Bombay-Madras", "Canton-Shanghai")),
        "put hand": PutCard("hand"),
        "put rack": PutCard("rack"),
    },
    "iberia": {
        "pick Gijón-Madrid": Pick("Gijón-Madrid"),
        "festival sevilla": TakeFestival("sevilla"),
        "festival none": TakeFestival(None),
    },
}
CASES = [(board, text, move) for board, moves in TEXTS.items() for text, move in moves.items()]


@pytest.mark.parametrize(("board", "text", "move"), CASES)
def test_a_move_has_this_text(board: str, text: str, move: Move) -> None:
    assert str(move) == text
    assert parse_move(text, load_board(board)) == move


def test_spaces_around_a_text_do_not_matter() -> None:
    board = load_board("europe")
    assert parse_move("  claim Athina-Sofia  3 violet ", board) == Claim(
        "Athina-Sofia", Payment("violet", 3, 0)
    )
    assert parse_move("keep Paris-Wien,Paris-Zágráb", board) == Keep(("Paris-Wien", "Paris-Zágráb"))


FORGIVEN = [
    ("europe", "Claim sofia–ATHINA 3 Violet", "claim Athina-Sofia 3 violet"),
    ("europe", "claim Athina-Sofia 1 wild 2 violet", "claim Athina-Sofia 2 violet 1 wild"),
    ("europe", "claim Athina-Sofia 2 violet, 1 wild", "claim Athina-Sofia 2 violet 1 wild"),
    ("europe", "claim paryz-bruksela/RED 2 red", "claim Bruxelles-Paris/red 2 red"),
    ("europe", "build ZAGRAB 1 red", "build Zágráb 1 red"),
    ("europe", "build wieden 1 red", "build Wien 1 red"),
    ("europe", "keep wien-paris, zagrab - paris", "keep Paris-Wien, Paris-Zágráb"),
    ("europe", "DRAW Market 3", "draw market 3"),
    (
        "asia",
        "claim karachi-baroda 1 wild 1 white (RACK 1 wild)",
        "claim Baroda-Karachi 1 white 1 wild (rack 1 wild)",
    ),
    ("asia", "put RACK", "put rack"),
    ("iberia", "pick Madrid-gijon", "pick Gijón-Madrid"),
    ("iberia", "festival Coimbra", "festival porto"),
    ("iberia", "festival las fallas", "festival valencia"),
    ("cardgame", "place Green, BLUE, red", "place red, green, blue"),
]


@pytest.mark.parametrize(("board", "written", "printed"), FORGIVEN)
def test_names_are_forgiven_where_they_are_unique(board: str, written: str, printed: str) -> None:
    assert str(parse_move(written, load_board(board))) == printed


@pytest.mark.parametrize("board", board_names())
def test_every_name_means_itself(board: str) -> None:
    loaded = load_board(board)
    assert [route_spellings(loaded).find(name) for name in loaded.route_names] == [*loaded.route_names]
    assert [ticket_spellings(loaded).find(name) for name in loaded.ticket_names] == [*loaded.ticket_names]
    assert [place_spellings(loaded).find(name) for name in place_names(loaded)] == [*place_names(loaded)]


def test_a_name_that_fits_several_is_not_guessed() -> None:
    with pytest.raises(UnknownMove, match="Did you mean") as caught:
        parse_move("claim paris-bruxelles 2 red", load_board("europe"))
    assert caught.value.code == "unknown-route"


@pytest.mark.parametrize(
    "payment",
    [
        Payment("red", 3, 0),
        Payment("red", 3, 2),
        Payment("wild", 0, 4),
        Payment("red", 3, 2, 1, 0),
        Payment("red", 3, 2, 0, 2),
        Payment("red", 3, 2, 3, 2),
        Payment("wild", 0, 4, 0, 4),
    ],
)
def test_payments_parse_back(payment: Payment) -> None:
    assert parse_payment(str(payment)) == payment
    assert payment.total == payment.plain + payment.wild


def test_wilds_alone_may_name_a_colour_with_no_cards() -> None:
    game = position(hands={0: {"wild": 3}})
    game.play("claim Athina-Sofia 0 violet 3 wild")
    assert game.record().moves == ("0 claim Athina-Sofia 3 wild",)
