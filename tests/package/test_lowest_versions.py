"""The installed versions satisfy the bounds of pyproject.toml; `make test-lowest` tries the lower bounds."""

from __future__ import annotations

import os
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
BOUNDED = ("litestar", "uvicorn", "numba-cuda")
"""Packages whose next major version, or for numba-cuda minor version, has to be tried first."""


def requirements() -> list[Requirement]:
    """Return the requirements of the package and its extras."""
    lines = [*PROJECT["dependencies"]]
    for extra in EXTRAS:
        lines += PROJECT["optional-dependencies"][extra]
    return [needed for needed in map(Requirement, lines) if needed.name != PROJECT["name"]]


def lower_bound(requirement: Requirement) -> Version:
    """Return the lowest version that is allowed."""
    (bound,) = [spec.version for spec in requirement.specifier if spec.operator == ">="]
    return Version(bound)


@pytest.mark.parametrize("requirement", requirements(), ids=lambda requirement: requirement.name)
def test_what_is_installed_is_allowed(requirement: Requirement) -> None:
    try:
        there = Version(version(requirement.name))
    except PackageNotFoundError:
        assert requirement.marker is not None, "only packages for other systems may be missing"
        assert not requirement.marker.evaluate()
        return
    assert there in requirement.specifier
    if LOWEST:
        bound = lower_bound(requirement).release
        assert there.release[: len(bound)] == bound, "the lowest allowed version should be installed"


def test_the_classifiers_name_the_pythons_that_are_allowed() -> None:
    named = [line.rpartition(" :: ")[2] for line in PROJECT["classifiers"] if "Python :: 3." in line]
    lowest = min(Version(python) for python in named)
    assert PROJECT["requires-python"] == f">={lowest}"
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in named
    assert {"Natural Language :: English", "Natural Language :: Polish", "Typing :: Typed"} <= {
        *PROJECT["classifiers"]
    }


def test_some_packages_have_an_upper_bound() -> None:
    extras = PROJECT["optional-dependencies"]
    bounded = {
        Requirement(line).name: {spec.operator for spec in Requirement(line).specifier}
        for line in (*PROJECT["dependencies"], *extras["gpu"])
    }
    for package in BOUNDED:
        assert "<" in bounded[package], package
