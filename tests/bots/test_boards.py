"""Every board of five in a row: each level plays on it, to the end and by the rules."""

import pytest

from bots.engine import Limits, Stop
from bots.hint import HintEngine
from bots.levels import LEVELS, level, open_player
from gomoku.game import Game
from gomoku.ruleset import SIZES
from gomoku.rulesets import FIVES, ruleset

GLANCE = Limits(nodes=30)
PLAYERS = [found.number for found in LEVELS if found.number]
LONGEST = 60  # plies: on the small boards more than there are points


@pytest.mark.parametrize("size", SIZES)
def test_levels_play_each_other_by_the_rules(size: int) -> None:
    for n, number in enumerate(PLAYERS):
        rules, numbers = ruleset(FIVES[(n + size) % len(FIVES)]), (number, PLAYERS[n - 1])
        players = [open_player(level(each), rules, size, size, 1 << 20) for each in numbers]
        game = Game(rules, size)
        while game.outcome is None and game.ply < LONGEST:
            game.play(players[game.ply % 2].choose(game, GLANCE, Stop()).point)
        assert game.outcome is not None or size * size > LONGEST


@pytest.mark.parametrize("size", SIZES)
def test_a_hint_is_given_and_a_win_in_one_taken(size: int) -> None:
    rules, middle = ruleset("freestyle"), size // 2 * size
    game = Game.replay(rules, size, [p for x in range(4) for p in (middle + x, x)])
    hint = HintEngine().open(rules, size, 1, 1 << 20)
    assert hint.choose(game, GLANCE, Stop()).point == middle + 4
    for number in PLAYERS[2:]:
        assert open_player(level(number), rules, size, 1, 1 << 20).choose(game, GLANCE, Stop()).point == middle + 4


@pytest.mark.parametrize("rules", ["row_3", "row_4", "row_6", "row_7", "row_8"])
def test_nobody_plays_other_rows(rules: str) -> None:
    assert not any(found.plays(rules, 15) for found in LEVELS)
