"""Waits of who guesses: they grow, outlast a restart, and keep nobody out from where he is known."""

import pytest

from server.accounts import guard as module
from server.accounts.guard import BY_ADDRESS, BY_BOTH, BY_NAME, DAY_MS, Guard
from server.errors import Refused
from server.store.store import Store
from tests.server.accounts.test_accounts import Time, time

__all__ = ["time"]


async def fail(guard: Guard, name: str, address: str) -> None:
    await guard.fail(guard.begin(name, address))


def waits(guard: Guard, name: str, address: str) -> int:
    """How many seconds the next try has to wait."""
    try:
        guard.drop(guard.begin(name, address))
    except Refused as refused:
        return int(refused.detail["seconds"])
    return 0


async def test_each_failure_doubles_the_wait(store: Store, time: Time) -> None:
    guard = Guard(store, time)
    found = []
    for _ in range(20):
        await fail(guard, "ada", "a")
        found.append(waits(guard, "ada", "a"))
        time.now += found[-1] * 1000
    assert found[:8] == [0, 0, 0, 0, 1, 2, 4, 8]
    assert found[-1] == BY_BOTH.longest_ms // 1000
    assert waits(guard, "bob", "a") == 0
    time.now += DAY_MS
    await fail(guard, "ada", "a")
    assert waits(guard, "ada", "a") == 0


async def test_guesses_at_the_same_time_count_like_those_one_after_the_other(store: Store, time: Time) -> None:
    guard = Guard(store, time)
    for _ in range(BY_BOTH.free):
        guard.begin("ada", "a")
    assert waits(guard, "ada", "a") == 1


async def test_waits_outlast_a_restart(store: Store, time: Time) -> None:
    guard = Guard(store, time)
    for _ in range(BY_BOTH.free):
        await fail(guard, "ada", "a")
    again = Guard(store, time)
    await again.start()
    assert waits(again, "ada", "a") == 1
    text = [str(value) for row in await store.fetch("SELECT * FROM sign_in_failures") for value in row]
    assert not any("ada" in value for value in text)


async def test_who_guesses_from_everywhere_keeps_nobody_out_where_he_is_known(store: Store, time: Time) -> None:
    guard = Guard(store, time)
    await guard.succeed(guard.begin("ada", "home"))
    for n in range(BY_NAME.free + 20):
        time.now += 60_000
        await fail(guard, "ada", f"bot {n}")
    assert waits(guard, "ada", "elsewhere") == BY_NAME.longest_ms // 1000
    assert waits(guard, "ada", "home") == 0
    again = Guard(store, time)
    await again.start()
    assert waits(again, "ada", "home") == 0


async def test_a_right_password_forgives_the_name_and_not_the_address(store: Store, time: Time) -> None:
    guard = Guard(store, time)
    for n in range(BY_ADDRESS.free):
        await fail(guard, f"name {n}", "a")
    time.now += 1_000
    await guard.succeed(guard.begin("own", "a"))
    await fail(guard, "name", "a")
    assert waits(guard, "ada", "a") == 2
    time.now += BY_ADDRESS.forget_ms
    assert waits(guard, "ada", "a") == 0


async def test_what_was_not_looked_at_does_not_count(store: Store, time: Time) -> None:
    guard = Guard(store, time)
    for _ in range(50):
        guard.drop(guard.begin("ada", "a"))
    assert waits(guard, "ada", "a") == 0


async def test_what_is_kept_is_bounded(store: Store, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_KEPT", 50)
    guard = Guard(store, time)
    for _ in range(BY_BOTH.free):
        await fail(guard, "ada", "a")
    for n in range(40):
        guard.begin(f"name {n}", "b")
        guard.begin("ada", "c") if n < 3 else None
    assert len(guard._failures) <= 50


async def two_guards(store: Store, time: Time) -> tuple[Guard, Guard]:
    """The guards of two processes."""
    guards = Guard(store, time), Guard(store, time)
    for guard in guards:
        await guard.start()
    return guards


async def test_processes_add_up_what_they_count(store: Store, time: Time) -> None:
    one, other = await two_guards(store, time)
    for n in range(BY_BOTH.free):
        await fail((one, other)[n % 2], "ada", "a")
    assert (waits(one, "ada", "a"), waits(other, "ada", "a")) == (0, 0)
    for guard in (one, other):
        await guard.read_anew()
        assert waits(guard, "ada", "a") == 1
    again = Guard(store, time)
    await again.start()
    assert waits(again, "ada", "a") == 1


async def test_tries_in_progress_count_beside_what_others_have_counted(store: Store, time: Time) -> None:
    one, other = await two_guards(store, time)
    for _ in range(BY_BOTH.free - 1):
        await fail(other, "ada", "a")
    going = one.begin("ada", "a")
    await one.read_anew()
    assert waits(one, "ada", "a") == 1
    one.drop(going)
    assert waits(one, "ada", "a") == 0
    await one.fail(one.begin("ada", "a"))
    await one.read_anew()
    assert waits(one, "ada", "a") == 1


async def test_a_right_password_is_right_everywhere(store: Store, time: Time) -> None:
    one, other = await two_guards(store, time)
    for _ in range(BY_BOTH.free + 3):
        await fail(other, "ada", "a")
        time.now += 60_000
    await one.read_anew()
    await one.succeed(one.begin("ada", "a"))
    await other.read_anew()
    for _ in range(BY_BOTH.free - 1):
        await fail(other, "ada", "a")
        assert waits(other, "ada", "a") == 0


async def test_a_try_that_was_cut_off_does_not_count_for_ever(store: Store, time: Time) -> None:
    one, other = await two_guards(store, time)
    one.begin("ada", "a")
    time.now += module.LATEST_MS + 1
    for _ in range(BY_BOTH.free - 1):
        await fail(other, "ada", "a")
    await one.read_anew()
    assert waits(one, "ada", "a") == 0


async def test_failures_long_ago_are_forgotten_by_the_store_too(store: Store, time: Time) -> None:
    one, other = await two_guards(store, time)
    for _ in range(BY_BOTH.free):
        await fail(one, "ada", "a")
    time.now += DAY_MS
    await fail(other, "ada", "a")
    assert [row["count"] for row in await store.fetch("SELECT count FROM sign_in_failures")] == [1, 1, 1]
