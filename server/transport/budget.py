"""Rate limit of messages: a token bucket."""


class Budget:
    """A token bucket of ``rate`` messages a second, with bursts of ``burst``."""

    __slots__ = ("_at", "_left", "burst", "connections", "rate")

    def __init__(self, rate: float, burst: float, now_ms: int) -> None:
        self.rate = rate
        self.burst = burst
        self.connections = 0
        self._left = burst
        self._at = now_ms

    @property
    def full_at(self) -> float:
        """Time (ms) at which the bucket is full again if nothing more is spent."""
        return self._at + max(0.0, self.burst - self._left) * 1000 / self.rate

    def take(self, now_ms: int, cost: float = 1) -> float:
        """Spend ``cost`` messages, or refund a negative cost. Return the balance; below 0 the budget is exceeded.

        A debt is limited to a little over ``burst``: a client that goes on only waits, for at most the time of two
        bursts.
        """
        self._refill(now_ms)
        self._left = max(self._left - cost, -self.burst - 1)
        return self._left

    def allow(self, now_ms: int, cost: int = 1) -> bool:
        """Spend ``cost`` messages if the balance allows it, else nothing. A refusal costs nothing: many clients share
        an address, and a flood by one must not shut out the others.
        """
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

    A budget outlives its last connection until it is full again, so that reconnecting refills nothing.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._budgets: dict[str, Budget] = {}
        self._full_at: dict[str, float] = {}
        """Times at which budgets without a connection can be dropped, in the order in which they lost it."""

    def open(self, key: str, now_ms: int) -> Budget:
        """Return the budget of a key for one more connection."""
        self._forget(now_ms)
        self._full_at.pop(key, None)
        budget = self._budgets.get(key)
        if budget is None:
            budget = self._budgets[key] = Budget(self._rate, self._burst, now_ms)
        budget.connections += 1
        return budget

    def of(self, key: str) -> Budget:
        """Return the budget of a key that has a connection."""
        return self._budgets[key]

    def close(self, key: str) -> None:
        """Remove one connection of a key."""
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
        """Return the number of open connections."""
        budget = self._budgets.get(key)
        return 0 if budget is None else budget.connections

    def __len__(self) -> int:
        return len(self._budgets)
