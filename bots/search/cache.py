"""The folder in which compiled code outlives the process that compiled it.

It is named by the sources, so that other sources have another, and what is found in it needs no further proof: it may
have been filled on another day and in another place than it is read, by whatever builds an image or a package.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]
import numba
from numba.core.caching import FunctionCache, UserProvidedCacheLocator

PACKAGE = Path(__file__).parent

COMPLETE = "complete"
"""File in the folder that says for what it is so."""


def sources_hash() -> str:
    """Hash of the package's sources: numba does not notice that a callee in another file has changed."""
    return _hash_of(PACKAGE.glob("*.py"))[:16]


def folder_name(sources: str) -> str:
    """Name of the folder with the compiled code of the sources of this hash."""
    return f"kernels-{sources}"


def stamp() -> str:
    """Hash of what a process needs to be as it was when the kernels were compiled, or it compiles them again.

    That is what numba asks of its cache, and the sources that call kernels. Not their times, which images and packages
    round.
    """
    machine = (sys.version, numba.__version__, llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    return hashlib.sha256(repr((machine, _hash_of(PACKAGE.parent.rglob("*.py")))).encode()).hexdigest()


def _hash_of(sources: Iterator[Path]) -> str:
    digest = hashlib.sha256()
    for source in sorted(sources):
        digest.update(source.relative_to(PACKAGE.parent).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()


def cache_folder(package: Path = PACKAGE) -> Path | None:
    """Folder for the compiled code of these sources: beside them, or in the user's cache folder.

    It can be written to, or all that is needed is in it. None where neither folder is of use.
    """
    name = folder_name(sources_hash())
    user = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folders = package / "__pycache__" / name, user / "tengen" / name
    return next((folder for folder in folders if _writable(folder) or is_complete(folder)), None)


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


class KernelCache(FunctionCache):
    """The compiled code of one function."""

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled; where that cannot be it was compiled all the same."""
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


if FOLDER is not None:
    with suppress(OSError):
        os.utime(FOLDER)  # it is in use: what has not been for long is deleted
    numba.config.CACHE_DIR = str(FOLDER)  # type: ignore[attr-defined]
    numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.{Locator.__name__}"  # type: ignore[attr-defined]
