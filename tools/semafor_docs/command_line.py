"""The help of every command as Markdown."""

from __future__ import annotations

import re
from typing import NamedTuple

from semafor.cli.commands import make_app

_COMMAND = re.compile(r"^#{2,} (semafor .+)$", re.MULTILINE)
_CONTENTS = re.compile(r"^#+ Table of Contents\n.*?(?=^\*\*|^#|\Z)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[(`[^`]+`)\]\(#[^)]*\)")


class Help(NamedTuple):
    """The help of one command."""

    command: str
    text: str


def all_help() -> list[Help]:
    """Return the help of all commands in the order of `semafor --help`."""
    whole: str = make_app().generate_docs(output_format="markdown")
    _, *parts = _COMMAND.split(_CONTENTS.sub("", whole))
    found = zip(parts[::2], parts[1::2], strict=True)
    return [Help(name, _LINK.sub(r"\1", text)) for name, text in found if " --" not in name]
