"""The engine side of the protocol, line by line."""

from threading import Thread
from time import monotonic

import pytest

from bots.engine import Stop
from bots.gomocup.info import INTERPRETER, MEMORY, Info
from bots.gomocup.loading import Loading, find_stand_in, takes_long
from bots.levels import LEVELS, Level, open_player
from bots.registry import ENGINES, engine
from gomoku.game import Game
from gomoku.rulesets import ruleset
from tests.bots.engines import level_of
from tests.bots.gomocup.manager import WINS_ARRAY, Manager


def expected(moves: list[int], rules: str = "freestyle", size: int = 15) -> str:
    """Return the level's answer in a game."""
    game = Game.replay(ruleset(rules), size, moves)
    point = open_player(WINS_ARRAY, game.rules, size, 1, 0)
    choice = point.choose(game, WINS_ARRAY.limits, Stop()).point
    return f"{choice % size},{choice // size}"


def test_begins_and_answers() -> None:
    manager = Manager()
    assert manager("START 15", "BEGIN") == ["OK", "7,7"]
    assert manager("TURN 8,8") == [expected([112, 128])]


@pytest.mark.parametrize(("mask", "rules"), [(0, "freestyle"), (1, "standard"), (4, "renju"), (9, "caro")])
@pytest.mark.parametrize("size", [5, 15, 20])
def test_plays_every_rule_on_every_board(mask: int, rules: str, size: int) -> None:
    assert Manager()(f"INFO rule {mask}", f"START {size}", "TURN 0,0") == ["OK", expected([0], rules, size)]


@pytest.mark.parametrize("mask", [2, 3, 5, 6, 8, 12, 16])
def test_a_rule_that_we_cannot_play_is_an_error_at_once_and_at_every_move(mask: int) -> None:
    manager = Manager()
    error = f"ERROR unsupported rule {mask}"
    assert manager("START 20", f"INFO rule {mask}", "BEGIN", "TURN 1,1") == ["OK", error, error, error]
    assert manager("BOARD", "1,1,2", "DONE") == [error]
    assert manager("INFO rule 0", "RESTART", "TURN 0,0") == ["OK", expected([0], size=20)]
    assert manager(f"INFO rule {mask}", "START 20", "TURN 0,0") == [error, "OK", expected([0], size=20)]


def test_a_rule_that_we_can_play_stays_over_the_next_start() -> None:
    assert Manager()("START 15", "INFO rule 4", "START 15", "TURN 0,0")[2:] == [expected([0], "renju")]


@pytest.mark.parametrize(
    "line", ["START 15 15", "start\t15\t15", "RECTSTART 15,15", "RECTSTART 15 15", "START 15 15 3"]
)
def test_a_square_board_may_be_told_by_width_and_height(line: str) -> None:
    assert Manager()(line, "BEGIN") == ["OK", "7,7"]


@pytest.mark.parametrize("line", ["START 15 20", "RECTSTART 15,20", "RECTSTART", "START", "RECTSTART 15"])
def test_any_other_is_one_error_and_no_game(line: str) -> None:
    manager = Manager()
    (error,) = manager(line)
    assert error.startswith("ERROR ")
    assert manager("BEGIN") == ["ERROR START comes first"]


def test_a_bound_of_memory_below_what_the_program_takes_is_said_once_with_the_next_answer() -> None:
    manager = Manager()
    assert manager("START 15", "INFO max_memory 1000000") == ["OK"]
    said, move = manager("BEGIN")
    assert said.startswith("MESSAGE max_memory is 0 MiB, and the program alone takes ")
    assert move == "7,7"
    assert manager("INFO max_memory 1000000", "TURN 8,8") == [expected([112, 128])]
    assert manager("INFO max_memory 0", "RESTART", "BEGIN") == ["OK", "7,7"]


def test_who_asks_before_all_is_loaded_is_played_with_what_is_ready() -> None:
    level = level_of("wins_array")
    manager = Manager(level, loading=Loading(level))  # which never begins
    hurried = Stop()
    hurried.set()
    manager.brain.handle("START 15", hurried)
    began = monotonic()
    ok, said, move = manager("INFO timeout_turn 300", "TURN 7,7")
    assert monotonic() - began < 2
    assert (ok, said.split()[0]) == ("OK", "MESSAGE")
    assert move.count(",") == 1
    assert manager("TAKEBACK 7,7", "RESTART", "BEGIN") == ["OK", "OK", "7,7"]


def test_start_says_ok_once_all_is_loaded() -> None:
    level = level_of("wins_array")
    loading = Loading(level_of("search"))
    manager = Manager(level, loading=loading)
    waiting = Thread(target=manager, args=("START 15",))
    waiting.start()
    waiting.join(0.05)
    assert waiting.is_alive()
    assert manager.heard == []
    loading.start()
    waiting.join(30)
    assert manager("BEGIN") == ["7,7"]


