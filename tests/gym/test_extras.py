"""Packages that not everyone has: what needs them says so, what does not works without."""

from __future__ import annotations

import subprocess
import sys

WITHOUT = """
import sys
for package in ("gymnasium", "pettingzoo", "pyspiel", "torch"):
    sys.modules[package] = None
import semafor.gym
print(semafor.gym.Batch("berlin", games=2, players=2).observations.shape[0])
for module in ("table_env", "seat_env", "vector_env", "spaces", "openspiel"):
    try:
        __import__("semafor.gym." + module)
    except ImportError as error:
        print(error)
"""


def test_a_missing_package_is_named_with_its_extra() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, check=True, text=True)
    first, *refusals = done.stdout.splitlines()
    assert first == "2"
    assert len(refusals) == 5
    assert all("pip install 'semafor[gym]'" in refusal for refusal in refusals)
    assert [refusal.split()[0] for refusal in refusals] == ["gymnasium"] * 4 + ["pyspiel"]
