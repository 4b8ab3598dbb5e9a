"""Somebody who looks at a room, as rooms see them: a connection, without knowing of sockets."""

from typing import Protocol


class Viewer(Protocol):
    """One connection of one player."""

    @property
    def player(self) -> str:
        """Id of the player."""

    @property
    def name(self) -> str:
        """The player's present name."""

    @property
    def address(self) -> str:
        """Where the connection comes from, as limits by address see it."""

    @property
    def lag_ms(self) -> int:
        """Round trip to the client as last measured, 0 before that."""

    def send(self, *payloads: bytes) -> None:
        """Queue encoded messages; never blocks and never raises."""
