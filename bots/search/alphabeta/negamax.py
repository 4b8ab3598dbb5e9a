"""Alpha-beta as principal variation search over the points near stones, with selective depth.

A node is one stone put on the board, by this search or by the nested search for fours. Scores are in the units of
`weights`; a won game scores WIN minus the plies to it. Wins in one and three plies, and losses in two, are read off the
counts.
"""

from typing import Final

import numpy as np

from bots.search.alphabeta.margins import (
    BEHIND,
    BEHIND_BITS,
    DEPTHS,
    FUTILITY,
    LATE,
    RAZOR,
    REDUCTION,
    REVERSE,
    TRIED,
    UNLIKELY,
    row,
)
from bots.search.alphabeta.move_ordering import (
    POINT,
    generate_moves,
    is_forcing,
    partition_forcing,
    pick_best,
    punish_quiet,
    rank_of,
    reward_quiet,
)
from bots.search.alphabeta.search_layout import (
    AGE,
    CUTS,
    DEEPEST_PLY,
    ENDED,
    FIRST_CUTS,
    LEAVES,
    LENGTH,
    LINE,
    MARGINS,
    MOVES,
    PLIES,
    ROOT,
    ROOTS,
    SCORE,
    SELECTIVE,
    STATIC,
    TOP,
    VARIATION,
    SearchArrays,
    SearchState,
    history_place,
)
from bots.search.alphabeta.search_moves import do_search_move, undo_search_move, update_variation
from bots.search.alphabeta.transposition_table import (
    EXACT,
    LOWER,
    NO_MOVE,
    PROVEN,
    UPPER,
    bound_of,
    depth_of,
    move_of,
    probe,
    score_of,
    store,
)
from bots.search.alphabeta.winning_fours import SIDE_KEY, has_winning_four, plies_to_win_by_fours
from bots.search.board import point_classes
from bots.search.board.evaluation import evaluate
from bots.search.board.forbidden import is_forbidden
from bots.search.board.layout import ENCLOSED, HASH, POINTS, STONES, BoardArrays, class_at, count_of
from bots.search.board.network import follow, static_score
from bots.search.runtime.jit import I0, I1, U0, U1, U2, I, U, kernel

WIN: Final = I(30_000)
WON: Final = I(29_000)  # scores from here on are wins
WORST: Final = I(-31_000)

# node budgets of a search for fours: after a root move, per ply of depth at other nodes, and at leaves
FOURS_AT_ROOT: Final = U(4000)
FOURS_A_PLY: Final = U(30)
FOURS_AT_LEAF: Final = U(20)

IDLE: Final = I(4)  # depth below which fours that make nothing else are skipped: winning ones have been searched
REFINED: Final = I(2)  # least depth at which the network orders the moves
POOR: Final = U(32)  # history below this: reduced by one ply more
GOOD: Final = U(600)  # history above this: reduced by one ply less


