"""Delivery of one message to a push service, in a separate thread: one request, over TLS, to a public address only.

Subscribers supply the address, so it is untrusted: its name is resolved once, and the connection goes to the result
that was found public. Redirects are not followed, and only the status is read.
"""

import asyncio
import re
import ssl
from collections.abc import Mapping
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from socket import SOCK_STREAM, getaddrinfo
from urllib.parse import urlsplit

from msgspec import Struct

PORT = 443
WAIT_S = 10.0
"""Timeout of the whole request, from the connection on."""
MOST_STATUS = 1024
"""Most bytes of the status line."""

_NAME = re.compile(r"(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]")
_PATH = re.compile(r"/[!-~]*")
_NAT64 = ip_network("64:ff9b::/96")
_UNICAST = ip_network("2000::/3")
"""The allocated unicast space of IPv6; other addresses may be mapped into a private network."""


class NotPublic(Exception):
    """An address is not on the public internet; nothing was sent."""


class PushAddress(Struct, frozen=True):
    """Address of a subscription."""

    host: str
    target: str
    """Path and query."""

    @property
    def origin(self) -> str:
        """Origin for the signature."""
        return f"https://{self.host}"


def read_endpoint(text: str) -> PushAddress:
    """Parse a subscription's endpoint; raises ValueError for anything but a plain https URL with a host name."""
    parts = urlsplit(text)
    host = (parts.hostname or "").lower()
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    plain = parts.netloc.lower() in (host, f"{host}:{PORT}") and not parts.fragment
    plain = plain and text.isprintable()  # urlsplit drops line breaks
    if parts.scheme != "https" or not plain or not _NAME.fullmatch(host) or not _PATH.fullmatch(target):
        raise ValueError("no endpoint of a push service")
    return PushAddress(host, target)


def is_public(text: str) -> bool:
    """Return whether an address is on the public internet, including IPv4 embedded in IPv6."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        inner: IPv4Address | None = address.ipv4_mapped
        if inner is None and address in _NAT64:
            inner = IPv4Address(int(address) & 0xFFFF_FFFF)
        if inner is not None:
            return is_public(str(inner))
        if address not in _UNICAST or address.sixtofour is not None or address.teredo is not None:
            return False
    return address.is_global and not address.is_multicast


def find_public(host: str) -> list[str]:
    """Resolve a host; raises NotPublic if any of its addresses is not public, OSError if there are none."""
    found = [str(info[4][0]) for info in getaddrinfo(host, PORT, type=SOCK_STREAM)]
    for address in found:
        if not is_public(address):
            raise NotPublic(f"{host} is at {address}")
    return list(dict.fromkeys(found))


@cache
def _context() -> ssl.SSLContext:
    """Return the TLS context; made once, as it reads the machine's certificates."""
    return ssl.create_default_context()


async def dial(host: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to the first address of a host that answers."""
    failure: OSError = OSError(f"{host} has no address")
    for address in find_public(host):
        try:
            return await asyncio.open_connection(address, PORT, ssl=_context(), server_hostname=host, limit=MOST_STATUS)
        except OSError as error:
            failure = error
    raise failure


def deliver(endpoint: PushAddress, headers: Mapping[str, str], body: bytes) -> int:
    """Send a message. Return the status of the answer. Blocks: call it in a thread.

    Raises OSError (including TimeoutError) without an answer, NotPublic, and ValueError for an answer that is not HTTP.
    """
    return asyncio.run(_deliver(endpoint, headers, body))


async def _deliver(endpoint: PushAddress, headers: Mapping[str, str], body: bytes) -> int:
    lines = [
        f"POST {endpoint.target} HTTP/1.1",
        f"Host: {endpoint.host}",
        f"Content-Length: {len(body)}",
        "Connection: close",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    async with asyncio.timeout(WAIT_S):
        reader, writer = await dial(endpoint.host)
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
            await writer.drain()
            try:
                line = await reader.readuntil(b"\n")
            except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                raise ValueError("no status line") from None
        finally:
            writer.transport.abort()  # the rest of the answer is of no use
    found = re.match(rb"HTTP/1\.[01] ([1-5][0-9]{2})\b", line)
    if found is None:
        raise ValueError("no status line")
    return int(found[1])
