"""Openings in the dialect of Yixin's managers, line by line."""

import pytest

from bots.engine import CORES
from bots.gomocup.yixin import LIMITS
from gomoku.openings.patterns import find_pattern
from tests.bots.engines import level_of
from tests.bots.gomocup.manager import Manager

SHORT = "INFO timeout_turn 1000"


def board(*points: str) -> list[str]:
    """Return the lines that place stones, from the view of the side to move."""
    return ["yxboard", *(f"{point},{2 - (len(points) - n) % 2}" for n, point in enumerate(points)), "done"]


def places(lines: list[str], start: str) -> list[str]:
    """Return the points of lines with this beginning, as boards write them."""
    assert all(line.startswith(start) for line in lines)
    return [",".join(line.split()[-2:]) for line in lines]


def test_a_board_is_no_question() -> None:
    manager = Manager()
    assert manager("START 15", *board("7,7", "8,8", "9,9")) == ["OK"]
    assert manager("TURN 7,7") == ["ERROR 7,7 is occupied"]


def test_swap2_from_the_first_stones_to_the_last_choice() -> None:
    manager = Manager()
    (_, *first) = manager("START 15", SHORT, "yxswap2step1")
    assert [line.rpartition(" ")[0].rpartition(" ")[0] for line in first] == [
        f"MESSAGE SWAP2 MOVE{n}" for n in (1, 2, 3)
    ]
    three = places(first, "MESSAGE SWAP2 MOVE")
    assert len(set(three)) == 3
    two = places(manager(*board(*three), "yxswap2step2"), "MESSAGE SWAP2 MOVE")
    assert len({*three, *two}) == 5, "after a balanced three nobody takes a colour"
    (last,) = manager(*board(*three, *two), "yxswap2step3")
    assert last in ("MESSAGE SWAP2 SWAP2 YES", "MESSAGE SWAP2 SWAP2 NO")


def test_swap2_takes_the_better_colour() -> None:
    manager = Manager()
    manager("START 15", SHORT)
    # black has two in the middle and white one in a corner
    assert manager(*board("7,7", "0,0", "8,8"), "yxswap2step2") == ["MESSAGE SWAP2 SWAP1 YES"]
    assert manager(*board("0,0", "7,7", "14,14"), "yxswap2step2") == ["MESSAGE SWAP2 SWAP1 NO"]
    assert manager(*board("7,7", "0,0", "8,8", "0,14", "7,8"), "yxswap2step3") == ["MESSAGE SWAP2 SWAP2 YES"]
    assert manager(*board("0,0", "7,7", "14,14", "8,8", "0,14"), "yxswap2step3") == ["MESSAGE SWAP2 SWAP2 NO"]