def test_what_takes_long_to_load_is_known_without_loading_it() -> None:
    for name in set(ENGINES) | {"tests.bots.gomocup.thinkers:PATIENT"}:
        assert takes_long(level_of(name)) == engine(name).compiled, name
    assert all(takes_long(level) == level.compiled for level in LEVELS)


def test_a_stand_in_is_strong_and_needs_no_kernels() -> None:
    for rules in ("freestyle", "standard", "renju", "caro"):
        found = find_stand_in(ruleset(rules), 15)
        assert not found.compiled
        assert (found.elo or 0) > 1000


@pytest.mark.parametrize("size", [-1, 0, 3, 4, 21, 100])
def test_a_size_that_we_cannot_play_is_an_error(size: int) -> None:
    manager = Manager()
    known = ", ".join(map(str, range(5, 21)))
    assert manager(f"START {size}") == [f"ERROR unsupported size; supported are {known}"]
    assert manager("BEGIN") == ["ERROR START comes first"]


def test_a_level_says_what_it_plays() -> None:
    only = Level(7, "wins_array", {"en": "x"}, {"en": "x"}, rules=("renju",), sizes=(15,))
    manager = Manager(only)
    assert manager("START 20") == ["ERROR unsupported size; supported are 15"]
    assert manager("START 15", "BEGIN") == ["OK", "ERROR unsupported rule 0"]
    assert manager("INFO rule 4", "BEGIN") == ["7,7"]


def test_board_gives_a_position_in_any_order_and_of_either_colour() -> None:
    black, white = ["7,7,1", "9,9,1"], ["8,8,2", "6,6,2"]
    answer = expected([112, 128, 144, 96])
    manager = Manager()
    for lines in ([*black, *white], [black[0], white[0], black[1], white[1]], ["7,7,1", "8,8,3", "9,9,1", "6,6,2"]):
        assert manager("START 15", "BOARD", *lines, "DONE") == ["OK", answer]
    assert manager("RESTART", "BOARD", "7,7,2", "8,8,1", "9,9,2", "DONE") == ["OK", expected([112, 128, 144])]
    assert manager("TURN 0,0") != []
    assert manager("RESTART", "BOARD", "DONE") == ["OK", "7,7"]


def test_a_board_of_unequal_numbers_is_played_all_the_same() -> None:
    four = [f"{x},5,1" for x in (3, 4, 5, 6)]
    assert Manager()("START 15", "BOARD", *four, "DONE")[1] in ("2,5", "7,5")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("7,7", "ERROR 3 numbers were expected, not '7,7'"),
        ("15,7,1", "ERROR 15,7 is outside the board"),
        ("7,7,4", "ERROR no owner: 4"),
        ("6,6,2", "ERROR 6,6 is occupied"),
        ("TURN 1,1", "ERROR 3 numbers were expected, not 'TURN 1,1'"),
    ],
)
def test_a_bad_board_has_one_answer_and_changes_nothing(line: str, error: str) -> None:
    manager = Manager()
    manager("START 15", "TURN 7,7")
    assert manager("BOARD", "6,6,1", "", line, "5,5,2", "DONE") == [error]
    assert manager("TURN 7,7") == ["ERROR 7,7 is occupied"]


def test_taking_back_brings_the_same_answer() -> None:
    manager = Manager()
    (answer,) = manager("START 15", "TURN 7,7")[1:]
    assert manager(f"TAKEBACK {answer}", "TAKEBACK 7,7", "TURN 7,7") == ["OK", "OK", answer]
    assert manager("TAKEBACK 0,0") == ["ERROR there is no stone at 0,0"]
    assert manager(f"TAKEBACK {answer}", "TAKEBACK 7,7", "BEGIN") == ["OK", "OK", "7,7"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("TURN", "ERROR 2 numbers were expected, not ''"),
        ("TURN 15,0", "ERROR 15,0 is outside the board"),
        ("TURN a,b", "ERROR 2 numbers were expected, not 'a,b'"),
        ("TAKEBACK 99,99", "ERROR 99,99 is outside the board"),
        ("START x", "ERROR no number: 'x'"),
        ("RECTSTART 15,20", "ERROR rectangular board is not supported"),
        ("SWAPBOARD", "UNKNOWN SWAPBOARD"),
        ("hello there", "UNKNOWN HELLO"),
        ("X" * 1000, "UNKNOWN " + "X" * 40),
        ("INFO rule x", "ERROR no number: 'x'"),
    ],
)
def test_what_cannot_be_obeyed_is_answered(line: str, answer: str) -> None:
    manager = Manager()
    manager("START 15")
    assert manager(line) == [answer]
    assert manager("BEGIN") == ["7,7"]
    assert manager("BEGIN") == ["ERROR the board is not empty"]


@pytest.mark.parametrize("line", ["RESTART", "BEGIN", "TURN 1,1", "BOARD", "TAKEBACK 1,1"])
def test_start_comes_first(line: str) -> None:
    assert Manager()(line) == ["ERROR START comes first"]


