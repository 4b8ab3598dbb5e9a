"""Errors of the server: one hierarchy, each error with a stable ``code`` that reaches the client."""

import logging
import secrets

from bots.errors import BotError, ExecutorFull, NotReady, Stopped

log = logging.getLogger("tengen")

_CODES: dict[type[Exception], str] = {ExecutorFull: "bots_busy", NotReady: "engine_not_ready", Stopped: "restart"}


class TengenError(Exception):
    """Base of all refusals and failures of the server, with a stable ``code``."""

    code = "error"

    def __init__(self, message: str = "", *, code: str | None = None, **detail: str | int) -> None:
        super().__init__(message or code or self.code)
        if code is not None:
            self.code = code
        self.detail = detail


class StartError(TengenError):
    """The server cannot start; the message is one line for the operator."""

    code = "start"


class ConfigError(StartError):
    """A setting is wrong; the message names it and the values that it takes."""

    code = "config"


class StoreError(TengenError):
    """The store could not write or read; nothing was acknowledged."""

    code = "store_unavailable"


class StoreUnusable(StartError):
    """The database file cannot be used: newer, corrupt, read-only, full, or in use."""

    code = "store_unusable"


class Refused(TengenError):
    """A command broke a rule; ``code`` says which. Nothing has changed."""

    code = "refused"


def to_refusal(error: Exception, what: str) -> Refused:
    """Map an engine error to a client-facing refusal; an internal error is logged as ``what``."""
    code = _CODES.get(type(error))
    if code is not None:
        return Refused(code=code)
    fault = secrets.token_hex(4)
    log.error("fault %s in %s: %s", fault, what, error, exc_info=None if isinstance(error, BotError) else error)
    return Refused(code="internal", id=fault)
