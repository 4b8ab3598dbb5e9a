"""Margins of pruning and depths of reduction, as tables by depth that the search reads.

The forms are the usual ones of alpha-beta engines (Chess Programming Wiki: reverse futility pruning, razoring, futility
pruning, late move pruning and reductions). The numbers are in the units of `weights`, plies and moves, and come from
`lab.tuning.spsa`.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bots.search.board.order import LOGIT
from bots.search.runtime.jit import I0, U1, I, U, kernel

DEPTHS: Final = 32  # depths that the tables tell apart; greater ones count as the last
TRIED: Final = 64  # numbers of moves tried that the reductions tell apart
NEVER: Final = 1 << 20  # a margin that no score reaches

REVERSE: Final = U(0)  # per improving and depth: a static score this far above beta fails high
RAZOR: Final = REVERSE + U(2 * DEPTHS)  # per depth: a static score this far below alpha fails low
FUTILITY: Final = RAZOR + U(DEPTHS)  # per depth: with a static score this far below alpha, quiet moves are skipped
LATE: Final = FUTILITY + U(DEPTHS)  # per improving and depth: number of moves after which quiet ones are skipped
REDUCTION: Final = LATE + U(2 * DEPTHS)  # per improving, depth and moves tried: plies by which a move is reduced
UNLIKELY: Final = REDUCTION + U(2 * DEPTHS * TRIED)  # ranks behind the likeliest move: a ply more of reduction
BEHIND: Final = UNLIKELY + U1  # for a rank behind the likeliest: moves that count for tried in LATE, in 2**-BEHIND_BITS
KILLER: Final = BEHIND + U1  # added to the rank of a killer move,
COUNTER: Final = KILLER + U1  # of a counter-move,
PAST: Final = COUNTER + U1  # and for each point of a move's history, in 2**-PAST_BITS
MARGIN_WORDS: Final = PAST + U1
BEHIND_BITS: Final = 20
PAST_BITS: Final = 8


@dataclass(frozen=True, slots=True)
class Margins:
    """The numbers behind the tables.

    A side is improving when its static score is above that of its previous turn. The reverse margin is ``reverse`` for
    each ply beyond ``reverse_from``, and ``reverse_better`` plies less when improving. ``razor`` and ``futility`` grow
    by ``razor_ply`` and ``futility_ply``, up to their depths. ``late`` moves and the depth to the power of
    ``late_power`` are tried, half as many when not improving, and ``behind`` less for each unit of log-odds that the
    move is behind the likeliest. The reduction is ``reduction_base`` and ``reduction`` times the logarithms of depth
    and moves, with ``worse`` plies more when not improving, and one more from ``unlikely`` units behind on. ``killer``
    and ``counter`` add log-odds, and ``past`` is the share of the history that adds to ranks.
    """

    reverse: float = 38.5
    reverse_from: float = 1.43
    reverse_better: float = 1
    razor: float = 95
    razor_ply: float = 23.6
    razor_depth: int = 3
    futility: float = 70
    futility_ply: float = 35.5
    futility_depth: int = 4
    late: float = 5.35
    late_power: float = 1.615
    reduction: float = 0.622
    reduction_base: float = -0.09
    worse: float = 1.89
    unlikely: float = 5.3
    behind: float = 0.725
    killer: float = 1.52
    counter: float = 2.13
    past: float = 1.4


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
    ranks = np.array([margins.unlikely, 0, margins.killer, margins.counter, 0]) * LOGIT
    ranks += np.array([0, margins.behind * (1 << BEHIND_BITS) / LOGIT, 0, 0, margins.past * (1 << PAST_BITS)])
    tables = (reverse, razor, futility, late, worse, reduction, ranks)
    return np.concatenate([np.maximum(0, np.floor(table)).astype(np.int64).ravel() for table in tables])


@kernel
def row(depth: np.int64) -> np.uint64:
    """Return the place of a depth in a table by depth."""
    return np.uint64(max(I0, min(depth, I(DEPTHS - 1))))
