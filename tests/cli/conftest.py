from __future__ import annotations

import pytest

from tests.cli.command_line import CommandLine


@pytest.fixture
def semafor(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)
