"""The one way a function is compiled.

A kernel releases the interpreter lock and takes only flat arrays and uint64 numbers: unsigned indices need no test for
negative ones, and scalars of one type at every call are what recursion in cached code demands.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from bots.search.cache import FOLDER, Kernel

Function = TypeVar("Function", bound=Callable[..., Any])

Words = NDArray[np.uint64]
Table = NDArray[np.uint32]
Bytes = NDArray[np.uint8]


def kernel(function: Function) -> Function:
    """Compile at the first call, or load what an earlier process compiled, where there is a folder to keep it in."""
    options = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None}
    compiled = Kernel(function, targetoptions=options)
    if FOLDER is not None:
        compiled.enable_caching()
    return cast(Function, compiled)


@intrinsic
def _trailing_zeros(_context: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), generate


_zeros = cast(Callable[[np.uint64], np.uint64], _trailing_zeros)


@kernel
def lowest(word: np.uint64) -> np.uint64:
    """Index of the lowest bit that is set in a word other than 0."""
    return _zeros(word)
