"""The contract of the bus, held by both of its implementations; with the faults of a real nats-server."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from server.bus import nats_bus
from server.bus.bus import MOST_BYTES, Bus, NoAnswer
from server.bus.local import Exchange, LocalBus
from server.bus.nats_bus import NatsBus
from server.bus.opening import open_bus
from tests.kit.nats import NatsServer

Open = Callable[[], Awaitable[Bus]]
GIVE_UP_S = 20


@pytest.fixture(params=["local", pytest.param("nats", marks=pytest.mark.nats)])
async def open_one(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Open]:
    """Opens buses that reach one another, and that a stall of the machine does not part."""
    monkeypatch.setattr(nats_bus, "PING_S", GIVE_UP_S)
    opened: list[Bus] = []
    exchange = Exchange()
    server: NatsServer | None = None if request.param == "local" else request.getfixturevalue("nats_server")

    async def open() -> Bus:
        bus: Bus = LocalBus(exchange) if server is None else await open_bus(server.address)
        opened.append(bus)
        await until(lambda: bus.connected)  # on a busy machine it may have gone on without
        return bus

    yield open
    async with asyncio.timeout(GIVE_UP_S):
        for bus in opened:
            await bus.close()


class Hearer:
    """Collects messages."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self._more = asyncio.Event()

    def __call__(self, subject: str, payload: bytes) -> None:
        self.heard.append((subject, payload))
        self._more.set()

    async def wait(self, number: int) -> list[tuple[str, bytes]]:
        """Wait until there are so many."""
        async with asyncio.timeout(GIVE_UP_S):
            while len(self.heard) < number:
                self._more.clear()
                await self._more.wait()
        return self.heard


async def echo(payload: bytes) -> bytes:
    return payload


async def until(true: Callable[[], bool]) -> None:
    """Wait for something that no event tells of."""
    async with asyncio.timeout(GIVE_UP_S):
        while not true():
            await asyncio.sleep(0.01)


async def test_others_hear_a_message_and_the_sender_does_not(open_one: Open) -> None:
    one, two, three = [await open_one() for _ in range(3)]
    hearers = [Hearer() for _ in range(3)]
    for bus, hearer in zip((one, two, three), hearers, strict=True):
        await bus.subscribe("room.*", hearer)
    one.publish("room.a", b"1")
    two.publish("room.b", b"2")
    assert sorted(await hearers[2].wait(2)) == [("room.a", b"1"), ("room.b", b"2")]
    assert await hearers[0].wait(1) == [("room.b", b"2")]
    assert await hearers[1].wait(1) == [("room.a", b"1")]


async def test_messages_keep_their_order(open_one: Open) -> None:
    one, two = await open_one(), await open_one()
    hearer = Hearer()
    await two.subscribe("count", hearer)
    for n in range(2000):
        one.publish("count", str(n).encode())
    assert [int(payload) for _, payload in await hearer.wait(2000)] == list(range(2000))


@pytest.mark.parametrize(
    ("pattern", "heard"),
    [
        ("room.a", ["room.a"]),
        ("room.*", ["room.a", "room.b"]),
        ("room.>", ["room.a", "room.b", "room.a.seat"]),
        ("*.a.*", ["room.a.seat"]),
        (">", ["room.a", "room.b", "room.a.seat", "room", "other.b"]),
    ],
)
async def test_patterns_choose_subjects(open_one: Open, pattern: str, heard: list[str]) -> None:
    one, two = await open_one(), await open_one()
    hearer, last = Hearer(), Hearer()
    await two.subscribe(pattern, hearer)
    await two.subscribe("last.one.of.all", last)
    for subject in ("room.a", "room.b", "room.a.seat", "room", "other.b"):
        one.publish(subject, b"")
    one.publish("last.one.of.all", b"")
    await last.wait(1)
    await hearer.wait(len(heard))
    assert [subject for subject, _ in hearer.heard if subject != "last.one.of.all"] == heard


async def test_who_has_subscribed_hears_what_comes_next(open_one: Open) -> None:
    one = await open_one()
    for n in range(100):
        two, hearer = await open_one(), Hearer()
        await two.subscribe(f"next.{n}", hearer)
        one.publish(f"next.{n}", b"")
        await hearer.wait(1)
        await two.close()


