"""Hosts: the names under which this server may be addressed.

A foreign page can point its own name at our address, and then has our origin for the browser (DNS rebinding). But
``Host`` still has its name. So only names pass that lead here anyway: addresses, this machine's own names, and the
public origins; a name that somebody else owns is none of these.
"""

import re
import socket
import threading
from collections.abc import Collection, Iterator, Sequence
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from server.transport.operator_advice import OperatorAdvice

LOCAL = ("local", "lan", "home.arpa", "internal", "localdomain", "fritz.box")
"""Suffixes of devices in a local network: multicast DNS, and those that routers add to a machine's name."""
_HOST = re.compile(r"(\[[0-9a-f:.]+(?:%[^\]]*)?\]|[a-z0-9._-]+)(?::[0-9]{1,5})?")
_RESOLVER, _TABLE = Path("/etc/resolv.conf"), Path("/etc/hosts")


class Hosts:
    """Known names: ``names`` are this machine's own, ``public_origins`` come from the settings."""

    def __init__(self, names: Collection[str], public_origins: Sequence[str]) -> None:
        public = (urlsplit(origin).hostname or "" for origin in public_origins)
        self._names = {"localhost", *names, *public}
        self._advice = OperatorAdvice()

    def ask(self) -> threading.Thread:
        """Look up this machine's full name in a thread, as the name server may take long."""

        def answer() -> None:
            self._names.add(socket.getfqdn().lower().rstrip("."))

        asking = threading.Thread(target=answer, name="own name", daemon=True)
        asking.start()
        return asking

    def know(self, header: str) -> bool:
        """Return whether a ``Host`` header names this server."""
        found = _HOST.fullmatch(header.strip().lower())
        if found is None:
            return False
        name = found[1].rstrip(".")
        return name in self._names or name.endswith(".localhost") or _is_address(name)

    def refuse(self, header: str) -> str:
        """Return the explanation for a client that asked for another name, and log it."""
        name = header[:80] if header.isprintable() else "?"
        advice = f"this server does not go by the name {name!r}; TENGEN_PUBLIC_ORIGINS=http://NAME lets it"
        self._advice.tell("wrong_host", name, f"refused: {advice}")
        return advice


def own_names(listening: str) -> set[str]:
    """Return this machine's own names, with the suffixes that its network may add. ``listening`` is the host that the
    server listens on, perhaps a name.
    """
    names = {socket.gethostname(), listening}
    names.update(_aliases(names))
    short = {name.split(".")[0] for name in names if name and not _is_address(name)}
    names |= {f"{name}.{suffix}" for name in short for suffix in (*LOCAL, *_search_suffixes())}
    return {name.lower().rstrip(".") for name in names | short if name}


def _search_suffixes() -> Iterator[str]:
    """Yield the suffixes that this machine's resolver adds to a bare name."""
    for word, *rest in _words(_RESOLVER):
        if word in ("search", "domain"):
            yield from (suffix.strip(".") for suffix in rest if suffix.strip("."))


def _aliases(names: set[str]) -> Iterator[str]:
    """Yield the aliases of this machine's names in its hosts table, which usually has the full name."""
    for _, *found in _words(_TABLE):
        if names.intersection(found):
            yield from found


def _words(file: Path) -> Iterator[list[str]]:
    try:
        lines = file.read_text(errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        words = line.partition("#")[0].split()
        if words:
            yield words


def _is_address(name: str) -> bool:
    try:
        ip_address(name.strip("[]").partition("%")[0])
    except ValueError:
        return False
    return True
