"""The CPU share: a process gets its share, and no more, while others need the core."""

from hypothesis import given
from hypothesis import strategies as st

from bots.workers.cpu_share import PART, SLICE_S, CpuShare

TICK_S = 0.02
LONGEST_STOP_S = 2 * SLICE_S / PART + 2 * TICK_S


def simulated(share: CpuShare, steps: list[tuple[bool, float]]) -> tuple[list[bool], list[float]]:
    """Simulate ticks: whether the process ran in each, and its time used by the end of each."""
    used, ran, total = 0.0, [], []
    for n, (needed, part) in enumerate(steps):
        ran.append(share.runs(n * TICK_S, used, needed))
        used += part * TICK_S if ran[-1] else 0.0
        total.append(used)
    return ran, total


def test_it_runs_freely_while_nobody_needs_the_core() -> None:
    ran, _ = simulated(CpuShare(), [(False, 1.0)] * 100)
    assert all(ran)


def test_it_stops_at_once_when_the_core_is_needed_and_gets_its_share_from_then_on() -> None:
    ran, total = simulated(CpuShare(), [(False, 1.0)] * 100 + [(True, 1.0)] * 1000)
    assert not ran[100]
    assert abs((total[-1] - total[99]) / (1000 * TICK_S) - PART) < 0.01


def test_who_gets_less_than_the_share_is_hardly_held_back() -> None:
    ran, total = simulated(CpuShare(), [(True, PART / 2)] * 2000)
    assert total[-1] / (2000 * TICK_S) > 0.9 * PART / 2
    assert ran.count(False) < 100


def test_moments_without_anybody_do_not_cost_the_share() -> None:
    ran, total = simulated(CpuShare(), ([(True, 1.0)] * 9 + [(False, 1.0)]) * 100)
    held = [each for n, each in enumerate(ran) if n % 10 != 9]
    assert any(held)  # the moments alone do not sustain it forever
    assert total[-1] > PART * 1000 * TICK_S


def test_a_new_process_has_used_nothing_of_the_share_of_the_one_before() -> None:
    share = CpuShare()
    share.runs(0.0, 100.0, True)
    assert share.runs(10.0, 0.0, True)
    assert share.runs(10.02, 0.02, True)


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=1, max_size=300))
def test_it_is_never_stopped_for_long_and_never_has_more_while_the_core_is_needed(
    steps: list[tuple[bool, float]],
) -> None:
    ran, _ = simulated(CpuShare(), steps)
    stopped, need, had = 0.0, 0, 0.0
    for (needed, part), runs in zip(steps, ran, strict=True):
        assert needed or runs
        stopped = 0.0 if runs else stopped + TICK_S
        assert stopped <= LONGEST_STOP_S
        if needed:
            need += 1
            had += part * TICK_S if runs else 0.0
        else:
            need, had = 0, 0.0
        # what it had saved before, and what it uses until the next check
        assert had <= PART * need * TICK_S + SLICE_S + 2 * TICK_S
