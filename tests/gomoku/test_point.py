import pytest

from gomoku import point
from gomoku.errors import BadPoint


def test_the_centre_is_h8_and_the_corners_count_from_the_bottom() -> None:
    assert point.name(point.at(7, 7, 15), 15) == "H8"
    assert point.name(0, 15) == "A15"
    assert point.name(224, 15) == "O1"
    assert point.name(point.at(8, 0, 20), 20) == "I20"


@pytest.mark.parametrize("size", [3, 15, 19, 20, 26])
def test_every_name_parses_back(size: int) -> None:
    for p in range(size * size):
        assert point.parse(point.name(p, size), size) == p
        assert point.at(*point.xy(p, size), size) == p


def test_names_may_be_written_small() -> None:
    assert point.parse("h8", 15) == point.parse("H8", 15)


@pytest.mark.parametrize(
    "text", ["", "H", "8", "H0", "H08", "H16", "P1", "HH", "H8 ", " H8", "H-1", "H²", "Ħ8", "H٣", "H100"]
)
def test_what_is_no_point_is_refused(text: str) -> None:
    with pytest.raises(BadPoint) as refused:
        point.parse(text, 15)
    assert refused.value.code == "bad_point"
