"""The gradient of the network, compared with differences of the loss."""

import numpy as np
import pytest

from bots.search.board.network import HALF, HIDDEN, PAIRS
from bots.search.runtime.jit import U
from bots.tuning.network_gradient import (
    INPUTS,
    Network,
    Positions,
    add_gradient,
    list_halves,
    list_windows,
    make_gradient_workspace,
    pair_of,
)

MOVES = np.array([112, 113, 128, 98, 96, 144, 126], np.uint64)


def positions() -> Positions:
    return Positions(
        MOVES,
        np.zeros(3, np.uint64),
        np.array([3, 5, 7], np.uint64),
        np.array([0, 1 | 1 << 5, 3], np.uint64),
        np.array([0.2, -0.4, 0.1], np.float32),
        np.array([0.9, 0.3, 0.5], np.float32),
    )


def drawn() -> Network:
    chance = np.random.default_rng(1)
    shapes = ((int(PAIRS), int(HALF)), (int(HIDDEN), int(INPUTS)), (int(HIDDEN),), (int(HIDDEN),), (int(INPUTS),))
    return Network(*(chance.normal(0, 0.2, shape).astype(np.float32) for shape in shapes))


def odds_and_gradient(network: Network) -> tuple[float, Network]:
    """Return the summed loss and its gradient."""
    gradient = Network(*(np.zeros_like(numbers) for numbers in network))
    odds = np.zeros(3, np.float32)
    chosen = np.arange(3, dtype=np.uint64)
    add_gradient(positions(), chosen, network, list_windows(), make_gradient_workspace(), gradient, odds)
    each = np.logaddexp(0, odds.astype(np.float64)) - positions().wanted * odds
    return float(each.sum()), gradient


@pytest.mark.parametrize("part", Network._fields)
def test_it_is_the_slope_of_the_loss(part: str) -> None:
    network = drawn()
    _, gradient = odds_and_gradient(network)
    slopes, numbers = getattr(gradient, part).ravel(), getattr(network, part).ravel()
    steepest = np.argsort(-np.abs(slopes))[:5]
    assert np.abs(slopes[steepest]).min() > 0
    for at in steepest:
        before = numbers[at]
        losses = []
        for step in (1e-3, -1e-3):
            numbers[at] = before + np.float32(step)
            losses.append(odds_and_gradient(network)[0])
        numbers[at] = before
        assert (losses[0] - losses[1]) / 2e-3 == pytest.approx(slopes[at], rel=0.05, abs=2e-3)


def test_only_windows_with_stones_have_a_slope() -> None:
    halves = list_halves()
    gradient = odds_and_gradient(drawn())[1].vectors
    blank = [n for n, half in enumerate(halves) if not {1, 2} & set(half)]
    for one in blank:
        for other in blank:
            assert not gradient[int(pair_of(U(one), U(other)))].any()
    assert gradient.any()


def test_halves_and_windows_are_numbered_without_gaps() -> None:
    windows, halves = list_windows(), list_halves()
    assert len(set(halves)) == len(halves)
    assert [int(windows.swapped[int(windows.swapped[n])]) for n in range(len(halves))] == list(range(len(halves)))
    pairs = {int(pair_of(U(one), U(other))) for one in range(len(halves)) for other in range(len(halves))}
    assert pairs == set(range(int(PAIRS)))
