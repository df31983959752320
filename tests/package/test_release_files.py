"""The files around a release agree with each other and with the code."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.version import Version

from semafor.arena.games_file import FORMAT
from semafor.bots.learned.reading import READING_VERSION
from semafor.engine.actions import ACTIONS_VERSION
from semafor.games.board_observation import OBSERVATION_VERSION
from semafor.record import RULES_VERSION, SAVED_FORMAT
from semafor.story.review_model import REVIEW_VERSION

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NUMBERS = {
    "ACTIONS_VERSION": ACTIONS_VERSION,
    "FORMAT": FORMAT,
    "OBSERVATION_VERSION": OBSERVATION_VERSION,
    "READING_VERSION": READING_VERSION,
    "REVIEW_VERSION": REVIEW_VERSION,
    "RULES_VERSION": RULES_VERSION,
    "SAVED_FORMAT": SAVED_FORMAT,
}


def read(path: str) -> str:
    """Return the text of a file of the repository."""
    return (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NUMBERS)
def test_the_page_on_versions_states_the_numbers_of_the_code(name: str) -> None:
    (row,) = [line for line in read("docs/versioning.md").splitlines() if f".{name}`" in line]
    assert int(row.split("|")[3]) == NUMBERS[name]


def test_the_page_on_versions_states_the_newest_migration() -> None:
    files = (ROOT / "src/semafor/server/storage/migrations/versions").glob("*.py")
    newest = max(path.name.partition("_")[0] for path in files)
    assert f"| database | Alembic revision | {newest} |" in read("docs/versioning.md")


def test_citation_and_changelog_name_this_version() -> None:
    version = PROJECT["version"]
    assert str(Version(version)) == version
    assert re.search(rf"^version: {re.escape(version)}$", read("CITATION.cff"), re.MULTILINE)
    assert re.search(rf"^## {re.escape(version)} \(", read("CHANGELOG.md"), re.MULTILINE)


def test_the_address_of_the_project_is_stated_in_one_place() -> None:
    """Until it is known, every address is a placeholder; other files do not repeat it."""
    hosts = {re.sub(r"^https://([^/]+).*", r"\1", url) for url in PROJECT["urls"].values()}
    assert {"Homepage", "Documentation", "Source", "Issues", "Changelog"} <= set(PROJECT["urls"])
    for file in ("README.md", "SECURITY.md", "CITATION.cff", "CHANGELOG.md"):
        assert not [host for host in hosts if host in read(file)]


def test_the_security_policy_says_where_to_report_and_what_is_promised() -> None:
    policy = read("SECURITY.md")
    assert "Report a vulnerability" in " ".join(policy.split())
    assert "docs/security.md" in policy
    assert "Supported versions" in policy
