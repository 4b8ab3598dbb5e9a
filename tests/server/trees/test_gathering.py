"""Uploads of several kinds side by side: each kind has its limits, and no file counts or ends as one of another."""

from base64 import b64encode
from typing import Any

import pytest

from server.errors import Refused
from server.protocol.inbound import FileLook, UploadChunk, UploadOpen
from server.protocol.outbound import Ack
from server.protocol.values import UploadKind
from server.trees import gathering as module
from server.trees.gathering import FILE_BYTES, Gathering
from server.trees.looking import FileLooks
from tests.server.trees.test_uploads import Sender, refused

KINDS: tuple[UploadKind, ...] = ("games", "tree", "patterns")


@pytest.fixture
def gathering() -> Gathering:
    gathering = Gathering(lambda: 1_000_000)

    async def admit(*_: object) -> None:
        return None

    for kind in KINDS:
        gathering.admit(kind, admit)
    return gathering


async def opened(gathering: Gathering, who: Any, kind: UploadKind, id: str, size: int = 100) -> int | None:
    await gathering.open(who, UploadOpen(id, kind, "a", size), 0)
    told: Ack = who.told[-1]
    return told.next


async def sent(gathering: Gathering, who: Any, id: str, size: int) -> int | None:
    await gathering.take(who, UploadChunk("c", id, 0, b64encode(bytes(size)).decode()), 0)
    told: Ack = who.told[-1]
    return told.next


async def test_a_file_counts_for_its_own_kind_alone(gathering: Gathering, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 100)
    who = Sender()
    for kind in KINDS:
        for n in range(2):  # as many of each kind as one may have
            assert await opened(gathering, who, kind, f"{kind}{n}") == 0
            assert await sent(gathering, who, f"{kind}{n}", 50) == 50
    assert gathering.bytes == {"games": 100, "tree": 100, "patterns": 100}
    other = Sender("bob", "192.0.2.2")
    await opened(gathering, other, "tree", "up")
    await sent(gathering, other, "up", 50)  # too much of this kind: the address with most loses its own of it
    assert gathering.bytes == {"games": 100, "tree": 50, "patterns": 100}
    assert await opened(gathering, who, "games", "games0") == 50
    assert await opened(gathering, who, "tree", "tree0") == 0


async def test_a_file_is_begun_anew_under_another_kind(gathering: Gathering) -> None:
    who = Sender()
    await opened(gathering, who, "tree", "up")
    await sent(gathering, who, "up", 100)
    assert await opened(gathering, who, "games", "up") == 0
    assert not +gathering.bytes
    await sent(gathering, who, "up", 100)
    assert +gathering.bytes == {"games": 100}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_file_ends_as_one_of_its_kind_alone(gathering: Gathering, kind: UploadKind) -> None:
    who = Sender()
    await opened(gathering, who, kind, "up")
    await sent(gathering, who, "up", 100)
    for other in {*KINDS} - {kind}:
        with pytest.raises(Refused, match="no_upload"):
            gathering.finish("ada", "up", other)
    assert gathering.finish("ada", "up", kind).opened.kind == kind


async def test_a_file_of_patterns_is_not_looked_at(gathering: Gathering) -> None:
    who = Sender()
    await opened(gathering, who, "patterns", "up")
    await sent(gathering, who, "up", 100)

    async def run(*_: object, **__: object) -> None:
        raise AssertionError("nobody reads it")

    looks = FileLooks(run, gathering, lambda *_: None)
    assert (await refused(looks.look(who, FileLook("l", "up"), 0)))[0] == "no_upload"


@pytest.mark.parametrize("kind", KINDS)
async def test_each_kind_has_its_longest_file(gathering: Gathering, kind: UploadKind) -> None:
    assert await opened(gathering, Sender(), kind, "up", FILE_BYTES[kind]) == 0
    assert (await refused(opened(gathering, Sender(), kind, "up", FILE_BYTES[kind] + 1)))[0] == "bad_message"
