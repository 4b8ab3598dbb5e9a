"""The fit of the order of moves: its gradient, and the command."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from bots.openings import DRAWN_ON
from bots.search.alphabeta.iterative_deepening import Deepening
from bots.search.board.network import CUT, WIDTH
from bots.search.board.order import Numbers, parse_order, read_order
from bots.search.board.weights import SORTS
from lab.tuning import order
from lab.tuning.order import MoveOptions, Places, choose, log_odds, loss, read_options, slopes
from lab.tuning.selfplay import MEMORY, RULES
from tests.lab.tuning.test_network import run as run_network


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    run_network("games", "--out", str(path), "--count", "12", "--nodes", "150")
    return path


@pytest.fixture(scope="module")
def read(file: Path) -> tuple[MoveOptions, Places]:
    return read_options([file], 300)


def numbers() -> list[Numbers]:
    return [each.copy() for each in read_order()]


def test_options_are_moves_of_positions_of_games(read: tuple[MoveOptions, Places]) -> None:
    options, games = read
    assert len(games) == len(options.starts) == len(options.chosen) > 100
    assert games.max() == 11
    assert (np.diff(options.starts) > 1).all()
    assert (options.chosen >= options.starts).all()
    assert (options.chosen[:-1] < options.starts[1:]).all()
    assert 0 <= options.sorts.min() <= options.sorts.max() < len(SORTS)
    assert options.vectors.max() <= int(CUT)


def test_slips_are_no_choices(file: Path, tmp_path: Path) -> None:
    games = [told for told in map(json.loads, file.read_text().splitlines()) if "scores" in told]
    counts = []
    for slips in ([], [2, 3]):
        (tmp_path / "games.jsonl").write_text("\n".join(json.dumps({**told, "slips": slips}) for told in games))
        deepening = Deepening(RULES, DRAWN_ON, MEMORY)
        counts.append(len(list(order.read_positions(tmp_path / "games.jsonl", deepening))))
    assert 0 < counts[0] - counts[1] <= 2 * len(games)


def test_the_moves_of_some_positions_are_theirs(read: tuple[MoveOptions, Places]) -> None:
    options, _ = read
    some = choose(options, np.array([7, 3]))
    for at, position in enumerate((7, 3)):
        whole = np.arange(options.starts[position], options.starts[position + 1])
        place = some.starts[at] + np.arange(len(whole))
        assert np.array_equal(some.sorts[:, place], options.sorts[:, whole])
        assert np.array_equal(some.vectors[place], options.vectors[whole])
        assert some.chosen[at] - some.starts[at] == options.chosen[position] - options.starts[position]


def test_the_gradient_is_that_of_the_loss(read: tuple[MoveOptions, Places]) -> None:
    options = choose(read[0], np.arange(40))
    here = numbers()
    mean, probabilities = loss(options, log_odds(options, here))
    assert np.allclose(np.add.reduceat(probabilities, options.starts), 1)
    gradient = slopes(options, probabilities)
    chance = np.random.default_rng(1)
    for n, slope in enumerate(gradient):
        moved, step = numbers(), 1e-3 * chance.normal(size=slope.shape)
        moved[n] += step
        change = loss(options, log_odds(options, moved))[0] - mean
        assert change == pytest.approx(float((slope * step).sum()), rel=0.05, abs=2e-6)


def test_a_fit_raises_the_likelihood_of_what_it_was_taught(
    read: tuple[MoveOptions, Places], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order, "BATCH", 32)
    options, games = read
    taught = choose(options, np.flatnonzero(games % order.HELD))
    before = loss(taught, log_odds(taught, numbers()))[0]
    assert loss(taught, log_odds(taught, order.fit(options, games, 3, 1)))[0] < before


def test_the_command_tells_the_loss_and_writes_the_file(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tmp_path / "order.txt"
    words = [str(file), "--out", str(made), "--epochs", "1", "--positions", "60"]
    monkeypatch.setattr("sys.argv", ["order", *words])
    order.main()
    told = capsys.readouterr().out
    assert re.search(
        r"^\d+ positions, \d+ held out: loss \d\.\d+, first \d+\.\d%, first five \d+\.\d%\nepoch 1: ", told
    )
    sorts, vector = parse_order(made.read_text())
    assert (sorts.shape, vector.shape) == ((2, len(SORTS)), (int(WIDTH),))
