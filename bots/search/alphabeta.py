"""Alpha-beta: principal variation search over the points near stones, deep where it matters.

A node is one stone put on the board, by this search or by that for fours within it. Scores are those of `weights`;
WIN less the plies to it stands for a won game. Wins in one and three, and losses in two, are read off the counts.
"""

from typing import Final

import numpy as np

from bots.search import classes, scratch
from bots.search.branch import enter, extend, leave
from bots.search.evaluation import evaluate
from bots.search.forbidden import forbidden
from bots.search.jit import Bytes, Table, Words, kernel
from bots.search.layout import (
    CELLS,
    CLASS,
    CLASSES,
    COUNT,
    ENCLOSED,
    HASH,
    POINTS,
    STONES,
    U,
)
from bots.search.ordering import POINT, failed, forces, forcing_first, generate, pick, refuted_by
from bots.search.scratch import (
    ENDED,
    EXTENSIONS,
    HISTORY,
    LENGTH,
    MEMORY,
    MOVES,
    ORDERING,
    PARTS,
    PLIES,
    PRUNING,
    REDUCTIONS,
    ROOT,
    ROOTS,
    SCORE,
    TOP,
)
from bots.search.transposition import (
    EXACT,
    LOWER,
    NO_MOVE,
    PROVEN,
    UPPER,
    bound_of,
    depth_of,
    find,
    keep,
    move_of,
    score_of,
)
from bots.search.wins import SIDE_KEY, unanswerable, wins_by_fours

I = np.int64  # noqa: E741 - the type of scores and depths

WIN: Final = I(30_000)
WON: Final = I(29_000)  # from here on a score is a win
WORST: Final = I(-31_000)

# nodes that a search for fours may take: at the moves after the root, at other nodes for each ply of depth, at leaves
FOURS_AT_ROOT: Final = U(4000)
FOURS_A_PLY: Final = U(30)
FOURS_AT_LEAF: Final = U(20)

RAZOR: Final = np.array([0, 220, 330, 450], np.int64)  # by depth: how far behind alpha there is no hope
FUTILITY: Final = np.array([0, 150, 230, 320, 420], np.int64)  # how far beyond beta there is no doubt
LATE: Final = np.array([0, 6, 9, 14, 21, 30, 41], np.int64)  # by depth: moves after which quiet ones are left out
IDLE: Final = I(4)  # depth below which fours are left out that make nothing else: those that win have been looked for
POOR: Final = U(32)  # in history: what has done less is reduced by one more
GOOD: Final = U(600)  # and what has done more by one less
LATEST: Final = 64
REDUCTION: Final = np.fromfunction(
    lambda depth, tried: 0.2 + np.log(np.maximum(depth, 1)) * np.log(np.maximum(tried, 1)) / 2.0, (32, LATEST)
).astype(np.int64)


