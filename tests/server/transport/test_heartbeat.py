"""Every connection that was greeted hears that the server is there, in turns, and as long as it is open."""

import asyncio
import json

import pytest
from websockets.asyncio.client import ClientConnection, connect

from server.transport import heartbeat
from tests.kit.app import App
from tests.kit.client import WAIT_S


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "BEAT_S", 0.5)


async def beat(client: ClientConnection) -> None:
    """Until the next one; what else comes is passed over."""
    async with asyncio.timeout(WAIT_S):
        while json.loads(await client.recv()) != {"t": "beat"}:
            pass


async def test_everybody_hears_it_again_and_again_until_they_leave(running: tuple[App, str]) -> None:
    app, url = running
    clients = [await connect(url) for _ in range(heartbeat.SLOTS + 3)]
    silent = await connect(url)
    try:
        for client in clients:
            await client.send('{"t":"hello","protocol":1}')
        for _ in range(2):
            await asyncio.gather(*map(beat, clients))
        with pytest.raises(TimeoutError):  # who has not said hello is not greeted, and not kept up either
            await asyncio.wait_for(silent.recv(), 0.6)
    finally:
        await asyncio.gather(*(client.close() for client in [*clients, silent]))
    async with asyncio.timeout(WAIT_S):
        while app.sessions.online:
            await asyncio.sleep(0.01)
    assert not any(app.gate.heartbeat._slots)
    assert not app.gate.heartbeat._slot_of
