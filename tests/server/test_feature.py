"""Features: opened once, started after those that they stand on, closed in reverse, also where one fails to start."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, cast

import pytest

from server import studying
from server.accounts import feature as accounts
from server.app import FEATURES, run_features
from server.feature import Circle, Core, Feature
from server.handlers import Handlers
from server.learning import feature as learning
from server.lobby import feature as lobby
from server.moderation import feature as moderation
from server.rooms import feature as rooms
from server.seeks import feature as seeks
from server.staff import feature as staff
from server.transport import feature as transport
from tests.kit.app import App


def make_core() -> Core:
    """A core without anything to stand on."""
    return Core(cast(Any, None), cast(Any, None), cast(Any, None), cast(Any, None))


class Part(Feature):
    """Notes its life in ``log``."""

    def __init__(self, name: str, log: list[str], fails: bool = False) -> None:
        self._name, self._log, self._fails = name, log, fails

    def register(self, handlers: Handlers) -> None:
        self._log.append(f"register {self._name}")

    async def start(self) -> None:
        if self._fails:
            raise ValueError(self._name)
        self._log.append(f"start {self._name}")

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        yield self._work()

    async def _work(self) -> None:
        self._log.append(f"work {self._name}")
        await asyncio.Event().wait()

    async def close(self) -> None:
        self._log.append(f"close {self._name}")


def make(log: list[str], fails: bool = False) -> Callable[[Core], Feature]:
    """How a top feature opens that stands on a middle one and a base, and the middle one on the base."""

    def base(core: Core) -> Feature:
        return Part("base", log)

    def middle(core: Core) -> Feature:
        core.need(base)
        return Part("middle", log, fails)

    def top(core: Core) -> Feature:
        assert core.need(middle) is core.need(middle)
        core.need(base)
        return Part("top", log)

    return top


async def test_features_start_in_the_order_of_their_dependencies_and_close_in_reverse() -> None:
    log: list[str] = []
    core = make_core()
    core.need(make(log))
    async with run_features(core):
        assert log == ["start base", "start middle", "start top"]
        await asyncio.sleep(0)
        assert log[3:] == ["work base", "work middle", "work top"]
        del log[:]
    assert log == ["close top", "close middle", "close base"]


async def test_where_one_fails_to_start_it_and_those_that_started_are_closed() -> None:
    log: list[str] = []
    core = make_core()
    core.need(make(log, fails=True))
    with pytest.raises(ValueError, match="middle"):
        async with run_features(core):
            pytest.fail("it started")
    assert log == ["start base", "close middle", "close base"]


def test_a_circle_is_named() -> None:
    def one(core: Core) -> Feature:
        return core.need(other)

    def other(core: Core) -> Feature:
        return core.need(one)

    with pytest.raises(Circle, match=r"test_feature.* needs .*test_feature"):
        make_core().need(one)


async def test_the_server_starts_what_others_stand_on_first(running: tuple[App, str]) -> None:
    order = running[0].order
    for lower, upper in (
        (accounts.open, moderation.open),
        (learning.open, rooms.open),
        (moderation.open, rooms.open),
        (rooms.open, lobby.open),
        (lobby.open, seeks.open),
        (rooms.open, studying.open),
        (studying.open, staff.open),
        (accounts.open, transport.open),
    ):
        assert order.index(lower) < order.index(upper)
    assert set(FEATURES) <= set(order)
    assert len(order) == len(set(order))


async def test_every_package_that_takes_messages_is_reached(running: tuple[App, str]) -> None:
    modules = {open.__module__.split(".")[1] for open in running[0].order}
    assert {"accounts", "moderation", "rooms", "lobby", "seeks", "challenges", "following", "push"} <= modules
