"""Proxies and peers: who is at the other end of a connection, and which pages are our own."""

from collections.abc import Collection, Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from websockets.asyncio.server import ServerConnection

from server.option_kinds import Network


def client_address(peer: str, forwarded: Sequence[str], trusted: Sequence[Network]) -> str:
    """The address that counts for limits: the last one that no trusted proxy vouches for.

    Of IPv6 that is its network, as in "2001:db8:1:2::/64": whoever has one address there has all of them.

    Args:
        peer: address of the socket's other end.
        forwarded: values of all ``X-Forwarded-For`` headers in their order.
        trusted: networks of the proxies whose word is taken; anybody else's header is ignored.
    """
    hops = [hop.strip() for value in forwarded for hop in value.split(",")]
    address = peer
    while hops and _inside(address, trusted):
        hop = hops.pop()
        try:
            address = str(ip_address(hop))
        except ValueError:  # a proxy that writes "unknown": it answers for its clients itself
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
    """An address as a socket names it; IPv4 that came through a socket of IPv6 is IPv4."""
    found = ip_address(address.partition("%")[0])
    return getattr(found, "ipv4_mapped", None) or found


def find_untrusted(peer: str, forwarded: Sequence[str], trusted: Sequence[Network]) -> str | None:
    """The address of a proxy that speaks for others and is not trusted to; None where there is none.

    Only of this machine or its network: anybody else may send that header, and is believed nothing.
    """
    if not forwarded or not peer or _inside(peer, trusted) or not _parse(peer).is_private:
        return None
    return str(_parse(peer))


def peer_of(socket: ServerConnection) -> str:
    """The address of a socket's other end, empty where it has none."""
    peer = socket.remote_address
    return peer[0] if isinstance(peer, tuple) else ""


def is_loopback(peer: str) -> bool:
    """Whether the other end of a socket is this machine."""
    return bool(peer) and _parse(peer).is_loopback


def is_own_origin(origin: str, host: str, public_origins: Collection[str]) -> bool:
    """Whether a page of this ``Origin`` may talk to the server.

    A client that is no browser sends none (empty). A browser's must be one of the configured origins, or the address in
    the request's own ``Host``, which is known to be ours: not where a configured origin has that name, as it says how.
    """
    if not origin or origin.lower() in public_origins:
        return True
    if not host or urlsplit(f"//{host.lower()}").hostname in [urlsplit(public).hostname for public in public_origins]:
        return False
    return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")
