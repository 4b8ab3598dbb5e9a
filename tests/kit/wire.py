"""A wire between a client and a server that can be cut: nothing passes any more, and neither side is told."""

import asyncio
from contextlib import suppress
from typing import Self


class Wire:
    """Forwards TCP connections from its own port to a port of this machine, as a context manager."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._whole = asyncio.Event()
        self._whole.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server
        self.port = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Block both directions until `mend`; data arriving meanwhile waits."""
        self._whole.clear()

    def mend(self) -> None:
        """Let everything through."""
        self._whole.set()

    def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._join(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._whole.wait()
        beyond_reader, beyond = await asyncio.open_connection("127.0.0.1", self._target)
        try:
            await asyncio.gather(self._carry(reader, beyond), self._carry(beyond_reader, writer))
        finally:
            writer.close()
            beyond.close()

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await source.read(65536):
                await self._whole.wait()
                sink.write(data)
                await sink.drain()
        sink.close()
