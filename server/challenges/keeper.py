"""Lifecycle of challenges: given, answered, withdrawn, expired. All are stored; connected players are notified."""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence

from msgspec.structs import replace

from server.errors import Refused, StoreError
from server.following.presence import FollowedPresence
from server.handlers import Client, ClientsOf
from server.moderation.company import Company
from server.protocol.inbound import Challenge, Create
from server.protocol.outbound import Ack, Challenged, Challenges, Started
from server.protocol.values import (
    ChallengeInfo,
    ChallengeTerms,
    CorrespondenceSpec,
    DeclineReason,
    Who,
)
from server.ratings.held import ReadRatings, make_mark
from server.ratings.ledger import find_pool
from server.rooms.creation import check_game
from server.signals import ChallengeAccepted, ChallengeGiven, Signals
from server.steady_time import Now
from server.store import answers
from server.store.database import Database
from server.store.games import room_log
from server.store.people import challenges, players
from server.store.people.challenges import KeptChallenge
from server.store.records import new_id
from server.store.sql import Conflict, Statement

log = logging.getLogger("tengen.challenges")

LIVE_MS = 5 * 60_000
"""Time limit of a challenge at one sitting: both players were connected a moment ago."""
SLOW_MS = 14 * 86_400_000
READ_MS = 14 * 86_400_000
"""How long a declined challenge waits to be read."""
EXPIRY_S = 10.0
MOST_TO_ONE = 5
"""Most challenges from one address to one person, so that no address uses up somebody's limit."""
MOST_OF_ADDRESS = 200
"""A class of thirty behind one address, several times over."""
MOST = 10_000
"""Most waiting or unread challenges; no address may have more than remain for others."""

Begin = Callable[[Create, Who, Who, int, Callable[[str], Sequence[Statement]]], Awaitable[str]]


