"""``python -m tests.server.held_up serve ...``: an impatient server whose loop a request holds up, `/hold/SECONDS`."""

import sys
import time
from typing import cast

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from server import __main__, watchdog
from server.transport.feature import TransportFeature
from server.transport.proxy import peer_of
from server.transport.stream import Stream


async def respond(door: TransportFeature, connection: ServerConnection, request: Request) -> Response | None:
    """Hold up everything where that is asked, and answer as the server does."""
    if request.path.startswith("/hold/"):
        time.sleep(float(request.path.removeprefix("/hold/")))
        return connection.respond(200, "held\n")
    return await door.site.respond(request, peer_of(connection), cast("Stream", connection))


if __name__ == "__main__":
    watchdog.SILENT_S, watchdog.TICK_S = 0.4, 0.1
    TransportFeature.respond = respond  # type: ignore[method-assign,assignment]
    sys.exit(__main__.main())
