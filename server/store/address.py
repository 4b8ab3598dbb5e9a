"""Addresses of databases: a file's path, or the URL of a PostgreSQL database."""

from urllib.parse import urlsplit, urlunsplit

SCHEMES = ("postgresql://", "postgres://")


def is_server(address: str) -> bool:
    """Return whether an address is that of a database server, and not a file's path."""
    return address.startswith(SCHEMES)


def hide_password(address: str) -> str:
    """Return the address of a database without its password, for messages; a file's path as it is."""
    if not is_server(address):
        return address
    parts = urlsplit(address)
    name, at, host = parts.netloc.rpartition("@")
    user = name.partition(":")[0]
    return urlunsplit(parts._replace(netloc=f"{user}{at}{host}", query=""))
