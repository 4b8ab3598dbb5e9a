"""Learned weights: planted effects are recovered, and the tree's weights stay where the data are silent."""

from collections.abc import Sequence
from itertools import islice

import numpy as np
import pytest

from bots.engine import Limits, Numbers, Stop
from bots.learning.study.study import study
from bots.openings import DRAWN_ON, FREESTYLE, load
from bots.search.board.weights import FITTED, NUMBER, SORTS, format_weights, from_numbers, parse_weights, to_numbers
from bots.search.engine import ENGINE
from bots.tuning.fit_weights import Floats, score_to_odds
from bots.tuning.training_data import FIRST, TrainingRows, rows_of
from bots.tuning.training_games import TrainingGame, drop_repeated, list_studied_moves
from bots.tuning.weight_fit import PRIOR, SPREADS, fit_weights, learn, shuffle, teach
from gomoku.game import Game
from gomoku.keys import along
from gomoku.rulesets import ruleset
from gomoku.symmetry import maps
from lab.tuning import selfplay

MOVED = [n for n, weight in enumerate(PRIOR) if abs(weight) < 2][:4]  # the made-up games contradict these
BY = 6.0


def planted(games: int, chance: np.random.Generator, pairs: float = 0.0) -> list[TrainingRows]:
    """Draw games' results from weights that differ from the tree's in a few places."""
    truth = score_to_odds(PRIOR)
    truth[MOVED] += BY / 200
    found = []
    for _ in range(games):
        inputs = np.zeros((30, NUMBER))
        for at in MOVED:
            inputs[:, at] = chance.normal(0, 12, 30)
        results = (chance.random(30) < 1 / (1 + np.exp(-inputs @ truth))).astype(float)
        found.append(TrainingRows(inputs, results, np.full(30, pairs), np.zeros(30)))
    return found


def moved(weights: Numbers) -> Floats:
    found: Floats = np.array(weights) - np.array(PRIOR)
    return found


@pytest.mark.parametrize("pairs", [0.0, 1.0], ids=["positions", "pairs"])
def test_what_is_planted_is_found_and_nothing_else_moves(pairs: float) -> None:
    weights, spread = fit_weights(planted(100, np.random.default_rng(5), pairs), np.random.default_rng(1))
    found = moved(weights)
    assert np.abs(found[MOVED] - BY).max() < 2.5
    assert not np.delete(found, MOVED).any()
    assert spread > SPREADS[1]  # the held-out games favour following the others


def test_a_placebo_moves_next_to_nothing() -> None:
    chance = np.random.default_rng(5)
    weights, spread = fit_weights(shuffle(planted(100, chance), chance), np.random.default_rng(1))
    assert np.abs(moved(weights)).max() < BY / 2
    assert spread <= SPREADS[1]


def test_without_games_the_weights_are_those_of_the_tree() -> None:
    assert teach([]) == PRIOR == to_numbers(FITTED)
    assert teach([TrainingGame("freestyle", 15, (112,), "black")]) == PRIOR


def test_few_games_move_less_than_many() -> None:
    games = planted(100, np.random.default_rng(5))
    few, many = (moved(fit_weights(some, np.random.default_rng(1))[0])[MOVED].mean() for some in (games[:2], games))
    assert abs(few) < many / 2


def played(count: int) -> list[TrainingGame]:
    return [selfplay.play(opening, (60, 60)) for opening in islice(selfplay.openings(3), count)]


@pytest.fixture(scope="module")
def games() -> list[TrainingGame]:
    """Return a few short games between searches."""
    return played(4)


def test_a_game_says_the_same_however_it_is_turned(games: list[TrainingGame]) -> None:
    game = games[0]
    turned = TrainingGame(game.rules, game.size, tuple(maps(game.size)[5][move] for move in game.moves), game.winner)
    assert drop_repeated([game, turned]) == [turned]
    assert len(drop_repeated(games)) == len(games)


