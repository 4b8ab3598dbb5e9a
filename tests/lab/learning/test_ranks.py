import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from bots.engine import Limits, Numbers
from bots.json_lines import Row
from bots.learning.study.check import LOSING
from bots.search.alphabeta.iterative_deepening import Deepening
from bots.search.alphabeta.negamax import WORST
from bots.search.board.network import open_network, set_root, static_score
from bots.search.board.position import Position
from bots.search.board.weights import FITTED, SCALE, to_numbers
from bots.search.runtime.jit import U0, U1
from bots.tuning.training_games import TrainingGame
from gomoku.board import Board, Color
from gomoku.game import Game
from gomoku.point import name, parse
from gomoku.rulesets import ruleset
from lab.learning import ordinary, ranks
from lab.learning.plan import RULES, SIZE
from lab.learning.point_tables import BOTH, LINES, SIZES, SORTS, Features, Reader, list_places, value_features
from lab.learning.ranking_fit import Choices, fit, minimise, share
from lab.learning.ranks import MODELS, learn_weights, report, split, teach_weights
from lab.learning.saving_moves import LOST, Labeller, ScoredMove
from server.command_line import main


def read(names: str) -> tuple[int, ...]:
    return tuple(parse(each, SIZE) for each in names.split())


LOST_BY_WHITE = read("A15 H11 H8 G8 I8 G9 J8 A1 K8 A3 L8")
"""A1 lets a three become a four with more behind it, where G7 would win."""
SHORT = LOST_BY_WHITE[2:]
IGNORED = read("E11 D11 B11 E9 F10 F12 G9 H8 E13 E12 D12 A15 C13")
"""A15 leaves black's four alone; after C13 neither side is better, with 20,000 stones and with a million."""
CODES = np.random.default_rng(1).integers(0, 1 << 16, (2, 50))


@pytest.fixture(scope="module")
def labelled() -> list[Row]:
    return list(Labeller(500).rows(IGNORED, Color.WHITE))


def test_a_lost_game_is_labelled_from_its_mistake_back(labelled: list[Row]) -> None:
    assert [(row["ply"], row["back"]) for row in labelled] == [(11, 0), (9, 1), (7, 2)]
    played, *others = [ScoredMove(*each) for each in labelled[0]["scored"]]
    assert name(played.point, SIZE) == "A15"
    assert played.deep <= -LOSING
    assert not played.saves
    assert "C13" in {name(move.point, SIZE) for move in others if move.saves}
    for move in others:
        assert LOST <= move.deep <= -LOST
        Game.replay(ruleset(RULES), SIZE, (*IGNORED[:11], *move.line))  # the line can be played


def test_a_game_won_or_lost_from_the_start_has_no_mistake() -> None:
    labeller = Labeller(500)
    assert list(labeller.rows(LOST_BY_WHITE, Color.BLACK)) == []
    assert list(labeller.rows(read("H8 A1 I8 C1 J8 A3 G8 A5 K8"), Color.WHITE)) == []


def test_moves_are_scored_for_the_player() -> None:
    board = Board.from_stones(SIZE, LOST_BY_WHITE[:7:2], LOST_BY_WHITE[1:7:2])
    wins, blocks = Labeller(500).score_moves(board, [LOST_BY_WHITE[7], parse("G7", SIZE)], Limits(nodes=2_000))
    assert wins < blocks


@pytest.mark.parametrize("table", [SORTS, BOTH, LINES])
def test_a_value_changes_its_sign_with_the_side(table: str) -> None:
    for places in list_places(table, *CODES):
        assert places.shape == (50,)
        assert 0 <= places.min() <= places.max() < SIZES[table]
    (here, counts), (there, others) = value_features(table, *CODES), value_features(table, *CODES[::-1])
    assert np.array_equal(here, there)
    assert np.array_equal(counts, -others)
    assert not value_features(table, CODES[0], CODES[0])[0].size


def test_lines_do_not_tell_directions_apart() -> None:
    turned = (CODES >> 4 | CODES << 12) & 0xFFFF
    one, other = (np.sort(np.stack(list_places(LINES, *codes)), axis=0) for codes in (CODES, turned))
    assert np.array_equal(one, other)


def test_moves_are_read_in_today_s_order() -> None:
    reader = Reader(Deepening(ruleset(RULES), SIZE, 1 << 20))
    board = Board.from_stones(SIZE, SHORT[:3:2], SHORT[1:3:2])
    moves, own, _, order = reader.read_moves(board, Color.WHITE, SHORT[2])
    assert len(moves) == len(own) == len(order)
    assert (np.diff(order) <= 0).all()
    leaf = reader.read_leaf(board, Color.WHITE, SHORT[3:5])
    assert leaf is not None
    assert [len(codes) for codes in leaf] == [SIZE * SIZE - 5] * 2
    assert reader.read_leaf(board, Color.WHITE, SHORT[3:8]) is None  # black can make five


def choices(base: list[float], wanted: list[float]) -> Choices:
    """Make a position for each two moves, where the second one has place 0 of a table of 2."""
    count, moves = len(base) // 2, np.arange(len(base))
    features = Features(moves[1::2], np.zeros(count, np.int64), np.ones(count))
    return Choices(features, 2, np.array(base), np.array(wanted), np.full(len(base), 0.5), 0.3, 2.0, moves[::2])


def test_a_table_ranks_what_is_wanted_first_and_shrinks() -> None:
    asked = choices([1, 0, 2, 1.5], [0, 1, 0, 1])
    table = fit(asked, 0.1)
    assert table[0] > 1
    assert table[1] == 0
    assert (np.diff(asked.scores(table))[::2] > 0).all()
    assert abs(fit(asked, 1e6)[0]) < 1e-3


