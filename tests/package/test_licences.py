"""Everything that Semafor ships from others has its licence in the package.

`web/licences.ts` writes `licences.txt` from the modules in the built client; `make licences` copies it.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "src/semafor/server/static"
SHIPPED = (ROOT / "THIRD_PARTY.txt").read_text(encoding="utf-8")
ENTRY = re.compile(
    r"^-{80}\n\n(\S+) (\S+) \((.+)\)\n\n((?:.*\n)*?.*[Cc]opyright(?:.*\n)*?)(?=-{80}\n|\Z)", re.MULTILINE
)
ENTRIES = {name: version for name, version, _, _ in ENTRY.findall(SHIPPED)}
LOCK = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]


def imported_packages() -> set[str]:
    """The npm packages that sources of the client import by name."""
    found = set()
    for source in (ROOT / "web/src").rglob("*"):
        if source.suffix in (".ts", ".svelte", ".css") and not source.name.endswith((".test.ts", ".d.ts")):
            text = source.read_text(encoding="utf-8")
            named = re.findall(r'(?:from|import|url)[ (]+"((?:@[\w-]+/)?[\w-]+)', text)
            found |= {name for name in named if f"node_modules/{name}" in LOCK}
    return found


def test_the_list_is_the_one_of_the_built_client() -> None:
    assert (CLIENT / "licences.txt").read_text(encoding="utf-8") == SHIPPED, "run `make licences`"


def test_every_package_in_the_client_has_its_licence() -> None:
    assert "svelte" in imported_packages()
    assert imported_packages() <= set(ENTRIES)


def test_every_font_has_its_licence() -> None:
    families = {name.rpartition("/")[2] for name in ENTRIES if name.startswith("@fontsource")}
    fonts = [path.name for path in CLIENT.rglob("*.woff2")]
    assert fonts
    assert all(any(font.startswith(family) for family in families) for font in fonts)
    assert SHIPPED.count("SIL OPEN FONT LICENSE") >= len(families) == 2


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_names_the_locked_version(name: str) -> None:
    assert LOCK[f"node_modules/{name}"]["version"] == ENTRIES[name]


@pytest.mark.parametrize(
    ("file", "source"),
    [("workshop/cities.csv", "GeoNames"), ("picture/ground/sheets/world.json", "Natural Earth")],
)
def test_data_of_others_is_named(file: str, source: str) -> None:
    with (ROOT / "src/semafor" / file).open(encoding="utf-8") as data:
        assert source in data.readline(200)
    assert source in SHIPPED
    assert f"semafor/{file}".startswith(tuple(re.findall(r"\(`(semafor/[\w/.]+)`\)", SHIPPED)))


def test_the_package_names_its_licences() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license-files"] == ["LICENSE", "THIRD_PARTY.txt"]
