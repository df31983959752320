"""The messages over HTTP about the server itself, and what goes wrong there."""

from typing import Any, Literal

import msgspec


class Health(msgspec.Struct, frozen=True):
    """GET /health."""

    status: Literal["ok", "damaged", "low-disk", "not-stored", "no-database"]
    """`damaged`: the journals of some tables cannot be read, the others go on.

    `low-disk`: the disk of the database is nearly full.
    """
    version: str
    damaged: int
    """Tables that were asked for and whose journal cannot be read."""


class EngineProgress(msgspec.Struct, frozen=True):
    """GET /api/engine: on a new machine the rules are compiled first, for about a minute."""

    ready: bool
    """Whether games can be played; until then what needs the rules waits."""
    share: float
    """What has been compiled, from 0 to 1."""
    seconds_left: float | None
    """How long it still takes at the pace so far; None while it is too early to say."""


class Network(msgspec.Struct, frozen=True):
    """GET /api/network, for who sits at the server's own machine."""

    address: str | None
    """Where others in the network would find it; None where there is no network, or for anyone else."""
    open: bool
    """Whether it answers there."""


class Problem(msgspec.Struct, frozen=True):
    """The body of every refusal, with status 4xx or 5xx; nothing has changed."""

    code: str
    """Stable, for programs and translations."""
    sentence: str
    """For people, in English."""
    rule: str | None
    """The rule that says so, as in `BASE-15`."""
    details: dict[str, Any] = {}
    """What the words of the code need, in any language."""
