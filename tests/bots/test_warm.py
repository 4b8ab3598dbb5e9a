"""Real processes that fill their own cache, or find one that they cannot write to."""

import ctypes
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bots import warm
from bots.search.runtime.cache import COMPLETE, FOLDER, PACKAGE

ROOT = PACKAGE.parents[1]

LOAD = """
import gc
from numba.core import event
with event.install_recorder("numba:compile") as compilations:
    from bots import warm
    complete = warm.complete()
    warm.load()
assert gc.isenabled() and gc.get_freeze_count()
print(complete, len(compilations.buffer))
"""

LOAD_LINKED = """
import sys
from bots import warm
warm.load()
print("numba" in sys.modules, "llvmlite" in sys.modules)
"""

WHERE = "from bots.search.runtime.cache import FOLDER; print(FOLDER)"

LOWEST = """
from bots.search.runtime import linked
linked.find = lambda *_: None
from bots.search.runtime.bits import lowest_bit
print(lowest_bit(8), sum(lowest_bit.stats.cache_misses.values()))
"""

WARM_AND_COUNT = """
from numba.core import event
from bots import warm
from bots.search.runtime.compiler import Kernel
with event.install_recorder("numba:compile") as compilations:
    warm.{function}
print(sum(found.is_start and isinstance(found.data["dispatcher"], Kernel) for _, found in compilations.buffer))
"""

LOWEST_AT_A_SIGN = """
from bots.search.runtime.bits import lowest_bit
print("ready", flush=True)
input()
print(lowest_bit(8), sum(lowest_bit.stats.cache_misses.values()), sum(lowest_bit.stats.cache_hits.values()))
"""

IMPOSSIBLE = """
from filelock import lock_descriptor
from numba import TypingError
from bots.search.runtime.cache import FOLDER
from bots.search.runtime.jit import kernel

@kernel
def impossible(word):
    return word.nothing

try:
    impossible(1)
except TypingError:
    with (FOLDER / "lock").open() as lock:
        print("free" if lock_descriptor(lock.fileno(), blocking=False) else "taken")
"""


def as_anybody() -> None:
    """Give up root's right to write anywhere, before a program starts."""
    ctypes.CDLL(None).prctl(24, 1)  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE


def start(code: tuple[str, ...], root: Path, cache: Path) -> "subprocess.Popen[str]":
    """Start a Python with the package at ``root`` and its cache folder at ``cache``."""
    environment = {**os.environ, "PYTHONPATH": str(root), "XDG_CACHE_HOME": str(cache)}
    command = [sys.executable, "-P", *code]
    return subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=as_anybody if sys.platform == "linux" else None,  # noqa: PLW1509 - it needs no lock of a thread
    )


def told(process: "subprocess.Popen[str]") -> list[str]:
    """Return the lines printed by a process that must succeed."""
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    return out.splitlines()


def copied(root: Path) -> None:
    """Copy the packages to ``root`` without compiled code."""
    for name in ("bots", "gomoku"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))


@pytest.fixture
def read_only(tmp_path: Path) -> Path:
    """Make a copy of the packages that nobody can write kernels beside."""
    copied(tmp_path)
    (tmp_path / "bots/search/__pycache__").touch()
    return tmp_path


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """Make a copy of the packages with compiled code, as in an image or package."""
    assert FOLDER is not None
    told(start(("-m", "bots.warm"), ROOT, Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser()))
    copied(tmp_path / "built")
    shutil.copytree(FOLDER, tmp_path / "built/bots/search/__pycache__" / FOLDER.name)
    return tmp_path / "built"


@contextmanager
def sealed(root: Path) -> Iterator[Path]:
    """Make the tree read-only for the block, skipping the test where that is impossible; yield its kernel folder."""
    (folder,) = root.glob("bots/search/__pycache__/kernels-*")
    paths = [root, *root.rglob("*")]
    for path in paths:
        path.chmod(path.stat().st_mode & 0o555)
    try:
        if told(start(("-c", f"import os; print(os.access({str(folder)!r}, os.W_OK))"), root, root)) == ["True"]:
            pytest.skip("this user may write to folders that nobody may write to")
        yield folder
    finally:
        for path in paths:
            path.chmod(path.stat().st_mode | 0o200)


