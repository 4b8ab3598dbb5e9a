"""Proxies and peers: the address at the other end of a connection, and the origins that are our own."""

from collections.abc import Collection, Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from websockets.asyncio.server import ServerConnection

from server.option_kinds import Network


def client_address(peer: str, forwarded: Sequence[str], trusted: Sequence[Network]) -> str:
    """Return the address that counts for limits: the last one that no trusted proxy vouches for.

    For IPv6 it is the network, as in "2001:db8:1:2::/64", since one host there can use all of its addresses.

    Args:
        peer: address of the socket's other end.
        forwarded: values of all ``X-Forwarded-For`` headers in order.
        trusted: networks of trusted proxies; headers of others are ignored.
    """
    hops = [hop.strip() for value in forwarded for hop in value.split(",")]
    address = peer
    while hops and _inside(address, trusted):
        hop = hops.pop()
        try:
            address = str(ip_address(hop))
        except ValueError:  # a proxy that writes "unknown" answers for its clients itself
            break
    return _network(address)


def _network(address: str) -> str:
    found = _parse(address) if address else None
    if not isinstance(found, IPv6Address) or found.is_loopback:
        return address if found is None else str(found)
    return str(IPv6Network((found, 64), strict=False))


def _inside(address: str, networks: Sequence[Network]) -> bool:
    if not networks or not address:
        return False
    found = _parse(address)
    return any(found in network for network in networks)


def _parse(address: str) -> IPv4Address | IPv6Address:
    """Parse a socket's address; IPv4 on an IPv6 socket becomes IPv4."""
    found = ip_address(address.partition("%")[0])
    return getattr(found, "ipv4_mapped", None) or found


def find_untrusted(peer: str, forwarded: Sequence[str], trusted: Sequence[Network]) -> str | None:
    """Return the address of a proxy that forwards for others and is not trusted; None if there is none.

    Only this machine and its private network count: anybody else may forge the header.
    """
    if not forwarded or not peer or _inside(peer, trusted) or not _parse(peer).is_private:
        return None
    return str(_parse(peer))


def peer_of(socket: ServerConnection) -> str:
    """Return the address of a socket's other end, "" if it has none."""
    peer = socket.remote_address
    return peer[0] if isinstance(peer, tuple) else ""


def is_loopback(peer: str) -> bool:
    """Return whether the other end of a socket is this machine."""
    return bool(peer) and _parse(peer).is_loopback


def is_own_origin(origin: str, host: str, public_origins: Collection[str]) -> bool:
    """Return whether a page of this ``Origin`` may talk to the server.

    A client that is no browser sends none (empty). A browser's must be one of the configured origins, or match the
    request's own ``Host``, which is known to be ours; but if a configured origin has that host name, its scheme and
    port are binding.
    """
    if not origin or origin.lower() in public_origins:
        return True
    if not host or urlsplit(f"//{host.lower()}").hostname in [urlsplit(public).hostname for public in public_origins]:
        return False
    return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")
