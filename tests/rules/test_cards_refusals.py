"""Every refusal of the Card Game: a code, a sentence, a rule, and nothing has changed."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from semafor import BadPosition, Game, IllegalMove, Move
from semafor.moves import Complete, Draw, Keep, PlaceRow, PlaceThree, Refuse
from tests.error_codes import untried_codes

RED = {"hands": {0: {"red": 3, "wild": 1, "blue": 1, "green": 1}}}
MARKET = ["red", "wild", "green", "blue", "white"]
DENVER = "Seattle-Denver"
SCORING = {"scoring": True, "rest": "discards", "tickets": {0: [DENVER]}}
WILDS_ON_TRACK = SCORING | {"tracks": {0: {"wild": 4}}}
EMPTY = {"rest": "discards", "last_turns": 2, "market": MARKET}


class Case(NamedTuple):
    """A refused move, and the code and rule of its refusal."""

    code: str
    rule: str | None
    move: Move | str
    said: dict[str, Any] = RED
    before: tuple[str, ...] = ()
    seat: int = 0


CASES = [
    Case("no-such-seat", None, "pass", seat=2),
    Case("not-your-turn", None, "pass", seat=1),
    Case("not-now", None, "done"),
    Case("not-now", None, Refuse()),
    Case("not-now", None, "pass", before=("draw deck",)),
    Case("no-market-place", "CRD-7", Draw(0)),
    Case("no-market-place", "CRD-7", Draw(6)),
    Case("no-plain-card", "CRD-8", "place 1 wild"),
    Case("no-plain-card", "CRD-8", PlaceRow("red", 0, 2)),
    Case("no-plain-card", "CRD-8", PlaceRow("red", 2, -1)),
    Case("no-plain-card", "CRD-8", PlaceRow("pink", 2)),
    Case("no-plain-card", "CRD-8", PlaceThree(("red", "blue", "wild"))),
    Case("cards-missing", "CRD-8", "place 4 red"),
    Case("cards-missing", "CRD-8", "place 2 red 2 wild"),
    Case("cards-missing", "CRD-8", PlaceRow("red", 99, 0)),
    Case("cards-missing", "CRD-8", "place red, blue, white"),
    Case("not-three", "CRD-8", PlaceThree(("red", "blue"))),
    Case("not-three", "CRD-8", PlaceThree(("red", "red", "blue"))),
    Case("row-too-short", "CRD-8", "place 1 red"),
    Case("own-row", "CRD-9", "place 2 red", RED | {"sidings": {0: {"red": {"red": 1}}}}),
    Case("own-row", "CRD-9", "place red, blue, green", RED | {"sidings": {0: {"blue": {"wild": 1}}}}),
    Case("row-not-larger", "CRD-10", "place 3 red", RED | {"sidings": {1: {"red": {"red": 2, "wild": 1}}}}),
    Case("row-not-larger", "CRD-10", "place red, blue, green", RED | {"sidings": {1: {"red": {"red": 1}}}}),
    Case("deck-exhausted", "CRD-12", "draw deck", EMPTY),
    Case("deck-exhausted", "CRD-12", "draw market 1", EMPTY),
    Case("wild-second", "CRD-7", "draw market 2", {"market": MARKET}, ("draw deck",)),
    Case("no-tickets", "CRD-11", "draw tickets", {"other_tickets": "out"}),
    Case(
        "not-offered",
        "CRD-11",
        f"keep {DENVER}",
        {"ticket_deck": ["Dallas-Miami"], "tickets": {1: [DENVER]}},
        ("draw tickets",),
    ),
    Case("can-move", "CRD-6", "pass"),
    Case("not-held", "CRD-14", "complete Dallas-Miami", SCORING),
    Case("pile-too-small", "CRD-14", f"complete {DENVER}", SCORING | {"tracks": {0: {"green": 1}}}),
    Case(
        "already-chosen",
        "CRD-14",
        f"complete {DENVER}",
        WILDS_ON_TRACK,
        (f"complete {DENVER}",),
    ),
    Case("unknown-name", None, Complete("Seattle-Atlantis"), SCORING),
    Case("unknown-name", None, Keep(("Seattle-Atlantis",)), before=("draw tickets",)),
]


def refused(game: Game, move: Move | str, seat: int) -> IllegalMove:
    before = game.to_bytes()
    with pytest.raises(IllegalMove) as caught:
        game.play(move, seat)
    assert game.to_bytes() == before
    return caught.value


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code} {str(case.move)[:40]}")
def test_a_refused_move_changes_nothing(case: Case) -> None:
    game = Game.position({"board": "cardgame", "players": 2, **case.said})
    for move in case.before:
        game.play(move, game.pending[0])
    error = refused(game, case.move, case.seat)
    assert (error.code, error.rule) == (case.code, case.rule)


def test_one_starting_ticket_is_kept_at_least() -> None:
    """CRD-2: of the first six one must stay."""
    error = refused(Game.new("cardgame", players=2, seed=1), "keep nothing", 0)
    assert (error.code, error.rule) == ("too-few-kept", "CRD-2")


def test_nothing_is_decided_after_the_end() -> None:
    """CRD-16: the game is over."""
    game = Game.position({"board": "cardgame", "players": 2, **SCORING})
    game.play("done", 1)
    game.play("done", 0)
    error = refused(game, "done", 0)
    assert (error.code, error.rule) == ("game-over", "CRD-16")


@pytest.mark.parametrize("module", ["games/card_codec", "games/card_refusals"])
def test_every_refusal_is_tried_here(module: str) -> None:
    tried = {case.code for case in CASES} | {"too-few-kept", "game-over"}
    assert untried_codes(module, tried) == set()


BAD_POSITIONS: list[tuple[str, str | None, dict[str, Any]]] = [
    ("bad-description", None, {"routes": {"Chicago-Dallas": 0}}),
    ("bad-description", None, {"hands": [1]}),
    ("players", None, {"players": 5}),
    ("no-such-seat", None, {"tracks": {2: {"red": 1}}}),
    ("no-such-seat", None, {"rest": 2}),
    ("half", "CRD-17", {"half": 2}),
    ("half", "CRD-17", {"players": 4, "half": 3}),
    ("completed", "CRD-15", {"completed": {0: [DENVER]}}),
    ("unknown-card", None, {"hands": {0: {"pink": 1}}}),
    ("too-many-cards", "CRD-1", {"hands": {0: {"red": 6}}, "tracks": {1: {"red": 5}}}),
    ("negative-number", None, {"hands": {0: {"red": -1}}}),
    ("bad-row", "CRD-8", {"sidings": {0: {"red": {"blue": 1}}}}),
    ("bad-row", "CRD-8", {"sidings": {0: {"wild": {"wild": 1}}}}),
    ("bad-row", "CRD-8", {"sidings": {0: {"red": {}}}}),
    ("row-twice", "CRD-10", {"sidings": {0: {"red": {"red": 1}}, 1: {"red": {"red": 2}}}}),
    ("market", "CRD-2", {"market": ["red"] * 6}),
    ("market-gap", "CRD-7", {"market": ["red"] * 4}),
    ("unknown-ticket", None, {"tickets": {0: ["Paris-Wien"]}}),
    ("ticket-twice", "CRD-1", {"tickets": {0: [DENVER], 1: [DENVER]}}),
    ("last-turns", "CRD-12", {"rest": "discards", "last_turns": 3}),
    ("last-turns", "CRD-14", {"rest": "discards", "last_turns": 1, "scoring": True}),
    ("deck-empty", "CRD-12", {"rest": "discards"}),
    ("deck-empty", "CRD-12", {"last_turns": 1}),
    ("deck-empty", "CRD-12", {"scoring": True}),
]


@pytest.mark.parametrize(("code", "rule", "said"), BAD_POSITIONS)
def test_an_impossible_position_is_refused(code: str, rule: str | None, said: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as caught:
        Game.position({"board": "cardgame", "players": 2, **said})
    assert (caught.value.code, caught.value.rule) == (code, rule)


def test_every_refused_position_is_tried_here() -> None:
    assert untried_codes("games/card_position", {code for code, _, _ in BAD_POSITIONS}) == set()


def test_a_position_is_replayed_from_its_record() -> None:
    game = Game.position({"board": "cardgame", "players": 3, "seed": 5, **RED})
    game.play("place 2 red 1 wild")
    again = Game.replay(game.record().to_json())
    assert again.states.tobytes() == game.states.tobytes()
