"""The simulation of an installation agrees with what is known of queues."""

import pytest

from lab.scaling import Costs, Crowd, find_wall, simulate


@pytest.mark.parametrize("busy", [0.2, 0.5, 0.8])
def test_a_server_alone_is_the_queue_of_the_books(busy: float) -> None:
    """With a commit that costs nothing it is an M/D/1 queue, whose median and mean of waiting are known."""
    service_s = 200e-6
    load = Crowd(people=int(busy / service_s * 2 * 8), playing=1.0, move_s=8.0)
    found = simulate(load, 1, 8, Costs(move_us=200, batch_us=0, row_us=0), moves=200_000)
    assert found.server_busy == pytest.approx(busy, rel=0.01)
    assert found.stored_p50_ms is not None
    assert found.stored_p99_ms is not None
    # P(no wait) = 1 - busy: up to one half the median is the service itself
    if busy <= 0.5:
        assert found.stored_p50_ms == pytest.approx(0.2, abs=0.02)
    # the tail falls as exp(-theta t), with busy (exp(theta s) - 1) = theta s
    assert found.stored_p99_ms < 0.2 + 0.2 * 6 / (1 - busy)


def test_copies_are_a_wall_that_more_servers_do_not_move() -> None:
    costs, load = Costs(copy_us=60), Crowd(1_000_000)
    few, many = (simulate(load, servers, 64, costs, moves=2_000) for servers in (16, 64))
    assert few.server_busy > many.server_busy > load.moves_per_s * 60 / 1e6 * 0.95
    assert many.stored_p99_ms is None
    assert find_wall(load, 64, costs) is None


def test_a_small_installation_needs_one_server() -> None:
    wall = find_wall(Crowd(1_000), 2, Costs())
    assert wall is not None
    assert wall[0] == 1
