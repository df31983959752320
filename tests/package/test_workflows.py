"""The workflows run commands that people can run, pin their actions, and have few rights."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
OTHER_COMMANDS = ("git config", "gh release create", "mkdir")
"""Commands beside `make` and our scripts: they name an author, create the release, and sort files."""


def read(workflow: Path) -> dict[Any, Any]:
    """Return a workflow."""
    return dict(msgspec.yaml.decode(workflow.read_bytes()))


def steps(workflow: Path) -> Iterator[dict[str, Any]]:
    """Yield the steps of all jobs."""
    for job in read(workflow)["jobs"].values():
        yield from job.get("steps", ())


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_every_step_is_a_command_that_exists(workflow: Path) -> None:
    for step in steps(workflow):
        command = step.get("run", "make help")
        program, first, *_ = command.split()
        if program == "make":
            assert re.search(rf"^{first}:", MAKEFILE, re.MULTILINE), command
            assert first in MAKEFILE.split(".PHONY:")[1].split("\n")[0].split(), command
        elif program == "python":
            assert (ROOT / first).is_file(), command
        else:
            assert command.startswith(OTHER_COMMANDS), command


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_pinned_by_its_commit(workflow: Path) -> None:
    for line in re.findall(r"uses: (.+)", workflow.read_text(encoding="utf-8")):
        assert re.fullmatch(r"\./\.github/workflows/\w+\.yml|[\w/-]+@[0-9a-f]{40} # v[\d.]+", line), line


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_rights_are_given_to_single_jobs(workflow: Path) -> None:
    assert read(workflow)["permissions"] == {"contents": "read"}
    for job in read(workflow)["jobs"].values():
        assert "timeout-minutes" in job or "uses" in job


def test_the_wheel_is_tried_on_every_supported_python() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    matrix = read(ROOT / ".github/workflows/wheel.yml")["jobs"]["try"]["strategy"]["matrix"]
    assert matrix["python"] == re.findall(r"Python :: (3\.\d+)", project)
    assert {system.split("-")[0] for system in matrix["os"]} == {"ubuntu", "macos", "windows"}


def test_only_the_job_that_publishes_gets_an_identity() -> None:
    jobs = read(ROOT / ".github/workflows/release.yml")["jobs"]
    able = [name for name, job in jobs.items() if "id-token" in job.get("permissions", {})]
    assert able == ["publish"]
    assert jobs["publish"]["needs"] == ["check", "wheel"]
    assert jobs["publish"]["environment"] == "pypi"
    assert not any("checkout" in step.get("uses", "") for step in jobs["publish"]["steps"])
