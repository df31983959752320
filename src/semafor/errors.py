"""What the outside world can get wrong: each a typed error with a stable code, a sentence and a rule."""

from __future__ import annotations


class SemaforError(Exception):
    """A mistake of the caller. Nothing has changed."""

    def __init__(self, code: str, sentence: str, rule: str | None = None) -> None:
        self.code = code
        self.sentence = sentence
        self.rule = rule
        super().__init__(f"{sentence} ({rule})" if rule else sentence)

    def __reduce__(self) -> tuple[type[SemaforError], tuple[str, str, str | None]]:
        return type(self), (self.code, self.sentence, self.rule)


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
