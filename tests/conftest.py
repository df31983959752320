"""The order of the test files: the long ones first, so that all workers end at the same time."""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FIRST = (
    "gym/test_batch.py",
    "gpu/test_ptx.py",
    "engine/test_same_bytes.py",
    "bots/test_conformance.py",
    "engine/test_card_rules_compiled.py",
    "gpu/test_simulator.py",
    "gym/test_environment_copies.py",
    "worlds/test_sight.py",
    "gym/test_gymnasium.py",
    "properties/test_any_game.py",
    "docs/test_docs_pages.py",
    "learning/test_learning.py",
    "learning/test_cluster.py",
    "gym/test_guests.py",
    "workshop/test_study.py",
    "server/test_server_bench.py",
    "server/test_server_goodbye.py",
    "server/test_server_killed.py",
    "server/test_server_story.py",
    "server/test_server_own_tables.py",
    "properties/test_views_leak_nothing.py",
    "bots/test_lookahead.py",
    "gym/test_openspiel.py",
    "server/test_nothing_unbounded.py",
    "cli/test_tournament_command.py",
    "cli/test_bench_command.py",
    "web/test_axe.py",
    "web/test_by_touch_and_keys.py",
    "web/test_new_table.py",
    "web/test_lessons.py",
    "web/test_stumbles.py",
    "web/test_workshop.py",
)
"""Files that take long, by compiling or by playing; `pytest --durations=40` tells when others do."""
PLACES = {TESTS / name: place for place, name in enumerate(FIRST)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the long files first; the others keep their order."""
    items.sort(key=lambda item: PLACES.get(item.path, len(PLACES)))
