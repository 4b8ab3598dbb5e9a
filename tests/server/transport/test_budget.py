"""Budgets: bursts, sustained rates, and reconnections."""

from server.transport.budget import Budget, Budgets


def test_a_burst_then_a_rate() -> None:
    budget = Budget(rate=10, burst=5, now_ms=0)
    assert [budget.take(0) for _ in range(6)] == [4, 3, 2, 1, 0, -1]
    assert budget.take(100) == -1  # one more came in, one was spent
    assert budget.take(10_000) == 4
    assert budget.take(9_000) == 3, "a clock that was set back gives nothing"
    assert budget.take(9_000, cost=3) == 0


def test_connections_of_one_key_share_a_budget() -> None:
    budgets = Budgets(rate=10, burst=5)
    assert budgets.open("a", 0) is budgets.open("a", 0)
    assert budgets.open("b", 0) is not budgets.open("a", 0)
    assert tuple(map(budgets.count_connections, "abc")) == (3, 1, 0)


def test_coming_back_refills_nothing() -> None:
    budgets = Budgets(rate=10, burst=5)
    assert budgets.open("a", 0).take(0, cost=10) == -5
    budgets.close("a")
    assert budgets.count_connections("a") == 0
    assert budgets.open("a", 100).take(100) == -5
    budgets.close("a")


def test_a_flood_is_over_soon_after_its_end() -> None:
    budget = Budget(rate=10, burst=5, now_ms=0)
    for _ in range(10_000):
        budget.take(0)
    assert budget.take(0) == -6
    assert budget.take(1200) == 4, "whoever waits has all of it again"


def test_what_is_refused_costs_nothing() -> None:
    budget = Budget(rate=10, burst=5, now_ms=0)
    assert [budget.allow(0) for _ in range(10_000)].count(True) == 5
    assert not budget.allow(90)
    assert budget.allow(100)
    assert not budget.allow(400, cost=4)
    assert budget.allow(500, cost=4)


def test_a_flood_keeps_nobody_else_in_memory() -> None:
    budgets = Budgets(rate=10, burst=5)
    flooded = budgets.open("a", 0)
    for _ in range(10_000):
        flooded.take(0)
    budgets.close("a")
    for n in range(100):
        budgets.open(f"b{n}", 0).take(0)
        budgets.close(f"b{n}")
    budgets.open("c", 1200)
    assert len(budgets) == 1


def test_who_left_is_forgotten_once_the_budget_is_full_again() -> None:
    budgets = Budgets(rate=10, burst=5)
    for key in ("a", "b"):
        budgets.open(key, 0).take(0, cost=5)
        budgets.close(key)
    budgets.open("c", 499)
    assert len(budgets) == 3
    budgets.open("c", 500)
    assert len(budgets) == 1
    assert budgets.open("a", 501).take(501) == 4
