"""The one way a function is compiled.

A kernel releases the interpreter lock and takes only flat arrays and uint64 numbers: unsigned indices need no test for
negative ones, and scalars of one type at every call are what recursion in cached code demands.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from bots.search.runtime.cache import FOLDER, Kernel

Function = TypeVar("Function", bound=Callable[..., Any])

Words = NDArray[np.uint64]
Table = NDArray[np.uint32]
"""Of a rule set and weights, shape (WHOLE_WORDS,): shapes of windows, see `look_up_shape`, then classes of points, see
`look_up_point`, then what threats are worth, see `evaluate`."""
Bytes = NDArray[np.uint8]
Flag = Bytes
"""Shape (1,); another thread sets it to 1, and the kernel that is given it ends."""


def kernel(function: Function) -> Function:
    """Compile at the first call, or load what an earlier process compiled, where there is a folder to keep it in."""
    options = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None}
    compiled = Kernel(function, targetoptions=options)
    if FOLDER is not None:
        compiled.enable_caching()
    return cast(Function, compiled)
