"""Games for the network and its fit, by the commands."""

import json
import re
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from bots.search.alphabeta.negamax import WON
from bots.search.board import network as kernels
from bots.search.board.network import NetworkArrays, added_score, open_network, set_root
from bots.search.board.position import Position
from bots.search.runtime.jit import U
from bots.tuning.network_gradient import Network, Positions, add_gradient, list_windows, make_gradient_workspace
from gomoku import point
from gomoku.board import Board
from gomoku.game import Game
from gomoku.rulesets import ruleset
from lab.tuning import network


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    run("games", "--out", str(path), "--count", "12", "--nodes", "150")
    return path


def run(*words: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["network", *words])
        network.main()


def test_games_are_played_by_the_rules_and_end_with_what_is_told(file: Path) -> None:
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    games = [row for row in rows if "scores" in row]
    assert len(games) == 12
    assert len(rows) > len(games)  # branches
    for row in rows:
        moves = [point.parse(name, 15) for name in row["moves"].split()]
        game = Game.replay(ruleset("freestyle"), 15, moves)
        if game.outcome is not None:
            assert row["winner"] == game.outcome.winner
        elif "scores" in row and row["winner"] is not None:
            assert (row["scores"][-1] > 0) == (game.to_move == row["winner"])
            assert abs(row["scores"][-1]) >= WON


def test_the_same_seed_plays_the_same(file: Path) -> None:
    rows = [json.loads(line) for line in file.read_text().splitlines()[:5]]
    assert list(islice(network.play_games(1, 150), 5)) == rows


def test_a_file_is_continued(file: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.jsonl"
    more.write_text(file.read_text())
    run("games", "--out", str(more), "--count", "13", "--nodes", "150")
    text = more.read_text()
    assert text.startswith(file.read_text())
    assert text.count('"scores"') == 13
    assert text.splitlines()[-1] not in file.read_text()


def test_positions_are_those_that_a_search_scores(file: Path) -> None:
    positions, games = network.read_positions([file])
    assert len(positions.static) == len(games) > 100
    assert games.max() == 11
    assert ((positions.wanted >= 0) & (positions.wanted <= 1)).all()
    assert (positions.first + positions.stones <= positions.moves.size).all()
    # the log-odds of the evaluation tell something of the wanted value
    assert np.corrcoef(positions.static, positions.wanted)[0, 1] > 0.4


def test_a_position_is_wanted_by_what_came_after_it() -> None:
    game = {"scores": [0, 150, 0], "slips": [], "winner": 2}
    share = 1 / (1 + np.exp(-1))
    # black moves at plies 4 and 6, and white wins
    last = 0.1 * 0.5
    second = 0.1 * share + 0.9 * (1 - last)
    expected = [0.1 * 0.5 + 0.9 * (1 - second), second, last]
    np.testing.assert_allclose(network._wanted(game, 4), expected)
    swapped = network._wanted({**game, "winner": 1}, 5)
    np.testing.assert_allclose(swapped, expected)


def test_after_a_slip_the_past_is_worth_the_best_move() -> None:
    game = {"scores": [0, 150, 0], "slips": [1], "winner": None}
    share = 1 / (1 + np.exp(-1))
    np.testing.assert_allclose(network._wanted(game, 4), [0.1 * 0.5 + 0.9 * (1 - share), share, 0.5])


def test_a_branch_is_worth_its_score() -> None:
    np.testing.assert_allclose(network._wanted({"score": -150}, 9), [1 / (1 + np.e)])


def test_a_fit_lowers_the_loss_and_is_read_by_the_search(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "BATCH", 64)
    monkeypatch.setattr(network, "WARM", 2)
    run("fit", str(file), "--out", str(tmp_path / "made.npz"), "--epochs", "4")
    told = capsys.readouterr().out
    losses = [float(number) for number in re.findall(r"epoch \d: (\d\.\d+)", told)]
    assert losses[-1] < losses[0]
    with np.load(tmp_path / "made.npz") as made:
        ours = open_network()
        assert made["vectors"].size == int(kernels.RANK)
        assert made["head"].shape == ours.head.shape


def drawn() -> Network:
    """Draw a network of the size of fitted ones."""
    chance = np.random.default_rng(3)
    made = network.Fit(1).network
    spreads = (0.1, 0.05, 0.3, 0.3, 0.05)
    found = Network(*(chance.normal(0, s, n.shape).astype(np.float32) for s, n in zip(spreads, made, strict=True)))
    found.vectors[~made.vectors.any(axis=1)] = 0
    return found


def test_whole_numbers_score_as_the_fitted_ones(file: Path) -> None:
    positions, _ = network.read_positions([file])
    found = drawn()
    vectors, head = network.quantize(found)
    arrays = NetworkArrays(vectors, head, *open_network()[2:])
    some = np.arange(0, len(positions.static), 7, dtype=np.uint64)
    odds = np.zeros(len(some), np.float32)
    gradient = Network(*(np.zeros_like(numbers) for numbers in found))
    add_gradient(positions, some, found, list_windows(), make_gradient_workspace(), gradient, odds)
    expected = (odds - positions.static[some]) * network.SCALE
    scored = np.array([_scored(arrays, positions, int(at)) for at in some])
    assert np.abs(expected).max() > 100
    assert np.abs(scored - expected).max() < 0.06 * np.abs(expected).max()


def test_whole_numbers_are_read_back() -> None:
    vectors, head = network.quantize(drawn())
    again = network.quantize(network.dequantize(vectors, head))
    assert np.array_equal(again[0], vectors)
    assert np.abs(again[1].astype(int) - head).max() <= 4  # of some 2 ** 20


def test_a_fit_goes_on_from_a_network(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shipped = Path(kernels.__file__).with_suffix(".npz")
    run("fit", str(file), "--out", str(tmp_path / "same.npz"), "--begin", str(shipped), "--epochs", "1")
    told = capsys.readouterr().out
    without, begun = (float(re.search(rf"{what} (\d\.\d+)", told)[1]) for what in ("without network", "begin with"))  # type: ignore[index]
    assert begun < without


def _scored(arrays: NetworkArrays, positions: Positions, at: int) -> int:
    first, stones = int(positions.first[at]), int(positions.stones[at])
    moves = [int(move) for move in positions.moves[first : first + stones]]
    position = Position(ruleset("freestyle"), 15)
    position.set_board(Board.from_stones(15, moves[::2], moves[1::2]))
    set_root(position.arrays, arrays, U(stones % 2 + 1))
    return int(added_score(position.arrays, arrays, U(stones % 2)))


def test_numbers_that_do_not_fit_are_refused() -> None:
    found = drawn()
    found.vectors[-1] = 1000
    with pytest.raises(OverflowError, match="16 bits"):
        network.quantize(found)
