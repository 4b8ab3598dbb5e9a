"""The folder in which compiled code outlives the process that compiled it.

It is named by the sources, so that other sources have another, and what is found in it needs no further proof: it may
have been filled on another day and in another place than it is read, by whatever builds an image or a package.
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
"""Compiled code lies beside this package's sources where it may."""

KERNELS = ("search/alphabeta", "search/board", "search/runtime", "search/solver", "learning/patterns/matcher.py")
"""Folders and files in BOTS of which kernels are made."""

COMPLETE = "complete"
"""File in the folder that says for what it is so."""


def kernel_sources() -> Iterator[Path]:
    """Files of which kernels are made."""
    for place in KERNELS:
        found = BOTS / place
        yield from found.glob("*.py") if found.is_dir() else [found]


def sources_hash() -> str:
    """Hash of the sources of kernels: numba does not notice that a callee in another file has changed."""
    return _hash_of(kernel_sources())[:16]


def folder_name(sources: str) -> str:
    """Name of the folder with the compiled code of the sources of this hash."""
    return f"kernels-{sources}"


def stamp() -> str:
    """Hash of what a process needs to be as it was when the kernels were compiled, or it compiles them again.

    That is what numba asks of its cache, and the sources that call kernels. Not their times, which images and packages
    round.
    """
    machine = (sys.version, numba.__version__, llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    return hashlib.sha256(repr((machine, _hash_of(BOTS.rglob("*.py")))).encode()).hexdigest()


def _hash_of(sources: Iterator[Path]) -> str:
    digest = hashlib.sha256()
    for source in sorted(sources):
        digest.update(source.relative_to(BOTS).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()


def cache_folder(package: Path = PACKAGE) -> Path | None:
    """Folder for the compiled code of these sources: beside them, or in the user's cache folder.

    It can be written to, or all that is needed is in it. None where neither folder is of use.
    """
    name = folder_name(sources_hash())
    folders = (place / name for place in _places(package))
    return next((folder for folder in folders if _writable(folder) or is_complete(folder)), None)


def _places(package: Path) -> Iterator[Path]:
    yield package / "__pycache__"
    with suppress(RuntimeError):  # not every user has a home
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tengen"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def is_complete(folder: Path) -> bool:
    """Whether everything is in the folder, as far as that can be known without loading it."""
    try:
        return (folder / COMPLETE).read_text() == stamp()
    except OSError:
        return False


FOLDER = cache_folder()


class Locator(UserProvidedCacheLocator):
    """Tells numba that everything lies in the folder itself, which may be one that it cannot write to."""

    def get_cache_path(self) -> str:
        """The folder."""
        return str(FOLDER)

    def get_source_stamp(self) -> str:
        """Nothing, as the folder's name says of which sources it is."""
        return ""

    def ensure_cache_path(self) -> None:
        """Nothing is left to do: the folder was chosen so."""


class CompileLock:
    """The right to compile into the folder, which one thread of one process has at a time.

    numba numbers the files of a function by those that it has found, and what one process compiles the next need not.
    """

    def __init__(self) -> None:
        self._threads = RLock()
        self._holder: int | None = None

    @property
    def held_here(self) -> bool:
        """Whether this thread has it."""
        return self._holder == get_ident()

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Wait for it and have it; where no file can be locked only the threads of this process wait."""
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
    """A function is to be compiled by a thread that has not the turn to."""


class KernelCache(FunctionCache):
    """The compiled code of one function."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What is in the folder, or None where it is to be compiled; raises NotKept when others may be doing that."""
        found = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        if found is None and not COMPILE_LOCK.held_here:
            raise NotCached
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled; where that cannot be it was compiled all the same."""
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


class Kernel(CPUDispatcher):
    """A compiled function, with what other processes have compiled of it."""

    def enable_caching(self) -> None:
        """Look in the folder first, and keep there what has to be compiled."""
        self._cache = KernelCache(self.py_func)  # type: ignore[no-untyped-call]

    def compile(self, sig: Any) -> Any:
        """Load it, or compile it in turn, unless another process has done that in the meantime."""
        with suppress(NotCached):
            return super().compile(sig)
        with COMPILE_LOCK.hold():
            return super().compile(sig)


if FOLDER is not None:
    with suppress(OSError):
        os.utime(FOLDER)  # it is in use: what has not been for long is deleted
    numba.config.CACHE_DIR = str(FOLDER)  # type: ignore[attr-defined]
    numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.{Locator.__name__}"  # type: ignore[attr-defined]
