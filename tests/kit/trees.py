"""Stored trees of a real server, for tests: uploaded in chunks, and written as files."""

import asyncio
import base64
import itertools
from typing import Any

from tests.kit.client import Client, Refusal
from tests.kit.http import get

CHUNK = 2_940
_ids = itertools.count()


async def bring(client: Client, data: bytes, **wishes: Any) -> str:
    """Upload a file of variations; return its tree's id once it is kept. Raises Refusal."""
    id = f"up{next(_ids)}"
    fields = {"name": "a.lib", "bytes": len(data), **wishes}
    at = (await client.command("tree_open", id=id, **fields))["next"]
    while at < len(data):
        piece = base64.b64encode(data[at : at + CHUNK]).decode()
        try:
            at = (await client.command("tree_chunk", upload=id, at=at, data=piece))["next"]
        except Refusal as refusal:
            if refusal.code != "flood":
                raise
            await asyncio.sleep(0.2)  # the budget refills with time
    return await until_kept(client, "tree_close", upload=id)


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
