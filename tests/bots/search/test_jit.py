import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from bots.search import jit

SECOND_START = """
from bots.search import vcf
from bots.search.solver import Solver
from gomoku.rulesets import ruleset
Solver(ruleset("renju"), 19)
stats = vcf.attack.stats
print(len(vcf.attack.signatures), sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def test_a_second_start_compiles_nothing() -> None:
    """The first one fills the cache, if nothing has yet; all rule sets and sizes share the same code."""
    for _ in range(2):
        run = subprocess.run([sys.executable, "-c", SECOND_START], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["1", "1", "0"]


def test_compiled_code_lies_beside_the_sources() -> None:
    folder = jit.cache_folder()
    assert folder is not None
    assert folder.parent == Path(jit.__file__).parent / "__pycache__"
    assert folder.name == f"kernels-{jit.sources_hash()}"
    assert folder.is_dir()
    assert str(folder) == numba.config.CACHE_DIR  # type: ignore[attr-defined]


def test_an_install_folder_that_cannot_be_written_to_leaves_the_user_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "__pycache__").touch()  # a file: no folder can be made below it, whoever asks
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "mine"))
    assert jit.cache_folder(tmp_path) == tmp_path / "mine" / "tengen" / f"kernels-{jit.sources_hash()}"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    name = f"kernels-{jit.sources_hash()}"
    assert jit.cache_folder(tmp_path) == tmp_path / ".cache" / "tengen" / name
    monkeypatch.setenv("HOME", str(tmp_path / "__pycache__"))
    assert jit.cache_folder(tmp_path) is None


def test_another_source_is_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("1")
    monkeypatch.setattr(jit, "PACKAGE", tmp_path)
    first = jit.sources_hash()
    (tmp_path / "a.py").write_text("2")
    second = jit.sources_hash()
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    assert len({first, second, jit.sources_hash()}) == 3


def test_the_lowest_bit_is_found_in_every_place() -> None:
    for bit in range(64):
        word = np.uint64(2**63 | 1 << bit)
        assert jit.lowest(word) == bit
