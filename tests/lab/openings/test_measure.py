from pathlib import Path

import pytest

from bots.errors import ArenaError
from lab.openings import measure
from lab.openings.measure import Played, interval, play, play_different, summarize, tell


@pytest.mark.parametrize("against_chance", [False, True])
def test_a_game_is_played_to_its_end_and_again_the_same(against_chance: bool) -> None:
    played = play("swap2", "freestyle", 100, against_chance, 3)
    assert played.points in (0.0, 0.5, 1.0)
    assert played.seconds > 0
    assert played[:4] == play("swap2", "freestyle", 100, against_chance, 3)[:4]


def test_every_kind_of_turn_is_drawn() -> None:
    assert play("soosyrv_4", "renju", 100, True, 1).points in (0.0, 0.5, 1.0)
    assert play("soosyrv_4", "renju", 100, True, 2).points in (0.0, 0.5, 1.0)


def test_a_stopped_run_goes_on_and_no_two_games_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "kept"
    monkeypatch.setattr(measure, "BATCH", 2)
    first = play_different("swap", "freestyle", 50, False, 2, 1, kept)
    again = play_different("swap", "freestyle", 50, False, 4, 1, kept)
    assert again[:2] == first, "with their times, as they were not played again"
    assert len({(game.stones, game.black) for game in again}) == len(again) == 4
    with pytest.raises(ArenaError, match="nodes differs"):
        play_different("swap", "freestyle", 60, False, 4, 1, kept)


def made(points: list[float], alike: int = 1, words: str = "") -> list[Played]:
    """Make games with these points, of which each ``alike`` start alike."""
    return [Played((n // alike, 100, 101), 0, words, each, 0.5) for n, each in enumerate(points)]


def test_the_interval_is_that_of_the_mean() -> None:
    assert interval(made([0.0, 1.0] * 200)) == [50.0, 45.1, 54.9]
    assert interval(made([1.0, 1.0, 1.0])) == [100.0, 100.0, 100.0]
    assert interval(made([1.0])) == [100.0, 0.0, 100.0]


def test_games_that_begin_alike_are_one_piece_of_evidence() -> None:
    assert interval(made([0.0, 0.0, 1.0, 1.0] * 100, 2)) == [50.0, 43.1, 56.9]
    assert interval(made([0.0, 1.0] * 200, 2)) == [50.0, 50.0, 50.0]


def test_what_was_measured_is_told_by_the_words_chosen() -> None:
    games = made([1.0] * 4, words="two") + made([0.0] * 4, words="black")
    assert summarize(games) == {
        "all": [8, *interval(games)],
        "black": [4, 0.0, 0.0, 0.0],
        "two": [4, 100.0, 100.0, 100.0],
    }
    assert dict(tell(games))["processor seconds a game"] == 0.5
    assert dict(tell(games))["of different three stones"] == 4
