from hypothesis import given
from hypothesis import strategies as st

from bots.engine import Limits
from bots.workers.move_time import LEAST_MS, share_time

TIMES = st.integers(1, 60_000)
COUNTS = st.integers(1, 1000)


@given(TIMES, COUNTS, st.integers(0, 1000), st.none() | st.integers(0, 600_000))
def test_nobody_gets_more_than_was_asked_for_than_the_clock_spares_or_too_little(
    time_ms: int, workers: int, wanted: int, spare_ms: int | None
) -> None:
    given_ms = share_time(Limits(time_ms, 9), workers, wanted, spare_ms).time_ms
    assert given_ms is not None
    assert 1 <= given_ms <= time_ms
    assert spare_ms is None or given_ms <= max(1, spare_ms)
    assert given_ms >= min(time_ms, LEAST_MS, max(1, time_ms if spare_ms is None else spare_ms))


@given(TIMES, COUNTS, COUNTS)
def test_a_crowd_shares_what_its_workers_have(time_ms: int, workers: int, wanted: int) -> None:
    given_ms = share_time(Limits(time_ms), workers, wanted, None).time_ms
    assert given_ms is not None
    if wanted <= workers:
        assert given_ms == time_ms
    elif given_ms > LEAST_MS:
        assert given_ms * wanted <= time_ms * workers < (given_ms + 1) * wanted


def test_figures() -> None:
    assert share_time(Limits(5000, 7), 2, 5, None) == Limits(2000, 7)
    assert share_time(Limits(5000), 2, 400, None) == Limits(LEAST_MS)
    assert share_time(Limits(20), 2, 400, None) == Limits(20)
    assert share_time(Limits(5000), 2, 1, 30) == Limits(30)
    assert share_time(Limits(None, 7), 2, 400, 0) == Limits(None, 7)
