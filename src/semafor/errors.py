"""What the outside world can get wrong: each a typed error with a stable code, details and a rule.

The sentence is made of them by the catalogue of words, in the language that is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from semafor.words import Phrase, given_details, say

if TYPE_CHECKING:
    from semafor.words import Detail, Language, Naming

Thing = Literal["route", "place", "ticket", "card", "festival"]
"""What a text may name in vain: each has the code `unknown-` and its name."""


class SemaforError(Exception):
    """A mistake of the caller. Nothing has changed."""

    def __init__(self, code: str, /, *, rule: str | None = None, **details: Detail) -> None:
        self.code = code
        self.rule = rule
        self.details: dict[str, Detail] = given_details(details)
        super().__init__(code)

    def say(self, language: Language = "en", naming: Naming | None = None) -> str:
        """The reason in a language; things by their English names unless a board names them."""
        return say(f"refusal.{self.code}", self.details, language, naming)

    @property
    def sentence(self) -> str:
        """The reason in English."""
        return self.say()

    @property
    def phrase(self) -> Phrase:
        """The reason as a part of another."""
        return Phrase(f"refusal.{self.code}", self.details)

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})" if self.rule else self.sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.code, self.rule, self.details)


def _again(kind: type[SemaforError], code: str, rule: str | None, details: dict[str, Detail]) -> SemaforError:
    """An error from another process."""
    error = kind.__new__(kind)
    SemaforError.__init__(error, code, rule=rule, **details)
    return error


class IllegalMove(SemaforError):
    """The move is understood, but the rules forbid it now."""


class UnknownMove(SemaforError):
    """The text is no move of this board."""


class BadSetup(SemaforError):
    """No game can be set up like this."""


class BadPosition(SemaforError):
    """The description is no possible position."""


class BadRecord(SemaforError):
    """The record or the saved bytes cannot be replayed here."""


class NoDevice(SemaforError):
    """What was asked for needs a GPU, and there is none to be had."""


class PartnerLost(SemaforError):
    """One of the processes of a training run has ended before the others; what was saved is kept."""


def missing(error: ModuleNotFoundError, extra: str) -> ImportError:
    """The error to raise instead: it names the extra to install."""
    package = (error.name or "").split(".")[0]
    return ImportError(f"{package} is not installed here: pip install 'semafor[{extra}]'", name=error.name)
