import pytest

from bots.search.runtime.bits import lowest_bit
from bots.search.runtime.compiler import Kernel, compile_lazily
from bots.search.runtime.jit import U
from bots.search.runtime.linker import ADDRESS, NativeFunction, NotLinkable, link
from bots.search.solver.solver import Solver
from bots.search.solver.vcf import search_vcf
from gomoku.rulesets import ruleset


def native(function: object) -> NativeFunction:
    """Return the compiled code of a kernel of this process, linked or not."""
    found = compile_lazily(function.py_func)  # type: ignore[attr-defined]
    assert isinstance(found, Kernel)
    return found.native()


def test_two_kernels_lie_apart_and_their_words_within_the_image() -> None:
    Solver(ruleset("freestyle"), 15)  # so that they are compiled
    lowest_bit(U(8))
    image = link([native(lowest_bit), native(search_vcf)])
    small, large = image.entries.values()
    assert 0 <= small.at < large.at < len(image.code)
    assert small.parameters == small.results == ["uint64"]
    assert set(large.parameters) == {"uint64", "uint64[1]", "uint32[1]", "uint8[1]"}
    assert image.words
    assert all(ADDRESS.unpack_from(image.code, at)[0] < len(image.code) for at in image.words)


def test_code_of_other_machines_is_refused() -> None:
    with pytest.raises(NotLinkable, match="x86-64"):
        link([NativeFunction("name", "symbol", b"\xcf\xfa\xed\xfe" + bytes(60), [], [])])


def test_a_kernel_that_needs_more_than_the_c_library_is_refused() -> None:
    lowest_bit(U(8))
    found = native(lowest_bit)
    wrapper = next(name for name in _symbols(found.code) if name.startswith("_ZN7cpython"))
    renamed = found.code.replace(wrapper.encode(), b"x" + wrapper.encode()[1:])  # no wrapper any more
    with pytest.raises(NotLinkable, match="needs"):
        link([found._replace(code=renamed)])
    with pytest.raises(NotLinkable, match="no code"):
        link([found._replace(symbol="another")])


def _symbols(code: bytes) -> list[str]:
    return [word.decode() for word in code.split(b"\0") if word.startswith(b"_ZN")]
