"""Stored trees of a real server, for tests: uploaded in chunks, and written as files."""

import asyncio
from typing import Any

from tests.kit.client import Client
from tests.kit.http import get
from tests.kit.uploads import send_file


async def bring(client: Client, data: bytes, *, name: str = "a.lib", **wishes: Any) -> str:
    """Upload a file of variations; return its tree's id once it is kept. Raises Refusal."""
    opened = await send_file(client, "tree", name, data)
    return await until_kept(client, "tree_close", upload=opened["id"], **wishes)


async def until_kept(client: Client, t: str, *, id: str | None = None, **fields: Any) -> str:
    """Ask for the fate of a tree until it is kept; return its id."""
    while True:
        tree = (await client.command(t, id=id, **fields)).get("tree")
        if tree is not None:
            return str(tree)
        await asyncio.sleep(0.05)


async def write(url: str, tree: str, ending: str, token: str | None = None) -> tuple[int, bytes]:
    """Return the status and the body of a tree as a file, once it is written."""
    while True:
        status, body = await get(f"{url}/api/trees/{tree}.{ending}", token)
        if status != 503 or b"tree_writing" not in body:
            return status, body
        await asyncio.sleep(0.1)
