"""Word to a supervisor like systemd, in its protocol of datagrams: that the server is open, alive, stopping."""

import logging
import os
import socket
from collections.abc import Mapping

log = logging.getLogger("tengen")


class Supervisor:
    """Whoever started the server and wants to hear from it, as the environment says; nobody where it says nothing."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        path = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + path[1:] if path.startswith("@") else path
        self._socket: socket.socket | None = None
        if self._address:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._socket.setblocking(False)  # who does not read shall not hold up the loop
        self._wanted_us = _microseconds(environ)

    @property
    def alive_every_s(self) -> float:
        """How often it should hear that the loop is alive: twice in the time after which it ends a silent server."""
        return self._wanted_us / 2_000_000 if self._wanted_us else float("inf")

    def tell_ready(self) -> None:
        """The server is open."""
        self._say("READY=1")

    def tell_alive(self) -> None:
        """The loop goes round; for every `alive_every_s` seconds or more often."""
        if self._wanted_us:
            self._say("WATCHDOG=1")

    def tell_stopping(self) -> None:
        """The server was told to end."""
        self._say("STOPPING=1")

    def close(self) -> None:
        """Nothing more is said."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _say(self, state: str) -> None:
        if self._socket is not None:
            try:
                self._socket.sendto(state.encode(), self._address)
            except BlockingIOError:
                pass  # it has more than enough of them unread
            except OSError as error:
                log.warning("the supervisor cannot be told %s, nor anything more: %s", state, error)
                self.close()


def _microseconds(environ: Mapping[str, str]) -> int:
    """WATCHDOG_USEC, if it is meant for this process; 0 where nobody waits for it."""
    text, process = environ.get("WATCHDOG_USEC", ""), environ.get("WATCHDOG_PID", "")
    return int(text) if text.isdecimal() and process in ("", str(os.getpid())) else 0
