"""Proof of uploaded pattern files, in a process with limits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from server.errors import Refused
from server.operator import patterns
from server.trees.tree_file import held_to_limits

MOST_S = 120.0
"""Seconds of processor time."""
MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class PatternsRejected:
    """A rejected file: the ``code`` of the reason and its details."""

    code: str
    detail: dict[str, str | int] = field(default_factory=dict)


def prove(_: Callable[[Any], None], data: bytes) -> list[tuple[str, str, str]] | PatternsRejected:
    """Return the rules, key and body of each pattern of a file; one failed proof rejects the file."""
    try:
        with held_to_limits(MOST_S):
            found = patterns.prove_lines(data.decode().splitlines())
            return [(each.rules, each.key, patterns.format_pattern(each)) for each in found]
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return PatternsRejected("bad_notation", {"line": line, "why": "bad_pattern"})
    except Refused as error:
        return PatternsRejected(error.code, dict(error.detail))
    except (MemoryError, TimeoutError):
        return PatternsRejected("file_too_large", {"limit": max(1, len(data) // MIB)})
