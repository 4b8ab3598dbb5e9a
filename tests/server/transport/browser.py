"""A raw HTTP client: one request a connection, nothing tidied up."""

import asyncio
from dataclasses import dataclass
from typing import Any

import msgspec


@dataclass(frozen=True)
class Answer:
    """An HTTP answer; header names in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body read as JSON."""
        assert self.headers["content-type"] == "application/json"
        return msgspec.json.decode(self.body)


async def fetch(port: int, target: str, method: str = "GET", **headers: str) -> Answer:
    """Send one request; ``_`` in the names of headers stands for ``-``."""
    lines = [f"{method} {target} HTTP/1.1", f"Host: {headers.pop('Host', f'127.0.0.1:{port}')}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    async with asyncio.timeout(60):
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    await writer.wait_closed()
    first, *rest = head.decode("latin-1").split("\r\n")
    fields = [line.split(": ", 1) for line in rest]
    names = [name.lower() for name, _ in fields]
    assert len(set(names)) == len(names), f"a header is sent twice: {names}"
    return Answer(int(first.split()[1]), {name.lower(): value for name, value in fields}, body)
