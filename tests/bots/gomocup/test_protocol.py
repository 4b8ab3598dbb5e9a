import pytest

from bots.gomocup.protocol import MASK_OF_RULE, RULE_OF_MASK, BadLine, board_size, coordinates, numbers, point_at, split


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("TURN 1,2", ("TURN", "1,2")),
        ("  turn   1 , 2 \r\n", ("TURN", "1 , 2")),
        ("INFO folder /a b", ("INFO", "folder /a b")),
        ("START\t15", ("START", "15")),
        ("turn \t 7,7\v", ("TURN", "7,7")),
        ("END", ("END", "")),
        (" \r\n", ("", "")),
    ],
)
def test_a_line_is_a_word_and_the_rest(line: str, parts: tuple[str, str]) -> None:
    assert split(line) == parts


def test_numbers_are_between_commas() -> None:
    assert numbers("7", 1) == (7,)
    assert numbers(" 1, -2 ,3", 3) == (1, -2, 3)
    assert numbers("7,8 9", 2) == (7, 8)
    assert numbers("5000 ms", 1) == (5000,)
    assert numbers("1500.75", 1) == (1500,)
    assert numbers("7,8,0", 2) == (7, 8)
    assert numbers("7,8,2,100", 3) == (7, 8, 2)


@pytest.mark.parametrize("text", ["15", "15 15", "15,15", "15\t15", "15 , 15", "15 15 7"])
def test_a_board_is_told_by_one_number_or_as_a_square(text: str) -> None:
    assert board_size(text) == 15


@pytest.mark.parametrize(("text", "said"), [("15 20", "rectangular"), ("20,15", "rectangular"), ("", "no number")])
def test_another_board_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadLine, match=said):
        board_size(text)


@pytest.mark.parametrize("text", ["", "1", "1;2", "1,x", "1,٢", "1,", "1,1e3", "1,+2", "9" * 5000 + ",1"])
def test_what_is_no_pair_of_numbers_is_said_so_in_short(text: str) -> None:
    with pytest.raises(BadLine) as error:
        numbers(text, 2)
    assert len(str(error.value)) < 100


def test_coordinates_count_from_the_top_left() -> None:
    assert point_at(14, 1, 15) == 29
    assert coordinates(29, 15) == "14,1"
    for x, y in ((15, 0), (0, 15), (-1, 0), (0, -1)):
        with pytest.raises(BadLine, match="outside"):
            point_at(x, y, 15)


def test_the_rule_is_a_mask() -> None:
    assert dict(RULE_OF_MASK) == {0: "freestyle", 1: "standard", 4: "renju", 9: "caro"}
    assert all(RULE_OF_MASK[mask] == name for name, mask in MASK_OF_RULE.items())