def test_soosorv_from_the_first_stones_to_the_last() -> None:
    manager = Manager()
    (_, *first) = manager("INFO thread_num 1", "INFO rule 2", "START 15", SHORT, "yxsoosorvstep1")
    three = places(first, "MESSAGE SOOSORV MOVE")
    points = [int(x) + 15 * int(y) for x, y in (place.split(",") for place in three)]
    assert find_pattern(points, 15)
    (swap,) = manager("yxsoosorvstep2", *three, "done")
    assert swap in ("MESSAGE SOOSORV SWAP1 Y", "MESSAGE SOOSORV SWAP1 N")
    (fourth,) = manager("yxsoosorvstep3", *three, "done")
    *start, y, x, offers = fourth.split()
    assert start == ["MESSAGE", "SOOSORV", "MOVE4"]
    assert 1 <= int(offers) <= 8
    four = [*three, f"{y},{x}"]
    (swap,) = manager("yxsoosorvstep4 3", *four, "done")
    assert swap in ("MESSAGE SOOSORV SWAP2 Y", "MESSAGE SOOSORV SWAP2 N")
    (refresh, *offered, done) = manager("yxsoosorvstep5 3", *four, "done")
    assert (refresh, done) == ("MESSAGE SOOSORV MOVE5 REFRESH", "MESSAGE SOOSORV MOVE5 DONE")
    fifths = places(offered, "MESSAGE SOOSORV MOVE5 ")
    assert len({*four, *fifths}) == 7
    (chosen,) = manager("yxsoosorvstep6", *four, *fifths, "done")
    assert places([chosen], "MESSAGE SOOSORV MOVE5 C ")[0] in fifths


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["yxswap2step2"], "3 stones were expected, not 0"),
        ([*board("7,7", "8,8", "9,9"), "yxswap2step3"], "5 stones were expected, not 3"),
        (["yxsoosorvstep2", "7,7", "8,8", "done"], "3 stones were expected, not 2"),
        (["yxsoosorvstep4", "7,7", "8,8", "9,9", "done"], "no number: ''"),
        (["yxsoosorvstep2", "7,7", "0,0", "9,9", "done"], "not in this opening: outside zone"),
        (["yxsoosorvstep4 9", "7,7", "7,8", "9,9", "0,0", "done"], "1 to 8 offers were expected, not 9"),
        (["yxsoosorvstep6", "7,7", "7,8", "7,9", "7,6", "6,6", "8,6", "done"], "not in this opening: duplicate offer"),
    ],
)
def test_what_cannot_be_is_an_error(lines: list[str], error: str) -> None:
    manager = Manager()
    assert manager("START 15", SHORT, *lines) == ["OK", f"ERROR {error}"]


def test_its_number_for_renju_means_what_it_says_only_there() -> None:
    assert Manager()("INFO rule 2") == ["ERROR unsupported rule 2"]
    assert Manager()("INFO show_detail 1", "INFO rule 2", "START 15", "BEGIN") == ["OK", "7,7"]
    assert Manager()("INFO hash_size 20", "INFO rule 4", "START 15") == ["OK"]


def test_says_its_limits_to_who_greets() -> None:
    manager = Manager()
    assert manager("yxshowinfo") == [f"MESSAGE INFO MAX_THREAD_NUM {CORES}", "MESSAGE INFO MAX_HASH_SIZE 17"]
    assert manager("INFO rule 2", "START 15", "BEGIN") == ["OK", "7,7"]


@pytest.mark.parametrize("number", [5, 6])
def test_the_numbers_of_swaps_mean_freestyle_only_to_who_speaks_so(number: int) -> None:
    assert Manager()(f"INFO rule {number}") == [f"ERROR unsupported rule {number}"]
    told = Manager()
    usual = told("START 15", SHORT, "TURN 7,7")
    assert Manager()("INFO swapable 0", f"INFO rule {number}", "START 15", SHORT, "TURN 7,7") == usual


def test_a_first_stone_to_be_swapped_and_the_swap_in_a_line() -> None:
    for seed, answer in ((0, "6,6"), (1, "SWAP")):  # its decision about one stone is random
        manager = Manager(seed=seed)
        (_, first) = manager("INFO swapable 1", "INFO rule 5", "START 15", SHORT, "BEGIN")
        assert first.count(",") == 1
        assert manager("RESTART", "TURN 7,7") == ["OK", answer]
    (third,) = manager("TURN 8,8")  # it has black now
    assert manager("RESTART", "BOARD", "7,7,1", "8,8,2", "DONE") == ["OK", third]


def test_three_and_five_stones_are_swapped_in_a_line_and_the_game_goes_on() -> None:
    manager = Manager()
    manager("START 15", "INFO swapable 1", "INFO rule 6", SHORT)
    # black has two in the middle and white one in a corner
    assert manager("BOARD", "7,7,2", "0,0,1", "8,8,2", "DONE") == ["SWAP"]
    manager("INFO swapable 0")
    (answer,) = manager("TURN 14,14")  # white's second stone; black, which it took, has an open two to go on with
    assert manager("RESTART", "BOARD", "7,7,1", "0,0,2", "8,8,1", "14,14,2", "DONE") == ["OK", answer]
    manager("INFO swapable 1")
    (white,) = manager("BOARD", "0,0,2", "7,7,1", "14,14,2", "DONE")
    assert white.count(",") == 1
    assert manager("BOARD", "7,7,2", "0,0,1", "8,8,2", "0,14,1", "7,8,2", "DONE") == ["SWAP"]