@pytest.mark.slow
def test_two_at_once_fill_one_cache_from_which_a_later_start_compiles_nothing(read_only: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    ahead, at_need = (
        start(("-c", WARM_AND_COUNT.format(function=function)), read_only, cache)
        for function in ("compile_all(lambda part: print(part, flush=True))", "load()")
    )
    *lines, mine = told(ahead)
    assert [line.split(", after")[0] for line in lines] == [
        f"{name}, {number} of {len(warm.PARTS)}" for number, (name, _) in enumerate(warm.PARTS, start=1)
    ]
    (others,) = told(at_need)
    (folder,) = (cache / "tengen").iterdir()
    compiled = {path: path.stat().st_mtime_ns for path in folder.rglob("*.nb[ci]")}
    assert int(mine) + int(others) == len(list(folder.rglob("*.nbc")))  # nothing twice
    assert compiled
    assert told(start(("-c", LOAD), read_only, cache)) == ["True 0"]
    with (read_only / "bots/warm.py").open("a") as caller:
        caller.write("\n")  # a caller of kernels has changed
    assert told(start(("-c", LOAD), read_only, cache)) == ["False 0"]
    told(start(("-m", "bots.warm"), read_only, cache))
    assert told(start(("-c", LOAD), read_only, cache)) == ["True 0"]
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*.nb[ci]")} == compiled


def test_what_one_process_compiles_another_waits_for(read_only: Path, tmp_path: Path) -> None:
    processes = [start(("-c", LOWEST_AT_A_SIGN), read_only, tmp_path / "cache") for _ in range(2)]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    found = [told(process)[0].split() for process in processes]
    assert sorted(found)[1] == ["3", "1", "0"]
    assert sorted(found)[0] == ["3", "0", "1"]


def test_a_kernel_that_cannot_be_compiled_keeps_nobody_waiting(read_only: Path, tmp_path: Path) -> None:
    (tmp_path / "impossible.py").write_text(IMPOSSIBLE)
    assert told(start((str(tmp_path / "impossible.py"),), read_only, tmp_path / "cache")) == ["free"]


def test_only_what_nobody_has_used_for_a_month_is_deleted(tmp_path: Path) -> None:
    mine, new, old, strange = (tmp_path / name for name in ("kernels-a", "kernels-b", "kernels-c", "other"))
    for folder, age in ((mine, 99), (new, 29), (old, 31), (strange, 99)):
        folder.mkdir()
        (folder / "code.nbc").touch()
        then = time.time() - age * 24 * 3600
        os.utime(folder, (then, then))
    warm.prune(mine)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kernels-a", "kernels-b", "other"]


def test_whoever_runs_kernels_has_used_the_folder(read_only: Path, tmp_path: Path) -> None:
    (folder,) = map(Path, told(start(("-c", WHERE), read_only, tmp_path / "cache")))
    os.utime(folder, (0, 0))
    told(start(("-c", WHERE), read_only, tmp_path / "cache"))
    warm.prune(folder.with_name("kernels-another"))
    assert folder.is_dir()


def test_what_is_loaded_from_a_full_cache_is_not_compiled() -> None:
    cache = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser()
    told(start(("-m", "bots.warm"), ROOT, cache))
    assert told(start(("-c", LOAD), ROOT, cache)) == ["True 0"]


@pytest.mark.skipif(sys.platform != "linux" or platform.machine() != "x86_64", reason="linked for x86-64 only")
def test_what_is_linked_is_loaded_without_the_compiler() -> None:
    cache = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser()
    told(start(("-m", "bots.warm"), ROOT, cache))
    assert told(start(("-c", LOAD_LINKED), ROOT, cache)) == ["False False"]


@pytest.mark.slow
def test_what_was_compiled_beforehand_is_loaded_from_where_nothing_can_be_written(built: Path, tmp_path: Path) -> None:
    user = tmp_path / "user"
    with sealed(built) as folder:
        assert told(start(("-c", WHERE), built, user)) == [str(folder)]
        assert told(start(("-c", LOAD), built, user)) == ["True 0"]
        assert len(told(start(("-m", "bots.warm"), built, user))) == len(warm.PARTS)
    assert not (user / "tengen").exists()


@pytest.mark.slow
def test_what_is_missing_there_is_compiled_and_not_kept(built: Path, tmp_path: Path) -> None:
    for index in built.glob("bots/search/__pycache__/*/bits.lowest_bit-*.nbi"):
        index.unlink()
    with sealed(built):
        for _ in range(2):
            assert told(start(("-c", LOWEST), built, tmp_path / "user")) == ["3 1"]


@pytest.mark.slow
def test_what_was_compiled_for_something_else_is_not_taken(built: Path, tmp_path: Path) -> None:
    (note,) = built.glob(f"bots/search/__pycache__/*/{COMPLETE}")
    note.write_text("another machine")
    user = tmp_path / "user"
    with sealed(built) as folder:
        assert told(start(("-c", WHERE), built, user)) == [str(user / "tengen" / folder.name)]


def test_without_a_folder_to_write_to_nothing_is_compiled(read_only: Path) -> None:
    process = start(("-m", "bots.warm"), read_only, read_only / "bots/search/__pycache__")
    assert "is writable" in process.communicate(timeout=60)[1]
    assert process.returncode == 1
