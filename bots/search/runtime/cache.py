"""The folder of compiled kernels, which outlives the process that compiled them.

Its name contains a hash of the sources, so other sources use another folder, and its contents need no further check: an
image or package build may have filled it on another day and in another place.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

BOTS = Path(__file__).parents[2]
PACKAGE = BOTS / "search"
"""The package beside whose sources the compiled code lies, where that is possible."""

KERNELS = ("search/alphabeta", "search/board", "search/runtime", "search/solver", "tuning/network_gradient.py")
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
    machine = (sys.version, version("numba"), version("llvmlite"), _processor())
    return hashlib.sha256(repr((machine, _hash_of(BOTS.rglob("*.py")))).encode()).hexdigest()


PROCESSOR = ("vendor_id", "cpu family", "model", "stepping", "flags", "CPU implementer", "CPU part", "Features")
"""Lines of Linux's list of processors that say for which of them the code is compiled."""


@cache
def _processor() -> str:
    """Describe the processor and its features. Where the system does not list them, the compiler is asked, which takes
    much memory."""
    try:
        lines = (line.partition(":") for line in Path("/proc/cpuinfo").read_text().splitlines())
        known = sorted({f"{name.strip()}={value.strip()}" for name, _, value in lines if name.strip() in PROCESSOR})
    except OSError:
        known = []
    if known:
        return repr(known)
    import llvmlite.binding as llvm  # type: ignore[import-untyped]  # noqa: PLC0415 - as above

    return f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"


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


if FOLDER is not None:
    with suppress(OSError):
        os.utime(FOLDER)  # mark as in use: folders unused for long are deleted
