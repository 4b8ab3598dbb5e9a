"""Comparison of two versions of the weights, in a process: only the kernels know what each weight is of."""

from collections.abc import Callable, Sequence
from typing import Any, get_args

from bots.engine import Numbers
from server.protocol.staff import WeightDifference
from server.protocol.values import WeightLine, WeightThreat

MOST = 20
"""Weights listed, those that differ most."""
LINES: Sequence[WeightLine] = get_args(WeightLine)
THREATS: Sequence[WeightThreat] = get_args(WeightThreat)


def compare(
    _: Callable[[Any], None], one: Numbers | None, other: Numbers | None
) -> tuple[list[WeightDifference], int, int]:
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
