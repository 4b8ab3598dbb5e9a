"""Signals: heard by all subscribers of their type, whatever one of them raises; those that cross carry plain values."""

import asyncio
import logging
from typing import Any, get_type_hints

import msgspec
import pytest

from server import signals as module
from server.bus.local import Exchange, LocalBus
from server.config import Config
from server.handlers import Client
from server.signals import (
    LessonFound,
    OfferChanged,
    PlayersChanged,
    ReportsChanged,
    RoomChanged,
    SanctionsChanged,
    SeeksChanged,
    SettingsChanged,
    SettingsStored,
    Signal,
    Signals,
    decode,
)

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


EXAMPLES: dict[Any, Any] = {
    str: "word",
    int: 7,
    bool: True,
    tuple[str, ...]: ("ada", "bob"),
    dict[str, Any]: {},
}


def example(kind: type[Signal]) -> Signal:
    """Any signal of a type."""
    if kind is SettingsChanged:
        return SettingsChanged({name: getattr(Config(), name) for name in ("talk", "grace_s", "bot_pause_ms")})
    if kind is OfferChanged:
        return OfferChanged("ada", "r", "draw")
    return kind(*(EXAMPLES.get(hint) for name, hint in get_type_hints(kind).items() if name != "crosses"))


async def pair() -> tuple[Signals, Signals]:
    """Two processes on one bus, both open."""
    exchange = Exchange()
    both = Signals(LocalBus(exchange)), Signals(LocalBus(exchange))
    for each in both:
        await each.listen()
        each.let_in()
    return both


async def settled() -> None:
    """Wait until the messages of the local bus have arrived."""
    for _ in range(3):
        await asyncio.sleep(0)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind is not Signal])
@pytest.mark.parametrize("how", ["emit", "settle"])
async def test_what_crosses_arrives_equal_and_nothing_else_leaves(kind: type[Signal], how: str) -> None:
    one, other = await pair()
    here, there = list[Signal](), list[Signal]()
    one.on(kind, here.append)
    other.on(kind, there.append)
    signal = example(kind)
    if how == "emit":
        one.emit(signal)
    else:
        await one.settle(signal)
    await settled()
    assert here == [signal]
    assert there == ([signal] if kind.crosses else [])


def test_a_withdrawn_offer_crosses_too() -> None:
    signal = OfferChanged("ada", "r", None)
    assert decode("signal.OfferChanged", msgspec.msgpack.encode(signal)) == signal


async def test_what_came_over_the_bus_is_awaited_in_order_and_not_sent_on(caplog: pytest.LogCaptureFixture) -> None:
    exchange = Exchange()
    bus = LocalBus(exchange)
    one, other = Signals(LocalBus(exchange)), Signals(bus)
    sent, heard, gate = list[str](), list[str](), asyncio.Event()
    await LocalBus(exchange).subscribe(">", lambda subject, _: sent.append(subject))
    await other.listen()
    other.let_in()

    async def wait(_: PlayersChanged) -> None:
        await gate.wait()
        heard.append("awaited")
        raise ValueError("broken")

    def fail(_: PlayersChanged) -> None:
        raise ValueError("at once")

    other.on(PlayersChanged, fail)
    other.on(PlayersChanged, wait)
    other.on(PlayersChanged, lambda _: heard.append("after"))
    one.emit(PlayersChanged(()))
    await settled()
    assert heard == []
    gate.set()
    await settled()
    assert heard == ["awaited", "after"]
    assert sent == ["signal.PlayersChanged"]
    assert "broken" in caplog.text
    assert "at once" in caplog.text


async def test_signals_of_others_wait_for_the_start() -> None:
    exchange = Exchange()
    one, other = Signals(LocalBus(exchange)), Signals(LocalBus(exchange))
    heard = list[str]()
    other.on(SanctionsChanged, lambda change: heard.append(change.player))
    await other.listen()
    one.emit(SanctionsChanged("a"))
    one.emit(SanctionsChanged("b"))
    await settled()
    assert heard == []
    other.let_in()
    one.emit(SanctionsChanged("c"))
    await settled()
    assert heard == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("subject", "payload"),
    [
        ("signal.Unknown", b""),
        ("signal.SeeksChanged", msgspec.msgpack.encode({})),
        ("signal.Signal", msgspec.msgpack.encode({})),
        ("signal.SanctionsChanged", b""),
        ("signal.SanctionsChanged", b"\xff\xfe"),
        ("signal.SanctionsChanged", msgspec.msgpack.encode({"player": 7})),
        ("signal.SanctionsChanged", msgspec.msgpack.encode({})),
        ("signal.SanctionsChanged", msgspec.msgpack.encode({"player": "a"}) + b"!"),
        ("signal.SanctionsChanged", b"\x81\xa6player\xa1\xff"),
        ("signal.SettingsChanged", msgspec.msgpack.encode(SettingsChanged({"talk": "off"}))),
        ("signal.PlayersChanged", b"\x81\xa7players\xdc\xff\xff" + b"\x91" * 100_000),
        ("signal.OfferChanged", msgspec.msgpack.encode({"player": "a", "room": "r", "what": "house"})),
    ],
)
async def test_garbage_is_one_line_of_the_log(subject: str, payload: bytes, caplog: pytest.LogCaptureFixture) -> None:
    exchange = Exchange()
    stranger, signals = LocalBus(exchange), Signals(LocalBus(exchange))
    heard = list[Signal]()
    for kind in KINDS:
        signals.on(kind, heard.append)
    await signals.listen()
    signals.let_in()
    stranger.publish(subject, payload)
    await settled()
    assert heard == []
    assert len(caplog.records) == 1
    assert "is no signal" in caplog.text


async def test_after_a_break_what_may_have_been_missed_is_read_again() -> None:
    exchange = Exchange()
    bus = LocalBus(exchange)
    signals, heard = Signals(bus), list[Signal]()
    for kind in KINDS:
        signals.on(kind, heard.append)
    await signals.listen()
    signals.let_in()
    exchange.cut(bus)
    exchange.mend(bus)
    assert heard == [SettingsStored(), PlayersChanged(()), SeeksChanged(), ReportsChanged()]
