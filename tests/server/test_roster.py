"""A roster: what others have is known while they have it, whatever the bus loses."""

import asyncio
from collections.abc import AsyncIterator

import hypothesis.strategies as st
import pytest
from hypothesis import given

from server import roster
from server.bus.local import Exchange, LocalBus
from server.roster import Roster


class Member:
    """A process with entries of its own, and what it knows of the others'."""

    def __init__(self, exchange: Exchange) -> None:
        self.bus = LocalBus(exchange)
        self.here: dict[str, int] = {}
        self.theirs: dict[tuple[str, str], int] = {}
        self.roster = Roster(self.bus, "things", (str, int), lambda: self.here, self._put, silent_s=3.0)

    def _put(self, process: str, key: str, value: int | None) -> None:
        if value is None:
            self.theirs.pop((process, key), None)
        else:
            self.theirs[process, key] = value

    def change(self, key: str, value: int | None) -> None:
        """Have an entry, or have it no more."""
        if value is None:
            self.here.pop(key, None)
        else:
            self.here[key] = value
        self.roster.tell(key, value)


@pytest.fixture
async def exchange() -> AsyncIterator[Exchange]:
    found = Exchange()
    yield found
    for bus in list(found.buses):
        await bus.close()


async def settle() -> None:
    """Let the messages of the local bus arrive."""
    for _ in range(10):
        await asyncio.sleep(0)


steps = st.lists(
    st.tuples(
        st.integers(0, 2), st.sampled_from("abcd"), st.one_of(st.none(), st.integers(0, 9)), st.sampled_from("tcm")
    ),
    max_size=30,
)


@given(steps)
def test_all_know_the_same_once_the_bus_is_back(taken: list[tuple[int, str, int | None, str]]) -> None:
    async def run() -> None:
        exchange = Exchange()
        members = [Member(exchange) for _ in range(3)]
        for member in members:
            await member.roster.start()
        for number, key, value, act in taken:
            match act:
                case "t":
                    members[number].change(key, value)
                case "c":
                    exchange.cut(members[number].bus)
                case _:
                    exchange.mend(members[number].bus)
            await settle()
        for member in members:
            exchange.mend(member.bus)
            await settle()
        for member in members:
            told = {
                (each.bus.name, key): value
                for each in members
                if each is not member
                for key, value in each.here.items()
            }
            assert member.theirs == told
        members[0].roster.close()
        await settle()
        assert not any(process == members[0].bus.name for process, _ in members[1].theirs)
        for member in members:
            await member.bus.close()

    asyncio.run(run())


async def test_many_entries_come_in_parts(exchange: Exchange, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster, "MOST_ENTRIES", 3)
    one, other = Member(exchange), Member(exchange)
    one.here = {f"key{number}": number for number in range(20)}
    other.theirs[one.bus.name, "gone"] = 1
    await other.roster.start()
    await one.roster.start()
    await settle()
    assert {key: value for (_, key), value in other.theirs.items() if key != "gone"} == one.here
    del one.here["key7"]
    one.roster._tell_all()
    await settle()
    assert (one.bus.name, "key7") not in other.theirs


async def test_a_process_has_a_bounded_number_of_entries(
    exchange: Exchange, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(roster, "MOST_OF_PROCESS", 3)
    one, other, third = Member(exchange), Member(exchange), Member(exchange)
    one.here = {f"key{number}": number for number in range(5)}
    for member in (other, third, one):
        await member.roster.start()
    await settle()
    assert len(other.theirs) == 3
    third.change("mine", 1)  # has room of its own
    one.roster._tell_all()
    one.change("key9", 9)
    await settle()
    assert len(other.theirs) == 4
    assert other.theirs[third.bus.name, "mine"] == 1
    told = [each.message for each in caplog.records if "entries" in each.message]
    assert len(told) == 2  # each of the others says it once

    kept = next(key for process, key in other.theirs if process == one.bus.name)
    one.change(kept, 7)  # one that is known may change
    await settle()
    assert other.theirs[one.bus.name, kept] == 7
    one.here = {"key3": 3, "key4": 4}
    one.roster._tell_all()
    await settle()
    assert {key: value for (process, key), value in other.theirs.items() if process == one.bus.name} == one.here


async def test_the_number_of_processes_is_bounded(
    exchange: Exchange, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(roster, "MOST_PROCESSES", 2)
    members = [Member(exchange) for _ in range(5)]
    for member in members:
        await member.roster.start()
    await settle()
    for member in members:
        member.change("key", 1)
        member.change("key", 2)
    await settle()
    assert [len(member.theirs) for member in members] == [2] * 5
    assert sum("processes" in each.message for each in caplog.records) == 5


async def test_garbage_is_one_line(exchange: Exchange, caplog: pytest.LogCaptureFixture) -> None:
    member, stranger = Member(exchange), LocalBus(exchange)
    await member.roster.start()
    stranger.publish("things", b"\xc1")
    await settle()
    assert "does not understand" in caplog.text
    assert member.theirs == {}