@kernel
def negamax(
    board: BoardArrays,
    arrays: SearchArrays,
    side: np.uint64,
    ply: np.uint64,
    depth: np.int64,
    alpha: np.int64,
    beta: np.int64,
) -> np.int64:
    """Return the score of a position for ``side``, to move: exact between alpha and beta, otherwise a bound."""
    state = board.state
    s, entries = arrays.search, arrays.entries
    # 1. Terminal scores from the counts: a win in one or three, a loss in two, a full board.
    other = U1 - side
    s[LENGTH + ply] = U0
    if count_of(state, side, point_classes.FIVE):
        return WIN - I(ply) - I1
    threats = count_of(state, other, point_classes.FIVE)
    if threats > U1 and not board.geometry[ENCLOSED]:
        return I(ply) + I(2) - WIN
    if not threats and has_winning_four(board, side):
        return WIN - I(ply) - I(3)
    if state[STONES] == board.geometry[POINTS]:
        return I0
    if ply >= PLIES - U1:
        return evaluate(board, side)
    # 2. Mate-distance pruning: no win is quicker than this, no loss slower.
    alpha, beta = max(alpha, I(ply) + I(2) - WIN), min(beta, WIN - I(ply) - I(5))
    if alpha >= beta:
        return alpha
    pv = beta - alpha > I1
    leaf = depth <= I0 and not threats
    s[LEAVES] += U(leaf)
    s[DEEPEST_PLY] = max(s[DEEPEST_PLY], ply)

    # 3. Transposition table.
    key, best_move, known = state[HASH] ^ (side * SIDE_KEY), NO_MOVE, U0
    if s[SELECTIVE] and not leaf:
        known = probe(entries, key)
        if known:
            best_move = move_of(known)
            score = _score_at_ply(score_of(known), ply)
            if depth_of(known) >= (depth if not pv else PROVEN) and (
                bound_of(known) == EXACT
                or (bound_of(known) == LOWER and score >= beta)
                or (bound_of(known) == UPPER and score <= alpha)
            ):
                return score

    # 4. Stand pat at a leaf; reverse futility pruning far above beta.
    static = static_score(board, arrays.network, side, s, LINE + U1, ply, alpha, beta)
    s[STATIC + ply] = np.uint64(static)
    improving = U(ply > U1 and static > np.int64(s[STATIC + ply - U2]))
    at_depth = row(depth)
    if leaf and static >= beta:
        return static
    threatened = U0
    if not leaf and not threats:
        threatened = has_winning_four(board, other)
    # static scores mean nothing while an open four threatens
    quiet = not threats and not threatened
    may_prune = s[SELECTIVE] and quiet and not pv and abs(beta) < WON
    if may_prune and static - _look_up(s, REVERSE + improving * U(DEPTHS) + at_depth) >= beta:
        return static
    # 5. A win by fours, unless the static score already fails high.
    if s[SELECTIVE] and not known and (pv or threats or static < beta):
        budget = FOURS_AT_ROOT if ply == U1 else FOURS_AT_LEAF + FOURS_A_PLY * np.uint64(max(depth, I0))
        plies = plies_to_win_by_fours(board, arrays, side, budget)
        if plies:
            score = WIN - I(ply) - I(plies)
            if not leaf:
                store(entries, key, score + I(ply), PROVEN, EXACT, NO_MOVE, s[AGE])
            return score
    # 6. Static score at a leaf; razoring far below alpha.
    if leaf:
        return static
    if may_prune and static + _look_up(s, RAZOR + at_depth) <= alpha:
        return static

    # 7. Generate the moves.
    if depth > I(3) and best_move == NO_MOVE and s[SELECTIVE]:
        depth -= I1  # internal iterative reduction: without a table move, the next iteration orders this node better
    refined = U(depth >= REFINED and not threats)
    if refined:
        follow(board, arrays.network, s, LINE + U1, ply)
    count = generate_moves(board, s, side, ply, threats, threatened, best_move, arrays.network, refined)
    at, end = MOVES + s[TOP], MOVES + s[TOP] + count
    last = end
    s[TOP] += count
    best, best_move, tried, bound, top = WORST, NO_MOVE, I0, UPPER, U0
    first = at
    # 8. Search the moves, best-ranked first.
    while at < end:
        point = pick_best(s, at, end - at)
        rank = rank_of(s[at])
        at += U1
        if is_forbidden(board, point, side):
            continue
        mine, theirs = class_at(state, side, point), class_at(state, other, point)
        forcing = not quiet or is_forcing(mine, theirs)
        behind = np.int64(top - min(rank, top))
        if s[SELECTIVE] and not pv and tried and best > -WON:
            late = _look_up(s, LATE + improving * U(DEPTHS) + at_depth)
            late -= (behind * _look_up(s, BEHIND)) >> I(BEHIND_BITS)
            if forcing:
                if depth < IDLE and not threats and mine == point_classes.FOUR and theirs < point_classes.OPEN_THREE:
                    continue
                if quiet and tried >= I(2) * late and max(mine, theirs) == point_classes.OPEN_THREE:
                    continue
            elif tried >= late or static + _look_up(s, FUTILITY + at_depth) <= alpha:
                end = partition_forcing(state, s, side, at, end)  # the quiet moves left are pruned too
                continue
        # depth of the move: forced replies are extended, late moves reduced, a ply less if they make an open three
        # and one more if they are much less likely than the likeliest
        next_depth = depth - I1
        if threats and s[SELECTIVE] and depth > I1:
            next_depth += I1
        reduction = I0
        decisive = (
            threats
            or point_classes.FOUR_THREE <= mine <= point_classes.FIVE
            or point_classes.FOUR_THREE <= theirs <= point_classes.FIVE
        )
        if s[SELECTIVE] and depth > I1 and tried > I(2) and not decisive:
            reduction = _look_up_reduction(s, improving, depth, tried) - I(pv)
            past = s[history_place(side, point)]
            reduction += I(past < POOR) - I(past > GOOD) - I(mine >= point_classes.OPEN_THREE)
            reduction += I(behind > _look_up(s, UNLIKELY))
            reduction = max(I0, min(reduction, next_depth - I1))
        # null window for all but the first move, and a re-search when it fails high
        if not do_search_move(board, arrays, side, ply, point):
            break
        score = I0
        if tried:
            score = -negamax(board, arrays, other, ply + U1, next_depth - reduction, -alpha - I1, -alpha)
            if score > alpha and reduction > I0:
                score = -negamax(board, arrays, other, ply + U1, next_depth, -alpha - I1, -alpha)
        if not tried or (pv and score > alpha):
            score = -negamax(board, arrays, other, ply + U1, next_depth, -beta, -alpha)
        undo_search_move(board, s, point)
        if s[ENDED]:
            break
        tried += I1
        top = max(top, rank)
        if score > best:
            best = score
            if score > alpha:
                alpha, best_move, bound = score, point, EXACT
                if pv:
                    update_variation(s, ply, point)
                if score >= beta:
                    bound = LOWER
                    s[CUTS] += U1
                    s[FIRST_CUTS] += U(tried == I1)
                    break
    # 9. Update the move-ordering tables and the transposition table.
    s[TOP] -= count
    if s[ENDED]:
        return I0
    if not tried:  # every answer is forbidden, or there is none
        return I(ply) + I(2) - WIN if threats else static
    if bound == LOWER and quiet and s[SELECTIVE]:
        reward_quiet(s, side, ply, best_move, depth)
        for n in range(first, at - U1):
            punish_quiet(s, side, s[np.uint64(n)] & POINT, depth)
        for n in range(end, last):
            if s[np.uint64(n)] > s[at - U1]:  # pruned, but ranked before the cut-off move
                punish_quiet(s, side, s[np.uint64(n)] & POINT, depth)
    if s[SELECTIVE]:
        store(entries, key, _score_from_here(best, ply), max(depth, I0), bound, best_move, s[AGE])
    return best


