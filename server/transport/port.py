"""The port that the server listens on, the addresses at which it can be reached, and the end of all connections."""

import asyncio
import socket
from contextlib import suppress

from msgspec.json import encode
from websockets.asyncio.server import Server
from websockets.asyncio.server import serve as listen
from websockets.protocol import State

from server.config import Config
from server.errors import StartError
from server.protocol.outbound import Bye
from server.transport.feature import TransportFeature
from server.transport.stream import Stream

GOODBYE_S = 2.0
"""How long a stopping server waits for its clients to close."""
AT_ONCE = 200
"""Connections handled in one turn of the loop."""
BYE = encode(Bye("restart"))
RESTART = 1012


async def check_port(config: Config) -> None:
    """Raise StartError if another program already listens on the port; called before a database is created."""
    try:
        free = await asyncio.get_running_loop().create_server(
            asyncio.Protocol, config.host, config.port, start_serving=False
        )
    except OSError as error:
        raise _no_address(config, error) from None
    free.close()


async def open_port(
    config: Config,
    door: TransportFeature,
) -> Server:
    """Listen; the gate of ``door`` handles WebSockets, its site all other requests. Raises StartError."""
    try:
        return await listen(
            door.gate.serve,
            config.host,
            config.port,
            create_connection=Stream,
            process_request=door.respond,
            compression=None,
            max_size=4096,
            max_queue=8,
            write_limit=32768,
            ping_interval=10,
            ping_timeout=10,
            open_timeout=None,  # a stream has its own timeouts
            close_timeout=2,
            server_header="tengen",
        )
    except OSError as error:
        raise _no_address(config, error) from None


async def close_port(server: Server) -> None:
    """Send `Bye` to all clients, wait briefly until they have closed, then abort the rest.

    The message and the close frame go out in one write without a task for each client: for 10,000 of them, tasks are a
    third of the work.
    """
    server.close(close_connections=False)
    for stream in list(Stream.opening):  # the library would wait for their requests
        if stream.server is server:
            stream.transport.abort()
            stream.wait(0)  # nor for an answer that is being computed
    for number, connection in enumerate(list(server.all_connections)):
        protocol, transport = connection.protocol, connection.transport
        if protocol.state is State.OPEN and not transport.is_closing():
            protocol.send_text(BYE)
            protocol.send_close(RESTART, "restart")
            transport.write(b"".join(protocol.data_to_send()))
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    with suppress(TimeoutError):
        async with asyncio.timeout(GOODBYE_S):
            await server.wait_closed()
            return
    # thousands, or some that do not answer: they reconnect by themselves
    for number, connection in enumerate(list(server.all_connections)):
        connection.transport.abort()
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    await server.wait_closed()


def list_addresses(server: Server) -> list[str]:
    """List the URLs at which the server can be reached."""
    found = []
    for listening in server.sockets:
        host, port = listening.getsockname()[:2]
        hosts = [f"[{host}]" if ":" in host else host]
        if host in ("0.0.0.0", "::"):
            hosts = ["127.0.0.1", *_own_address()]
        found += [f"http://{host}:{port}/" for host in hosts]
    return list(dict.fromkeys(found))


def _own_address() -> list[str]:
    """Return this machine's address on its network: the source address for other hosts. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation
        except OSError:
            return []
        return [probe.getsockname()[0]]


def _no_address(config: Config, error: OSError) -> StartError:
    return StartError(f"cannot listen on {config.host}:{config.port}: {error.strerror or error}")
