import os
import re
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

import bots.search
from bots.search.runtime import cache
from bots.search.runtime.bits import lowest_bit
from bots.search.runtime.compiler import compile_lazily


def test_compiled_code_lies_beside_the_sources() -> None:
    folder = cache.cache_folder()
    assert folder is not None
    assert folder.parent == Path(bots.search.__path__[0]) / "__pycache__"
    assert folder.name == f"kernels-{cache.sources_hash()}"
    assert folder.is_dir()
    function = lowest_bit.py_func  # type: ignore[attr-defined]
    assert compile_lazily(function).stats.cache_path == str(folder)


def test_an_install_folder_that_cannot_be_written_to_leaves_the_user_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "__pycache__").touch()  # a file: no account can make a folder below it
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "mine"))
    assert cache.cache_folder(tmp_path) == tmp_path / "mine" / "tengen" / f"kernels-{cache.sources_hash()}"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    name = f"kernels-{cache.sources_hash()}"
    assert cache.cache_folder(tmp_path) == tmp_path / ".cache" / "tengen" / name
    monkeypatch.setenv("HOME", str(tmp_path / "__pycache__"))
    assert cache.cache_folder(tmp_path) is None


def test_a_user_without_a_home_has_the_folder_beside_the_sources_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(_: int) -> NoReturn:
        raise KeyError

    monkeypatch.setattr("pwd.getpwuid", unknown)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("HOME")
    found = cache.cache_folder(tmp_path)
    assert found is not None
    assert found.parent == tmp_path / "__pycache__"
    shutil.rmtree(tmp_path / "__pycache__")
    (tmp_path / "__pycache__").touch()
    assert cache.cache_folder(tmp_path) is None


def test_another_source_is_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("folder/a.py", "alone.py", "other.py"):
        (tmp_path / name).write_text("1")
    monkeypatch.setattr(cache, "BOTS", tmp_path)
    monkeypatch.setattr(cache, "KERNELS", ("folder", "alone.py"))
    hashes = [cache.sources_hash()]
    for name in ("folder/a.py", "alone.py"):
        (tmp_path / name).write_text("2")
        hashes.append(cache.sources_hash())
    (tmp_path / "folder/a.py").rename(tmp_path / "folder/b.py")
    hashes.append(cache.sources_hash())
    assert len(set(hashes)) == 4
    (tmp_path / "other.py").write_text("2")
    assert cache.sources_hash() == hashes[-1]


def test_all_that_kernels_are_made_of_is_hashed_and_has_a_name_of_its_own() -> None:
    hashed = {source.relative_to(cache.BOTS.parent) for source in cache.kernel_sources()}
    sources = {path.relative_to(cache.BOTS.parent): path.read_text() for path in cache.BOTS.rglob("*.py")}
    made = {path for path, text in sources.items() if "\n@kernel\n" in text}
    assert len(made) > 10
    assert made <= hashed
    # the constants of another module are in the code
    for path in made:
        for imported in re.findall(r"^from (bots[\w.]*) import", sources[path], re.MULTILINE):
            place = Path(*imported.split("."))
            assert hashed.intersection([place.with_suffix(".py"), place / "__init__.py"]), (path, imported)
    # numba identifies compiled code by file and function name
    assert len({path.name for path in made}) == len(made)


def test_the_stamp_is_of_what_the_sources_say_and_not_of_their_times_or_their_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamps = []
    for place in (tmp_path / "build", tmp_path / "install"):
        (place / "search").mkdir(parents=True)
        (place / "caller.py").write_text("1")
        monkeypatch.setattr(cache, "BOTS", place)
        stamps.append(cache.stamp())
    os.utime(tmp_path / "install/caller.py", (0, 0))
    stamps.append(cache.stamp())
    assert len(set(stamps)) == 1
    (tmp_path / "install/caller.py").write_text("2")
    assert cache.stamp() not in stamps


def test_a_folder_is_complete_for_what_its_note_says(tmp_path: Path) -> None:
    assert not cache.is_complete(tmp_path)
    (tmp_path / cache.COMPLETE).write_text(cache.stamp())
    assert cache.is_complete(tmp_path)
    (tmp_path / cache.COMPLETE).write_text("of another machine")
    assert not cache.is_complete(tmp_path)
