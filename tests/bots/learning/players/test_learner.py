import pytest

from bots.engine import Choice, Limits, Stop
from bots.errors import NoMove, UnsupportedGame
from bots.learning.patterns.table import PatternTable
from bots.learning.players.learner import ENGINE, HELD, Learner
from bots.learning.players.parts import NOTHING, Parts
from bots.learning.players.published import publish
from bots.learning.players.taught import Learned
from bots.learning.proofs.defence_search import judge_defence
from bots.learning.proofs.prover import Prover
from bots.learning.study.study import solver
from bots.search.engine import Search
from gomoku import symmetry
from gomoku.board import Color
from gomoku.game import Game, Outcome, Reason
from gomoku.rulesets import RULESETS, ruleset
from gomoku.symmetry import maps
from tests.bots.learning.lost import NODES, before_the_mistake, learned, table

UNTRAINED = Learner(parts=Parts.ASKING)
TRAINED = Learner(Learned(lambda rules: table()))
BARE = Learner(parts=NOTHING)
INSIDE = Search(threats=False)


def chosen(by: Learner, game: Game, limits: Limits | None = None, stop: Stop | None = None) -> Choice:
    before = list(game.moves), bytes(game.board.cells)
    choice = by.open(game.rules, game.size, 1, 0).choose(game, limits or Limits(), stop or Stop())
    assert (game.moves, bytes(game.board.cells)) == before
    return choice


def base(game: Game, stop: Stop | None = None) -> Choice:
    return INSIDE.open(game.rules, game.size, 1, 1 << 20).choose(game, HELD, stop or Stop())


def test_the_lesson_is_what_the_game_was_taken_for() -> None:
    lesson, patterns = learned()
    assert lesson.mistake == 18
    assert patterns


@pytest.mark.parametrize("by", range(symmetry.COUNT))
def test_the_same_trap_is_blocked_in_every_orientation(by: int) -> None:
    game, (lesson, patterns) = before_the_mistake(by), learned()
    left = {maps(15)[by][move.point] for move in lesson.open}
    assert chosen(UNTRAINED, game).tell()["kind"] != "trap"
    choice = chosen(TRAINED, game)
    assert choice.point in left
    assert choice.candidates[0][0] == choice.point
    assert choice.tell()["kind"] == "trap"
    assert choice.tell()["point"] == choice.point
    met = choice.tell()["met"]
    assert isinstance(met, list)
    assert met[0] == choice.tell()["pattern"]
    assert set(met) <= {pattern.key for pattern in patterns}
    cells = choice.tell()["cells"]
    assert isinstance(cells, list)
    assert all(0 <= cell < 225 and game.board[cell] != Color.BLACK for cell in cells)


def test_without_its_parts_it_is_the_search_held_to_few_nodes() -> None:
    for plies in (1, 5, 9, 14):
        game = Game.replay(ruleset("freestyle"), 15, before_the_mistake().moves[:plies])
        assert chosen(BARE, game) == base(game)


def test_nodes_that_are_named_hold_it() -> None:
    game = before_the_mistake()
    low, high = (chosen(UNTRAINED, game, Limits(nodes=nodes)).tell() for nodes in (10, 20_000))
    assert int(str(low["depth"])) < int(str(high["depth"]))


def test_what_is_published_counts_from_the_next_move_on() -> None:
    game = before_the_mistake()
    player = ENGINE.open(game.rules, game.size, 1, 0)
    assert player.choose(game, Limits(), Stop()).tell()["kind"] != "trap"
    publish(table())
    try:
        assert player.choose(game, Limits(), Stop()).tell()["kind"] == "trap"
    finally:
        publish(PatternTable("freestyle"))
    assert player.choose(game, Limits(), Stop()).tell()["kind"] != "trap"


def test_a_win_by_fours_goes_first() -> None:
    game = before_the_mistake()
    # three stones of black's in the corner, with room on both sides, while white adds nothing
    for point in (16 + 15, 224, 17 + 15, 222, 18 + 15, 220):
        game.play(point)
    choice = chosen(TRAINED, game)
    assert choice.tell()["kind"] in {"proof", "block"}
    assert choice.tell()["kind"] == chosen(UNTRAINED, game).tell()["kind"]


def test_a_five_is_taken() -> None:
    game = Game.replay(ruleset("renju"), 15, [112, 0, 113, 1, 114, 2, 115, 3])
    assert chosen(UNTRAINED, game).tell() == {"kind": "win"}


def test_stopped_or_out_of_time_it_plays_what_it_has() -> None:
    game, stop = before_the_mistake(), Stop()
    stop.set()
    assert chosen(UNTRAINED, game, stop=stop) == base(game, stop)


def test_the_block_holds() -> None:
    game = before_the_mistake()
    choice = chosen(TRAINED, game)
    prover, board = Prover(solver("freestyle", 15), NODES), game.board.copy()
    threat = prover.attack(board, Color.WHITE).attack
    assert threat is not None
    assert judge_defence(prover, board, Color.WHITE, choice.point, threat).withstands(threat.method)


@pytest.mark.parametrize("name", [rules.name for rules in RULESETS.values() if rules.length == 5])
def test_plays_every_rule_set_of_five(name: str) -> None:
    game = Game.replay(ruleset(name), 15, [112, 113, 98])
    game.check(chosen(UNTRAINED, game).point)


def test_what_it_does_not_play_is_refused() -> None:
    with pytest.raises(UnsupportedGame):
        ENGINE.open(ruleset("tictactoe"), 3, 1, 0)
    over = before_the_mistake()
    over.finish(Outcome(None, Reason.AGREED_DRAW))
    with pytest.raises(NoMove):
        chosen(TRAINED, over)
