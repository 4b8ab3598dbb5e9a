import pytest

from bots.engine import Choice, Limits, Stop
from bots.errors import NoMove, UnsupportedGame
from bots.learning.players.learner import ENGINE, HELD, Learner
from bots.learning.players.parts import NOTHING
from bots.learning.players.published import publish, withdraw
from bots.learning.players.taught import Learned
from bots.search.engine import Search
from gomoku import symmetry
from gomoku.game import Game, Outcome, Reason
from gomoku.rulesets import RULESETS, ruleset
from gomoku.symmetry import maps
from tests.bots.learning.lost import before_the_mistake, learned, positions

BARE = Learner(parts=NOTHING)
TRAINED = Learner(Learned(lambda _: positions()))
INSIDE = Search()


def chosen(by: Learner, game: Game, limits: Limits | None = None, stop: Stop | None = None) -> Choice:
    before = list(game.moves), bytes(game.board.cells)
    choice = by.open(game.rules, game.size, 1, 0).choose(game, limits or Limits(), stop or Stop())
    assert (game.moves, bytes(game.board.cells)) == before
    return choice


def base(game: Game, stop: Stop | None = None) -> Choice:
    return INSIDE.open(game.rules, game.size, 1, 1 << 20).choose(game, HELD, stop or Stop())


def test_the_lesson_is_what_the_game_was_taken_for() -> None:
    assert learned().mistake == 18


@pytest.mark.parametrize("by", range(symmetry.COUNT))
def test_the_move_that_lost_is_left_out_in_every_orientation(by: int) -> None:
    game = before_the_mistake(by)
    choice = chosen(TRAINED, game)
    assert choice.point != maps(15)[by][learned().led[0]]
    assert choice.tell() == {"kind": "remembered"}
    assert choice.candidates[0][0] == choice.point


def test_without_its_parts_it_is_the_search_held_to_few_nodes() -> None:
    for plies in (1, 5, 9, 14):
        game = Game.replay(ruleset("freestyle"), 15, before_the_mistake().moves[:plies])
        assert chosen(BARE, game) == base(game)


def test_nodes_that_are_named_hold_it() -> None:
    game = before_the_mistake()
    low, high = (chosen(BARE, game, Limits(nodes=nodes)).tell() for nodes in (10, 20_000))
    assert int(str(low["depth"])) < int(str(high["depth"]))


def test_what_is_published_counts_from_the_next_move_on() -> None:
    game = before_the_mistake()
    player = ENGINE.open(game.rules, game.size, 1, 0)
    assert player.choose(game, Limits(), Stop()).tell()["kind"] != "remembered"
    publish(positions())
    try:
        assert player.choose(game, Limits(), Stop()).tell()["kind"] == "remembered"
    finally:
        withdraw()
    assert player.choose(game, Limits(), Stop()).tell()["kind"] != "remembered"


def test_a_five_is_taken() -> None:
    game = Game.replay(ruleset("renju"), 15, [112, 0, 113, 1, 114, 2, 115, 3])
    assert chosen(ENGINE, game).tell() == {"kind": "win"}


def test_stopped_or_out_of_time_it_plays_what_it_has() -> None:
    game, stop = before_the_mistake(), Stop()
    stop.set()
    assert chosen(ENGINE, game, stop=stop) == base(game, stop)


@pytest.mark.parametrize("name", [rules.name for rules in RULESETS.values() if rules.length == 5])
def test_plays_every_rule_set_of_five(name: str) -> None:
    game = Game.replay(ruleset(name), 15, [112, 113, 98])
    game.check(chosen(ENGINE, game).point)


def test_what_it_does_not_play_is_refused() -> None:
    with pytest.raises(UnsupportedGame):
        ENGINE.open(ruleset("tictactoe"), 3, 1, 0)
    over = before_the_mistake()
    over.finish(Outcome(None, Reason.AGREED_DRAW))
    with pytest.raises(NoMove):
        chosen(TRAINED, over)
