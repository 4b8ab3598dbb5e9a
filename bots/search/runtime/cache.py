"""The folder of compiled kernels, which outlives the process that compiled them.

Its name contains a hash of the sources, so other sources use another folder, and its contents need no further check: an
image or package build may have filled it on another day and in another place.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import RLock, get_ident
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]
import numba
from filelock import lock_descriptor
from numba.core.caching import FunctionCache, UserProvidedCacheLocator
from numba.core.registry import CPUDispatcher

BOTS = Path(__file__).parents[2]
PACKAGE = BOTS / "search"
"""The package beside whose sources the compiled code lies, where that is possible."""

KERNELS = ("search/alphabeta", "search/board", "search/runtime", "search/solver", "learning/patterns/matcher.py")
"""Folders and files under BOTS that contain kernels."""

COMPLETE = "complete"
"""Name of the file in the folder that holds the `stamp` for which the folder is complete."""


def kernel_sources() -> Iterator[Path]:
    """Yield the source files that contain kernels."""
    for place in KERNELS:
        found = BOTS / place
        yield from found.glob("*.py") if found.is_dir() else [found]


def sources_hash() -> str:
    """Hash the kernel sources. numba does not notice when a callee in another file has changed."""
    return _hash_of(kernel_sources())[:16]


def folder_name(sources: str) -> str:
    """Return the folder name for the sources with this hash."""
    return f"kernels-{sources}"


def stamp() -> str:
    """Hash everything that must be unchanged for a process to load the compiled kernels instead of recompiling.

    That is what numba checks for its cache, and the sources that call kernels; not file times, which images and
    packages round.
    """
    machine = (sys.version, numba.__version__, llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    return hashlib.sha256(repr((machine, _hash_of(BOTS.rglob("*.py")))).encode()).hexdigest()


def _hash_of(sources: Iterator[Path]) -> str:
    digest = hashlib.sha256()
    for source in sorted(sources):
        digest.update(source.relative_to(BOTS).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()


def cache_folder(package: Path = PACKAGE) -> Path | None:
    """Find the folder for the compiled code of these sources: beside them, or in the cache folder of the account.

    The folder is writable or already complete. None when neither place serves.
    """
    name = folder_name(sources_hash())
    folders = (place / name for place in _places(package))
    return next((folder for folder in folders if _writable(folder) or is_complete(folder)), None)


def _places(package: Path) -> Iterator[Path]:
    yield package / "__pycache__"
    with suppress(RuntimeError):  # not every account has a home
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tengen"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def is_complete(folder: Path) -> bool:
    """Tell whether the folder is complete, judged by its stamp without loading the code."""
    try:
        return (folder / COMPLETE).read_text() == stamp()
    except OSError:
        return False


FOLDER = cache_folder()


class Locator(UserProvidedCacheLocator):
    """Tells numba to use the folder itself, which may be read-only."""

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(FOLDER)

    def get_source_stamp(self) -> str:
        """Return an empty stamp: the folder name already identifies the sources."""
        return ""

    def ensure_cache_path(self) -> None:
        """Do nothing: the folder was checked when it was chosen."""


class CompileLock:
    """The right to compile into the folder, held by one thread of one process at a time.

    numba numbers the files of a function by those it finds, so two writers would collide; and what one process has
    compiled, the next one loads.
    """

    def __init__(self) -> None:
        self._threads = RLock()
        self._holder: int | None = None

    @property
    def held_here(self) -> bool:
        """Tell whether this thread holds the lock."""
        return self._holder == get_ident()

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Acquire the lock. Where files cannot be locked, only threads of this process exclude each other."""
        with self._threads, ExitStack() as file:
            if self.held_here:
                yield
                return
            if FOLDER is not None:
                with suppress(OSError):
                    lock_descriptor(file.enter_context((FOLDER / "lock").open("w")).fileno())
            self._holder = get_ident()
            try:
                yield
            finally:
                self._holder = None


COMPILE_LOCK = CompileLock()


class NotCached(Exception):
    """Raised when a function must be compiled and this thread does not hold the lock."""


class KernelCache(FunctionCache):
    """The cached code of one function."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load from the folder, or return None to compile; raises NotCached when this thread does not hold the lock."""
        found = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        if found is None and not COMPILE_LOCK.held_here:
            raise NotCached
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save compiled code. A failed write is ignored: the code works without the cache."""
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


class Kernel(CPUDispatcher):
    """A compiled function that loads what other processes have compiled."""

    def enable_caching(self) -> None:
        """Make the dispatcher load from the folder first and save there what it compiles."""
        self._cache = KernelCache(self.py_func)  # type: ignore[no-untyped-call]

    def compile(self, sig: Any) -> Any:
        """Load the code, or compile it under the lock unless another process has done so in the meantime."""
        with suppress(NotCached):
            return super().compile(sig)
        with COMPILE_LOCK.hold():
            return super().compile(sig)


if FOLDER is not None:
    with suppress(OSError):
        os.utime(FOLDER)  # mark as in use: folders unused for long are deleted
    numba.config.CACHE_DIR = str(FOLDER)  # type: ignore[attr-defined]
    numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.{Locator.__name__}"  # type: ignore[attr-defined]
