"""Alpha-beta: principal variation search over the points near stones, deep where it matters.

A node is one stone put on the board, by this search or by that for fours within it. Scores are those of `weights`;
WIN less the plies to it stands for a won game. Wins in one and three, and losses in two, are read off the counts.
"""

from typing import Final

import numpy as np

from bots.search import classes, scratch, vcf
from bots.search.evaluation import evaluate
from bots.search.forbidden import forbidden
from bots.search.jit import Bytes, Table, Words, kernel, lowest
from bots.search.layout import (
    BITS,
    CELL,
    CELLS,
    CLASS,
    CLASSES,
    COUNT,
    ENCLOSED,
    FOULS,
    FOURS,
    HASH,
    POINTS,
    STONES,
    U,
)
from bots.search.layout import NEAR as NEAR_OF
from bots.search.make import make, unmake
from bots.search.ordering import POINT, failed, generate, pick, refuted_by
from bots.search.scratch import (
    ENDED,
    EXTENSIONS,
    KILLERS,
    LENGTH,
    LIMIT,
    LINE,
    MEMORY,
    MOVES,
    NEAR,
    NODES,
    OCCUPIED,
    ORDERING,
    PARTS,
    PLIES,
    PRUNING,
    REDUCTIONS,
    ROOT,
    ROOTS,
    SALT,
    SCORE,
    TOP,
    VARIATION,
)
from bots.search.transposition import EXACT, LOWER, NO_MOVE, UPPER, bound_of, depth_of, find, keep, move_of, score_of

I = np.int64  # noqa: E741 - the type of scores and depths

WIN: Final = I(30_000)
WON: Final = I(29_000)  # from here on a score is a win
WORST: Final = I(-31_000)

SIDE_KEY: Final = U(0xD1B54A32D192ED03)  # of the second side to move

# nodes that a search for fours may take: at the moves after the root, at other nodes for each ply of depth, at leaves
FOURS_AT_ROOT: Final = U(4000)
FOURS_A_PLY: Final = U(60)
FOURS_AT_LEAF: Final = U(40)

RAZOR: Final = np.array([0, 220, 330, 450], np.int64)  # by depth: how far behind alpha there is no hope
FUTILITY: Final = np.array([0, 150, 230, 320, 420], np.int64)  # how far beyond beta there is no doubt
LATE: Final = np.array([0, 6, 9, 14, 21, 30, 41], np.int64)  # by depth: moves after which quiet ones are left out
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
            if (
                not pv
                and depth_of(known) >= depth
                and (
                    bound_of(known) == EXACT
                    or (bound_of(known) == LOWER and score >= beta)
                    or (bound_of(known) == UPPER and score <= alpha)
                )
            ):
                return score

    static = evaluate(state, table, side)
    if leaf and static >= beta:
        return static  # a win by fours could only be more
    threatened = U(0)
    if not leaf and not threats:
        threatened = unanswerable(state, table, geometry, other)
    # where an open four threatens, no number says how things stand
    quiet = not threats and not threatened
    may_prune = s[PARTS] & PRUNING and quiet and not pv and abs(beta) < WON
    if may_prune and depth < I(FUTILITY.size) and static - FUTILITY[max(depth, I(0))] >= beta:
        return static
    if s[PARTS] & scratch.FOURS and not known:
        budget = FOURS_AT_ROOT if ply == U(1) else FOURS_AT_LEAF + FOURS_A_PLY * np.uint64(max(depth, I(0)))
        plies = wins_by_fours(state, table, geometry, s, fours, refuted, stop, late, side, budget)
        if plies:
            score = WIN - I(ply) - I(plies)
            if s[PARTS] & MEMORY and not leaf:
                keep(entries, key, score + I(ply), I(127), EXACT, NO_MOVE, s[scratch.AGE])
            return score
    if leaf:
        return static
    if may_prune and depth < I(RAZOR.size) and static + RAZOR[depth] <= alpha:
        return static

    if depth > I(3) and best_move == NO_MOVE and s[PARTS] & REDUCTIONS:
        depth -= I(1)  # nothing is known of it: it can wait for the next iteration
    count = generate(state, table, geometry, s, side, ply, threats, threatened, best_move)
    at, end = MOVES + s[TOP], MOVES + s[TOP] + count
    s[TOP] += count
    best, best_move, tried, bound = WORST, NO_MOVE, I(0), UPPER
    first = at
    while at < end:
        point = pick(s, at, end - at)
        at += U(1)
        if forbidden(state, table, geometry, point, side):
            continue
        mine, theirs = state[CLASS + side * CELLS + point], state[CLASS + other * CELLS + point]
        forcing = (
            not quiet or classes.OPEN_THREE <= mine <= classes.FIVE or classes.OPEN_THREE <= theirs <= classes.FIVE
        )
        if s[PARTS] & PRUNING and not forcing and not pv and tried and best > -WON:
            if depth < I(LATE.size) and tried >= LATE[depth]:
                continue
            if depth < I(FUTILITY.size) and static + FUTILITY[depth] <= alpha:
                continue
        next_depth = depth - I(1)
        if threats and s[PARTS] & EXTENSIONS:
            next_depth += I(1)
        reduction = I(0)
        if s[PARTS] & REDUCTIONS and depth > I(1) and tried > I(2) and not forcing:
            reduction = REDUCTION[min(depth, I(31)), min(tried, I(LATEST - 1))] - I(pv)
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
                    _extend(s, ply, point)
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
            if s[PARTS] & REDUCTIONS and depth > I(2) and i > U(4):
                reduction = min(I(2), depth - I(2)) if i > U(15) else I(1)
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
            _extend(s, U(0), point)
            if score >= beta:
                break
    return best


