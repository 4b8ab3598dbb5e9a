"""Looks at uploads: limited in all, so that dialogs closed while a file is read leave nothing behind."""

import asyncio
import sys
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bots.files.reading import ReadingOptions
from server.handlers import Client
from server.protocol.inbound import FileLook
from server.protocol.outbound import SeenFile
from server.trees import looking, tree_file
from server.trees.looking import FileLooks, look
from server.trees.tree_file import TreeRejected


async def test_the_oldest_look_goes_where_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "MOST_LOOKS", 3)
    monkeypatch.setattr(looking, "ANSWER_S", 0)
    looks = FileLooks(cast(Any, None), cast(Any, None), lambda *_: None)

    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(looks, "_read", never)
    for number in range(10):
        client = SimpleNamespace(player=f"p{number}", address="", say=lambda _: None)
        await looks.look(cast(Client, client), FileLook("id", "upload"), 0)
    assert list(looks._jobs) == [("p7", "upload"), ("p8", "upload"), ("p9", "upload")]
    await looks.close()


def test_what_a_file_says_is_as_long_as_the_answer_takes() -> None:
    names = [f"{'A' * 2000}{number:04}" for number in range(500)]
    data = f"(;SZ[15]GM[4];B[hh]{''.join(f'{name}[x]' for name in names)};W[hi]A[x];B[hj]A[x])".encode()
    found = look("a.sgf", data, ReadingOptions(), alone=False)
    assert isinstance(found, SeenFile)
    left_out = found.games[0].left_out
    assert len(left_out) <= looking.MOST_LEFT_OUT
    assert max(map(len, left_out)) <= looking.TEXT
    assert left_out["A"] == 2


@pytest.mark.skipif(sys.platform != "linux", reason="limits are for Linux")
@pytest.mark.parametrize("alone", [False, True])
def test_a_file_that_takes_long_is_refused_in_the_shared_process_too(
    monkeypatch: pytest.MonkeyPatch, no_finalizers: None, alone: bool
) -> None:
    monkeypatch.setattr(tree_file if alone else looking, "MOST_S" if alone else "SHARED_S", 0.01)
    data = b"(;SZ[15]" + b"A[]" * 80_000 + b")"
    found = look("a.sgf", data, ReadingOptions(), alone=alone)
    assert found == TreeRejected("tree_too_large", {"nodes": ReadingOptions().most})
