"""The time of a machine that sleeps, and of a clock that is set."""

import time

from server.steady_time import SteadyTime

MS = 1_000_000


class Machine:
    wall = 1_700_000_000_000 * MS
    awake = 5_000 * MS


def test_it_is_the_systems_time() -> None:
    before = time.time_ns() // MS
    assert 0 <= SteadyTime()() - before < 1_000


def test_sleep_and_a_clock_that_is_set_pass_no_time_until_it_catches_up() -> None:
    machine = Machine()
    now = SteadyTime(lambda: machine.wall, lambda: machine.awake)
    began = now()
    machine.wall += 3_600_000 * MS  # asleep, or set forward
    machine.awake += 20 * MS
    assert now() == began + 20
    now.catch_up()
    assert now() == began + 3_600_000
    machine.wall -= 60_000 * MS  # set back
    assert now() == began + 3_600_000
