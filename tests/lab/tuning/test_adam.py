"""Adam: its first step, where it ends, and numbers whose gradients are small."""

import numpy as np
import pytest

from lab.tuning.adam import Adam


def test_the_first_step_is_the_rate_against_the_sign() -> None:
    numbers = [np.array([1.0, 1.0, 1.0]), np.array([2.0])]
    Adam(numbers, (0, 0)).step([np.array([5.0, -0.01, 3.0]), np.array([-7.0])], (0.1, 0.5))
    np.testing.assert_allclose(numbers[0], [0.9, 1.1, 0.9])
    np.testing.assert_allclose(numbers[1], [2.5])


def test_it_finds_the_least_of_a_bowl() -> None:
    least, numbers = np.array([3.0, -2.0]), [np.zeros(2)]
    adam = Adam(numbers, (1e-7,))
    for step in range(2_000):
        adam.step([(numbers[0] - least) * [1, 100]], (0.05 * (1 - step / 2_000),))
    assert numbers[0] == pytest.approx(least, abs=1e-3)


def test_numbers_with_small_gradients_stay() -> None:
    numbers = [np.zeros(2)]
    adam = Adam(numbers, (1e-3,))
    for _ in range(10):
        adam.step([np.array([1.0, 1e-6])], (0.1,))
    assert numbers[0][0] == pytest.approx(-1, rel=0.01)
    assert abs(numbers[0][1]) < 0.01


def test_the_type_of_the_numbers_is_kept() -> None:
    numbers = [np.ones(3, np.float32)]
    Adam(numbers, (1e-7,)).step([np.ones(3, np.float32)], (0.1,))
    assert numbers[0].dtype == np.float32
