import pytest

from bots.openings.measure import Played, interval, play, summarize


@pytest.mark.parametrize("random_player", [None, 0, 1])
def test_a_game_is_played_to_its_end_and_again_the_same(random_player: int | None) -> None:
    played = play("swap2", "freestyle", 3, 100, random_player)
    assert played.points in (0.0, 0.5, 1.0)
    assert play("swap2", "freestyle", 3, 100, random_player) == played


def test_every_kind_of_turn_is_drawn() -> None:
    assert play("soosyrv_4", "renju", 1, 100, 0).points in (0.0, 0.5, 1.0)
    assert play("soosyrv_4", "renju", 2, 100, 1).points in (0.0, 0.5, 1.0)


def test_the_interval_is_that_of_the_mean() -> None:
    assert interval([0.0, 1.0] * 200) == [50.0, 45.1, 54.9]
    assert interval([1.0, 1.0, 1.0]) == [100.0, 100.0, 100.0]


def test_what_was_measured_is_told_by_the_words_chosen() -> None:
    games = [Played((n,), 0, "two" if n % 2 else "black", float(n % 2)) for n in range(8)]
    assert summarize(games) == {
        "all": [8, *interval([0.0, 1.0] * 4)],
        "black": [4, 0.0, 0.0, 0.0],
        "two": [4, 100.0, 100.0, 100.0],
    }
