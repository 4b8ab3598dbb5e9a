"""Patterns as they are kept, compiled in a worker process: a table of thousands takes seconds."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from bots.errors import BotError
from bots.learning.errors import BadPattern
from bots.learning.pattern import Pattern
from bots.learning.table import Compiled


def compiled(_report: Callable[[Any], None], rules: str, bodies: Sequence[str]) -> tuple[Compiled, dict[int, str]]:
    """What a table has of the patterns with these JSON texts but for those that cannot be read, which are told why."""
    patterns: list[Pattern] = []
    unreadable: dict[int, str] = {}
    for n, body in enumerate(bodies):
        try:
            patterns.append(_read(rules, body))
        except (BotError, ValueError) as error:
            unreadable[n] = str(error)
    return Compiled.of(rules, patterns), unreadable


def _read(rules: str, body: str) -> Pattern:
    pattern = Pattern.from_json(json.loads(body))
    if pattern.rules != rules:
        raise BadPattern(f"it is one of {pattern.rules}")
    return pattern
