from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from bots.search.board.moves import do_move
from bots.search.board.position import Position
from bots.search.runtime import linked
from bots.search.runtime.bits import add_point, lowest_bit
from bots.search.runtime.compiler import compile_lazily
from bots.search.runtime.jit import U
from bots.search.runtime.linked import LinkedKernel
from bots.search.runtime.linker import CodeEntry, CodeImage, NotLinkable
from gomoku.board import Color
from gomoku.rulesets import ruleset


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., LinkedKernel]:
    """Link a kernel of this process, by itself, and load it."""

    def load(function: Any) -> LinkedKernel:
        compiled = compile_lazily(function.py_func)
        linked.write(tmp_path, [compiled.native()])
        image = msgspec.msgpack.decode(linked.image_path(tmp_path).read_bytes(), type=CodeImage)
        (entry,) = image.entries.values()
        return LinkedKernel(function.py_func, entry, linked._place(image), compile_lazily)

    return load


def test_a_linked_kernel_does_what_the_compiled_one_does(load: Callable[..., LinkedKernel]) -> None:
    one, other = (Position(ruleset("renju"), 15) for _ in range(2))
    do_move(one.arrays, U(112), U(1))
    found = load(do_move)
    assert found(other.arrays, U(112), U(1)) is None
    assert (one.state == other.state).all()
    assert vars(found)["__name__"] == "do_move"
    other.undo_move(112)
    other.do_move(112, Color.BLACK)
    assert (one.state == other.state).all()


def test_numbers_come_back_whole(load: Callable[..., LinkedKernel]) -> None:
    lowest_bit(U(1))
    found = load(lowest_bit)
    assert [found(U(1 << bit)) for bit in (0, 33, 63)] == [0, 33, 63]
    assert len(found.signatures) == 1


def test_other_types_go_to_the_compiler(load: Callable[..., LinkedKernel]) -> None:
    words = np.zeros(4, np.uint64)
    add_point(words, U(0), U(3))
    found = load(add_point)
    found(words, U(1), U(3))
    assert "dispatcher" not in vars(found)
    found(words[::2], U(1), U(3))  # every other word
    assert "dispatcher" in vars(found)
    assert words.tolist() == [8, 8, 8, 0]
    with pytest.raises(TypeError):
        found(words)


def test_a_kernel_to_be_compiled_may_call_a_linked_one(
    load: Callable[..., LinkedKernel], monkeypatch: pytest.MonkeyPatch
) -> None:
    lowest_bit(U(1))
    monkeypatch.setitem(globals(), "callee", load(lowest_bit))
    assert compile_lazily(_twice)(U(8)) == 6


callee: Any = None


def _twice(word: np.uint64) -> np.uint64:
    return callee(word) * U(2)  # type: ignore[no-any-return]


def test_without_an_image_there_are_no_linked_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    function = lowest_bit.py_func  # type: ignore[attr-defined]
    monkeypatch.setattr(linked, "FOLDER", tmp_path)
    for content in (None, b"something else"):
        if content is not None:
            linked.image_path(tmp_path).write_bytes(content)
        linked._load.cache_clear()
        assert linked.find(function, compile_lazily) is None
    linked._load.cache_clear()


def test_types_that_cannot_be_passed_are_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for entry in (CodeEntry(0, ["float64"], []), CodeEntry(0, [], ["float64"]), CodeEntry(0, ["nothing[1]"], [])):
        monkeypatch.setattr(linked, "link", lambda _, entry=entry: CodeImage(b"", [], [], {"name": entry}))
        with pytest.raises(NotLinkable):
            linked.write(tmp_path, [])
    assert not list(tmp_path.iterdir())
