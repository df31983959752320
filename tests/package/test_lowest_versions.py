"""The bounds of pyproject.toml: what is installed keeps them, and `make test-lowest` tries the lowest."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = ("server", "plot", "print", "records", "ray", "gym", "gpu", "train")
LOWEST = os.environ.get("SEMAFOR_LOWEST") == "1"
PRIVATE = ("litestar", "uvicorn", "numba-cuda")
"""Packages of which names are used that they do not promise to keep."""


def requirements() -> list[Requirement]:
    """What people's installations need, with bounds."""
    lines = [*PROJECT["dependencies"]]
    for extra in EXTRAS:
        lines += PROJECT["optional-dependencies"][extra]
    return [needed for needed in map(Requirement, lines) if needed.name != PROJECT["name"]]


def lower_bound(requirement: Requirement) -> Version:
    """The version that is allowed at least."""
    (bound,) = [spec.version for spec in requirement.specifier if spec.operator == ">="]
    return Version(bound)


@pytest.mark.parametrize("requirement", requirements(), ids=lambda requirement: requirement.name)
def test_what_is_installed_is_allowed(requirement: Requirement) -> None:
    try:
        there = Version(version(requirement.name))
    except PackageNotFoundError:
        assert requirement.marker is not None, "only what other systems need may be missing"
        assert not requirement.marker.evaluate()
        return
    assert there in requirement.specifier
    if LOWEST:
        bound = lower_bound(requirement).release
        assert there.release[: len(bound)] == bound, "the lowest that is allowed was to be tried"


def test_the_classifiers_name_the_pythons_that_are_allowed() -> None:
    named = [line.rpartition(" :: ")[2] for line in PROJECT["classifiers"] if "Python :: 3." in line]
    lowest = min(Version(python) for python in named)
    assert PROJECT["requires-python"] == f">={lowest}"
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in named
    assert {"Natural Language :: English", "Natural Language :: Polish", "Typing :: Typed"} <= {
        *PROJECT["classifiers"]
    }


def test_private_names_have_an_upper_bound() -> None:
    extras = PROJECT["optional-dependencies"]
    bounded = {
        Requirement(line).name: {spec.operator for spec in Requirement(line).specifier}
        for line in (*extras["server"], *extras["gpu"])
    }
    for package in PRIVATE:
        assert "<" in bounded[package], package


def test_the_lowest_versions_that_were_tried_are_listed() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    listed = re.search(r"Lowest versions tried: (.*?)\.\n\n", text, re.DOTALL)
    assert listed
    tried = dict(item.rsplit(" ", 1) for item in " ".join(listed[1].split()).split(", "))
    for requirement in requirements():
        bound = lower_bound(requirement).release
        assert Version(tried[requirement.name.lower()]).release[: len(bound)] == bound, requirement.name