@kernel
def search_root(
    board: BoardArrays, arrays: SearchArrays, side: np.uint64, depth: np.int64, alpha: np.int64, beta: np.int64
) -> np.int64:
    """Search the root moves and move each that raises alpha to the front; return the score, exact or a bound.

    Once ENDED is set the score is meaningless, but the best move searched to the end is still in front.
    """
    s = arrays.search
    best = WORST
    s[STATIC] = np.uint64(static_score(board, arrays.network, side, s, LINE + U1, U0, WORST, -WORST))
    for n in range(s[ROOTS]):
        i = np.uint64(n)
        point = s[ROOT + i]
        if not do_search_move(board, arrays, side, U0, point):
            break
        reduction, score = I0, I0
        if i:
            if s[SELECTIVE] and depth > I(2) and i > U2:
                reduction = min(_look_up_reduction(s, U1, depth, I(n)), depth - I(2))
            score = -negamax(board, arrays, U1 - side, U1, depth - I1 - reduction, -alpha - I1, -alpha)
        if not i or score > alpha:
            score = -negamax(board, arrays, U1 - side, U1, depth - I1, -beta, -alpha)
        undo_search_move(board, s, point)
        if s[ENDED]:
            break
        s[SCORE + i] = np.uint64(score)
        best = max(best, score)
        if score > alpha:
            alpha = score
            for back in range(i):
                place = i - np.uint64(back)
                s[ROOT + place], s[SCORE + place] = s[ROOT + place - U1], s[SCORE + place - U1]
            s[ROOT], s[SCORE] = point, np.uint64(score)
            if score < beta or s[VARIATION] != point:  # where it fails high, no line follows the move
                update_variation(s, U0, point)
            if score >= beta:
                break
    return best


@kernel
def _look_up(s: SearchState, place: np.uint64) -> np.int64:
    """Return the number at a place of the tables of margins."""
    return np.int64(s[MARGINS + place])


@kernel
def _look_up_reduction(s: SearchState, improving: np.uint64, depth: np.int64, tried: np.int64) -> np.int64:
    """Return the late-move reduction in plies after ``tried`` moves."""
    at = (improving * U(DEPTHS) + row(depth)) * U(TRIED) + np.uint64(min(tried, I(TRIED - 1)))
    return _look_up(s, REDUCTION + at)


@kernel
def _score_at_ply(score: np.int64, ply: np.uint64) -> np.int64:
    """Convert a stored score, whose wins count from the position, to one that counts from the root."""
    if score >= WON:
        return score - I(ply)
    if score <= -WON:
        return score + I(ply)
    return score


@kernel
def _score_from_here(score: np.int64, ply: np.uint64) -> np.int64:
    """Convert a score for storage: the inverse of `_score_at_ply`."""
    if score >= WON:
        return score + I(ply)
    if score <= -WON:
        return score - I(ply)
    return score
