"""The reference: a bare `websockets` relay. Two clients a room; what one sends goes to both, nothing is kept."""

import asyncio
import sys
from collections import defaultdict

from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed


async def main() -> None:
    """Serve until killed; prints the port."""
    rooms: defaultdict[str, set[ServerConnection]] = defaultdict(set)

    async def relay(socket: ServerConnection) -> None:
        assert socket.request is not None
        room = rooms[socket.request.path]
        room.add(socket)
        try:
            async for message in socket:
                broadcast(room, message)
        except ConnectionClosed:
            pass
        finally:
            room.discard(socket)

    async with serve(
        relay,
        "127.0.0.1",
        0,
        compression=None,
        max_size=4096,
        max_queue=8,
        write_limit=32768,
        ping_interval=10,
        ping_timeout=10,
    ) as server:
        print(f"bare relay at http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}/", flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
