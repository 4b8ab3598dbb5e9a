"""Keeps the seeks of connected players, and turns matches into games. In memory only."""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeVar

from msgspec.structs import replace as replace_struct

from server.errors import Refused, StoreError, TengenError
from server.handlers import Client
from server.moderation.blocks import MayMeet
from server.protocol.inbound import Create, MakeSeek
from server.protocol.outbound import BotOffered, SeekEnded, SeekInfo, SeekMatched
from server.protocol.values import Who
from server.ratings.held import list_marks
from server.ratings.ledger import HeldRating, RatingPool, find_pool
from server.seeks.matching import AgreedGame, Matched, Seek, agree, find_matches, list_games, take_turns
from server.signals import SeeksChanged, Signals
from server.steady_time import Now
from server.store.records import new_id

log = logging.getLogger("tengen.seeks")

MATCH_S = 3.0
FRESH_MS = 8_000
"""Age of the last heartbeat, sent every five seconds, up to which a client counts as awake."""
SILENT_MS = 20_000
"""Silence after which a seek ends: the phone sleeps, or the network is gone."""
BOT_AFTER_MS = 20_000
MOST_OF_PLAYER = 3
MOST_OF_ADDRESS = 64
"""Most seeks from one address: two for each of a class of thirty."""
MOST = 1000
"""Most seeks of all players; seeks whose games are about to begin do not count."""
MOST_SHOWN = 30
"""Together with the rooms of a lobby they must fit a write buffer."""
MOST_REMEMBERED = 10_000
"""Most players with a remembered last opponent, and most seeks with a remembered outcome."""

Key = TypeVar("Key")
Value = TypeVar("Value")
Begin = Callable[[Create, Who, Who, int, Sequence[Seek]], Awaitable[str]]


@dataclass(slots=True)
class _Known:
    seek: Seek
    info: SeekInfo
    client: Client
    bot_offered: bool = False


