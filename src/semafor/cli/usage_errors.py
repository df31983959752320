"""Usage errors of the command line, as a sentence in the terminal's language."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from cyclopts import (
    CoercionError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
    ValidationError,
)
from cyclopts.validators import Number

from semafor.cli.output import word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cyclopts import CycloptsError
    from cyclopts.argument import Argument
    from cyclopts.token import Token

BOUNDS = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}
"""The limits of a number: names in its validator, and signs in messages."""


def usage_error(error: CycloptsError) -> str:
    """Return the message for a usage error; the parser's own message for a kind unknown here."""
    for kind, sentence in _SENTENCES.items():
        if isinstance(error, kind):
            return sentence(error)
    return word("not-understood", reason=" ".join(str(error).split()))


def _unknown_command(error: UnknownCommandError) -> str:
    given = (error.unused_tokens or [""])[0]
    if given.startswith("-"):
        return word("unknown-option", given=given, close=_close(given, error.app or ()))
    commands = [name for name in error.app or () if not name.startswith("-")]
    return word("unknown-command", given=given, commands=commands, close=_close(given, commands))


def _unknown_option(error: UnknownOptionError) -> str:
    given = error.token.keyword or error.token.value
    options = (name for argument in error.argument_collection if argument.parse for name in argument.names)
    return word("unknown-option", given=given, close=_close(given, options))


def _missing(error: MissingArgumentError) -> str:
    assert error.argument is not None, "the parser says what is missing"
    command = " ".join(error.command_chain or ())
    if error.keyword or not error.argument.required:
        return word("missing-value", option=error.keyword or error.argument.name, command=command)
    return word("missing-argument", argument=error.argument.name, command=command)


def _coercion(error: CoercionError) -> str:
    given = "" if error.token is None else error.token.value
    name, wanted = _name(error.argument, error.token), error.target_type
    if get_origin(wanted) is Literal:
        return word("not-among", name=name, given=given, choices=get_args(wanted))
    if wanted is bool:
        return word("not-yes-or-no", name=name)
    if wanted in (int, float):
        return word("not-a-number", name=name, given=given, whole=True if wanted is int else None)
    return word("not-understood", reason=" ".join(str(error).split()))


def _validation(error: ValidationError) -> str:
    bounds = _bounds(error.argument)
    if error.argument is None or not bounds:
        return word("not-understood", reason=" ".join(str(error).split()))
    token = error.argument.tokens[0]
    return word("out-of-bounds", name=_name(error.argument, token), given=token.value, bounds=bounds)


def _bounds(argument: Argument | None) -> list[str]:
    """The limits of a number, as in `>= 1`."""
    validators: Any = argument.parameter.validator if argument else ()
    numbers = [one for one in validators or () if isinstance(one, Number)]
    limits = [(sign, getattr(one, name)) for one in numbers for name, sign in BOUNDS.items()]
    return [f"{sign} {limit}" for sign, limit in limits if limit is not None]


def _repeated(error: RepeatArgumentError) -> str:
    return word("given-twice", option=error.token.keyword or error.token.value)


def _unused(error: UnusedCliTokensError) -> str:
    return word("one-too-many", given=" ".join(error.unused_tokens or ()))


def _name(argument: Argument | None, token: Token | None) -> str:
    """Return an option as it was written, or the name of an argument."""
    if token is not None and token.keyword:
        return token.keyword
    return "" if argument is None else argument.name


def _close(given: str, names: Iterable[str]) -> str | None:
    """Return the name that is most similar to the given one."""
    return next(iter(get_close_matches(given, list(names), n=1)), None)


_SENTENCES: dict[type[CycloptsError], Callable[[Any], str]] = {
    UnknownCommandError: _unknown_command,
    UnknownOptionError: _unknown_option,
    MissingArgumentError: _missing,
    CoercionError: _coercion,
    ValidationError: _validation,
    RepeatArgumentError: _repeated,
    UnusedCliTokensError: _unused,
}
