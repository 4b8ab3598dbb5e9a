"""A line to another program that a test can cut: a proxy that forwards bytes, or keeps them back."""

import asyncio
from contextlib import suppress
from typing import Self


class Line:
    """Leads from a port of loopback to a port of loopback or to a socket's path."""

    def __init__(self, target: int | str) -> None:
        self._target = target
        self._passes = asyncio.Event()
        self._passes.set()
        self._server: asyncio.Server | None = None
        self._pumps: set[asyncio.Task[None]] = set()
        self.port = 0

    async def open(self) -> Self:
        """Take connections."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def cut(self) -> None:
        """Let no byte pass; connections stay open, as on a network that has lost its way."""
        self._passes.clear()

    def mend(self) -> None:
        """Let everything pass again, first what has waited."""
        self._passes.set()

    async def close(self) -> None:
        """End all connections."""
        if self._server is not None:
            self._server.close()
        for pump in list(self._pumps):
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if isinstance(self._target, str):
                to, out = await asyncio.open_unix_connection(self._target)
            else:
                to, out = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.close()
            return
        for source, sink in ((reader, out), (to, writer)):
            pump = asyncio.create_task(self._pump(source, sink))
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError):
                while data := await source.read(65536):
                    await self._passes.wait()
                    sink.write(data)
                    await sink.drain()
        finally:
            sink.close()
