"""Converts errors to responses with a code, a sentence and a rule, never a traceback."""

from http import HTTPStatus
from typing import Any

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from semafor.errors import BadSetup, SemaforError
from semafor.server.messages import Problem
from semafor.server.monitoring import FAILURES, REFUSALS

_CODES = {
    HTTPStatus.BAD_REQUEST: "no-name bad-endpoint bad-zone bad-mail not-plain no-study no-routes-to-study",
    HTTPStatus.FORBIDDEN: "not-invited not-host removed not-yours foreign-page foreign-host no-name-yet "
    "wrong-phrase wrong-code wrong-passkey locked wrong-word bad-token",
    HTTPStatus.NOT_FOUND: "no-such-table no-such-seat unknown-board not-found no-such-passkey "
    "no-such-tournament no-such-entrant no-such-device",
    HTTPStatus.GONE: "other-version",
    HTTPStatus.TOO_MANY_REQUESTS: "too-many",
    HTTPStatus.INTERNAL_SERVER_ERROR: "damaged",
    HTTPStatus.SERVICE_UNAVAILABLE: "no-database not-stored restarting",
}
STATUS = {code: status for status, codes in _CODES.items() for code in codes.split()}
"""The HTTP status of error codes; 409 (or 400, for a setup) for all others."""
HTTP_CODES = {
    400: "bad-request",
    404: "not-found",
    405: "wrong-method",
    413: "too-large",
    415: "wrong-media-type",
    429: "too-many",
}

GONE = "client disconnected prematurely"
"""Litestar's message for an upload that was broken off."""

log = structlog.get_logger("semafor.problems")

AnyRequest = Request[Any, Any, Any]


def status_of(error: SemaforError) -> int:
    """The HTTP status of an error; 409 by default."""
    usual = HTTPStatus.BAD_REQUEST if isinstance(error, BadSetup) else HTTPStatus.CONFLICT
    return STATUS.get(error.code, usual)


def answer_refusal(_request: AnyRequest, error: SemaforError) -> Response[Problem]:
    """Respond to a refused request."""
    REFUSALS.labels(error.code).inc()
    status = status_of(error)
    headers = {"Retry-After": "2"} if status == HTTPStatus.SERVICE_UNAVAILABLE else {}
    problem = Problem(error.code, error.sentence, error.rule, error.details)
    return Response(problem, status_code=status, headers=headers)


def answer_http(_request: AnyRequest, error: HTTPException) -> Response[Problem]:
    """Respond to a request that no handler received."""
    code = HTTP_CODES.get(error.status_code, "bad-request" if error.status_code < 500 else "internal")
    REFUSALS.labels(code).inc()
    if error.detail == GONE:  # nobody is left to be answered, and nothing is wrong
        unfinished = Problem("gone", SemaforError("gone").sentence, None)
        return Response(unfinished, status_code=HTTPStatus.BAD_REQUEST)
    if isinstance(error.__cause__, RecursionError):
        return answer_too_deep(_request, error.__cause__)
    if error.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return answer_failure(_request, error)
    headers = {"Allow": error.headers["Allow"]} if error.headers and "Allow" in error.headers else {}
    refused = SemaforError(code, reason=_reason(error) if code == "bad-request" else None)
    problem = Problem(code, refused.sentence, None, refused.details)
    return Response(problem, status_code=error.status_code, headers=headers)


def _reason(error: HTTPException) -> str:
    """Litestar's explanation of an invalid request."""
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        first = error.extra[0]
        place = f" ({first['key']})" if first.get("key") else ""
        return f"{first.get('message', error.detail)}{place}"[:500]
    return str(error.detail)[:500]


def answer_too_deep(_request: AnyRequest, _error: RecursionError) -> Response[Problem]:
    """Respond to a request that is nested too deeply."""
    REFUSALS.labels("bad-request").inc()
    refused = SemaforError("bad-request", reason="nested too deeply")
    problem = Problem("bad-request", refused.sentence, None, refused.details)
    return Response(problem, status_code=HTTPStatus.BAD_REQUEST)


def _handler(request: AnyRequest) -> str:
    """Return the name of the handler; the path would contain ids."""
    return str(getattr(request.scope.get("route_handler"), "handler_name", "unknown"))


def answer_failure(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Log an internal error in full and respond with one sentence."""
    FAILURES.inc()
    log.error("failed", method=request.method, handler=_handler(request), error=repr(error), exc_info=error)
    problem = Problem("internal", SemaforError("internal").sentence, None)
    return Response(problem, status_code=HTTPStatus.INTERNAL_SERVER_ERROR)


HANDLERS: dict[Any, Any] = {
    SemaforError: answer_refusal,
    HTTPException: answer_http,
    RecursionError: answer_too_deep,
    Exception: answer_failure,
}
