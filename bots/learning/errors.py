"""Errors of learning."""

from bots.errors import BotError


class BadPattern(BotError):
    """What was to be read as a pattern is none; the message says why."""

    code = "bad_pattern"
