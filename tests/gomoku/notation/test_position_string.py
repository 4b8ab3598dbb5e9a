import pytest
from hypothesis import given
from hypothesis import strategies as st

from gomoku.errors import BadNotation
from gomoku.notation import position_string
from gomoku.point import parse


@given(
    st.sampled_from([5, 15, 20, 26]).flatmap(
        lambda size: st.tuples(st.just(size), st.lists(st.integers(0, size * size - 1), unique=True))
    )
)
def test_what_is_written_is_read_back(made: tuple[int, list[int]]) -> None:
    size, moves = made
    assert position_string.load(position_string.dump(moves, size), size) == tuple(moves)


@pytest.mark.parametrize("text", ["h8i9g7", "H8 I9 G7", "h8,i9,g7", " h8 i9G7\n"])
def test_what_people_paste_is_read(text: str) -> None:
    assert position_string.load(text) == tuple(parse(name, 15) for name in ("H8", "I9", "G7"))


@pytest.mark.parametrize(
    ("text", "code", "quoted"), [("h8p1", "outside", "p1"), ("h8h8", "stone_twice", "H8"), ("h8x", "outside", "x")]
)
def test_what_is_none_is_named(text: str, code: str, quoted: str) -> None:
    with pytest.raises(BadNotation) as refused:
        position_string.load(text)
    assert (refused.value.fault, refused.value.text) == (code, quoted)