@kernel
def negamax(
    state: Words,
    table: Table,
    geometry: Words,
    s: Words,
    entries: Words,
    fours: Words,
    refuted: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
    ply: np.uint64,
    depth: np.int64,
    alpha: np.int64,
    beta: np.int64,
) -> np.int64:
    """Score of a position to ``side``, to move: exact between alpha and beta, else a bound."""
    other = U(1) - side
    s[LENGTH + ply] = U(0)
    if state[COUNT + side * CLASSES + classes.FIVE]:
        return WIN - I(ply) - I(1)
    threats = state[COUNT + other * CLASSES + classes.FIVE]
    if threats > U(1) and not geometry[ENCLOSED]:
        return I(ply) + I(2) - WIN
    if not threats and unanswerable(state, table, geometry, side):
        return WIN - I(ply) - I(3)
    if state[STONES] == geometry[POINTS]:
        return I(0)
    if ply >= PLIES - U(1):
        return evaluate(state, table, side)
    # neither a quicker win than this nor a slower loss can come
    alpha, beta = max(alpha, I(ply) + I(2) - WIN), min(beta, WIN - I(ply) - I(5))
    if alpha >= beta:
        return alpha
    pv = beta - alpha > I(1)
    leaf = depth <= I(0) and not threats

    key, best_move, known = state[HASH] ^ (side * SIDE_KEY), NO_MOVE, U(0)
    if s[PARTS] & MEMORY and not leaf:
        known = find(entries, key)
        if known:
            best_move = move_of(known)
            score = _at_ply(score_of(known), ply)
            if depth_of(known) >= (depth if not pv else PROVEN) and (
                bound_of(known) == EXACT
                or (bound_of(known) == LOWER and score >= beta)
                or (bound_of(known) == UPPER and score <= alpha)
            ):
                return score

    static = evaluate(state, table, side)
    if leaf and static >= beta:
        return static
    threatened = U(0)
    if not leaf and not threats:
        threatened = unanswerable(state, table, geometry, other)
    # where an open four threatens, no number says how things stand
    quiet = not threats and not threatened
    may_prune = s[PARTS] & PRUNING and quiet and not pv and abs(beta) < WON
    if may_prune and depth < I(FUTILITY.size) and static - FUTILITY[max(depth, I(0))] >= beta:
        return static
    # what is good enough as it stands needs no win by fours
    if s[PARTS] & scratch.FOURS and not known and (pv or threats or static < beta):
        budget = FOURS_AT_ROOT if ply == U(1) else FOURS_AT_LEAF + FOURS_A_PLY * np.uint64(max(depth, I(0)))
        plies = wins_by_fours(state, table, geometry, s, fours, refuted, stop, late, side, budget)
        if plies:
            score = WIN - I(ply) - I(plies)
            if s[PARTS] & MEMORY and not leaf:
                keep(entries, key, score + I(ply), PROVEN, EXACT, NO_MOVE, s[scratch.AGE])
            return score
    if leaf:
        return static
    if may_prune and depth < I(RAZOR.size) and static + RAZOR[depth] <= alpha:
        return static

    if depth > I(3) and best_move == NO_MOVE and s[PARTS] & REDUCTIONS:
        depth -= I(1)  # nothing is known of it: it can wait for the next iteration
    count = generate(state, table, geometry, s, side, ply, threats, threatened, best_move)
    at, end = MOVES + s[TOP], MOVES + s[TOP] + count
    last = end
    s[TOP] += count
    best, best_move, tried, bound = WORST, NO_MOVE, I(0), UPPER
    first = at
    while at < end:
        point = pick(s, at, end - at)
        at += U(1)
        if forbidden(state, table, geometry, point, side):
            continue
        mine, theirs = state[CLASS + side * CELLS + point], state[CLASS + other * CELLS + point]
        forcing = not quiet or forces(mine, theirs)
        if s[PARTS] & PRUNING and not pv and tried and best > -WON:
            if forcing:
                if depth < IDLE and not threats and mine == classes.FOUR and theirs < classes.OPEN_THREE:
                    continue
            elif (depth < I(LATE.size) and tried >= LATE[depth]) or (
                depth < I(FUTILITY.size) and static + FUTILITY[depth] <= alpha
            ):
                end = forcing_first(state, s, side, at, end)  # the others have no chance any more
                continue
        next_depth = depth - I(1)
        if threats and s[PARTS] & EXTENSIONS and depth > I(1):
            next_depth += I(1)
        reduction = I(0)
        decisive = threats or classes.FOUR_THREE <= mine <= classes.FIVE or classes.FOUR_THREE <= theirs <= classes.FIVE
        if s[PARTS] & REDUCTIONS and depth > I(1) and tried > I(2) and not decisive:
            reduction = _reduced(depth, tried) - I(pv)
            if s[PARTS] & ORDERING:
                past = s[HISTORY + side * CELLS + point]
                reduction += I(past < POOR) - I(past > GOOD)
            reduction = max(I(0), min(reduction, next_depth - I(1)))
        if not enter(state, table, geometry, s, stop, late, side, ply, point):
            break
        score = I(0)
        if tried:
            score = -negamax(
                state, table, geometry, s, entries, fours, refuted, stop, late,
                other, ply + U(1), next_depth - reduction, -alpha - I(1), -alpha,
            )  # fmt: skip
            if score > alpha and reduction > I(0):
                score = -negamax(
                    state, table, geometry, s, entries, fours, refuted, stop, late,
                    other, ply + U(1), next_depth, -alpha - I(1), -alpha,
                )  # fmt: skip
        if not tried or (pv and score > alpha):
            score = -negamax(
                state, table, geometry, s, entries, fours, refuted, stop, late,
                other, ply + U(1), next_depth, -beta, -alpha,
            )  # fmt: skip
        leave(state, table, geometry, s, point)
        if s[ENDED]:
            break
        tried += I(1)
        if score > best:
            best = score
            if score > alpha:
                alpha, best_move, bound = score, point, EXACT
                if pv:
                    extend(s, ply, point)
                if score >= beta:
                    bound = LOWER
                    break
    s[TOP] -= count
    if s[ENDED]:
        return I(0)
    if not tried:  # every answer is forbidden, or none is there
        return I(ply) + I(2) - WIN if threats else static
    if bound == LOWER and quiet and s[PARTS] & ORDERING:
        refuted_by(s, side, ply, best_move, depth)
        for n in range(first, at - U(1)):
            failed(s, side, s[np.uint64(n)] & POINT, depth)
        for n in range(end, last):
            if s[np.uint64(n)] > s[at - U(1)]:  # its turn would have come before
                failed(s, side, s[np.uint64(n)] & POINT, depth)
    if s[PARTS] & MEMORY:
        kept = best
        if best >= WON:
            kept = best + I(ply)
        elif best <= -WON:
            kept = best - I(ply)
        keep(entries, key, kept, max(depth, I(0)), bound, best_move, s[scratch.AGE])
    return best


