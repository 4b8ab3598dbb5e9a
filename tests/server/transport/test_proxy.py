"""Client addresses behind proxies, and our own origins."""

from ipaddress import ip_network

import pytest

from server.transport.proxy import client_address, is_own_origin

TRUSTED = (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("203.0.113.1", ["198.51.100.7"], "203.0.113.1"),  # no proxy of ours: its word counts for nothing
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        ("10.0.0.1", ["6.6.6.6, 198.51.100.7"], "198.51.100.7"),  # the client invented the first
        ("10.0.0.1", ["6.6.6.6", "198.51.100.7, 10.0.0.2"], "198.51.100.7"),
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        ("10.0.0.1", ["unknown"], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.7, unknown, 10.0.0.2"], "10.0.0.2"),
        ("::ffff:10.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        ("fd00::1%eth0", ["2001:DB8::1"], "2001:db8::/64"),
        ("", ["198.51.100.7"], ""),
    ],
)
def test_the_address_is_the_last_that_no_trusted_proxy_vouches_for(
    peer: str, forwarded: list[str], address: str
) -> None:
    assert client_address(peer, forwarded, TRUSTED) == address


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("198.51.100.7", "198.51.100.7"),
        ("::1", "::1"),
    ],
)
def test_of_ipv6_the_network_counts_and_mapped_ipv4_is_ipv4(peer: str, counted: str) -> None:
    assert client_address(peer, [], ()) == counted
    assert client_address("10.0.0.1", [peer.partition("%")[0]], TRUSTED) == counted


def test_without_trusted_proxies_nothing_is_believed() -> None:
    assert client_address("127.0.0.1", ["198.51.100.7"], ()) == "127.0.0.1"


@pytest.mark.parametrize(
    ("origin", "host", "public", "own"),
    [
        ("", "go.example", (), True),
        ("http://go.example:8080", "go.example:8080", (), True),
        ("https://go.example", "go.example", (), True),
        ("HTTPS://Go.Example", "go.example", (), True),
        ("http://go.example:8081", "go.example:8080", (), False),
        ("http://evil.example", "go.example", (), False),
        ("http://go.example.evil.example", "go.example", (), False),
        ("null", "go.example", (), False),
        ("https://", "", (), False),
        ("file://", "", (), False),
        ("https://go.example", "backend:8080", ("https://go.example",), True),
        ("http://go.example", "backend:8080", ("https://go.example",), False),
        ("http://192.0.2.1:8080", "192.0.2.1:8080", ("https://go.example",), True),
        ("http://evil.example", "192.0.2.1:8080", ("https://go.example",), False),
        ("http://go.example", "go.example", ("https://go.example",), False),
        ("http://go.example:81", "go.example:81", ("https://go.example",), False),
        ("", "backend:8080", ("https://go.example",), True),
    ],
)
def test_own_origins(origin: str, host: str, public: tuple[str, ...], own: bool) -> None:
    assert is_own_origin(origin, host, public) is own
