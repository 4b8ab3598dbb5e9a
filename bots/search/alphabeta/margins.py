"""Margins of pruning and depths of reduction, as tables by depth that the search reads.

The forms are the usual ones of alpha-beta engines (Chess Programming Wiki: reverse futility pruning, razoring, futility
pruning, late move pruning and reductions). The numbers are in the units of `weights`, plies and moves, and come from
`lab.tuning.spsa`; those in score units are three quarters of what it found for an evaluation without network.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bots.search.runtime.jit import I0, I, U, kernel

DEPTHS: Final = 32  # depths that the tables tell apart; greater ones count as the last
TRIED: Final = 64  # numbers of moves tried that the reductions tell apart
NEVER: Final = 1 << 20  # a margin that no score reaches

REVERSE: Final = U(0)  # per improving and depth: a static score this far above beta fails high
RAZOR: Final = REVERSE + U(2 * DEPTHS)  # per depth: a static score this far below alpha fails low
FUTILITY: Final = RAZOR + U(DEPTHS)  # per depth: with a static score this far below alpha, quiet moves are skipped
LATE: Final = FUTILITY + U(DEPTHS)  # per improving and depth: number of moves after which quiet ones are skipped
REDUCTION: Final = LATE + U(2 * DEPTHS)  # per improving, depth and moves tried: plies by which a move is reduced
MARGIN_WORDS: Final = REDUCTION + U(2 * DEPTHS * TRIED)


@dataclass(frozen=True, slots=True)
class Margins:
    """The numbers behind the tables.

    A side is improving when its static score is above that of its previous turn. The reverse margin is ``reverse`` for
    each ply beyond ``reverse_from``, and ``reverse_better`` plies less when improving. ``razor`` and ``futility`` grow
    by ``razor_ply`` and ``futility_ply``, up to their depths. ``late`` moves and the depth to the power of
    ``late_power`` are tried, half as many when not improving. The reduction is ``reduction_base`` and ``reduction``
    times the logarithms of depth and moves, with ``worse`` plies more when not improving.
    """

    reverse: float = 25.5
    reverse_from: float = 1
    reverse_better: float = 0.8
    razor: float = 43
    razor_ply: float = 14
    razor_depth: int = 3
    futility: float = 15
    futility_ply: float = 41
    futility_depth: int = 4
    late: float = 2.85
    late_power: float = 1.3
    reduction: float = 1.03
    reduction_base: float = -0.07
    worse: float = 1.4


MARGINS: Final = Margins()


def tabulate(margins: Margins) -> NDArray[np.int64]:
    """Return the tables, shape (MARGIN_WORDS,); nothing in them is negative."""
    depth, improving = np.arange(DEPTHS), np.array([[0], [1]])
    reverse = margins.reverse * (depth - margins.reverse_from - margins.reverse_better * improving)
    razor = np.where(depth <= margins.razor_depth, margins.razor + margins.razor_ply * depth, NEVER)
    futility = np.where(depth <= margins.futility_depth, margins.futility + margins.futility_ply * depth, NEVER)
    late = (margins.late + depth**margins.late_power) / (2 - improving)
    logarithms = np.log(np.maximum(depth, 1))[:, None] * np.log(np.maximum(np.arange(TRIED), 1))
    reduction = margins.reduction_base + margins.reduction * logarithms
    worse = np.where(reduction > 0.5, reduction + margins.worse, reduction)
    tables = (reverse, razor, futility, late, worse, reduction)
    return np.concatenate([np.maximum(0, np.floor(table)).astype(np.int64).ravel() for table in tables])


@kernel
def row(depth: np.int64) -> np.uint64:
    """Return the place of a depth in a table by depth."""
    return np.uint64(max(I0, min(depth, I(DEPTHS - 1))))
