"""Fair play: no help from this server to players of a rated game until it is over.

A player of a live game gets no help at all. Others at the same address, and players by correspondence, get none about
the positions of these games.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass

from gomoku.symmetry import maps
from server.errors import Refused
from server.handlers import Client
from server.signals import ClientJoined, ClientLeft, FarJoined, FarLeft, SidesChanged, Signals

FEWEST = 7
"""A position with fewer stones is an opening that many games share."""
BEYOND = 4
"""A question about a position counts as one about a game up to this many moves past it."""
SPARE = 8
"""A position that was set up matches a game even if it lacks one stone in this many: without a distant stone it
asks the same."""


@dataclass(frozen=True, slots=True)
class GuardedGame:
    """A rated game in progress; ``moves`` are the stones on the board in order, black's first."""

    room: str
    size: int
    moves: Sequence[int]


class FairPlay:
    """Refuses help. ``list_live`` returns the live rated games of a player, ``list_slow`` those by correspondence."""

    def __init__(
        self,
        list_live: Callable[[str], Sequence[GuardedGame]],
        list_slow: Callable[[str], Awaitable[Sequence[GuardedGame]]],
    ) -> None:
        self._list_live = list_live
        self._list_slow = list_slow
        self._connected: dict[str, Counter[str]] = {}
        """Connections of each player by address; 0 for players who left during a game."""
        self._gone: set[tuple[str, str]] = set()
        """Address and player of those who left during a game."""

    def subscribe(self, signals: Signals) -> None:
        """Follow connections and the beginnings and ends of games."""
        signals.on(ClientJoined, lambda joined: self._note_join(joined.client, joined.at))
        signals.on(ClientLeft, lambda left: self._note_leave(left.client, left.at))
        signals.on(FarJoined, lambda joined: self._note_join(joined.client, joined.at))
        signals.on(FarLeft, lambda left: self._note_leave(left.client, left.at))
        signals.on(SidesChanged, lambda _: self.games_changed())

    def games_changed(self) -> None:
        """Forget players who are gone and whose games have ended."""
        for address, player in [each for each in self._gone if not self._list_live(each[1])]:
            self._forget(address, player)

    def require_no_game(self, player: str | None) -> None:
        """Raise Refused("rated_game_on") with ``room`` if a player plays a live rated game."""
        for game in () if player is None else self._list_live(player):
            raise Refused(code="rated_game_on", room=game.room)

    def list_near(self, player: str | None, address: str) -> list[GuardedGame]:
        """Return the live rated games of a player and of everybody at the address."""
        here = dict.fromkeys([*([] if player is None else [player]), *self._connected.get(address, ())])
        return [game for each in here for game in self._list_live(each)]

    async def list_own(self, player: str | None, address: str) -> list[GuardedGame]:
        """Return the games of `list_near` and the player's rated games by correspondence."""
        slow = () if player is None else await self._list_slow(player)
        return [*self.list_near(player, address), *slow]

    def _note_join(self, client: Client, at: int) -> None:
        self._gone.discard((client.address, client.player))
        self._connected.setdefault(client.address, Counter())[client.player] += 1

    def _note_leave(self, client: Client, at: int) -> None:
        here = self._connected.get(client.address, Counter())
        if not here[client.player]:  # they never joined
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
    """Raise Refused("rated_game_on") if the moves ``asked`` lead through the position of one of these games, or end at
    most `BEYOND` moves past it. The first ``given`` moves were set up at once."""
    if any(game.size == size and stands_in(game.moves, asked, size, given) for game in games):
        raise Refused(code="rated_game_on")


def stands_in(position: Sequence[int], asked: Sequence[int], size: int, given: int = 0) -> bool:
    """Return True if another position holds all stones of a position, in any order, turned, mirrored or with the
    colours exchanged. Among stones that were ``given`` there may be any others, and a few may be missing."""
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
