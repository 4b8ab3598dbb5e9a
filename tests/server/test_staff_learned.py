"""The owner's view of what bots have learned, over real sockets."""

import pytest

from bots.learning.proofs.proven_positions import Row
from bots.tuning.weight_fit import PRIOR
from server.protocol.values import Who
from server.store.knowledge import patterns, proofs, weights
from tests.conftest import Connect
from tests.kit.client import Refusal
from tests.server.learning.examples import pattern
from tests.server.store.examples import finished
from tests.server.store.knowledge.test_patterns import learned
from tests.server.test_staff import ask, staff
from tests.server.test_staff_acts import act
from tests.server.test_talk import Running

A, B = pattern(1), pattern(2)
POINT, MOVE = (PRIOR[0] + 7.5, *PRIOR[1:]), (*PRIOR[:-1], PRIOR[-1] - 1)


async def test_patterns_are_listed_and_found(running: Running, join: Connect) -> None:
    store, owner = running[0].store, await staff(running, join, "owner")
    await learned(store, "one000000000", A, B)
    await store.execute(("UPDATE games SET visibility = 'private'", ()))
    listed = await ask(owner, "patterns")
    assert (listed["on"], listed["off"], listed["more"]) == (2, 0, False)
    newest, oldest = listed["patterns"]
    assert (newest["key"], oldest["key"], oldest["rules"]) == (B.key, A.key, A.rules)
    assert (oldest["taught"], oldest.get("shown")) == (1, None)
    await store.execute(("UPDATE games SET visibility = 'public'", ()))
    assert all(each["shown"] for each in (await ask(owner, "patterns"))["patterns"])
    await act(owner, "pattern_off", str(oldest["number"]))
    assert [each["key"] for each in (await ask(owner, "patterns"))["patterns"]] == [B.key]
    for find, keys in (("", [A.key]), (A.key, [A.key]), (str(oldest["number"]), [A.key]), (B.key, [])):
        assert [each["key"] for each in (await ask(owner, "patterns", state="off", find=find))["patterns"]] == keys
    assert (await ask(owner, "patterns", before=newest["number"]))["patterns"] == []
    await act(owner, "pattern_forget", A.key)
    assert (await ask(owner, "patterns", state="off"))["off"] == 0
    assert len(await patterns.list_in_use(store)) == 1


async def test_versions_of_the_weights_are_listed_and_compared(running: Running, join: Connect) -> None:
    store, owner = running[0].store, await staff(running, join, "owner")
    assert (await ask(owner, "weights"))["versions"] == []
    await store.execute(*weights.begin_trial(0, "search 4", 30, 4.0, POINT, [1], 1))
    await store.execute(*weights.decide(1, [2.0] * 40, 30.0, 12.5, 47.5, True, 2))
    await store.execute(*weights.begin_trial(1, "search 4", 55, 2.0, MOVE, [1], 3))
    listed = await ask(owner, "weights")
    assert (listed["used"], listed["frozen"]) == (1, False)
    trial, passed = listed["versions"]
    assert (trial["state"], trial["parent"], trial["pairs"], trial.get("elo")) == ("trial", 1, 0, None)
    assert (passed["state"], passed["pairs"], passed["elo"], passed["interval"]) == ("passed", 40, 30.0, [12.5, 47.5])
    assert [each["version"] for each in (await ask(owner, "weights", before=2))["versions"]] == [1]
    compared = await ask(owner, "compare_weights", version=1)
    assert (compared["differing"], compared["all"]) == (1, len(PRIOR))
    assert compared["differences"] == [{"kind": "point", "one": PRIOR[0] + 7.5, "other": PRIOR[0]}]
    both = await ask(owner, "compare_weights", version=1, other=2)
    assert [each["kind"] for each in both["differences"]] == ["point", "to_move"]
    await act(owner, "weights_freeze")
    await act(owner, "weights_forget", "1")
    listed = await ask(owner, "weights")
    assert (listed["used"], listed["frozen"]) == (0, True)
    assert [each["state"] for each in listed["versions"]] == ["refused", "forgotten"]
    with pytest.raises(Refusal, match="unknown_weights"):
        await ask(owner, "compare_weights", version=1)


async def test_proven_positions_are_counted(running: Running, join: Connect) -> None:
    store, owner = running[0].store, await staff(running, join, "owner")
    await finished(store, "game00000001", Who(level=1), Who(level=1), ended_at=1)
    rows = [
        Row("freestyle", 15, key, b"x", won, "vcf", 3, 9, b"", b"") for key, won in ((1, True), (2, True), (3, False))
    ]
    await store.execute(*proofs.keep(rows, 1))
    (pool,) = (await ask(owner, "proofs"))["pools"]
    assert (pool["rules"], pool["size"], pool["won"], pool["lost"], pool["dropped"]) == ("freestyle", 15, 2, 1, 0)
    assert pool["bytes"] > 0
