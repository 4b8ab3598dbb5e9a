import sys

import pytest

from bots.engine import Limits, Stop
from bots.errors import ArenaError
from bots.levels import LEVELS, level
from bots.registry import engine
from bots.search.board.weights import HAND, to_numbers
from gomoku.game import Game
from gomoku.rulesets import ruleset
from lab.arena.entrants import check, entrants, open_entrant

FREESTYLE = ruleset("freestyle")


def test_names_are_split_and_levels_are_all_that_play() -> None:
    assert entrants("vector, level:1", "freestyle", 15) == ("vector", "level:1")
    names = entrants("levels,vector", "freestyle", 15)
    assert names == (*(f"level:{found.number}" for found in LEVELS if "freestyle" in found.rules), "vector")


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "fewer than two"), ("vector", "fewer than two"), ("a,b,a", "a is named twice"), ("level:1,levels", "twice")],
)
def test_a_list_of_too_few_or_of_one_twice(text: str, message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        entrants(text, "freestyle", 15)


@pytest.mark.parametrize(
    "name",
    [
        "nobody",
        "level:99",
        "level:x",
        "level:",
        "level:²",
        "level:-1",
        "os:path",
        ".x",
        "tictactoe",
        "search@",
        "search@0",
        "search@0ms",
        "search@ms",
        "search@30x2",
        "search@30msx0",
        "gomocup:./a@30msx2",
        "gomocup:",
        "gomocup:'half",
        "gomocup:./engine@400",
    ],
)
def test_who_does_not_exist_or_does_not_play(name: str) -> None:
    with pytest.raises(ArenaError, match="--players"):
        check(name, FREESTYLE, 15)


def test_the_words_tell_versions_slips_and_guards() -> None:
    assert check("wins_array", FREESTYLE, 15) == "wins_array 1"
    first = level(1)
    assert check("level:1", FREESTYLE, 15) == f"{first.version}, slip {first.slip:g}"
    assert check("level:5", FREESTYLE, 15).endswith(", guard")
    assert check("search@400", FREESTYLE, 15) == f"search {engine('search').version}, 400 nodes"


def test_the_words_tell_programs_and_times() -> None:
    assert check("search@30ms", FREESTYLE, 15) == f"search {engine('search').version}, 30 ms"
    assert check("search@30msx2", FREESTYLE, 15) == f"search {engine('search').version}, 30 ms, 2 threads"
    assert check("gomocup:./engine --strong", FREESTYLE, 15) == "gomocup:./engine --strong external"
    assert check("gomocup:./a@b@30ms", FREESTYLE, 15) == "gomocup:./a@b external, 30 ms"


def test_a_program_plays_with_its_time() -> None:
    command = f"gomocup:{sys.executable} -P -m bots.gomocup --engine double_threat@5000ms"
    player, limits = open_entrant(command, FREESTYLE, 15, 1)
    assert limits == Limits(time_ms=5000)
    try:
        game = Game.replay(FREESTYLE, 15, [112, 0, 113, 1, 114, 2, 115, 3])
        assert player.choose(game, limits, Stop()).point in {111, 116}
    finally:
        player.close()


def test_opens_levels_and_bare_engines() -> None:
    game = Game.replay(FREESTYLE, 15, [112, 0, 113, 1, 114, 2, 115, 3])
    for name in ("level:3", "double_threat", "search@50"):
        player, limits = open_entrant(name, FREESTYLE, 15, 1)
        assert player.choose(game, limits, Stop()).point in {111, 116}
        player.close()


def test_weights_that_are_given_are_not_read() -> None:
    game = Game.replay(FREESTYLE, 15, [112, 0, 113, 1, 114, 2, 115, 3])
    player, _ = open_entrant("search@50:weights=/no/such/file", FREESTYLE, 15, 1, to_numbers(HAND))
    assert player.choose(game, Limits(nodes=50), Stop()).point in {111, 116}
    player.close()
