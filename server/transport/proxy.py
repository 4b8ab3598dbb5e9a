"""Who is at the other end of a connection, and which pages are our own."""

from collections.abc import Collection, Sequence
from ipaddress import ip_address

from server.config import Network


def client_address(peer: str, forwarded: Sequence[str], trusted: Sequence[Network]) -> str:
    """The address that counts for limits: the last one that no trusted proxy vouches for.

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
    return address


def _inside(address: str, networks: Sequence[Network]) -> bool:
    if not networks or not address:
        return False
    found = ip_address(address.partition("%")[0])
    mapped = getattr(found, "ipv4_mapped", None)
    return any((mapped or found) in network for network in networks)


def is_own_origin(origin: str, host: str, public_origins: Collection[str]) -> bool:
    """Whether a page of this ``Origin`` may talk to the server.

    A client that is no browser sends none (empty). A browser's must be one of the configured origins, or, where none
    is configured, the address in the request's own ``Host``.
    """
    if not origin:
        return True
    if public_origins:
        return origin.lower() in public_origins
    return bool(host) and origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")
