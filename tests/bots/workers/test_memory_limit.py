import os
from pathlib import Path

from bots.workers.memory_limit import memory

ALL = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def group(folder: Path, name: str, limit: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(limit + "\n")


def test_without_groups_it_is_the_machines_memory(tmp_path: Path) -> None:
    assert memory(tmp_path, tmp_path / "none") == ALL
    (tmp_path / "own").write_text("0::/\n")
    assert memory(tmp_path, tmp_path / "own") == ALL


def test_the_least_limit_of_all_groups_above_holds(tmp_path: Path) -> None:
    (tmp_path / "own").write_text("0::/services/tengen\n")
    group(tmp_path / "services" / "tengen", "memory.max", "max")
    group(tmp_path / "services", "memory.max", "1048576")
    assert memory(tmp_path, tmp_path / "own") == 1 << 20
    group(tmp_path, "memory.max", "524288")
    assert memory(tmp_path, tmp_path / "own") == 1 << 19


def test_groups_of_the_first_version_count_too(tmp_path: Path) -> None:
    (tmp_path / "own").write_text("4:memory,hugetlb:/box/a\n3:cpu:/box/a\n0::/\n")
    group(tmp_path / "memory", "memory.limit_in_bytes", str(1 << 21))  # a container sees its own group as the root
    assert memory(tmp_path, tmp_path / "own") == 1 << 21
    group(tmp_path / "memory" / "box" / "a", "memory.limit_in_bytes", str(1 << 20))
    assert memory(tmp_path, tmp_path / "own") == 1 << 20


def test_no_limit_is_above_the_machine(tmp_path: Path) -> None:
    (tmp_path / "own").write_text("0::/\n")
    group(tmp_path, "memory.max", str(1 << 62))
    assert memory(tmp_path, tmp_path / "own") == ALL
