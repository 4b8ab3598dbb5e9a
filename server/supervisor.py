"""Notifications to a supervisor such as systemd, by its datagram protocol: ready, alive, stopping."""

import logging
import os
import socket
from collections.abc import Mapping

log = logging.getLogger("tengen")


class Supervisor:
    """The supervisor named by the environment, if any."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        path = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + path[1:] if path.startswith("@") else path
        self._socket: socket.socket | None = None
        if self._address:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._socket.setblocking(False)  # a supervisor that does not read must not block the loop
        self._wanted_us = _microseconds(environ)

    @property
    def alive_every_s(self) -> float:
        """Interval of heartbeats: half of the time after which the supervisor kills a silent server."""
        return self._wanted_us / 2_000_000 if self._wanted_us else float("inf")

    def tell_ready(self) -> None:
        """Report that the server is ready."""
        self._say("READY=1")

    def tell_alive(self) -> None:
        """Report that the loop is alive; call it every `alive_every_s` seconds or more often."""
        if self._wanted_us:
            self._say("WATCHDOG=1")

    def tell_stopping(self) -> None:
        """Report that the server is stopping."""
        self._say("STOPPING=1")

    def close(self) -> None:
        """Close the socket."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _say(self, state: str) -> None:
        if self._socket is not None:
            try:
                self._socket.sendto(state.encode(), self._address)
            except BlockingIOError:
                pass  # it has enough unread datagrams
            except OSError as error:
                log.warning("the supervisor cannot be told %s, nor anything more: %s", state, error)
                self.close()


def _microseconds(environ: Mapping[str, str]) -> int:
    """Return WATCHDOG_USEC if it is meant for this process, else 0."""
    text, process = environ.get("WATCHDOG_USEC", ""), environ.get("WATCHDOG_PID", "")
    return int(text) if text.isdecimal() and process in ("", str(os.getpid())) else 0