def test_its_board_starts_with_width_and_height_and_gets_its_moves() -> None:
    manager = Manager()
    start = ["info show_detail 1", "yxshowinfo", "START 15 15", "INFO max_node 10000", "INFO timeout_turn 2000"]
    assert manager(*start, "INFO rule 0") == [*LIMITS, "OK"]
    ok, move = manager("start 15 15", "board", "7,7,2", "8,8,1", "6,8,2", "done")
    assert ok == "OK"
    assert move.count(",") == 1


def test_forbidden_points_are_shown_to_black_in_renju() -> None:
    manager = Manager()
    manager("yxshowinfo", "INFO rule 2", "START 15 15")
    # a second three in a row and in a column meet at one point; row and column are kept apart
    stones = ["5,7,1", "0,0,2", "6,7,1", "0,2,2", "7,5,1", "0,4,2", "7,6,1", "2,0,2"]
    assert manager("yxboard", *stones, "done", "yxshowforbid") == ["FORBID 0707."]
    assert manager("yxboard", *stones, "9,9,1", "done", "yxshowforbid") == ["FORBID ."]
    assert manager("INFO rule 0", "start 15 15", "yxboard", *stones, "done", "yxshowforbid") == ["OK", "FORBID ."]


def test_what_is_remembered_is_forgotten_and_the_game_goes_on() -> None:
    manager = Manager()
    (_, answer) = manager("START 15", "TURN 7,7")
    assert manager("yxhashclear", f"TAKEBACK {answer}", "TAKEBACK 7,7", "TURN 7,7")[-1] == answer


def test_the_best_of_a_position_that_was_shown_is_played() -> None:
    manager = Manager()
    (_, answer) = manager("START 15", "TURN 7,7")
    assert manager("start 15 15", *board("7,7"), "yxnbest 3") == ["OK", answer]


@pytest.mark.parametrize("word", ["yxblock", "yxblockundo", "yxblockpath", "yxblockpathundo"])
def test_lines_of_a_command_that_is_not_supported_are_taken_for_no_others(word: str) -> None:
    manager = Manager()
    manager("START 15")
    assert manager(word, "7,7", "done") == [f"ERROR {word} is not supported"]
    assert manager("yxblockreset", "yxblockpathreset", "INFO pondering 0", "BEGIN") == ["7,7"]
    assert manager("INFO pondering 1") == ["MESSAGE pondering is not supported"]


def test_nodes_and_depth_bound_the_search_and_its_progress_is_told() -> None:
    manager = Manager(level_of("search"))
    stones = ["7,7,1", "7,8,2", "8,6,1", "8,7,2", "8,9,1", "7,6,2"]
    manager("START 15", "INFO timeout_turn 30000", "INFO max_node 20000")
    *said, move = manager("BOARD", *stones, "DONE")
    word, *pairs = said[-1].split()
    told = dict(zip(pairs[:-2:2], pairs[1::2], strict=False))
    assert word == "MESSAGE"
    assert list(told)[:4] == ["depth", "nodes", "speed", "score"]
    assert 0 < int(told["nodes"]) <= 20_000
    assert f"line {move}" in said[-1]
    manager("INFO max_node -1", "INFO max_depth 3", "INFO show_detail 1", "RESTART")
    *said, move = manager("BOARD", *stones, "DONE")
    assert "depth 3 " in [line for line in said if "nodes" in line][-1]
    assert f"MESSAGE REALTIME BEST {move}" in said
