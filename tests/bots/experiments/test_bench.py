import random
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bots.experiments.bench import Terms, half, learn, report, table_of
from bots.experiments.duels import pairs, play
from bots.experiments.trials import Judge, critical, images, playable
from bots.learning.patterns.table import PatternTable
from bots.learning.players.learner import Learner
from bots.learning.players.parts import NOTHING
from bots.learning.players.taught import Learned
from bots.learning.study.decided_games import DecidedGame
from gomoku.board import Color
from gomoku.game import Game, Outcome, Reason
from gomoku.point import xy
from gomoku.rulesets import ruleset
from gomoku.symmetry import maps
from server.command_line import main
from tests.bots.learning.lost import LOSING, MOVES, NODES, table

RULES = ruleset("freestyle")
GAME = DecidedGame("one", 15, tuple(MOVES + LOSING), Outcome(Color.WHITE, Reason.FIVE))


def test_a_lesson_is_tried_in_all_orientations_and_places() -> None:
    (trial,) = critical([learn("freestyle", GAME, nodes=NODES)])
    assert trial.moves == tuple(MOVES)
    found = list(images(trial, RULES, 15, 2, random.Random(1)))
    still = [image for image, moved in found if not moved]
    assert [image.moves for image in still] == [tuple(turn[point] for point in MOVES) for turn in maps(15)]
    assert still[0].open == trial.open
    shifted = [image for image, moved in found if moved]
    assert 8 <= len(shifted) <= 16
    for image in shifted:
        assert playable(image, RULES, 15)
        # some image of the position, moved as a whole
        (x, y), *_ = (xy(point, 15) for point in image.moves)
        differences = [(a - x, b - y) for a, b in (xy(point, 15) for point in image.moves)]
        assert differences in [
            [(a - p, b - q) for a, b in (xy(point, 15) for point in one.moves)]
            for one in still
            for p, q in [xy(one.moves[0], 15)]
        ]


def test_the_judge_tells_trained_from_untrained() -> None:
    trials = critical([learn("freestyle", GAME, nodes=NODES)])
    judge = Judge(RULES, 15, [Learner(Learned(lambda _: table())), Learner(parts=NOTHING)], NODES)
    assert judge.outcomes(trials[0], moved=False) == [True, False]
    assert judge.outcomes(trials[0], moved=True) == [True, False]  # by the solver, not by what was learned
    assert (judge.cost.moves, len(judge.cost.seconds)) == (2, 2)


def test_a_duel_is_the_same_twice_and_counts_for_the_learner() -> None:
    duels = pairs("freestyle", 15, [(5, (109, 63, 75, 93, 79, 94))], 100)
    assert [duel.color for duel in duels] == list(Color)
    first = play(duels[0], PatternTable("freestyle"))
    assert first == play(duels[0], PatternTable("freestyle"))
    won = Game.replay(RULES, 15, first.game.moves).outcome
    assert won is not None
    assert first.points == (0.5 if won.winner is None else float(won.winner is Color.BLACK))


def test_drawn_games_teach_nothing() -> None:
    drawn = DecidedGame("two", 15, (112,), Outcome(None, Reason.AGREED_DRAW))
    assert learn("freestyle", drawn, nodes=NODES).lesson is None
    assert len(table_of("freestyle", [learn("freestyle", drawn, nodes=NODES)]).patterns) == 0


@pytest.mark.slow
def test_the_report_has_every_measurement() -> None:
    terms = Terms("freestyle", NODES, 1, 1, "freestyle", 100, 2, 2)
    games = [GAME, *(DecidedGame(f"{n}", 15, GAME.moves, GAME.outcome) for n in range(2))]
    assert {half(game) for game in games} == {0, 1}
    with ThreadPoolExecutor(1) as pool:
        text = "\n".join(report(terms, games, pool))
    assert re.findall("^## (.*)", text, re.MULTILINE) == [
        "What was learned",
        "The real test: other games",
        "The same trap again",
        "A match against the search at 100 nodes, freestyle",
    ]
    for row in ("where it was | 24", "where it was, by patterns alone | 24", "all patterns | 3"):
        found = re.search(rf"^\| {re.escape(row)} \| 3 \| (.*) \|$", text, re.MULTILINE)
        assert found is not None
        trained, _, untrained, gain, _ = found[1].split(" | ")
        assert (trained, untrained, gain) == ("100.0 % ± 0.0", "0.0 % ± 0.0", "100.0 % ± 0.0")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "games.jsonl"
    broken.write_text('{"moves": "H8 H8", "result": "black"}\n')
    for file in (broken, tmp_path / "none.jsonl"):
        assert main(["learn", "bench", str(file)]) == 1
        assert str(file) in capsys.readouterr().err