class ChallengeKeeper:
    """Challenges in ``store``. ``begin(wish, owner, other, at, noted)`` creates a room for two with the ``noted``
    statements; ``clients_of`` returns a player's connections, ``near_of`` those to this process. ``shared`` if other
    processes keep challenges in the same store: `follow` then tells players here what those have stored.

    ``company`` says who may play whom, ``presence`` whose presence is secret; ``read_ratings`` returns a player's
    ratings by pool. Emits `ChallengeGiven`.
    """

    def __init__(
        self,
        store: Database,
        now: Now,
        *,
        begin: Begin,
        clients_of: ClientsOf,
        near_of: ClientsOf,
        company: Company,
        presence: FollowedPresence,
        read_ratings: ReadRatings,
        signals: Signals,
        shared: bool = False,
    ) -> None:
        self._near_of = near_of
        self._shared = shared
        self._states: dict[str, KeptChallenge] = {}
        """All challenges as they were last read, if others store some, too."""
        self._started: OrderedDict[str, None] = OrderedDict()
        """Challenges whose game has been announced to the challenger's connections here, if others may do so, too."""
        self.store = store
        self._now = now
        self._begin = begin
        self._clients_of = clients_of
        self._company = company
        self._presence = presence
        self._read_ratings = read_ratings
        self._signals = signals
        self._concerned: set[str] = set()
        """All players with a challenge, and some who had one: only they are looked up."""
        self._changes = 0
        self._given: dict[Client, set[str]] = {}
        """Challenges sent by each connected client."""
        self._kept: dict[str, tuple[str, str]] = {}
        """Address and recipient of each challenge; the address is "" for those from before the start, the recipient
        once declined.
        """

    async def start(self) -> None:
        """Load the players with challenges."""
        kept = await challenges.list_kept(self.store)
        self._concerned = {player for _, *pair in kept for player in pair}
        self._kept = {id: ("", other) for id, _, other in kept}
        if self._shared:
            self._states = await challenges.list_states(self.store)

    async def give(self, client: Client, command: Challenge, at: int) -> str:
        """Challenge a player. Return the id; a repeated command returns the same one as long as it waits."""
        made = await challenges.find_of_command(self.store, client.player, command.id)
        if made is not None:
            return made
        check_game(command.rules, command.size, command.opening)
        other = await players.find_player(self.store, command.to)
        if other is None or other.deleted_at is not None or not self._company.may_meet(client.player, command.to):
            raise Refused(code="no_player")
        if other.id == client.player:
            raise Refused(code="own_challenge")
        slow = isinstance(command.clock, CorrespondenceSpec)
        # a hidden player's presence is not revealed
        if not slow and not self._clients_of(other.id) and not self._presence.is_hidden(other.id):
            raise Refused(code="player_away")
        way = (client.address, other.id)
        self._require_place(*way)
        id = new_id()
        self._kept[id] = way
        try:
            kept = await self._insert(id, client, command, at + (SLOW_MS if slow else LIVE_MS), at)
        except BaseException:
            self._kept.pop(id, None)
            raise
        if kept != id:
            self._kept.pop(id, None)
            return kept
        self._kept[id] = way  # it was counted before it was stored, and a recount may have dropped it
        self._note({client.player, other.id})
        if client in self._clients_of(client.player):
            self._given.setdefault(client, set()).add(id)
        await self.tell(client.player, other.id)
        for each in self._clients_of(other.id):
            each.say(Challenged(id, Who(client.player, client.name)))
        self._signals.emit(ChallengeGiven(other.id, id, client.address))
        return id

    async def _insert(self, id: str, client: Client, command: Challenge, until: int, at: int) -> str:
        terms = ChallengeTerms(
            command.rules,
            command.size,
            command.clock,
            command.opening,
            command.color,
            command.rated,
            command.visibility,
        )
        try:
            answer = answers.keep(client.player, Ack(command.id, challenge=id), at)
            if not await challenges.insert(
                *(self.store, id, client.player, command.to, command.id, terms, until, at), answer
            ):
                raise Refused(code="too_many_challenges")
        except Conflict:  # the same command, sent again on another connection, was faster
            made = await challenges.find_of_command(self.store, client.player, command.id)
            if made is None:
                raise Refused(code="no_player") from None
            return made
        return id

    async def accept(self, client: Client, id: str, command: str, at: int) -> str:
        """Begin the game of a challenge. Return its room, also if it was begun before. Raises
        Refused("unknown_challenge"), and "player_away" if the challenger of a live game has left.
        """
        found = await challenges.find(self.store, id)
        if found is not None and found.other.id == client.player and found.expires_at == challenges.ACCEPTED:
            begun = await room_log.find_room_of_command(self.store, found.player.id, _name_command(id))
            if begun is not None:
                return begun
        given = await self._find_taken(client.player, id)
        terms, slow = given.terms, isinstance(given.terms.clock, CorrespondenceSpec)
        if not self._company.may_meet(given.player.id, client.player) or await self._company.is_excluded(
            given.player.id
        ):
            raise Refused(code="unknown_challenge")
        if not slow and not self._clients_of(given.player.id):
            raise Refused(code="player_away")
        wish = Create(
            _name_command(id),
            *(terms.rules, terms.size, terms.clock, terms.color, terms.visibility, terms.rated),
            opening=terms.opening,
        )
        accepted = challenges.accept(id, client.player, self._now())
        try:
            room = await self._begin(
                wish,
                given.player,
                Who(client.player, client.name),
                at,
                lambda made: [*accepted, answers.keep(client.player, Ack(command, made), at)],
            )
        except Conflict:  # withdrawn at this moment, or declined on another connection
            raise Refused(code="unknown_challenge") from None
        if self._shared:
            self._signals.emit(ChallengeAccepted(given.player.id, id, room, client.player, client.name))
            await self._forget(given)
            return room
        givers = {each for each in self._clients_of(given.player.id) if id in self._given.get(each, ())}
        await self._forget(given)
        for each in self._clients_of(given.player.id):
            each.say(Started(room, Who(client.player, client.name), id if each in givers else None))
        return room

    async def decline(self, client: Client, id: str, reason: DeclineReason, command: str, at: int) -> None:
        """Decline a challenge; its sender is told the reason, now or on connecting."""
        given = await self._find_taken(client.player, id)
        answer = answers.keep(client.player, Ack(command), at)
        try:
            await challenges.decline(self.store, id, client.player, reason, at + READ_MS, self._now(), answer)
        except Conflict:
            raise Refused(code="unknown_challenge") from None
        if id in self._kept:
            self._kept[id] = (self._kept[id][0], "")
        await self.tell(given.player.id, given.other.id)

    async def withdraw(self, client: Client, id: str) -> None:
        """Withdraw one's own challenge, or confirm that its decline was read; do nothing if it is gone. Raises
        Refused("unknown_challenge") for another player's, and for an accepted one.
        """
        given = await challenges.find(self.store, id)
        if given is not None and given.player.id != client.player:
            raise Refused(code="unknown_challenge")
        if given is not None and await challenges.withdraw(self.store, id, client.player):
            await self._drop(given)
        elif await room_log.find_room_of_command(self.store, client.player, _name_command(id)) is not None:
            raise Refused(code="unknown_challenge")

    def part(self, client: Client) -> None:
        """Forget the challenges of a client that has left or changed its player."""
        self._given.pop(client, None)

    def greet(self, client: Client, at: int) -> Awaitable[None] | None:
        """Return an awaitable that sends a new client its challenges; None for most clients, who have none."""
        return self._tell_one(client) if self._shared or client.player in self._concerned else None

    async def note_others(self, *ids: str) -> None:
        """Notify players whose challenges have changed."""
        self._note(set(ids))
        await self._tell(ids, self._near_of)

    async def tell(self, *ids: str) -> None:
        """Send players all of their challenges, on every connection."""
        await self._tell(ids, self._clients_of)

    async def _tell(self, ids: Iterable[str], clients_of: ClientsOf) -> None:
        for player in ids:
            if clients_of(player):
                message = Challenges(await self._list(player))
                for client in clients_of(player):
                    client.say(message)

    # --- other processes ------------------------------------------------------------------------------------------

    def note_given(self, id: str, to: str, address: str) -> None:
        """Count a challenge that was given from an address in another process."""
        _, other = self._kept.get(id, ("", to))  # `follow` may know of it already, without the address
        self._kept[id] = address, other

    def start_game(self, accepted: ChallengeAccepted) -> None:
        """Lead the challenger's connections here into the game of an accepted challenge, once."""
        id = accepted.challenge
        if id in self._started:
            return
        self._started[id] = None
        if len(self._started) > MOST:
            self._started.popitem(last=False)
        for each in self._near_of(accepted.player):
            given = self._given.get(each, set())
            each.say(Started(accepted.room, Who(accepted.other, accepted.name), id if id in given else None))
            given.discard(id)

    async def follow(self) -> None:
        """Tell players here of all challenges that have changed in the store, whoever has changed them."""
        before, self._states = self._states, await challenges.list_states(self.store)
        changed = {id for id in before.keys() | self._states.keys() if before.get(id) != self._states.get(id)}
        concerned: set[str] = set()
        for id in changed:
            known = before.get(id) or self._states[id]
            concerned |= {known.player, known.other}
            now = self._states.get(id)
            if now is None:
                self._kept.pop(id, None)
            else:
                address, _ = self._kept.get(id, ("", ""))
                self._kept[id] = address, "" if now.declined else now.other
            if (now is None or now.expires_at == challenges.ACCEPTED) and self._near_of(known.player):
                await self._look_for_game(known)
        self._note(concerned)
        await self._tell(concerned, self._near_of)

    async def _look_for_game(self, ended: KeptChallenge) -> None:
        """Lead a challenger into the game of a challenge that waits no more, if there is one."""
        room = await room_log.find_room_of_command(self.store, ended.player, _name_command(ended.id))
        if room is not None:
            names = await players.read_names(self.store, [ended.other])
            accepted = ChallengeAccepted(ended.player, ended.id, room, ended.other, names.get(ended.other, ""))
            self.start_game(accepted)

    async def _tell_one(self, client: Client) -> None:
        player = client.player
        found = await self._list(player)
        if client.player == player and client in self._clients_of(player):
            client.say(Challenges(found))

    async def _list(self, player: str) -> list[ChallengeInfo]:
        """List the challenges of a player, with the ratings of both sides."""
        return [await self._mark(given) for given in await challenges.list_of(self.store, player)]

    async def _mark(self, given: ChallengeInfo) -> ChallengeInfo:
        pool = find_pool(given.terms.rules, isinstance(given.terms.clock, CorrespondenceSpec))
        if pool is None:
            return given
        held = [(await self._read_ratings(who.id)).get(pool) for who in (given.player, given.other)]
        marks = [None if each is None else make_mark(each.rating) for each in held]
        return replace(given, marks=(marks[0], marks[1])) if any(marks) else given

    async def work(self) -> None:
        """Expire challenges until cancelled."""
        while True:
            await asyncio.sleep(EXPIRY_S)
            try:
                await self.expire()
            except StoreError as error:
                log.warning("challenges do not expire: %s", error)

    async def expire(self) -> None:
        """Remove the challenges whose time is over."""
        if not self._concerned and not self._shared:
            return
        gone = await challenges.expire(self.store, self._now())
        await self._recount()
        if gone:
            await self.tell(*{player for pair in gone for player in pair})

    async def _recount(self) -> None:
        """Drop challenges that no longer exist: some are deleted with a player."""
        known, changes = set(self._kept), self._changes
        kept = await challenges.list_kept(self.store)
        gone = known.difference(id for id, *_ in kept)
        for id in gone:
            self._kept.pop(id, None)
        for client, given in self._given.items():
            self._given[client] = {id for id in given if id not in gone}
        if changes == self._changes:  # else somebody may have got one meanwhile
            self._concerned = {player for _, *pair in kept for player in pair}

    def _note(self, players: set[str]) -> None:
        self._changes += 1
        self._concerned |= players

    def _require_place(self, address: str, other: str) -> None:
        """Raise Refused if an address has too many challenges, in total or to one person."""
        of_address = Counter(to for origin, to in self._kept.values() if origin == address)
        here = of_address.total()
        if of_address[other] >= MOST_TO_ONE or here >= min(MOST_OF_ADDRESS, MOST - len(self._kept)):
            raise Refused(code="too_many_challenges")

    async def _find_taken(self, player: str, id: str) -> ChallengeInfo:
        given = await challenges.find(self.store, id)
        if given is None or given.other.id != player or given.declined or given.expires_at <= self._now():
            raise Refused(code="unknown_challenge")
        return given

    async def _forget(self, given: ChallengeInfo) -> None:
        await challenges.delete(self.store, given.id)
        await self._drop(given)

    async def _drop(self, given: ChallengeInfo) -> None:
        self._kept.pop(given.id, None)
        for client in self._clients_of(given.player.id):
            self._given.get(client, set()).discard(given.id)
        await self.tell(given.player.id, given.other.id)


def _name_command(id: str) -> str:
    return f"challenge.{id}"  # no client's command: their ids have no dot
