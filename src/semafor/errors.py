"""Errors of the outside world: each has a type, a stable code, details and a rule.

The catalogue turns them into a sentence in any language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from semafor.words import Phrase, given_details, say

if TYPE_CHECKING:
    from semafor.words import Detail, Language, Naming

Thing = Literal["route", "place", "ticket", "card", "festival"]
"""Kinds of things that a text may name; unknown ones have the code `unknown-` and the kind."""


class SemaforError(Exception):
    """A mistake of the caller. Nothing has changed."""

    def __init__(self, code: str, /, *, rule: str | None = None, **details: Detail) -> None:
        self.code = code
        self.rule = rule
        self.details: dict[str, Detail] = given_details(details)
        super().__init__(code)

    def say(self, language: Language = "en", naming: Naming | None = None) -> str:
        """Return the reason in a language; things have their English names unless a board names them."""
        return say(f"refusal.{self.code}", self.details, language, naming)

    @property
    def sentence(self) -> str:
        """Return the reason in English."""
        return self.say()

    @property
    def phrase(self) -> Phrase:
        """The reason as a part of another message."""
        return Phrase(f"refusal.{self.code}", self.details)

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})" if self.rule else self.sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.code, self.rule, self.details)


def _again(kind: type[SemaforError], code: str, rule: str | None, details: dict[str, Detail]) -> SemaforError:
    """Return an error from another process."""
    error = kind.__new__(kind)
    SemaforError.__init__(error, code, rule=rule, **details)
    return error


class IllegalMove(SemaforError):
    """The move is understood, but the rules forbid it now."""


class UnknownMove(SemaforError):
    """The text is not a move of this board."""


class BadSetup(SemaforError):
    """The setup of the game is not possible."""


class BadPosition(SemaforError):
    """The described position is not possible."""


class BadRecord(SemaforError):
    """The record or the saved bytes cannot be replayed here."""


class NoDevice(SemaforError):
    """A GPU is needed, and none is available."""


class PartnerLost(SemaforError):
    """A process of a training run has ended before the others; what was saved is kept."""


def missing(error: ModuleNotFoundError, extra: str) -> ImportError:
    """Return the error to raise instead; it names the extra to install."""
    package = (error.name or "").split(".")[0]
    return ImportError(f"{package} is not installed here: pip install 'semafor[{extra}]'", name=error.name)
