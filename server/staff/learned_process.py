"""Process jobs on learned files: proof of uploaded patterns, comparison of two versions of the weights."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import get_args

from bots.engine import Numbers
from server.errors import Refused
from server.operator import patterns
from server.protocol.staff import WeightDifference
from server.protocol.values import WeightLine, WeightThreat
from server.trees.tree_file import held_to_limits

MOST_S = 120.0
"""Seconds of processor time."""
MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class PatternsRejected:
    """A rejected file: the ``code`` of the reason and its details."""

    code: str
    detail: dict[str, str | int] = field(default_factory=dict)


def prove(data: bytes) -> list[tuple[str, str, str]] | PatternsRejected:
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


MOST = 20
"""Weights listed, those that differ most."""
LINES: Sequence[WeightLine] = get_args(WeightLine)
THREATS: Sequence[WeightThreat] = get_args(WeightThreat)


def compare(one: Numbers | None, other: Numbers | None) -> tuple[list[WeightDifference], int, int]:
    """Return the weights that differ most, the number that differ and the number of all.

    None is the program's version."""
    from bots.search.board.weights import SORTS  # noqa: PLC0415 - imports numba, which the server's process need not
    from bots.tuning.weight_fit import PRIOR  # noqa: PLC0415 - as above

    first, second = one or PRIOR, other or PRIOR
    differing = [n for n, (a, b) in enumerate(zip(first, second, strict=True)) if a != b]
    differing.sort(key=lambda n: -abs(first[n] - second[n]))
    return [describe(SORTS, n, first[n], second[n]) for n in differing[:MOST]], len(differing), len(first)


def describe(sorts: Sequence[Sequence[int]], n: int, one: float, other: float) -> WeightDifference:
    """Return a weight with its meaning: the ``sorts`` of points come first, by the shapes of their lines."""
    if n < len(sorts):
        lines = [LINES[shape - 1] for shape in sorts[n] if shape]
        return WeightDifference("point", one, other, lines)
    threat = n - len(sorts)
    if threat < 2 * len(THREATS):
        return WeightDifference("threat", one, other, threat=THREATS[threat % len(THREATS)], mine=threat < len(THREATS))
    return WeightDifference("to_move", one, other)
