"""Adam, the method of gradient descent (Kingma and Ba 2015)."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]

MEAN: Final = 0.1  # share of the newest gradient in their mean
SQUARE: Final = 0.001  # and in their mean square


class Adam:
    """Moves arrays of ``numbers`` against gradients, in place.

    ``least``, one for each array: steps shrink where gradients are below this.
    """

    def __init__(self, numbers: Sequence[Floats], least: Sequence[float]) -> None:
        self._numbers = numbers
        self._least = least
        self._means = [np.zeros_like(each) for each in numbers]
        self._squares = [np.zeros_like(each) for each in numbers]
        self._steps = 0

    def step(self, gradient: Sequence[Floats], rates: Sequence[float]) -> None:
        """Take a step against the mean gradient of a batch, with a rate for each array."""
        self._steps += 1
        for n, slope in enumerate(gradient):
            mean, square = self._means[n], self._squares[n]
            mean += MEAN * (slope - mean)
            square += SQUARE * (slope * slope - square)
            size = np.sqrt(square / (1 - (1 - SQUARE) ** self._steps)) + self._least[n]
            step = rates[n] / (1 - (1 - MEAN) ** self._steps) * mean / size
            self._numbers[n][...] -= step.astype(self._numbers[n].dtype)