def test_nothing_is_answered_to_nothing_and_to_news() -> None:
    lines = ["", "INFO timeout_turn 5", "INFO timeout_match 0", "INFO time_left 9999999999", "INFO max_memory 83886080"]
    assert Manager()(*lines, "INFO game_type 1", "INFO folder /tmp/a b", "INFO evaluate 1,1", "INFO moon full") == []


def test_the_game_over_is_said() -> None:
    five = [f"{x},5,2" for x in range(5)] + [f"{x},9,1" for x in (0, 2, 4, 6)]
    assert Manager()("START 15", "BOARD", *five, "DONE") == ["OK", "ERROR the game is over"]


def test_says_who_it_is() -> None:
    assert Manager()("ABOUT") == ['name="Tengen wins_array", version="1.2.3", author="Tengen"']


def test_says_what_it_made_of_a_point() -> None:
    manager = Manager()
    (answer,) = manager("START 15", "TURN 7,7")[1:]
    (said,) = manager(f"INFO evaluate {answer}")
    assert said.startswith("MESSAGE ")
    assert manager("INFO evaluate 14,14", "RESTART", f"INFO evaluate {answer}") == ["OK"]


def test_a_crash_of_the_player_is_an_error_and_the_next_one_is_another(capsys: pytest.CaptureFixture[str]) -> None:
    manager = Manager(level_of("tests.bots.gomocup.thinkers:BROKEN"))
    assert manager("START 15", "BEGIN", "BEGIN") == ["OK", "ERROR RuntimeError", "ERROR RuntimeError"]
    said = capsys.readouterr()
    assert said.err.count("RuntimeError: lost the thread") == 2
    assert said.out.split() == ["thinking", "closed"] * 2


def test_the_time_for_a_turn_leaves_some_to_spare() -> None:
    assert Info(timeout_turn=0).turn_ms() == 1
    assert Info(timeout_turn=300).turn_ms() == 270
    assert Info(timeout_turn=1000).turn_ms() == 970
    assert Info(timeout_turn=20_000).turn_ms() == 19_500
    assert Info(timeout_turn=30_000, timeout_match=30_000).turn_ms() == 1950
    assert Info(timeout_turn=30_000, timeout_match=30_000, time_left=15_000).turn_ms() == 970
    assert Info(timeout_turn=30_000, time_left=15_000, time_increment=500).turn_ms() == 1463
    assert Info(timeout_turn=1000, time_left=2_147_483_647).turn_ms() == 970
    assert Info(timeout_turn=1000, time_left=0, time_increment=500).turn_ms() == 1


def test_nodes_without_a_bound_and_with_one() -> None:
    assert Info(max_node=10_000).nodes() == 10_000
    assert [Info(max_node=number).nodes() for number in (0, 1 << 64)] == [None, None]


def test_memory_without_a_bound_and_with_one() -> None:
    assert Info().memory() == MEMORY
    assert Info(max_memory=INTERPRETER + 5_000_000).memory() == 5_000_000
    assert Info(max_memory=1).memory() == 1 << 20
    assert Info(hash_size=1 << 12).memory() == 1 << 22
    assert Info(hash_size=1 << 30).memory() == MEMORY
    assert Info(hash_size=1).memory() == 1 << 20


def test_swap2_is_begun_with_three_stones() -> None:
    manager = Manager()
    (ok, three) = manager("START 15", "SWAP2BOARD", "DONE")
    assert ok == "OK"
    assert len(set(three.split())) == 3
    for rules, size in (("1", 10), ("9", 9)):
        assert len(Manager()(f"INFO rule {rules}", f"START {size}", "SWAP2BOARD", "DONE")[1].split()) == 3


def test_swap2_takes_the_better_colour_or_lays_two_more() -> None:
    manager = Manager()
    manager("START 15", "INFO timeout_turn 1000")
    # black has two in the middle and white one in a corner: a player who may swap takes black
    assert manager("SWAP2BOARD", "7,7", "0,0", "8,8", "DONE") == ["SWAP"]
    # the other way round white's side is better, and its stone is placed
    assert manager("SWAP2BOARD", "0,0", "7,7", "14,14", "DONE") == [expected([0, 112, 224])]
    three = manager("SWAP2BOARD", "DONE")[0].split()
    two = manager("SWAP2BOARD", *three, "DONE")[0].split()
    assert len(two) == 2, "after a balanced three nobody takes a colour"
    assert len({*three, *two}) == 5
    (last,) = manager("SWAP2BOARD", *three, *two, "DONE")
    assert last == "SWAP" or last not in {*three, *two}


def test_swap2_refuses_other_boards() -> None:
    manager = Manager()
    assert manager("SWAP2BOARD") == ["ERROR START comes first"]
    manager("START 15")
    assert manager("SWAP2BOARD", "7,7", "DONE") == ["ERROR 0, 3 or 5 stones were expected, not 1"]
    assert manager("SWAP2BOARD", "7,7", "7,7", "8,8", "DONE")[0].startswith("ERROR ")
    assert manager("SWAP2BOARD", "7,7,1", "DONE")[0].startswith("ERROR ")
    assert manager("BEGIN") == ["7,7"]