class SeekKeeper:
    """All seeks. ``begin(wish, owner, other, at, seeks)`` creates the room of some seeks and returns its id;
    ``has_room`` says whether a player may have one more. ``list_open`` returns the waiting rooms;
    ``sit(client, room, seek)`` takes a seat there for a seek and returns the opponent.

    ``find_bot`` returns a level for a seek, or None. ``may_meet`` says whether two players may play each other, and is
    called in a thread; ``list_excluded`` returns the players who may begin no games, whether or not they seek one;
    ``find_accounts`` returns those of some players who have an account. Emits `SeeksChanged`.
    """

    def __init__(
        self,
        now: Now,
        *,
        begin: Begin,
        has_room: Callable[[str], bool],
        list_open: Callable[[], Iterable[Seek]],
        sit: Callable[[Client, str, str], Awaitable[Who]],
        find_bot: Callable[[Seek], Awaitable[int | None]],
        may_meet: MayMeet,
        list_excluded: Callable[[], Awaitable[Collection[str]]],
        find_accounts: Callable[[Iterable[str]], Awaitable[Collection[str]]],
        signals: Signals,
    ) -> None:
        self._now = now
        self._begin = begin
        self._has_room = has_room
        self._list_open = list_open
        self._sit = sit
        self._find_bot = find_bot
        self._may_meet = may_meet
        self._list_excluded = list_excluded
        self._find_accounts = find_accounts
        self._signals = signals
        self._known: dict[str, _Known] = {}
        self._heard: dict[Client, int] = {}
        self._made = 0
        self._last: OrderedDict[str, str] = OrderedDict()
        self._made_by: OrderedDict[tuple[str, str], str] = OrderedDict()
        """Seeks by the command that made them, including ended ones."""
        self._taken: OrderedDict[str, None] = OrderedDict()
        """Seeks that became games."""
        self._leading: dict[str, asyncio.Event] = {}
        """Seeks whose games are about to begin; each event is set once its game has begun or failed to."""

    def __len__(self) -> int:
        return len(self._known)

    def list_shown(self) -> list[SeekInfo]:
        """List the seeks for the lobby: the first of every address before the second of any."""
        shown = take_turns((each.seek for each in self._known.values()), MOST_SHOWN)
        return [self._known[seek.id].info for seek in shown]

    # --- what clients do ------------------------------------------------------------------------------------------

    def make(self, client: Client, wish: MakeSeek, at: int, held: Mapping[RatingPool, HeldRating], id: str = "") -> str:
        """Create a seek of a client with these ratings. Return its id, ``id`` if that is not empty; a repeated command
        returns the same. Raises Refused: "signed_out" if the client is gone, "too_many_seeks", "too_many_rooms",
        "bad_opening" if no such game exists.
        """
        if client not in self._heard:
            raise Refused(code="signed_out")
        made = self._made_by.get((client.player, wish.id))
        if made is not None and not id:
            return made
        own = [each for each in self._known.values() if each.seek.player == client.player]
        self._made += 1
        games = list_games(wish.rules, wish.sizes, wish.openings)
        if not games:
            raise Refused(code="bad_opening")
        if len(own) >= MOST_OF_PLAYER or len(self._known) >= MOST or self._count_here(client) >= MOST_OF_ADDRESS:
            raise Refused(code="too_many_seeks")
        if not self._has_room(client.player):
            raise Refused(code="too_many_rooms")
        seek = Seek(
            id=id or f"{self._made:06}{new_id()}",  # in the order of arrival, and unique across restarts
            player=client.player,
            address=client.address,
            since=at,
            games=games,
            clocks=tuple(dict.fromkeys(wish.clocks)),
            color=wish.color,
            rated=wish.rated,
            within=wish.within,
            ratings=_read_values(held),
            last=self._last.get(client.player, ""),
        )
        shown = {name: getattr(wish, name) for name in ("rules", "sizes", "clocks", "openings", "color", "rated")}
        pools = {pool for game in games if (pool := find_pool(game.rules, by_correspondence=False)) is not None}
        marks = list_marks(held, pools)
        info = SeekInfo(
            seek.id, Who(client.player, client.name), created_at=at, within=wish.within, marks=marks, **shown
        )
        self._known[seek.id] = _Known(seek, info, client)
        _remember(self._made_by, (client.player, wish.id), seek.id)
        self._heard[client] = at
        self._signals.emit(SeeksChanged())
        return seek.id

    def withdraw(self, client: Client, id: str) -> None:
        """Withdraw a seek of the client's player; do nothing if it is gone. Raises Refused("unknown_seek") for another
        player's, and for one that has become or is becoming a game: `settle` waits for that.
        """
        known = self._known.get(id)
        if id in self._taken or id in self._leading or (known is not None and known.seek.player != client.player):
            raise Refused(code="unknown_seek")
        if known is not None:
            self._drop([known])

    async def settle(self, id: str) -> None:
        """Wait until no game is being begun from a seek."""
        while (leading := self._leading.get(id)) is not None:
            await leading.wait()

    async def accept(
        self, client: Client, id: str, command_id: str, at: int, held: Mapping[RatingPool, HeldRating]
    ) -> str:
        """Begin the game of a seek with a client of these ratings. Return the room, in which the client has the first
        seat. Raises Refused: "unknown_seek", "own_seek", "not_within" if the ratings are too far apart,
        "account_missing" if it is rated and only one of them has an account.
        """
        excluded = await self._list_excluded()
        self._end_of(excluded)
        asked = self._known.get(id)
        if asked is None:
            raise Refused(code="unknown_seek")
        both = await self._note_accounts([asked.seek, replace(asked.seek, player=client.player)])
        known = self._known.get(id)  # it may have been matched meanwhile
        if known is None or not self._may_meet(client.player, known.seek.player):
            raise Refused(code="unknown_seek")
        if known.seek.player == client.player:
            raise Refused(code="own_seek")
        if at - self._heard[known.client] > FRESH_MS:  # nobody is matched with a sleeping phone
            raise Refused(code="unknown_seek")
        if both[0].stakes != both[1].stakes:
            raise Refused(code="account_missing")
        ratings = _read_values(held)
        accepting = replace(known.seek, player=client.player, color="random", ratings=ratings, last="", within=None)
        agreed = agree(accepting, known.seek)
        if agreed is None:  # everything else matches the seek
            raise Refused(code="not_within", within=known.seek.within or 0)
        return await self._play(agreed, (client, Who(client.player, client.name), None), known, at, command_id)

    def meet(self, client: Client, at: int) -> None:
        """Add a client."""
        self._heard[client] = at

    def hear(self, client: Client, at: int) -> None:
        """Record a heartbeat of a client."""
        if client in self._heard:
            self._heard[client] = at

    def forget(self, client: Client) -> None:
        """Remove a client and its seeks."""
        if self._heard.pop(client, None) is not None:
            self._drop([each for each in self._known.values() if each.client is client])

    def stand_still(self, start: int, end: int) -> None:
        """Exclude an interval, over which the server's time has leapt, from all waits and silences."""
        for client in self._heard:
            self._heard[client] += end - start
        for each in self._known.values():
            each.seek = replace(each.seek, since=each.seek.since + end - start)

    def is_older(self, id: str, at: int) -> bool:
        """Return whether a seek stands in the list since before a time in ms."""
        known = self._known.get(id)
        return known is not None and known.seek.since < at

    def rename(self, player: str, name: str) -> None:
        """Update a player's name."""
        own = [each for each in self._known.values() if each.seek.player == player]
        for each in own:
            each.info = replace_struct(each.info, who=Who(player, name))
        if own:
            self._signals.emit(SeeksChanged())

    # --- matching -------------------------------------------------------------------------------------------------

    async def work(self) -> None:
        """Match every three seconds, until cancelled."""
        while True:
            await asyncio.sleep(MATCH_S)
            try:
                await self.match()
            except StoreError as error:
                log.warning("seeks are not matched: %s", error)

    async def match(self) -> None:
        """Turn matches into games, end silent seeks, and offer bots to those who have waited."""
        now = self._now()
        self._end_silent(now)
        if not self._known:
            return
        excluded = await self._list_excluded()
        self._end_of(excluded)
        ready = [
            each.seek
            for each in self._known.values()
            if now - self._heard[each.client] <= FRESH_MS and self._has_room(each.seek.player)
        ]
        if not ready:
            return
        rooms = [room for room in self._list_open() if room.player not in excluded]
        seeks = await self._note_accounts([*ready, *rooms])
        # in a thread: comparing all pairs takes longer than a move may wait
        found = await asyncio.to_thread(find_matches, seeks, now, self._may_meet)
        for each in found:
            await self._lead(each)
        await self._offer_bots(now, {seek.id for seek in ready})

    async def _lead(self, found: Matched) -> None:
        """Begin the game of a match, unless a seek is gone or matched meanwhile."""
        second = self._known.get(found.second.id)
        first = self._known.get(found.first.id)
        if second is None or (first is None and not found.first.open):
            return
        try:
            if first is not None:
                await self._play(found.agreed, (first.client, first.info.who, first), second, self._now(), "")
            else:
                await self._sit_down(second, found.first)
        except TengenError as error:
            log.info("seeks %s and %s are no game: %s", found.first.id, found.second.id, error.code)

    async def _sit_down(self, known: _Known, room: Seek) -> None:
        with self._lead_away([known]):
            opponent = await self._sit(known.client, room.id, known.seek.id)
        self._remember(known.seek.player, room.player)
        known.client.say(SeekMatched(known.seek.id, room.id, opponent))
        self._end_others(known.seek.player)

    async def _play(
        self,
        agreed: AgreedGame,
        owner: tuple[Client, Who, _Known | None],
        other: _Known,
        at: int,
        command_id: str,
    ) -> str:
        """Begin the game of two players."""
        client, who, own = owner
        both = [each for each in (own, other) if each is not None]
        game = agreed.game
        wish = Create(
            command_id or f"seek.{other.seek.id}",  # no client's command: their ids have no dot
            *(game.rules, game.size, agreed.clock),
            color=agreed.color,
            rated=agreed.rated,
            opening=game.opening,
        )
        with self._lead_away(both):
            room = await self._begin(wish, who, other.info.who, at, [each.seek for each in both])
        self._remember(who.id, other.seek.player)
        other.client.say(SeekMatched(other.seek.id, room, who))
        if own is not None:
            client.say(SeekMatched(own.seek.id, room, other.info.who))
        self._end_others(who.id)
        self._end_others(other.seek.player)
        return room

    async def _offer_bots(self, now: int, ready: set[str]) -> None:
        waiting = [each for each in self._known.values() if each.seek.id in ready and not each.bot_offered]
        for each in waiting:
            if now - each.seek.since < BOT_AFTER_MS:
                continue
            try:
                level = await self._find_bot(each.seek)
            except TengenError as error:
                log.info("no bot for seek %s now: %s", each.seek.id, error.code)
                continue
            each.bot_offered = True
            if level is not None and each.seek.id in self._known:  # else it became a game meanwhile
                each.client.say(BotOffered(each.seek.id, level))

    async def _note_accounts(self, seeks: Sequence[Seek]) -> list[Seek]:
        """Mark the seeks whose players have an account by now: an account may be created while one waits."""
        asked = {seek.player for seek in seeks if seek.rated}
        accounts = await self._find_accounts(asked) if asked else ()
        return [replace(seek, account=seek.player in accounts) for seek in seeks]

    # --- the list -------------------------------------------------------------------------------------------------

    def _count_here(self, client: Client) -> int:
        return Counter(each.seek.address for each in self._known.values())[client.address]

    def _drop(self, gone: Iterable[_Known]) -> None:
        for each in gone:
            self._known.pop(each.seek.id, None)
        self._signals.emit(SeeksChanged())

    @contextmanager
    def _lead_away(self, those: Sequence[_Known]) -> Iterator[None]:
        """Take seeks off the list while their game begins, so that nobody is in two; put them back if that fails."""
        self._drop(those)
        ended = asyncio.Event()
        self._leading |= {each.seek.id: ended for each in those}
        try:
            yield
        except TengenError:
            for each in those:
                self._put_back(each)
            raise
        else:
            for each in those:
                _remember(self._taken, each.seek.id, None)
        finally:
            for each in those:
                del self._leading[each.seek.id]
            ended.set()

    def _put_back(self, known: _Known) -> None:
        """Put a seek back if its client is still connected."""
        if known.client in self._heard:
            self._known[known.seek.id] = known
            self._signals.emit(SeeksChanged())

    def _end(self, gone: list[_Known]) -> None:
        if gone:
            self._drop(gone)
            for each in gone:
                each.client.say(SeekEnded(each.seek.id))

    def _end_silent(self, now: int) -> None:
        self._end([each for each in self._known.values() if now - self._heard[each.client] > SILENT_MS])

    def _end_of(self, players: Collection[str]) -> None:
        self._end([each for each in self._known.values() if each.seek.player in players])

    def _end_others(self, player: str) -> None:
        """End the other seeks of a player who has found a game."""
        self._end_of([player])

    def _remember(self, one: str, other: str) -> None:
        for player, opponent in ((one, other), (other, one)):
            _remember(self._last, player, opponent)


def _remember(kept: OrderedDict[Key, Value], key: Key, value: Value) -> None:
    """Store an entry as the latest; the oldest makes room."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > MOST_REMEMBERED:
        kept.popitem(last=False)


def _read_values(held: Mapping[RatingPool, HeldRating]) -> dict[RatingPool, float]:
    return {pool: each.rating.value for pool, each in held.items()}
