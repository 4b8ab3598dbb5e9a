"""Uploads of files to a real server, in chunks of the largest size."""

import asyncio
import base64

from tests.kit.client import Client, Message, Refusal

CHUNK = 2_940


async def send_file(client: Client, kind: str, name: str, data: bytes, id: str | None = None) -> Message:
    """Send a file, unless it is stored already; return the answer to its opening. Raises Refusal."""
    opened = await client.command("upload_open", id=id, kind=kind, name=name, bytes=len(data))
    at = opened.get("next", len(data))
    while at < len(data):
        piece = base64.b64encode(data[at : at + CHUNK]).decode()
        try:
            at = (await client.command("upload_chunk", upload=opened["id"], at=at, data=piece))["next"]
        except Refusal as refusal:
            if refusal.code != "flood":
                raise
            await asyncio.sleep(0.2)  # the budget refills with time
    return opened