def test_played_a_thousand_times_a_game_teaches_no_more_than_once(games: list[TrainingGame]) -> None:
    assert learn([*games, *[games[0]] * 1000]).numbers == teach([*games[1:], games[0]])
    assert learn([*games, games[0]]).games == len(games)


def test_fitting_is_the_same_again(games: list[TrainingGame]) -> None:
    heard: list[tuple[int, int]] = []
    assert learn(games, progress=lambda *done: heard.append(done)) == learn(games)
    assert heard == [(n, len(games)) for n in range(len(games))]
    assert teach(games, shuffled=True) == teach(games, shuffled=True)


def test_rows_are_quiet_positions_with_results_between_nothing_and_all(games: list[TrainingGame]) -> None:
    for game in games:
        rows = rows_of(game, PRIOR)
        assert rows.inputs.shape == (len(rows.results), NUMBER)
        assert len(rows.results) <= len(game.moves) - FIRST
        assert ((rows.results >= 0) & (rows.results <= 1)).all()
        assert (rows.inputs[:, -1] == 1).all()
        assert not rows.pairs.any()


def test_who_has_lost_is_worth_less_than_who_has_won(games: list[TrainingGame]) -> None:
    game = games[0]
    other = TrainingGame(game.rules, game.size, game.moves, "black" if game.winner == "white" else "white")
    with_result, against = rows_of(game, PRIOR), rows_of(other, PRIOR)
    assert np.array_equal(with_result.inputs, against.inputs)
    assert not np.array_equal(with_result.results, against.results)


def test_a_mistake_gives_pairs_that_are_above_a_half() -> None:
    # white's stone at the edge allows black an open three; another move was left open
    moves = tuple(y * 15 + x for x, y in ((7, 7), (7, 6), (8, 8), (8, 6), (9, 9), (14, 14), (6, 6), (5, 5), (10, 10)))
    data = study("freestyle", 15, list(moves), "black", "resigned", 2000)
    studied = list(list_studied_moves(data))
    studied[5] = studied[5]._replace(open=(6 * 15 + 6,))
    rows = rows_of(TrainingGame("freestyle", 15, moves, "black", tuple(studied)), PRIOR)
    assert rows.pairs.sum() == 1
    pair = rows.inputs[rows.pairs > 0]
    assert rows.results[rows.pairs > 0].tolist() == [1.0]
    assert pair[0, -1] == 0  # the side to move is the same in both
    assert float((pair @ score_to_odds(PRIOR))[0] + rows.added[rows.pairs > 0][0]) > 0
    proven = {ply for ply, move in enumerate(studied, 1) if abs(move.value or 0) == 10_000}
    assert len(rows.results) - 1 <= len(moves) - FIRST - len(proven - {len(moves)})


def test_openings_to_learn_from_are_not_those_of_the_arena() -> None:
    arena = {list(along(moves, DRAWN_ON))[-1] for moves in load(FREESTYLE, ruleset("freestyle"), DRAWN_ON)}
    drawn = [list(along(moves, DRAWN_ON))[-1] for moves in islice(selfplay.openings(1), 300)]
    assert not arena.intersection(drawn)
    assert len(set(drawn)) == 300


def points_of(weights: Sequence[float]) -> Numbers:
    return (*weights, *PRIOR[len(SORTS) :])


def test_an_engine_plays_by_the_weights_that_it_is_given() -> None:
    flat = points_of([0.0] * len(SORTS))
    game = Game.replay(ruleset("freestyle"), 15, [112, 113, 97])

    def candidates(weights: Numbers) -> object:
        player = ENGINE.with_weights(weights).open(game.rules, 15, 0, 4 << 20)
        return player.choose(game, Limits(nodes=400), Stop()).candidates

    assert (
        candidates(PRIOR) == ENGINE.open(game.rules, 15, 0, 4 << 20).choose(game, Limits(nodes=400), Stop()).candidates
    )
    assert candidates(flat) != candidates(PRIOR)


def test_numbers_and_files_say_the_same() -> None:
    assert from_numbers(to_numbers(FITTED)) == FITTED == parse_weights(format_weights(FITTED))
