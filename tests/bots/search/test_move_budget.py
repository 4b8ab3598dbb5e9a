import time

from bots.engine import Limits
from bots.search.move_budget import UNLIMITED, MoveBudget


def test_an_allowance_gives_out_parts_and_no_more_than_there_is() -> None:
    allowance = MoveBudget(Limits(nodes=1000))
    assert allowance.part(8) == Limits(nodes=125)
    assert allowance.left(2, 10) == Limits(nodes=450)
    allowance.proven, allowance.searched = 100, 820
    assert allowance.part(8) == Limits(nodes=80)
    assert allowance.left(1, 10) == Limits(nodes=1)
    assert allowance.gone(10)
    assert not allowance.gone(20)


def test_an_allowance_of_time_runs_out_by_itself() -> None:
    allowance = MoveBudget(Limits(time_ms=1))
    until = time.perf_counter() + 0.002
    while time.perf_counter() < until:
        pass
    assert allowance.gone(1000)
    assert allowance.part(1) == allowance.left(1, 2) == Limits(time_ms=1)
    assert MoveBudget(Limits()).limits == UNLIMITED