@kernel
def unanswerable(state: Words, table: Table, geometry: Words, side: np.uint64) -> np.uint64:
    """1 when ``side`` could make an open four or two fours on a point that it may play, else 0."""
    if not state[COUNT + side * CLASSES + classes.WINNING_FOUR]:
        return U(0)
    if side != geometry[FOULS]:
        return U(1)
    for n in range(BITS):
        word = state[FOURS + side * BITS + np.uint64(n)]
        while word:
            point = U(64) * np.uint64(n) + lowest(word)
            word &= word - U(1)
            wins = state[CLASS + side * CELLS + point] == classes.WINNING_FOUR
            if wins and not forbidden(state, table, geometry, point, side):
                return U(1)
    return U(0)


@kernel
def wins_by_fours(
    state: Words,
    table: Table,
    geometry: Words,
    s: Words,
    fours: Words,
    refuted: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
    budget: np.uint64,
) -> np.uint64:
    """Plies within which ``side``, to move, wins by fours alone; 0 when it does not, or not within the budget.

    ``fours`` is the array of `vcf`, not CONFINED and with WITHIN every point.
    """
    any_four = U(0)
    for kind in range(classes.FOUR, classes.FIVE):
        any_four |= state[COUNT + side * CLASSES + np.uint64(kind)]
    if not any_four:
        return U(0)
    fours[: vcf.CONFINED] = U(0)
    fours[vcf.LIMIT] = min(budget, s[LIMIT] - min(s[NODES], s[LIMIT]))
    fours[vcf.SALT] = s[SALT] ^ (side * SIDE_KEY)
    fours[vcf.LEFT] = ~U(0)
    won = vcf.attack(state, table, geometry, fours, refuted, stop, late, side)
    s[NODES] += fours[vcf.NODES]
    return _plies(fours) if won == vcf.WON else U(0)


@kernel
def _plies(fours: Words) -> np.uint64:
    """Plies to the five along the longest line of a proof, if its last four is answered as long as may be."""
    at = vcf.PROOFS + fours[vcf.PROOF]
    top, deepest = vcf.MOVES, U(0)
    fours[top] = U(1)
    while at > vcf.PROOFS:
        level, answers = fours[top], fours[at - U(2)]
        deepest = max(deepest, level)
        for n in range(answers):
            fours[top + np.uint64(n)] = level + U(1)
        top += answers - U(1)
        at -= answers + U(2)
    return U(2) * deepest + U(1)


@kernel
def enter(
    state: Words,
    table: Table,
    geometry: Words,
    s: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
    ply: np.uint64,
    point: np.uint64,
) -> np.uint64:
    """Make a move of the search; 0 when limit or flags end the search instead."""
    if s[NODES] >= s[LIMIT] or stop[0] or late[0]:
        s[ENDED] = U(1)
        return U(0)
    s[NODES] += U(1)
    s[OCCUPIED + (point >> U(6))] ^= U(1) << (point & U(63))
    for n in range((geometry[POINTS] + U(63)) >> U(6)):
        w = np.uint64(n)
        at = NEAR + ply * BITS + w
        s[at + BITS] = s[at] | geometry[NEAR_OF + point * BITS + w]
    s[LINE + ply + U(1)] = point
    s[KILLERS + U(2) * (ply + U(2))] = U(0)
    s[KILLERS + U(2) * (ply + U(2)) + U(1)] = U(0)
    make(state, table, geometry, point, side + U(1))
    return U(1)


@kernel
def leave(state: Words, table: Table, geometry: Words, s: Words, point: np.uint64) -> None:
    """Take a move of the search back."""
    unmake(state, table, geometry, point)
    s[OCCUPIED + (point >> U(6))] ^= U(1) << (point & U(63))


@kernel
def _extend(s: Words, ply: np.uint64, point: np.uint64) -> None:
    """The variation from a ply is its move and that of the next."""
    here, below = VARIATION + ply * PLIES, VARIATION + (ply + U(1)) * PLIES
    s[here] = point
    length = s[LENGTH + ply + U(1)]
    for n in range(length):
        s[here + np.uint64(n) + U(1)] = s[below + np.uint64(n)]
    s[LENGTH + ply] = length + U(1)


@kernel
def _at_ply(score: np.int64, ply: np.uint64) -> np.int64:
    """A kept score, whose wins count from the position, counted from the root."""
    if score >= WON:
        return score - I(ply)
    if score <= -WON:
        return score + I(ply)
    return score


@kernel
def begin(state: Words, table: Table, geometry: Words, s: Words, side: np.uint64) -> None:
    """Lay out a search of the position: stones, points near them, and the moves to try at the root."""
    s[OCCUPIED : OCCUPIED + BITS] = U(0)
    s[NEAR : NEAR + BITS] = U(0)
    s[ROOTS] = U(0)
    s[TOP] = U(0)
    s[LENGTH] = U(0)
    for n in range(geometry[POINTS]):
        point = np.uint64(n)
        if state[CELL + point]:
            s[OCCUPIED + (point >> U(6))] |= U(1) << (point & U(63))
            for w in range(BITS):
                s[NEAR + np.uint64(w)] |= geometry[NEAR_OF + point * BITS + np.uint64(w)]
    other = U(1) - side
    threats = state[COUNT + other * CLASSES + classes.FIVE]
    threatened = U(0) if threats else unanswerable(state, table, geometry, other)
    for forced in (U(1), U(0)):
        count = generate(state, table, geometry, s, side, U(0), threats * forced, threatened * forced, NO_MOVE)
        for n in range(count):
            at = MOVES + np.uint64(n)
            point = pick(s, at, count - np.uint64(n))
            if not forbidden(state, table, geometry, point, side):
                s[ROOT + s[ROOTS]] = point
                s[ROOTS] += U(1)
        if s[ROOTS]:
            break
