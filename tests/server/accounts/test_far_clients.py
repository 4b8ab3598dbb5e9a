"""Clients in other processes: known while they are there, told things, closed."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from server import roster
from server.accounts.far_clients import FarClients
from server.bus.local import Exchange, LocalBus
from server.signals import FarJoined, FarLeft, Signals
from tests.server.rooms.house import Looker
from tests.server.rooms.test_neighbours import until


class Near(Looker):
    """A client of a process."""

    def __init__(self, player: str, page: str = "") -> None:
        super().__init__(player, page=page)
        self.closed: list[tuple[int, str]] = []

    async def close(self, code: int, reason: str) -> None:
        self.closed.append((code, reason))


@dataclass
class Process:
    """One process on the bus."""

    bus: LocalBus
    far: FarClients
    changes: list[tuple[str, str]] = field(default_factory=list)


@pytest.fixture
async def two() -> AsyncIterator[tuple[Process, Process]]:
    exchange = Exchange()
    processes = []
    for _ in range(2):
        bus, signals = LocalBus(exchange), Signals()
        process = Process(bus, FarClients(bus, signals, lambda: 7))
        signals.on(FarJoined, lambda joined, each=process: each.changes.append(("joined", joined.client.player)))  # type: ignore[misc]
        signals.on(FarLeft, lambda left, each=process: each.changes.append(("left", left.client.player)))  # type: ignore[misc]
        await process.far.start()
        processes.append(process)
    yield processes[0], processes[1]
    for process in processes:
        await process.far.close()
        await process.bus.close()


async def test_a_client_is_known_told_and_closed_elsewhere(two: tuple[Process, Process]) -> None:
    here, there = two
    ada = Near("ada", page="p1")
    here.far.tell_came(ada)
    await until(lambda: bool(there.far.players))
    (far,) = there.far.of_player("ada")
    assert (far.name, far.page, far.address) == ("Ada", "p1", ada.address)
    far.send(b'{"t":"one"}', b'{"t":"two"}')
    await far.close(1008, "signed_out")
    await until(lambda: bool(ada.closed))
    assert [message["t"] for message in ada.heard] == ["one", "two"]
    assert ada.closed == [(1008, "signed_out")]
    here.far.tell_went(ada)
    await until(lambda: not there.far.players)
    far.send(b"{}")  # too late: nobody hears it
    assert there.changes == [("joined", "ada"), ("left", "ada")]
    assert here.changes == []


async def test_a_client_that_becomes_somebody_else_is_another(two: tuple[Process, Process]) -> None:
    here, there = two
    client = Near("guest")
    here.far.tell_came(client)
    client.player, client.name = "ada", "Ada"
    here.far.tell_came(client)
    await until(lambda: list(there.far.players) == ["ada"])
    client.name = "Countess"
    here.far.tell_came(client)
    await until(lambda: [each.name for each in there.far.of_player("ada")] == ["Countess"])
    assert there.changes == [("joined", "guest"), ("left", "guest"), ("joined", "ada")]


async def test_who_joins_learns_of_all_and_the_silent_have_nobody(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two
    clients = [Near(f"p{number}") for number in range(5)]
    monkeypatch.setattr(roster, "MOST_ENTRIES", 2)
    for client in clients:
        here.far.tell_came(client)
    exchange = here.bus._exchange
    bus = LocalBus(exchange)
    late = FarClients(bus, Signals(), lambda: 7)
    await late.start()
    await until(lambda: len(late.players) == len(clients))
    exchange.cut(here.bus)
    here.far.tell_went(clients[0])  # nobody hears it
    monkeypatch.setattr(roster, "LIFE_S", 0.01)
    monkeypatch.setattr(late.roster, "_silent_s", 0.05)
    telling = [asyncio.create_task(each.roster.keep_telling()) for each in (here.far, late)]
    await until(lambda: not late.players)
    exchange.mend(here.bus)
    await until(lambda: len(late.players) == len(clients) - 1)
    for task in telling:
        task.cancel()
    await asyncio.gather(*telling, return_exceptions=True)
    await late.close()
    await bus.close()
    assert there.changes


async def test_what_is_not_understood_is_one_line(
    two: tuple[Process, Process], caplog: pytest.LogCaptureFixture
) -> None:
    here, there = two
    here.bus.publish("clients", b"\xc1")
    await until(lambda: "does not understand" in caplog.text)
    assert not there.far.players