def test_the_slope_is_that_of_the_loss() -> None:
    asked, at, step = choices([1, 0, 2, 1.5], [0.2, 0.8, 0.5, 0.5]), np.array([0.3, 0.0]), np.array([1e-5, 0.0])
    apart = asked.loss(at + step)[0] - asked.loss(at - step)[0]
    assert asked.loss(at)[1][0] == pytest.approx(apart / 2e-5, rel=1e-5)
    assert share(np.array([0.0, 0.0, 5.0]), np.array([0, 2])).tolist() == [0.5, 0.5, 1.0]


def test_a_bowl_is_minimised_to_its_bottom() -> None:
    bottom, steep = np.array([3.0, -2.0, 1.0]), np.array([1.0, 30.0, 900.0])
    found = minimise(lambda at: (float(steep @ (at - bottom) ** 2) + 1, 2 * steep * (at - bottom)), np.zeros(3))
    assert np.allclose(found, bottom, atol=1e-2)


def test_games_of_an_opening_are_not_on_both_sides(labelled: list[Row]) -> None:
    game = {"color": "WHITE", "lost": True, "winner": "BLACK", "moves": [*IGNORED], "positions": labelled}
    won = {"color": "BLACK", "lost": False, "winner": "BLACK", "moves": [*IGNORED], "positions": []}
    games: list[Row] = [{"opening": n, "games": [won, game] if n != 5 else []} for n in range(9)]
    known, out, losses = split(games)
    assert {position.opening for position in out} == {0, 4, 8}
    assert {position.opening for position in known} == {1, 2, 3, 6, 7}
    assert [position.loss for position in known] == [n for n in range(5) for _ in range(3)]
    assert losses == 5
    learned, dealt = (np.array(learn_weights(games, 5, placebo=placebo).points) for placebo in (False, True))
    assert all(0 < np.abs(each - FITTED.points).max() < 50 for each in (learned, dealt))
    assert not np.allclose(learned, dealt)
    assert learn_weights(games, 0) == FITTED
    text = "\n".join(report(games))
    assert "5 lost games to learn from; 3 mistakes in others" in text
    assert all(text.count(f"| {model} |") == 3 for model in MODELS)


def test_the_learner_s_own_fit_reads_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    taught: list[TrainingGame] = []

    def teach(games: list[TrainingGame], *, shuffled: bool) -> Numbers:
        assert shuffled
        taught.extend(games)
        return to_numbers(FITTED)

    monkeypatch.setattr(ranks, "teach", teach)
    won = {"lost": False, "winner": None, "moves": [112, 113]}
    lost = {"lost": True, "winner": "WHITE", "moves": [112, 114]}
    rows: list[Row] = [{"opening": n, "games": [won, lost]} for n in (4, 3, 2, 1)]
    assert teach_weights(rows, 2, shuffled=True) == FITTED
    drawn, white = TrainingGame(RULES, SIZE, (112, 113), None), TrainingGame(RULES, SIZE, (112, 114), "white")
    assert taught == [drawn, white] * 2


def test_quiet_positions_are_scored_and_read() -> None:
    scores = Labeller(500).score_quiet(SHORT, 2)
    assert [ply for ply, _ in scores] == [2, 3, 4, 5, 6]  # then black can make five
    game = {"winner": "BLACK", "moves": [*SHORT], "scores": scores}
    rows: list[Row] = [{"opening": n, "games": [game]} for n in (1, 4)]
    black, white, *_ = positions = list(ordinary.read_positions(rows))
    assert [position.opening for position in positions] == [1] * 5 + [4] * 5
    assert 0.4 < black.wanted < 1
    assert 0 < white.wanted < 0.6
    assert len(black.own) == SIZE * SIZE - 2
    assert black.base == _static_score(SHORT[:2]) / SCALE
    *_, sorts, both, lines = ordinary.report(rows)
    assert [line.split()[1] for line in (sorts, both, lines)] == ["sorts", "both,", "lines,"]
    assert sorts.endswith("0.0000 ± 0.0000 |")


def _static_score(moves: Sequence[int]) -> int:
    """Return the static score of the search, network included, for black to move."""
    board, network = Position(ruleset(RULES), SIZE), open_network()
    board.set_board(Board.from_stones(SIZE, moves[::2], moves[1::2]))
    set_root(board.arrays, network, U1)
    return int(static_score(board.arrays, network, U0, np.zeros(1, np.uint64), U0, U0, WORST, -WORST))


@pytest.mark.slow
def test_a_run_stopped_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, pieces = tmp_path / "whole.jsonl", tmp_path / "pieces.jsonl"
    toy = ["--size", "toy", "--openings", "8", "--jobs", "1"]
    assert main(["learn", "ranks", str(whole), *toy]) == 0
    text = capsys.readouterr().out
    assert "lost games to learn from" in text
    content = whole.read_bytes()
    pieces.write_bytes(content[: len(content) // 2])
    assert main(["learn", "ranks", str(pieces), *toy, "--minutes", "0"]) == 75
    assert "resumes" in capsys.readouterr().err
    assert main(["learn", "ranks", str(pieces), *toy]) == 0
    assert capsys.readouterr().out == text
    rows = [json.loads(line) for line in content.splitlines()]
    assert sorted({row["opening"] for row in rows[1:]}) == list(range(8))
    assert main(["learn", "ranks", str(whole), "--openings", "8"]) == 1  # of another size
