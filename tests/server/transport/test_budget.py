"""What somebody may send: at once, for long, and after coming back."""

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
    assert (budgets.users("a"), budgets.users("b"), budgets.users("c")) == (3, 1, 0)


def test_coming_back_refills_nothing() -> None:
    budgets = Budgets(rate=10, burst=5)
    assert budgets.open("a", 0).take(0, cost=25) == -20
    budgets.close("a")
    assert budgets.users("a") == 0
    assert budgets.open("a", 100).take(100) == -20
    budgets.close("a")


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
