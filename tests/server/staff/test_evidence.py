"""The figures of evidence, by hand and by slower ways to the same."""

from math import e, exp, isclose, log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw

from bots.learning.study.findings import PROVEN, StudiedMove, StudiedWin
from server.protocol.evidence import EvidenceFigures
from server.staff import evidence
from server.staff.evidence import (
    LEAST_GAMES,
    LONG,
    OPENING,
    EvidenceMaterial,
    MoveAndTime,
    SeatGame,
    SeatInGame,
    compare_choices,
    compute,
    find_interval,
    find_long_wins,
    make_figures,
    make_share,
    make_spread,
    measure_times,
)
from server.store.knowledge.studies import pack
from tests.server.learning import examples

QUIET = StudiedMove(eval=0, choice=7)


def win(*line: int) -> StudiedWin:
    return StudiedWin("vcf", line, Raw(b"[]"))


def game(*study: StudiedMove, points: dict[int, int] | None = None, seat: int = 0, slow: bool = False) -> SeatGame:
    """Moves at points of their own, the seats by turns, in a second each."""
    moves = [MoveAndTime(ply % 2, (points or {}).get(ply, 100 + ply), 1000) for ply in range(len(study))]
    return SeatGame(seat, slow, moves, study)


@pytest.mark.parametrize(
    ("found", "of", "low", "high"),
    [
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 1, 0.2065, 1.0),
        (60, 100, 0.5020, 0.6906),
    ],
)
def test_intervals(found: int, of: int, low: float, high: float) -> None:
    assert [round(each, 4) for each in find_interval(found, of)] == [low, high]


@given(st.integers(1, 5000), st.data())
def test_at_its_ends_the_share_is_as_far_off_as_chance_allows(of: int, data: st.DataObject) -> None:
    found = data.draw(st.integers(0, of))
    low, high = find_interval(found, of)
    assert 0 <= low <= found / of <= high <= 1
    for end in (low, high):
        if 0 < end < 1 and end != found / of:
            assert isclose(abs(found / of - end), evidence.Z * sqrt(end * (1 - end) / of), rel_tol=1e-6, abs_tol=1e-9)


def test_free_positions_alone_count() -> None:
    study = [QUIET] * (OPENING + 9)
    study[8] = StudiedMove(eval=0, choice=7, forced="vct")  # had to be answered
    study[9] = StudiedMove(eval=-PROVEN, choice=7)  # after which black, at 10, has lost
    study[12] = StudiedMove(eval=0, choice=7, win=win(7))
    study[14] = StudiedMove(eval=0)  # nothing was asked
    played = {6: 7, 7: 7, 8: 7, 10: 7, 11: 7, 12: 7, 14: 7}
    assert compare_choices(game(*study, points=played)) == [True]  # at 6
    assert compare_choices(game(*study, points=played, seat=1)) == [True, False, True, False]  # at 7, 9, 11, 13
    study[9] = StudiedMove(eval=PROVEN, choice=7)
    assert compare_choices(game(*study, points=played)) == [True, True]  # who wins has more than one move


def test_who_lays_both_colours_has_his_own() -> None:
    """In an opening; and after a swap the seats have other colours."""
    moves = [MoveAndTime(1, 7, 1000) for _ in range(OPENING + 2)]
    assert compare_choices(SeatGame(1, False, moves, [QUIET] * len(moves))) == [True, True]
    assert compare_choices(SeatGame(0, False, moves, [QUIET] * len(moves))) == []