async def test_a_subscriber_that_raises_stops_nobody(open_one: Open, caplog: pytest.LogCaptureFixture) -> None:
    one, two = await open_one(), await open_one()
    hearer = Hearer()

    def fail(subject: str, _: bytes) -> None:
        raise ValueError(f"broken by {subject}")

    await two.subscribe("a", fail)
    await two.subscribe("a", hearer)
    one.publish("a", b"1")
    one.publish("a", b"2")
    await hearer.wait(2)
    assert "broken by a" in caplog.text


async def test_a_message_that_is_too_long_is_dropped_and_logged(
    open_one: Open, caplog: pytest.LogCaptureFixture
) -> None:
    one, two = await open_one(), await open_one()
    hearer = Hearer()
    await two.subscribe("a", hearer)
    one.publish("a", bytes(MOST_BYTES + 1))
    one.publish("a", bytes(MOST_BYTES))
    assert len((await hearer.wait(1))[0][1]) == MOST_BYTES
    assert f"{MOST_BYTES + 1} bytes is too long" in caplog.text
    with pytest.raises(NoAnswer, match="too long"):
        await one.request("a", bytes(MOST_BYTES + 1), 1)


async def test_a_request_is_answered_by_one_of_a_group(open_one: Open) -> None:
    asker, *servers = [await open_one() for _ in range(3)]
    answered = [0, 0]

    async def first(payload: bytes) -> bytes:
        answered[0] += 1
        return payload + b"!"

    async def second(payload: bytes) -> bytes:
        answered[1] += 1
        return payload + b"!"

    await servers[0].serve("ask", "group", first)
    await servers[1].serve("ask", "group", second)
    for _ in range(40):
        assert await asker.request("ask", b"hello", 5) == b"hello!"
    assert sum(answered) == 40
    assert min(answered) > 0


async def test_requests_are_answered_side_by_side(open_one: Open) -> None:
    asker, server = await open_one(), await open_one()
    gate = asyncio.Event()

    async def answer(payload: bytes) -> bytes:
        if payload == b"slow":
            await gate.wait()
        return payload

    await server.serve("ask", "group", answer)
    slow = asyncio.create_task(asker.request("ask", b"slow", 10))
    assert await asker.request("ask", b"fast", 10) == b"fast"
    gate.set()
    assert await slow == b"slow"


async def test_nobody_answers_themselves_or_without_a_service(open_one: Open) -> None:
    one, two = await open_one(), await open_one()
    with pytest.raises(NoAnswer):
        await one.request("ask", b"", 5)
    await one.serve("ask", "group", echo)
    with pytest.raises(NoAnswer):
        await one.request("ask", b"", 0.3)
    assert await two.request("ask", b"", 5) == b""


async def test_an_ended_service_answers_what_it_has_and_nothing_more(open_one: Open) -> None:
    asker, server = await open_one(), await open_one()
    begun, gate = asyncio.Event(), asyncio.Event()

    async def answer(payload: bytes) -> bytes:
        begun.set()
        await gate.wait()
        return payload

    unserve = await server.serve("ask", "group", answer)
    running = asyncio.create_task(asker.request("ask", b"last", 10))
    async with asyncio.timeout(GIVE_UP_S):
        await begun.wait()
    await unserve()
    await unserve()
    with pytest.raises(NoAnswer):
        await asker.request("ask", b"", 0.3)
    gate.set()
    assert await running == b"last"


async def test_a_service_that_raises_or_is_slow_gives_no_answer(
    open_one: Open, caplog: pytest.LogCaptureFixture
) -> None:
    asker, server = await open_one(), await open_one()

    async def fail(payload: bytes) -> bytes:
        raise ValueError("broken service")

    async def sleep(_: bytes) -> bytes:
        await asyncio.Event().wait()
        return b""

    await server.serve("fail", "group", fail)
    await server.serve("slow", "group", sleep)
    with pytest.raises(NoAnswer, match="failed"):
        await asker.request("fail", b"", 10)
    assert "broken service" in caplog.text
    with pytest.raises(NoAnswer, match="within"):
        await asker.request("slow", b"", 0.05)


