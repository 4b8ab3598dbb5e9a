"""Signals: heard by all subscribers of their type, whatever one of them raises; those that cross carry plain values."""

import logging
from typing import Any, get_type_hints

import pytest

from server import signals as module
from server.handlers import Client
from server.signals import LessonFound, PlayersChanged, RoomChanged, Signal, Signals

KINDS = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Signal)]


def test_subscribers_hear_in_order_and_only_their_type() -> None:
    signals, heard = Signals(), list[object]()
    signals.on(RoomChanged, lambda change: heard.append(("first", change.room)))
    signals.on(RoomChanged, lambda change: heard.append(("second", change.room)))
    signals.on(LessonFound, heard.append)
    signals.emit(RoomChanged("r"))
    assert heard == [("first", "r"), ("second", "r")]


def test_a_subscriber_that_raises_keeps_no_other_from_hearing(caplog: pytest.LogCaptureFixture) -> None:
    signals, heard = Signals(), list[str]()

    def fail(_: RoomChanged) -> None:
        raise ValueError("broken")

    signals.on(RoomChanged, fail)
    signals.on(RoomChanged, lambda change: heard.append(change.room))
    with caplog.at_level(logging.ERROR):
        signals.emit(RoomChanged("r"))
    assert heard == ["r"]
    assert "broken" in caplog.text


async def test_what_is_settled_is_awaited_and_a_failure_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    signals, heard = Signals(), list[tuple[str, ...]]()

    async def fail(_: PlayersChanged) -> None:
        raise ValueError("broken")

    async def hear(change: PlayersChanged) -> None:
        heard.append(change.players)

    signals.on(PlayersChanged, fail)
    signals.on(PlayersChanged, hear)
    with caplog.at_level(logging.ERROR):
        await signals.settle(PlayersChanged(("ada",)))
    assert heard == [("ada",)]
    assert "broken" in caplog.text


@pytest.mark.parametrize("kind", KINDS)
def test_what_crosses_carries_plain_values(kind: type[Signal]) -> None:
    hints: dict[str, Any] = get_type_hints(kind)
    if kind.crosses:
        assert Client not in hints.values()
        assert "fields" not in hints
