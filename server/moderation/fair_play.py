"""Fair play: who plays a rated game gets no help from this server until it is over.

A player at one sitting gets none at all. The others at the player's address, and who plays by correspondence, get none
about the positions of these games.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass

from gomoku.symmetry import maps
from server.errors import Refused
from server.handlers import Client
from server.signals import ClientJoined, ClientLeft, SidesChanged, Signals

FEWEST = 7
"""With fewer stones a position is an opening, which stands in games of many people."""
BEYOND = 4
"""So many moves further it is still the position of the game that is asked about."""
SPARE = 8
"""Of so many stones a position that was given may lack one: whoever leaves out one far away asks the same."""


@dataclass(frozen=True, slots=True)
class GuardedGame:
    """A rated game that goes on; ``moves`` are all stones of the board in their order, black's first."""

    room: str
    size: int
    moves: Sequence[int]


class FairPlay:
    """Refuses help. ``list_live`` gives the rated games at one sitting that a player plays now, ``list_slow`` those by
    correspondence."""

    def __init__(
        self,
        list_live: Callable[[str], Sequence[GuardedGame]],
        list_slow: Callable[[str], Awaitable[Sequence[GuardedGame]]],
    ) -> None:
        self._list_live = list_live
        self._list_slow = list_slow
        self._connected: dict[str, Counter[str]] = {}
        """By address, how many connections each player has from there; none for who has gone in the midst of a game."""
        self._gone: set[tuple[str, str]] = set()
        """Those, address and player."""

    def subscribe(self, signals: Signals) -> None:
        """Know who comes from where, and whose games begin and end."""
        signals.on(ClientJoined, lambda joined: self._note_join(joined.client, joined.at))
        signals.on(ClientLeft, lambda left: self._note_leave(left.client, left.at))
        signals.on(SidesChanged, lambda _: self.games_changed())

    def games_changed(self) -> None:
        """Some game has begun or ended: who has gone and plays no more is forgotten."""
        for address, player in [each for each in self._gone if not self._list_live(each[1])]:
            self._forget(address, player)

    def require_no_game(self, player: str | None) -> None:
        """Raise Refused("rated_game_on") for who plays a rated game at one sitting; ``room`` is that."""
        for game in () if player is None else self._list_live(player):
            raise Refused(code="rated_game_on", room=game.room)

    def list_near(self, player: str | None, address: str) -> list[GuardedGame]:
        """The rated games at one sitting of a player and of whoever else is at the address; empty for one that nobody
        knows."""
        here = dict.fromkeys([*([] if player is None else [player]), *self._connected.get(address, ())])
        return [game for each in here for game in self._list_live(each)]

    async def list_own(self, player: str | None, address: str) -> list[GuardedGame]:
        """The same, and those that the player plays by correspondence."""
        slow = () if player is None else await self._list_slow(player)
        return [*self.list_near(player, address), *slow]

    def _note_join(self, client: Client, at: int) -> None:
        self._gone.discard((client.address, client.player))
        self._connected.setdefault(client.address, Counter())[client.player] += 1

    def _note_leave(self, client: Client, at: int) -> None:
        here = self._connected.get(client.address, Counter())
        if not here[client.player]:  # never was anybody's
            return
        here[client.player] -= 1
        if here[client.player] == 0:
            if self._list_live(client.player):
                self._gone.add((client.address, client.player))
            else:
                self._forget(client.address, client.player)

    def _forget(self, address: str, player: str) -> None:
        self._gone.discard((address, player))
        del self._connected[address][player]
        if not self._connected[address]:
            del self._connected[address]


def require_apart(games: Iterable[GuardedGame], size: int, asked: Sequence[int], given: int = 0) -> None:
    """Raise Refused("rated_game_on") where what is asked about, moves in their order, leads through the position of one
    of these games, or no more than `BEYOND` moves past it; the first ``given`` were laid at once."""
    if any(game.size == size and stands_in(game.moves, asked, size, given) for game in games):
        raise Refused(code="rated_game_on")


def stands_in(position: Sequence[int], asked: Sequence[int], size: int, given: int = 0) -> bool:
    """Whether the stones of a position are all there in another, turned or mirrored, also with the colours exchanged,
    in whatever order they came. Where stones were ``given``, any number of others may lie among them, and a few may be
    missing."""
    if len(position) < FEWEST:
        return False
    there = asked[: len(position) + BEYOND + given]
    stones = set(there[::2]), set(there[1::2])
    needed = len(position) - (len(position) // SPARE if given else 0)
    return any(
        sum(image[point] in stones[(ply + exchanged) % 2] for ply, point in enumerate(position)) >= needed
        for image in maps(size)
        for exchanged in (0, 1)
    )