@given(
    st.lists(
        st.tuples(
            st.booleans(),
            st.booleans(),
            st.sampled_from([None, "four"]),
            st.sampled_from([0, PROVEN, -PROVEN]),
            st.integers(0, 1),
            st.integers(0, 1),
        ),
        max_size=30,
    ),
    st.integers(0, 1),
)
def test_choices_are_those_of_a_walk_by_hand(
    plies: list[tuple[bool, bool, str | None, int, int, int]], seat: int
) -> None:
    study = [
        StudiedMove(eval=value, choice=3 if asked else None, forced=forced, win=win(3) if won else None)
        for asked, won, forced, value, _, _ in plies
    ]
    moves = [MoveAndTime(who, 3 + point, 1) for *_, who, point in plies]
    expected, last = [], 0
    for ply, (asked, won, forced, value, who, point) in enumerate(plies):
        own_loss = PROVEN if ply % 2 else -PROVEN
        if ply >= 6 and who == seat and asked and not won and forced is None and last != own_loss:
            expected.append(point == 0)
        last = value
    assert compare_choices(SeatGame(seat, False, moves, study)) == expected


def test_long_wins_count_once_each_by_what_became_of_them() -> None:
    line = tuple(range(LONG))
    long, short = StudiedMove(win=win(*line)), StudiedMove(win=win(*line[:-1]))
    assert find_long_wins(game(long)) == [True]  # the end: nobody proved that it was let go
    assert find_long_wins(game(StudiedMove(win=win(*line), label="missed_win"))) == [False]
    assert find_long_wins(game(StudiedMove(win=win(*line), label="missed_win"), points={0: 0})) == [True]
    assert find_long_wins(game(short, QUIET, long)) == []  # it was there before
    assert find_long_wins(game(long, QUIET, short)) == [True]
    assert find_long_wins(game(long, QUIET, QUIET)) == [False]
    assert find_long_wins(game(QUIET, long, QUIET, QUIET)) == []
    assert find_long_wins(game(QUIET, long, QUIET, QUIET, seat=1)) == [False]


def test_times() -> None:
    study = [QUIET] * 18
    assert measure_times(game(*study)) == 0
    moves = [MoveAndTime(0, 0, round(1000 * exp((-1) ** ply))) for ply in range(9)]  # a second by e, and over e
    even = SeatGame(0, False, moves[:8], [QUIET] * 8)
    assert measure_times(even) == pytest.approx(sqrt(6 / 5), abs=1e-3)
    assert measure_times(SeatGame(0, True, moves[:8], [QUIET] * 8)) is None
    assert measure_times(SeatGame(0, False, moves[:7], [QUIET] * 7)) is None  # the first two do not count
    forced = [QUIET] * 8 + [StudiedMove(forced="four")]
    assert measure_times(SeatGame(0, False, moves, forced)) == measure_times(even)
    slower = [MoveAndTime(0, 0, each.think_ms * 10) for each in moves[:8]]
    assert measure_times(SeatGame(0, False, slower, [QUIET] * 8)) == pytest.approx(measure_times(even))
    assert log(e) == 1


def test_of_few_games_nothing_is_said() -> None:
    games = [game(*[QUIET] * 20)] * LEAST_GAMES
    assert make_figures(games[1:]) == EvidenceFigures(LEAST_GAMES - 1)
    found = make_figures(games)
    assert found.choices is not None
    assert (found.games, found.choices.found, found.choices.of, found.wins) == (LEAST_GAMES, 0, 70, None)
    assert found.times is not None
    assert (found.times.mean, found.times.low, found.times.high, found.times.games) == (0, 0, 0, LEAST_GAMES)
    assert make_share([]) is None
    assert make_spread([1.0] * (LEAST_GAMES - 1)) is None
    spread = make_spread([1.0] * 5 + [2.0] * 5)
    assert spread is not None
    assert spread.mean == 1.5
    assert spread.high - spread.mean == pytest.approx(1.96 * sqrt(10 * 0.25 / 9) / sqrt(10))


def test_a_process_leaves_out_what_does_not_fit() -> None:
    body = pack(examples.study(examples.pattern(), plies=2))
    sides = [SeatInGame(serial, 0, False) for serial in range(12)]
    stones = {serial: [(0, 1, 5), (1, 2, 5)] for serial in range(12)}
    stones[3] = stones[3][:1]
    material = EvidenceMaterial((sides, sides[:5], []), dict.fromkeys(range(11), body), stones)
    assert [each.games for each in compute(material)] == [10, 4, 0]
