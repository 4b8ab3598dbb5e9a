"""GET over HTTP, for tests."""

import asyncio
import json
import urllib.error
import urllib.request
from typing import Any

WAIT_S = 60.0
READY_S = 120.0


def _get(url: str, token: str | None) -> tuple[int, bytes]:
    request = urllib.request.Request(url)
    if token is not None:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=WAIT_S) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


async def get(url: str, token: str | None = None) -> tuple[int, bytes]:
    """Return the status and the body; ``token`` is a player's."""
    return await asyncio.to_thread(_get, url, token)


async def get_json(url: str, token: str | None = None) -> Any:
    """Return the body of an answer that must be a success."""
    status, body = await get(url, token)
    assert status == 200, (url, status, body)
    return json.loads(body)


async def bots_ready(url: str) -> None:
    """Wait until every level of the server can play: compiled ones become ready some time after the start."""
    async with asyncio.timeout(READY_S):
        while not all(level.get("ready", True) for level in (await get_json(f"{url}/api/levels"))["levels"]):
            await asyncio.sleep(0.05)
