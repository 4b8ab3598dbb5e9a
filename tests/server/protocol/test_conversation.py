"""The conversation in PROTOCOL.md, held with the real server."""

import json
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from server.protocol import describe
from tests.kit.app import App

SCRIPT = (Path(describe.__file__).parent / "conversation.txt").read_text(encoding="utf-8").splitlines()
ANY = "$any"


def fits(pattern: Any, value: Any, known: dict[str, Any]) -> bool:
    """Whether a message is what the script says; words with a dollar sign are learned into ``known``."""
    if pattern == ANY:
        return True
    if isinstance(pattern, str) and pattern.startswith("$"):
        return bool(known.setdefault(pattern, value) == value)
    if isinstance(pattern, dict) and isinstance(value, dict):
        required = {key for key, inner in pattern.items() if inner != ANY}
        return required <= set(value) <= set(pattern) and all(
            fits(pattern[key], inner, known) for key, inner in value.items()
        )
    if isinstance(pattern, list) and isinstance(value, list):
        return len(pattern) == len(value) and all(
            fits(inner, found, known) for inner, found in zip(pattern, value, strict=True)
        )
    return bool(pattern == value)


def filled(pattern: Any, known: dict[str, Any]) -> Any:
    """A message of the client with the words replaced by what they stand for."""
    if isinstance(pattern, dict):
        return {key: filled(inner, known) for key, inner in pattern.items()}
    return known[pattern] if isinstance(pattern, str) and pattern.startswith("$") else pattern


async def heard(socket: ClientConnection) -> Any:
    """The next message that the script does not leave out."""
    while (message := json.loads(await socket.recv()))["t"] in ("presence", "beat", "talk"):
        pass
    return message


async def lose(socket: ClientConnection) -> None:
    """Break the connection once the bot has answered, so that both moves have been missed."""
    while not any(event.get("seat") == 1 for event in (await heard(socket)).get("events", ())):
        pass
    socket.transport.abort()
    await socket.wait_closed()


async def test_the_documented_conversation_takes_place(
    running: tuple[App, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.rooms.creation.secrets.randbits", lambda _: 1)  # one and the same bot each time
    known: dict[str, Any] = {}
    lost = 0
    socket = await connect(running[1], compression=None)
    for line in SCRIPT:
        kind, text = line.split(" ", 1)
        if kind == ">":
            await socket.send(json.dumps(filled(json.loads(text), known)))
        elif kind == "<":
            message = await heard(socket)
            assert fits(json.loads(text), message, known), f"{message}\nis not\n{text}"
        elif "connection is lost" in text:
            await lose(socket)
            lost += 1
            socket = await connect(running[1], compression=None)
    await socket.close()
    assert lost == 1


def test_a_message_that_differs_does_not_fit() -> None:
    known: dict[str, Any] = {}
    assert fits({"a": "$x", "b": ["$x", ANY]}, {"a": 1, "b": [1, 2]}, known)
    assert not fits({"a": "$x"}, {"a": 2}, known)
    assert not fits({"a": 1}, {"a": 1, "b": 1}, known)
    assert not fits({"a": 1, "b": 1}, {"a": 1}, known)
    assert fits({"a": 1, "b": ANY}, {"a": 1}, known)
    assert not fits([1], [1, 1], known)
