import random

import pytest

from bots.match.pairing import schedule
from bots.match.pairing_game import PairingResult
from lab.arena.standings import Record, standings

PLAYERS = ("a", "b", "c")
MATCHES = schedule(PLAYERS, 10, 4, 1)


def results(*winners: str | None) -> list[PairingResult]:
    """Build games of 30 moves with these winners, in the order of the matches."""
    return [
        PairingResult(number, winner, "five" if winner else "full_board", (0,) * 30)
        for number, winner in enumerate(winners)
    ]


PLAYED = results("a", "a", "a", "b", "a", None, "a", "c", "b", "b", "b", None)


def test_records_sum_up_every_game() -> None:
    found = standings(PLAYERS, MATCHES, PLAYED)
    assert found.against["a"] == {"b": Record(3, 0, 1), "c": Record(2, 1, 1)}
    assert found.against["b"]["a"] == Record(1, 0, 3)
    assert found.record("b") == Record(4, 1, 3)
    assert found.record("c") == Record(1, 2, 5)
    assert (found.record("c").games, found.record("c").points) == (8, 2.0)
    assert (found.reasons, found.plies) == ({"five": 10, "full_board": 2}, 30)
    assert found.order == PLAYERS
    assert sum(found.rating.elo) == pytest.approx(0, abs=1e-9)


def test_black_is_counted_apart() -> None:
    found = standings(PLAYERS, MATCHES, results(*(match.black for match in MATCHES)))
    assert found.black == Record(12, 0, 0)
    assert found.rating.elo == pytest.approx([0, 0, 0])
    assert found.rating.interval_between(0, 1) == pytest.approx(0, abs=1e-4)


def test_the_order_in_which_games_finished_does_not_matter() -> None:
    shuffled = PLAYED[:]
    random.Random(1).shuffle(shuffled)
    one, other = standings(PLAYERS, MATCHES, PLAYED, "b", 1000), standings(PLAYERS, MATCHES, shuffled, "b", 1000)
    assert (one.rating.elo == other.rating.elo).all()
    assert (one.rating.covariance == other.rating.covariance).all()
    assert one.against == other.against
    assert one.rating.elo[1] == 1000


def test_the_log_names_the_games() -> None:
    crashed = [PairingResult(game.number, game.winner, "crashed", (), "c: lost") for game in PLAYED[:1]] + PLAYED[1:]
    assert standings(PLAYERS, MATCHES, crashed).log == ("game 0: c: lost",)
