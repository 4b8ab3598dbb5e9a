"""Real processes that fill a cache of their own, which lies where a package that cannot be written to puts it."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bots import warm
from bots.search.jit import PACKAGE

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


def start(code: tuple[str, ...], root: Path, cache: Path) -> "subprocess.Popen[str]":
    """A Python that has the package at ``root`` and its user's cache folder at ``cache``."""
    environment = {**os.environ, "PYTHONPATH": str(root), "XDG_CACHE_HOME": str(cache)}
    command = [sys.executable, "-P", *code]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def told(process: "subprocess.Popen[str]") -> list[str]:
    """The lines that it has printed by its end, which must be a good one."""
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    return out.splitlines()


@pytest.fixture
def read_only(tmp_path: Path) -> Path:
    """A copy of the packages in which nothing can be written beside the kernels, whoever asks."""
    for name in ("bots", "gomoku"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "bots/search/__pycache__").touch()
    return tmp_path


@pytest.mark.slow
def test_two_at_once_fill_one_cache_from_which_a_later_start_compiles_nothing(read_only: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    processes = [start(("-m", "bots.warm"), read_only, cache) for _ in range(2)]
    for lines in [told(process) for process in processes]:
        assert [line.split(", after")[0] for line in lines] == [
            f"{name}, {number} of {len(warm.PARTS)}" for number, (name, _) in enumerate(warm.PARTS, start=1)
        ]
    (folder,) = (cache / "tengen").iterdir()
    compiled = {path: path.stat().st_mtime_ns for path in folder.rglob("*.nb[ci]")}
    assert compiled
    assert told(start(("-c", LOAD), read_only, cache)) == ["True 0"]
    (read_only / "bots/warm.py").touch()  # what calls kernels has changed
    assert told(start(("-c", LOAD), read_only, cache)) == ["False 0"]
    told(start(("-m", "bots.warm"), read_only, cache))
    assert told(start(("-c", LOAD), read_only, cache)) == ["True 0"]
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*.nb[ci]")} == compiled


def test_only_what_nobody_has_used_for_a_month_is_deleted(tmp_path: Path) -> None:
    mine, new, old, strange = (tmp_path / name for name in ("kernels-a", "kernels-b", "kernels-c", "other"))
    for folder, age in ((mine, 99), (new, 29), (old, 31), (strange, 99)):
        folder.mkdir()
        (folder / "code.nbc").touch()
        then = time.time() - age * 24 * 3600
        os.utime(folder, (then, then))
    warm.prune(mine)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kernels-a", "kernels-b", "other"]


def test_what_is_loaded_from_a_full_cache_is_not_compiled() -> None:
    cache = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser()
    told(start(("-m", "bots.warm"), ROOT, cache))
    assert told(start(("-c", LOAD), ROOT, cache)) == ["True 0"]


def test_without_a_folder_to_write_to_nothing_is_compiled(read_only: Path) -> None:
    process = start(("-m", "bots.warm"), read_only, read_only / "bots/search/__pycache__")
    assert "can be written to" in process.communicate(timeout=60)[1]
    assert process.returncode == 1
