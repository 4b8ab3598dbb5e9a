"""How many unfinished games against bots there are, on the server and from each address."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


class BotGames:
    """Games by room, with the address that each is played from; "" where nobody has been there since a restart."""

    def __init__(self) -> None:
        self._address: dict[str, str] = {}
        self._number: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._address)

    def at(self, address: str) -> int:
        """Games that are played from an address."""
        return self._number[address]

    def address(self, room: str) -> str:
        """Where the person of a game was last seen."""
        return self._address.get(room, "")

    def count(self, room: str, address: str) -> None:
        """A game goes on, and its person is at this address now."""
        self.discount(room)
        self._address[room] = address
        self._number[address] += 1

    def moved(self, room: str, address: str) -> None:
        """The person of a game that goes on has come from this address."""
        if room in self._address:
            self.count(room, address)

    def discount(self, room: str) -> None:
        """A game is over, if it was one."""
        address = self._address.pop(room, None)
        if address is not None:
            self._number[address] -= 1
            if not self._number[address]:
                del self._number[address]

    @contextmanager
    def promised(self, room: str, address: str) -> Iterator[None]:
        """Count a game in while it is being stored, so that many at once do not pass a limit together."""
        self.count(room, address)
        try:
            yield
        except BaseException:
            self.discount(room)
            raise
