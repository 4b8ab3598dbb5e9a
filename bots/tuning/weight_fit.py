"""Weights fitted to games, with a prior around the tree's weights whose strength is chosen by cross-validation."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from bots.engine import Numbers
from bots.search.board.weights import FITTED, to_numbers
from bots.tuning.fit_weights import Floats, fit, odds_to_score, row_losses, score_to_odds, win_chances
from bots.tuning.training_data import TrainingRows, rows_of
from bots.tuning.training_games import TrainingGame, drop_repeated

PRIOR: Final = to_numbers(FITTED)
SPREADS: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Candidate standard deviations of a weight around the prior, in score units; the smallest barely moves it."""
FOLDS: Final = 4
FEWEST: Final = 8
PAIRED: Final = 1.0  # weight of a pair, relative to a position

Progress = Callable[[int, int], None]


class WeightFit(NamedTuple):
    """Fitted weights in the order of `weights.to_numbers`, the number of ``games``, and the ``spread`` chosen by
    cross-validation."""

    numbers: Numbers
    games: int
    spread: float


def teach(games: Sequence[TrainingGame], seed: int = 1, prior: Numbers = PRIOR, *, shuffled: bool = False) -> Numbers:
    """Return weights fitted to these games; the prior's without any. The same for the same arguments.

    ``seed`` draws the folds. ``shuffled`` makes a placebo: the residuals to the prior's predictions are permuted.
    """
    return learn(games, seed, prior, shuffled=shuffled).numbers


def learn(
    games: Sequence[TrainingGame],
    seed: int = 1,
    prior: Numbers = PRIOR,
    *,
    shuffled: bool = False,
    progress: Progress | None = None,
) -> WeightFit:
    """Fit as `teach` does and return the details; ``progress`` is called with the games read and their total.

    Games with the same final position up to symmetry count once: losing one line a thousand times teaches no more than
    losing it once.
    """
    different = drop_repeated(games)
    found: list[TrainingRows] = []
    for n, game in enumerate(different):
        if progress is not None:
            progress(n, len(different))
        found.append(rows_of(game, prior))
    chance = np.random.default_rng(seed)
    numbers, spread = fit_weights(shuffle(found, chance, prior) if shuffled else found, chance, prior)
    return WeightFit(numbers, len(different), spread)


def fit_weights(
    games: Sequence[TrainingRows], chance: np.random.Generator, prior: Numbers = PRIOR
) -> tuple[Numbers, float]:
    """Fit weights to rows, a `TrainingRows` per game, and return them with the spread.

    The spread is the smallest whose cross-validated loss is not significantly above the best one's. With fewer than
    FEWEST games it is the smallest.
    """
    if sum(len(game.results) for game in games) == 0:
        return prior, SPREADS[0]
    inputs = np.concatenate([game.inputs for game in games])
    results = np.concatenate([game.results for game in games])
    added = np.concatenate([game.added for game in games])
    counts = np.concatenate([np.where(game.pairs > 0, PAIRED, 1.0) for game in games])
    of_game = np.repeat(np.arange(len(games)), [len(game.results) for game in games])
    folds = chance.permutation(len(games)) % FOLDS
    used = inputs.any(axis=0)
    expected = score_to_odds(prior)
    weights = expected.copy()  # features that never occur keep their weights

    def learn(rows: Floats, spread: float) -> Floats:
        return fit(inputs[rows][:, used], results[rows], expected[used], spread, counts[rows], added[rows])

    def left_out(spread: float) -> Floats:
        """Return the loss of each game under weights fitted to the other folds."""
        found = np.zeros(len(games))
        for n in range(FOLDS):
            out = folds[of_game] == n
            if out.any() and not out.all():
                losses = counts[out] * row_losses(inputs[out][:, used], results[out], learn(~out, spread), added[out])
                found += np.bincount(of_game[out], losses, len(games))
        return found

    tried = SPREADS if len(games) >= FEWEST else SPREADS[:1]
    lost = [left_out(spread) for spread in tried]
    least = min(lost, key=np.sum)
    best = next(spread for spread, each in zip(tried, lost, strict=True) if not _is_told(each - least))
    weights[used] = learn(np.ones(len(results), bool), best)
    return odds_to_score(weights), best


def _is_told(worse: Floats) -> bool:
    """Tell whether a sum over games exceeds its standard error."""
    return bool(worse.sum() > np.sqrt(len(worse)) * worse.std())


def shuffle(games: Sequence[TrainingRows], chance: np.random.Generator, prior: Numbers = PRIOR) -> list[TrainingRows]:
    """Return the rows with permuted residuals: each target is the prior's prediction plus another row's residual."""
    ends = np.cumsum([len(game.results) for game in games])
    inputs, added = (
        np.concatenate(parts) for parts in zip(*((game.inputs, game.added) for game in games), strict=True)
    )
    foretold = win_chances(inputs, score_to_odds(prior), added)
    surprise = chance.permutation(np.concatenate([game.results for game in games]) - foretold)
    dealt = np.split(np.clip(foretold + surprise, 0, 1), ends[:-1])
    return [game._replace(results=values) for game, values in zip(games, dealt, strict=True)]
