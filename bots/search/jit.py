"""The one way a function is compiled, and where the compiled code is kept.

A kernel releases the interpreter lock and takes only flat arrays and uint64 numbers: unsigned indices need no test for
negative ones, and scalars of one type at every call are what recursion in cached code demands.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite.binding as llvm  # type: ignore[import-untyped]
import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])

Words = NDArray[np.uint64]
Table = NDArray[np.uint32]
Bytes = NDArray[np.uint8]

PACKAGE = Path(__file__).parent


def sources_hash() -> str:
    """Hash of the package's sources: numba does not notice that a callee in another file has changed."""
    digest = hashlib.sha256()
    for source in sorted(PACKAGE.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def folder_name(sources: str) -> str:
    """Name of the folder with the compiled code of the sources of this hash."""
    return f"kernels-{sources}"


def cache_folder(package: Path = PACKAGE) -> Path | None:
    """Writable folder for the compiled code of these sources: beside them, or in the user's cache folder.

    None where neither can be written to.
    """
    name = folder_name(sources_hash())
    beside = package / "__pycache__" / name
    if _writable(beside):
        return beside
    user = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tengen" / name
    return user if _writable(user) else None


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def stamp() -> str:
    """Hash of what a serving process needs to be as it was when the kernels were compiled, or it compiles them again.

    That is what numba asks of its cache, the times of the sources among it, and the sources that call kernels.
    """
    machine = [sys.version, numba.__version__, llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()]
    files = ((path.name, path.stat()) for path in sorted(PACKAGE.parent.rglob("*.py")))
    return hashlib.sha256(
        repr([machine, *((name, s.st_mtime_ns, s.st_size) for name, s in files)]).encode()
    ).hexdigest()


FOLDER = cache_folder()
if FOLDER is not None:
    numba.config.CACHE_DIR = str(FOLDER)  # type: ignore[attr-defined]


def kernel(function: Function) -> Function:
    """Compile at the first call, or load what an earlier process compiled, where there is a folder to keep it in."""
    return cast(Function, numba.njit(nogil=True, cache=FOLDER is not None, error_model="numpy")(function))


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