@kernel
def root(
    state: Words,
    table: Table,
    geometry: Words,
    s: Words,
    entries: Words,
    fours: Words,
    refuted: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
    depth: np.int64,
    alpha: np.int64,
    beta: np.int64,
) -> np.int64:
    """Search the moves at the root, and bring each that raises alpha to their front; the score, exact or a bound.

    Once ENDED is set it means nothing, but the front still holds the best move of what was searched to the end.
    """
    best = WORST
    for n in range(s[ROOTS]):
        i = np.uint64(n)
        point = s[ROOT + i]
        if not enter(state, table, geometry, s, stop, late, side, U(0), point):
            break
        reduction, score = I(0), I(0)
        if i:
            if s[PARTS] & REDUCTIONS and depth > I(2) and i > U(2):
                reduction = min(_reduced(depth, I(n)), depth - I(2))
            score = -negamax(
                state, table, geometry, s, entries, fours, refuted, stop, late,
                U(1) - side, U(1), depth - I(1) - reduction, -alpha - I(1), -alpha,
            )  # fmt: skip
        if not i or score > alpha:
            score = -negamax(
                state, table, geometry, s, entries, fours, refuted, stop, late,
                U(1) - side, U(1), depth - I(1), -beta, -alpha,
            )  # fmt: skip
        leave(state, table, geometry, s, point)
        if s[ENDED]:
            break
        s[SCORE + i] = np.uint64(score)
        best = max(best, score)
        if score > alpha:
            alpha = score
            for back in range(i):
                place = i - np.uint64(back)
                s[ROOT + place], s[SCORE + place] = s[ROOT + place - U(1)], s[SCORE + place - U(1)]
            s[ROOT], s[SCORE] = point, np.uint64(score)
            extend(s, U(0), point)
            if score >= beta:
                break
    return best


@kernel
def _reduced(depth: np.int64, tried: np.int64) -> np.int64:
    """How much less deep a move is searched once so many were."""
    return np.int64(REDUCTION[min(depth, I(31)), min(tried, I(LATEST - 1))])


@kernel
def _at_ply(score: np.int64, ply: np.uint64) -> np.int64:
    """A kept score, whose wins count from the position, counted from the root."""
    if score >= WON:
        return score - I(ply)
    if score <= -WON:
        return score + I(ply)
    return score
