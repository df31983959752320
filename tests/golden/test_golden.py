"""Every golden playthrough plays out exactly as it is written down."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import pytest

from semafor.rulebook import find_rule
from tests.golden.playthrough import GAMES, SCENARIOS, load_scenario, tell

MECHANICS = {
    *("double-route-three-players", "double-route-four-players", "ferry"),
    *("tunnel-paid", "tunnel-refused", "tunnel-all-wild", "tunnel-reshuffle"),
    *("market-reset", "empty-deck", "station-scoring", "last-round"),
    *("tie-tickets", "tie-stations", "tie-longest", "tie-shared"),
    *("subway-claim", "piece-shortage", "scoring-tables"),
    *("draft-left", "draft-right", "draft-card-replacement"),
    *("festival-taken", "festival-chosen", "festival-shared"),
    *("rack-and-hand-split", "tunnel-of-six", "share-tickets"),
    *("triple-route-four-players", "triple-route-six-players"),
    *("cards-robbery", "cards-half-time", "cards-deck-runs-out", "cards-bonus-tie"),
    *("team-last-round", "team-tie-tickets", "team-tie-longest", "team-tie-shared"),
}


def test_every_mechanic_has_a_playthrough_and_no_other_file_is_left() -> None:
    assert {path.stem for path in SCENARIOS.glob("*.toml")} == MECHANICS
    assert {path.name for path in GAMES.iterdir()} == {f"{name}.txt" for name in MECHANICS}


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.toml")), ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    scenario = load_scenario(path)
    assert [find_rule(rule).id for rule in scenario.rules] == scenario.rules
    golden = GAMES / f"{path.stem}.txt"
    written, played = golden.read_text(encoding="utf-8").splitlines(), tell(scenario).splitlines()
    diff = "\n".join(unified_diff(written, played, f"{golden.name} as written", "as played", lineterm=""))
    if diff:
        pytest.fail(f"{diff}\n\nIf this is intended, run `make golden` and review the diff.", False)