async def test_a_closed_bus_hears_and_sends_nothing(open_one: Open) -> None:
    one, two = await open_one(), await open_one()
    hearer = Hearer()
    await two.subscribe("a", hearer)
    await two.serve("ask", "group", echo)
    one.publish("a", b"written before it closed")
    await one.close()
    await hearer.wait(1)
    assert not one.connected
    one.publish("a", b"")
    with pytest.raises(NoAnswer):
        await one.request("ask", b"", 1)
    await two.close()
    assert len(hearer.heard) == 1


async def test_one_that_is_cut_off_hears_nothing_until_it_is_back() -> None:
    exchange = Exchange()
    one, two = LocalBus(exchange), LocalBus(exchange)
    hearer, returned = Hearer(), list[bool]()
    await two.subscribe("a", hearer)
    two.on_return(lambda: returned.append(two.connected))
    exchange.cut(two)
    one.publish("a", b"1")
    exchange.mend(two)
    one.publish("a", b"2")
    assert await hearer.wait(1) == [("a", b"2")]
    assert returned == [True]


@pytest.mark.nats
async def test_after_a_break_everything_works_again_and_is_told(
    nats_server: NatsServer, caplog: pytest.LogCaptureFixture
) -> None:
    one, two = NatsBus(nats_server.address), NatsBus(nats_server.address)
    for bus in (one, two):
        await bus.open(GIVE_UP_S)
    hearer, returned = Hearer(), list[str]()
    await two.subscribe("a", hearer)
    await two.serve("ask", "group", echo)
    for bus in (one, two):
        bus.on_return(lambda bus=bus: returned.append(bus.name))  # type: ignore[misc]
    nats_server.kill()
    await until(lambda: not one.connected and not two.connected)
    for _ in range(1000):
        one.publish("a", bytes(100_000))
    assert one._waiting == 0
    with pytest.raises(NoAnswer):
        await one.request("ask", b"", 5)
    late = Hearer()
    await two.subscribe("late", late)
    nats_server.start()
    await until(lambda: sorted(returned) == sorted([one.name, two.name]))
    one.publish("a", b"again")
    one.publish("late", b"too")
    assert (await hearer.wait(1))[-1] == ("a", b"again")
    assert await late.wait(1) == [("late", b"too")]
    assert await one.request("ask", b"yes", 5) == b"yes"
    await one.close()
    await two.close()


@pytest.mark.nats
async def test_what_does_not_read_is_given_up_and_nothing_piles_up(nats_server: NatsServer) -> None:
    bus = NatsBus(nats_server.address)
    await bus.open(GIVE_UP_S)
    nats_server.pause()
    try:
        for _ in range(300):
            bus.publish("a", bytes(200_000))
        assert bus._waiting <= 8 << 20
        await until(lambda: not bus.connected)
    finally:
        nats_server.resume()
    await until(lambda: bus.connected)
    await bus.close()


@pytest.mark.nats
async def test_a_process_starts_without_its_bus_and_finds_it_later(
    nats_server: NatsServer, caplog: pytest.LogCaptureFixture
) -> None:
    nats_server.kill()
    one, two = NatsBus(nats_server.address), NatsBus(nats_server.address)
    hearer, returned = Hearer(), asyncio.Event()
    with caplog.at_level(logging.WARNING):
        await one.open(0.05)
    assert "does not answer" in caplog.text
    await one.subscribe("a", hearer)
    await one.serve("ask", "group", echo)
    one.on_return(returned.set)
    one.publish("a", b"dropped")
    nats_server.start()
    await two.open(GIVE_UP_S)
    async with asyncio.timeout(GIVE_UP_S):
        await returned.wait()
    two.publish("a", b"heard")
    assert await hearer.wait(1) == [("a", b"heard")]
    assert await two.request("ask", b"yes", 5) == b"yes"
    await one.close()
    await two.close()


@pytest.mark.nats
async def test_a_bus_that_was_never_there_closes_at_once() -> None:
    bus = NatsBus("nats://127.0.0.1:9")
    await bus.open(0.05)
    async with asyncio.timeout(GIVE_UP_S):
        await bus.close()
