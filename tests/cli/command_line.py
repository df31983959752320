"""Running commands in this process, and in one of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import pytest

from semafor.cli.commands import run


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


def run_process(
    *arguments: str,
    python: tuple[str, ...] = ("-m", "semafor"),
    environment: Mapping[str, str] = MappingProxyType({}),
    encoding: str = "utf-8",
) -> Done:
    call = [sys.executable, *python, *arguments]
    done = subprocess.run(
        call, capture_output=True, encoding=encoding, check=False, env={**os.environ, **environment}
    )
    return Done(done.returncode, done.stdout, done.stderr)
