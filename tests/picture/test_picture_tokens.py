"""The tokens: symbols for everyone who sees no colour, and players one can tell apart."""

from __future__ import annotations

from itertools import combinations

from semafor.boards.model import COLOURS
from semafor.picture.tokens import tokens


def lightness(colour: str) -> float:
    """How light a colour is to the eye, from 0 to 1."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    luminance = sum(weight * value**2.2 for weight, value in ((0.2126, red), (0.7152, green), (0.0722, blue)))
    return float(luminance ** (1 / 2.4))


def test_every_colour_has_a_symbol_of_its_own() -> None:
    symbols = [tokens().cards[colour].symbol for colour in (*COLOURS, "wild")]
    assert len(set(symbols)) == len(symbols)
    assert all(tokens().symbols[symbol] for symbol in symbols)
    assert tokens().cards["grey"].symbol == ""


def test_symbols_stand_out_on_their_colour() -> None:
    for card in tokens().cards.values():
        for fill in (card.fill, card.night):
            assert abs(lightness(fill) - lightness(card.mark)) > 0.25


def test_players_differ_in_lightness_and_pattern() -> None:
    players = tokens().players
    assert len(players) == 6
    assert len({player.pattern for player in players}) == 6
    assert {player.pattern for player in players} == set(tokens().patterns)
    for one, two in combinations(players, 2):
        assert abs(lightness(one.fill) - lightness(two.fill)) > 0.05


def test_both_themes_have_the_same_colours() -> None:
    assert tokens().themes["paper"].keys() == tokens().themes["night"].keys()
