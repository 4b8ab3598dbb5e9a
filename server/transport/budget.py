"""The budget of messages that somebody may send: a token bucket."""


class Budget:
    """``rate`` messages a second for long, ``burst`` at once."""

    __slots__ = ("_at", "_left", "burst", "connections", "rate")

    def __init__(self, rate: float, burst: float, now_ms: int) -> None:
        self.rate = rate
        self.burst = burst
        self.connections = 0
        self._left = burst
        self._at = now_ms

    @property
    def full_at(self) -> float:
        """When (ms) all of ``burst`` is there again, if nothing more is spent."""
        return self._at + max(0.0, self.burst - self._left) * 1000 / self.rate

    def take(self, now_ms: int, cost: float = 1) -> float:
        """Spend so many messages, or get some back; what is left below 0 is over the budget.

        A debt ends somewhere above ``burst``: who goes on after that only waits, and no longer than for twice of it.
        """
        self._refill(now_ms)
        self._left = max(self._left - cost, -self.burst - 1)
        return self._left

    def allow(self, now_ms: int, cost: int = 1) -> bool:
        """Spend so many messages if there are as many. What is refused costs nothing: many share an address, and one
        who goes on and on shuts it to none of the others."""
        self._refill(now_ms)
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def _refill(self, now_ms: int) -> None:
        elapsed = max(0, now_ms - self._at)
        self._at = now_ms
        self._left = min(self.burst, self._left + elapsed * self.rate / 1000)


class Budgets:
    """One budget for each identity or address, shared by all of its connections.

    It outlives the last of them until it is full again: leaving and coming back refills nothing.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._budgets: dict[str, Budget] = {}
        self._full_at: dict[str, float] = {}
        """When those without a connection can be forgotten, in the order in which they lost it."""

    def open(self, key: str, now_ms: int) -> Budget:
        """The budget of one more connection."""
        self._forget(now_ms)
        self._full_at.pop(key, None)
        budget = self._budgets.get(key)
        if budget is None:
            budget = self._budgets[key] = Budget(self._rate, self._burst, now_ms)
        budget.connections += 1
        return budget

    def of(self, key: str) -> Budget:
        """The budget of somebody who has a connection."""
        return self._budgets[key]

    def close(self, key: str) -> None:
        """One connection less."""
        budget = self._budgets[key]
        budget.connections -= 1
        if budget.connections == 0:
            self._full_at[key] = budget.full_at

    def _forget(self, now_ms: int) -> None:
        while self._full_at:
            key = next(iter(self._full_at))
            if self._full_at[key] > now_ms:
                return
            del self._full_at[key], self._budgets[key]

    def count_connections(self, key: str) -> int:
        """How many are open."""
        budget = self._budgets.get(key)
        return 0 if budget is None else budget.connections

    def __len__(self) -> int:
        return len(self._budgets)
