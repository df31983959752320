"""Setups, positions, records and saved games that cannot be: each refused with a code and a rule."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from semafor import BadPosition, BadRecord, BadSetup, Game, IllegalMove, UnknownMove
from tests.error_codes import untried_codes
from tests.positions import FOUR_TRAINS_LEFT, PLAIN_MARKET, position, with_stations

ASIA = {"board": "asia", "players": 4}
IBERIA = {"board": "iberia", "players": 2}

BAD_POSITIONS: list[tuple[str, str | None, dict[str, Any]]] = [
    ("bad-description", None, {"colour": "red"}),
    ("bad-description", None, {"hands": [1, 2]}),
    ("players", None, {"players": 6}),
    ("no-such-seat", None, {"turn": 2}),
    ("no-such-seat", None, {"hands": {5: {"red": 1}}}),
    ("no-such-seat", None, {"routes": {"Athina-Sofia": -1}}),
    ("no-such-seat", None, {"rest": 2}),
    ("no-such-side", None, {**ASIA, "racks": {2: {"red": 1}}}),
    ("no-teams", "ASI-3", {"racks": {0: {"red": 1}}}),
    ("drafts", "IBE-7", {"drafts": 1}),
    ("unknown-route", None, {"routes": {"Athina-Roma": 0}}),
    ("unknown-place", None, {"stations": {"Atlantis": 0}}),
    ("unknown-card", None, {"hands": {0: {"pink": 1}}}),
    ("unknown-ticket", None, {"tickets": {0: ["Paris-Atlantis"]}}),
    ("strand-closed", "BASE-14", {"routes": {"Bruxelles-Paris/red": 0, "Bruxelles-Paris/yellow": 1}}),
    ("too-few-pieces", "BASE-12", {"routes": {**FOUR_TRAINS_LEFT, "Kyiv-Warszawa": 0, "Kyiv-Wilno": 0}}),
    ("no-station-left", "EUR-8", {"stations": dict.fromkeys(("Wien", "Roma", "Paris", "Riga"), 0)}),
    ("no-station-left", "EUR-8", {"board": "usa", "stations": {"Chicago": 0}}),
    ("no-city", "EUR-8", {**ASIA, "board": with_stations("asia"), "stations": {"Junction east": 0}}),
    ("too-many-cards", "BASE-1", {"hands": {0: {"red": 7}, 1: {"red": 6}}}),
    ("negative-number", None, {"hands": {0: {"red": -1}}}),
    ("negative-number", None, {"seen": {0: {"red": -1}}}),
    ("negative-number", None, {**IBERIA, "festivals_open": {"cadiz": -1}}),
    ("unknown-festival", None, {**IBERIA, "festivals_open": {"gijon": 1}}),
    ("long-tickets", "EUR-2", {"tickets": {0: ["Brest-Petrograd", "Palermo-Moskva"]}}),
    ("long-tickets", "EUR-2", {"ticket_deck": ["Brest-Petrograd"]}),
    ("last-turns", "BASE-24", {"routes": {**FOUR_TRAINS_LEFT, "Kyiv-Wilno": 0}}),
    ("first", "ASI-1", {**ASIA, "first": 1}),
    ("market-gap", "BASE-4", {**IBERIA, "market": ["red"] * 4, "rest": 1}),
    ("market", "BASE-2", {"market": ["red"] * 6}),
    ("market-gap", "BASE-4", {"market": ["red"] * 4}),
    ("deck-empty", "BASE-4", {"market": PLAIN_MARKET, "rest": "discards"}),
    ("three-wilds", "BASE-3", {"market": ["wild", "wild", "wild", "red", "red"]}),
    ("festivals", "IBE-1", {**IBERIA, "festivals_open": {"cadiz": 4}}),
    ("festivals", "IBE-1", {**IBERIA, "deck": ["cadiz"] * 4}),
    ("draft-card", "IBE-2", {**IBERIA, "drafts": 1, "deck": ["draft", "draft"]}),
    ("draft-card", "IBE-2", {"deck": ["draft"]}),
    ("too-few-tickets", "IBE-7", {**IBERIA, "drafts": 1, "other_tickets": "out"}),
    ("ticket-twice", "BASE-21", {"tickets": {0: ["Paris-Wien"], 1: ["Paris-Wien"]}}),
    ("seen", None, {"hands": {0: {"red": 1}}, "seen": {0: {"red": 2}}}),
    ("passes", "BASE-9", {"passes": 2}),
    ("last-turns", "BASE-24", {"last_turns": 3}),
]


@pytest.mark.parametrize(("code", "rule", "said"), BAD_POSITIONS)
def test_an_impossible_position_is_refused(code: str, rule: str | None, said: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as caught:
        position(**said)
    assert (caught.value.code, caught.value.rule) == (code, rule)


BAD_SETUPS: list[tuple[str, str | None, dict[str, Any]]] = [
    ("players", None, {"players": 6}),
    ("players", None, {"players": 3.0}),
    ("first", "BASE-27", {"players": 3, "first": 3}),
    ("first", "BASE-27", {"players": 3, "first": -1}),
    ("first", "BASE-27", {"players": 3, "first": True}),
]


@pytest.mark.parametrize(("code", "rule", "setup"), BAD_SETUPS)
def test_an_impossible_setup_is_refused(code: str, rule: str | None, setup: dict[str, Any]) -> None:
    with pytest.raises(BadSetup) as caught:
        Game.new("europe", **setup)
    assert (caught.value.code, caught.value.rule) == (code, rule)


def changed_record(**changes: Any) -> dict[str, Any]:
    """A record of two decisions as plain values, changed."""
    game = Game.new("europe", players=2, seed=1, first=0)
    for seat in (0, 1):
        game.play(game.moves(seat)[0], seat)
    record: dict[str, Any] = msgspec.to_builtins(game.record())
    return record | changes


def test_a_description_is_a_mapping() -> None:
    with pytest.raises(BadPosition, match="expected a mapping, got list"):
        Game.position([("players", 2)])  # type: ignore[arg-type]  # a typical mistake


def test_cards_are_described_in_any_case() -> None:
    game = position(hands={0: {"RED": 2, "Wild": 1}}, seen={0: {"Red": 1}}, deck=["BLUE"])
    own = game.view(0).own
    assert own is not None
    assert own.hand == {"red": 2, "wild": 1}
    cards = Game.position({"board": "cardgame", "players": 2, "sidings": {1: {"Red": {"RED": 2, "Wild": 1}}}})
    assert str(cards.record().position).count("Red") == 1, "what was described is kept as it was"
    assert cards.view(0).card_game is not None


@pytest.mark.parametrize("nothing", [None, 3, ["draw deck"]])
def test_what_is_neither_move_nor_text_is_an_unknown_move(nothing: Any) -> None:
    with pytest.raises(UnknownMove, match="is not a move"):
        position().play(nothing)


def test_a_seat_in_quotes_is_told_in_quotes() -> None:
    with pytest.raises(IllegalMove, match="no seat '0'"):
        position().play("draw deck", "0")  # type: ignore[arg-type]  # as if read from a file


EUROPE = changed_record()["board"]

BAD_RECORDS: list[tuple[str, str | None, dict[str, Any]]] = [
    ("bad-record", None, {"players": "two"}),
    ("bad-record", None, {"moves": ["draw deck"]}),
    ("bad-record", None, {"moves": [f"{'1' * 5000} draw deck"]}),
    ("other-rules", None, {"rules": 99}),
    ("unknown-board", None, {"board": {**EUROPE, "name": "atlantis"}}),
    ("unknown-board", None, {"board": {**EUROPE, "file": "no board"}}),
    ("other-board", None, {"board": {**EUROPE, "fingerprint": "0"}}),
    ("bad-setup", None, {"players": 7}),
    ("bad-setup", "BASE-27", {"first": 2}),
    ("bad-setup", "BASE-9", {"position": {"players": 2, "passes": 2}}),
    ("bad-decision", None, {"moves": ["0 draw deck"]}),
    ("bad-decision", None, {"moves": ["0 fly"]}),
    ("bad-decision", "BASE-23", {"moves": ["0 keep nothing"]}),
]


@pytest.mark.parametrize(("code", "rule", "changes"), BAD_RECORDS)
def test_a_record_that_cannot_be_replayed_says_why(
    code: str, rule: str | None, changes: dict[str, Any]
) -> None:
    with pytest.raises(BadRecord) as caught:
        Game.replay(msgspec.json.encode(changed_record(**changes)))
    assert (caught.value.code, caught.value.rule) == (code, rule)


BAD_BYTES = [
    ("bad-bytes", b""),
    ("bad-bytes", b"PK\x03\x04 something else"),
    ("other-format", b"SEMAFOR"),
    ("other-format", b"SEMAFOR\x63rest"),
    ("bad-bytes", position().to_bytes()[:-9]),
    ("other-rules", position().to_bytes().replace(b"\xa5rules\x03", b"\xa5rules\x63")),
]


@pytest.mark.parametrize(("code", "data"), BAD_BYTES)
def test_bytes_that_are_no_saved_game_say_why(code: str, data: bytes) -> None:
    with pytest.raises(BadRecord) as caught:
        Game.from_bytes(data)
    assert caught.value.code == code


@pytest.mark.parametrize("module", ["game", "record", "games/board_position", "games/position_builder"])
def test_every_refusal_is_tried_here(module: str) -> None:
    tried = {code for code, _, _ in (*BAD_POSITIONS, *BAD_SETUPS, *BAD_RECORDS)}
    tried |= {code for code, _ in BAD_BYTES} | {"game-over", "which-seat"}  # these two in test_errors
    assert untried_codes(module, tried) == set()
