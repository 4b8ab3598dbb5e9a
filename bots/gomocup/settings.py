"""Settings of an external engine: one ``[[engine]]`` table of the settings file."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from bots.gomocup.protocol import MASK_OF_RULE
from gomoku.ruleset import SIZES

FIRST_LEVEL, LAST_LEVEL = 100, 999
USUAL_SIZES = (15, 19, 20)
"""Board sizes of tournaments: the default for an engine."""


class BadEngine(ValueError):
    """A table does not describe an engine; the message is one line."""


@dataclass(frozen=True, slots=True)
class ExternalEngine:
    """A program that speaks the Gomocup protocol, offered as the level with this number.

    ``time_ms``: per move. ``grace_ms``: extra time before the program counts as stuck. ``memory_mib``: memory the
    program is told it may use. ``folder``: its working directory.
    """

    level: int
    name: str
    command: tuple[str, ...]
    rules: tuple[str, ...] = ("freestyle",)
    sizes: tuple[int, ...] = USUAL_SIZES
    time_ms: int = 1000
    grace_ms: int = 3000
    memory_mib: int = 256
    folder: str = "."


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ValueError
    return value


def _name(value: object) -> str:
    if len(_text(value)) > 40:
        raise ValueError
    return _text(value)


def _command(value: object) -> tuple[str, ...]:
    words = shlex.split(value) if isinstance(value, str) else value
    if not isinstance(words, list) or not words:
        raise ValueError
    return tuple(_text(word) for word in words)


def _whole(low: int, high: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError
        return value

    return read


def _some_of(known: Sequence[Any]) -> Callable[[object], tuple[Any, ...]]:
    def read(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list) or not value or any(each not in known for each in value):
            raise ValueError
        return tuple(value)

    return read


_KEYS: Mapping[str, tuple[Callable[[object], Any], str]] = {
    "level": (_whole(FIRST_LEVEL, LAST_LEVEL), f"a whole number from {FIRST_LEVEL} to {LAST_LEVEL}"),
    "name": (_name, "a text of at most 40 characters"),
    "command": (_command, "a program with its arguments, as one text or a list of texts"),
    "rules": (_some_of(tuple(MASK_OF_RULE)), "a list of " + ", ".join(MASK_OF_RULE)),
    "sizes": (_some_of(SIZES), "a list of " + ", ".join(map(str, SIZES))),
    "time_ms": (_whole(10, 600_000), "a whole number from 10 to 600000"),
    "grace_ms": (_whole(0, 600_000), "a whole number from 0 to 600000"),
    "memory_mib": (_whole(1, 1 << 20), f"a whole number from 1 to {1 << 20}"),
    "folder": (_text, "the path of a folder"),
}
_REQUIRED = [option.name for option in fields(ExternalEngine)][1:3]


def read_engines(tables: object) -> tuple[ExternalEngine, ...]:
    """Read the engines of the tables, numbered from 100 in order unless they have a ``level``; raises BadEngine."""
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise BadEngine("engine: tables headed [[engine]] were expected")
    engines = [_engine(table, index) for index, table in enumerate(tables)]
    for what in ("level", "name"):
        values = [getattr(engine, what) for engine in engines]
        for value in values:
            if values.count(value) > 1:
                raise BadEngine(f"engine: two have the {what} {value}")
    return tuple(engines)


def _engine(table: Mapping[str, object], index: int) -> ExternalEngine:
    where = f"engine {index + 1}"
    values: dict[str, Any] = {"level": FIRST_LEVEL + index}
    for key, value in table.items():
        if key not in _KEYS:
            raise BadEngine(f"{where}: {key}: unknown setting; known are {', '.join(_KEYS)}")
        read, takes = _KEYS[key]
        try:
            values[key] = read(value)
        except ValueError:
            raise BadEngine(f"{where}: {key}: {value!r} is not {takes}") from None
    for key in _REQUIRED:
        if key not in values:
            raise BadEngine(f"{where}: {key} is missing")
    return ExternalEngine(**values)
