"""Memory of this process and of those below it."""

import os
import sys
from pathlib import Path

import pytest

from server.staff.health import MemoryUse, read_memory_use

PAGE = os.sysconf("SC_PAGE_SIZE")


def put(proc: Path, pid: int, name: str, parent: int, pages: int) -> None:
    folder = proc / str(pid)
    folder.mkdir()
    (folder / "stat").write_text(f"{pid} ({name}) S {parent} 1 1 0")
    (folder / "statm").write_text(f"900 {pages} 3 1 0 5 0")


def test_all_that_descend_are_counted(tmp_path: Path) -> None:
    (tmp_path / "uptime").write_text("1")
    put(tmp_path, 1, "init", 0, 1)
    put(tmp_path, 10, "tengen", 1, 100)
    put(tmp_path, 11, "a (b) 7 c", 10, 20)  # a name may hold anything
    put(tmp_path, 12, "of a child", 11, 3)
    put(tmp_path, 13, "another's", 1, 1000)
    assert read_memory_use(10, tmp_path) == MemoryUse(100 * PAGE, 23 * PAGE, 2)
    assert read_memory_use(99, tmp_path) is None


@pytest.mark.skipif(sys.platform != "linux", reason="nobody else tells")
def test_of_this_process() -> None:
    found = read_memory_use()
    assert found is not None
    assert found.own > 1 << 20
