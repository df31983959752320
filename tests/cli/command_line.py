"""Running commands in this process, and in one of their own."""

from __future__ import annotations

import subprocess
import sys
from typing import NamedTuple

import pytest

from semafor.cli.app import run


class Done(NamedTuple):
    code: int
    out: str
    err: str


class CommandLine:
    """`semafor …` in this process, with its output captured."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str) -> Done:
        self.capsys.readouterr()
        code = run(list(arguments))
        return Done(code, *self.capsys.readouterr())


def run_process(*arguments: str, python: tuple[str, ...] = ("-m", "semafor")) -> Done:
    done = subprocess.run([sys.executable, *python, *arguments], capture_output=True, text=True, check=False)
    return Done(done.returncode, done.stdout, done.stderr)
