"""The kernel decorator: the one way functions are compiled.

A kernel releases the interpreter lock and takes only flat arrays, named tuples of them, and uint64 numbers: unsigned
indices need no check for negative values, and recursion in cached code requires the same scalar types at every call. It
allocates nothing, and counts no references to its arrays, which the caller holds until it returns: atomic counters
would take a seventh of the time of a search.

Kernels that were compiled ahead are called directly. The compiler, which takes more memory than all else in a process,
is imported only where one of them is missing.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from bots.search.runtime import linked

U = np.uint64
I = np.int64  # noqa: E741 - the type of scores and depths
U0, U1, U2, U4 = U(0), U(1), U(2), U(4)
I0, I1 = I(0), I(1)
"""Numbers of the types that kernels compute with: mixed with an untyped 1, an unsigned one would become a float."""

Function = TypeVar("Function", bound=Callable[..., Any])

Words = NDArray[np.uint64]
Table = NDArray[np.uint32]
"""Table of a rule set and weights, shape (WHOLE_WORDS,): window shapes (`look_up_shape`), point classes
(`look_up_point`), then threat weights (`evaluate`)."""
Bytes = NDArray[np.uint8]
Flag = Bytes
"""Shape (1,). Another thread sets it to 1 to end the kernel."""


def kernel(function: Function) -> Function:
    """Take the code that was compiled and linked ahead; else compile on the first call, or load what an earlier process
    has compiled, if there is a cache folder.

    The function makes no arrays but views of those that it takes, and returns none.
    """
    return cast(Function, linked.find(function, _compile) or _compile(function))


def _compile(function: Callable[..., Any]) -> Any:
    from bots.search.runtime.compiler import compile_lazily  # noqa: PLC0415 - it imports numba

    return compile_lazily(function)
