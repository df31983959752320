"""The scripts that a release runs."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def tool(name: str) -> dict[str, Any]:
    """Return the names of a script in `tools`."""
    return runpy.run_path(str(ROOT / "tools" / name))


# ---- the list of components --------------------------------------------------------------------


def test_the_bill_of_materials_lists_every_locked_and_bundled_package() -> None:
    bill = tool("make_sbom.py")["bill_of_materials"]()
    purls = {component["purl"] for component in bill["components"] if "purl" in component}
    lock = (ROOT / "requirements-server.lock").read_text(encoding="utf-8")
    pins = re.findall(r"^([\w.-]+)\S*==(\S+)", lock, re.MULTILINE)
    assert len(purls) == len(bill["components"]) - 2  # and two sources of data
    assert {f"pkg:pypi/{name}@{version}" for name, version in pins} <= {
        purl.replace("_", "-") for purl in purls
    }
    assert any(purl.startswith("pkg:npm/%40fontsource/") for purl in purls)
    refs = [component["bom-ref"] for component in bill["components"]]
    assert len(refs) == len(set(refs))
    assert bill["dependencies"][0]["dependsOn"] == sorted(refs)


def test_the_bill_of_materials_is_always_the_same() -> None:
    first, second = (json.dumps(tool("make_sbom.py")["bill_of_materials"]()) for _ in range(2))
    assert first == second


# ---- what is missing for a release -------------------------------------------------------------


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    """Return a folder that is ready for the release 1.2.3."""
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nversion = "1.2.3"\n[project.urls]\nHomepage = "https://semafor.test"\n', encoding="utf-8"
    )
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.3 (2027-01-31)\n", encoding="utf-8")
    (tmp_path / "CITATION.cff").write_text("version: 1.2.3\ndate-released: 2027-01-31\n", encoding="utf-8")
    return tmp_path


def problems(folder: Path, tag: str) -> list[str]:
    """Return what the check finds in a folder."""
    return list(tool("check_release.py")["problems"](folder, tag))


def test_a_ready_release_has_no_problems(ready: Path) -> None:
    assert problems(ready, "v1.2.3") == []


@pytest.mark.parametrize(
    ("file", "before", "after", "told"),
    [
        ("pyproject.toml", "semafor.test", "semafor.example", "placeholder"),
        ("CHANGELOG.md", "2027-01-31", "unreleased", "CHANGELOG.md needs"),
        ("CITATION.cff", "1.2.3", "1.2.2", "CITATION.cff does not name"),
        ("CITATION.cff", "date-released", "date", "date-released"),
        ("pyproject.toml", "1.2.3", "1.2.4", "The tag is v1.2.3"),
    ],
)
def test_what_is_missing_is_said(ready: Path, file: str, before: str, after: str, told: str) -> None:
    path = ready / file
    path.write_text(path.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    assert any(told in problem for problem in problems(ready, "v1.2.3"))


# ---- documentation by version ------------------------------------------------------------------


def git(folder: Path, *call: str) -> str:
    """Run git and return its output."""
    who = {"GIT_CONFIG_GLOBAL": os.devnull}
    for role in ("AUTHOR", "COMMITTER"):
        who |= {f"GIT_{role}_NAME": "Semafor", f"GIT_{role}_EMAIL": "semafor@semafor.example"}
    return subprocess.run(
        ["git", "-C", folder, *call], env={**os.environ, **who}, capture_output=True, text=True, check=True
    ).stdout


def test_every_version_of_the_documentation_stays(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--bare", "hub.git")
    git(tmp_path, "clone", "--quiet", "hub.git", "work")
    work = tmp_path / "work"
    git(work, "config", "user.name", "Semafor")
    git(work, "config", "user.email", "semafor@semafor.example")
    (work / "tools").mkdir()
    for script in ("publish_docs.sh", "add_docs_version.py"):
        shutil.copy(ROOT / "tools" / script, work / "tools")
    (work / ".gitignore").write_text("docs/\n", encoding="utf-8")
    git(work, "add", "--all")
    git(work, "commit", "--quiet", "--message", "first")
    built = work / "docs/_build/html"
    (built / "_static").mkdir(parents=True)
    (built / "_static/style.css").touch()
    for version in ("0.9.0", "0.10.0", "0.10.0", "0.9.1"):
        (built / "index.html").write_text(version, encoding="utf-8")
        subprocess.run([work / "tools/publish_docs.sh", version], check=True)
    files = git(work, "ls-tree", "-r", "--name-only", "origin/gh-pages").split()
    assert {".nojekyll", "index.html", "versions.html", "0.9.1/_static/style.css"} <= set(files)
    assert not [name for name in files if name.startswith("tools")]
    for version in ("0.9.0", "0.9.1", "0.10.0"):
        assert git(work, "show", f"origin/gh-pages:{version}/index.html") == version
    assert "url=0.10.0/" in git(work, "show", "origin/gh-pages:index.html")
    listed = re.findall(r'href="([\d.]+)/"', git(work, "show", "origin/gh-pages:versions.html"))
    assert listed == ["0.10.0", "0.9.1", "0.9.0"]
    assert git(work, "worktree", "list").count("\n") == 1
