"""Sends notices to the devices of people who have no page open, by kind and outside of their quiet hours.

A notice is a row until it is due; its content is determined then. Messages go to the push services in threads, a few at
a time, and are retried if a service does not answer.
"""

import asyncio
import hashlib
import logging
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args
from weakref import WeakValueDictionary

import msgspec

from server.background import Background
from server.errors import StartError, StoreError
from server.protocol.pages import page_path
from server.protocol.values import PushKind
from server.push import delivery
from server.signals import ChallengeGiven, LessonFound, OfferChanged, Signals, TurnCame
from server.steady_time import Now
from server.store.database import Database
from server.store.people import push
from server.store.people.push import DuePush, PushSettings, Subscription
from server.store.sql import Conflict

if TYPE_CHECKING:
    from server.push.crypto import VapidKey

from datetime import datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def find_zone(name: str, offset: int) -> tzinfo:
    """Return a time zone by its IANA name, or if the machine does not know that, by minutes east of Greenwich."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return timezone(timedelta(minutes=offset))


def find_end(quiet: tuple[int, int] | None, zone: tzinfo, now: int) -> int | None:
    """Return the end of the present quiet hours in ms; None outside of them.

    ``quiet`` has their first minute of the day, and the first minute after them, perhaps of the next day.
    """
    if quiet is None:
        return None
    start, end = quiet
    local = datetime.fromtimestamp(now / 1000, zone)
    minute = local.hour * 60 + local.minute
    inside = start <= minute < end if start <= end else minute >= start or minute < end
    if not inside:
        return None
    day = local.date() + timedelta(days=int(minute >= end))
    woken = datetime(day.year, day.month, day.day, end // 60, end % 60, tzinfo=zone)
    return max(int(woken.timestamp() * 1000), now + 60_000)  # when clocks are set back, the minute may occur twice


log = logging.getLogger("tengen.push")

EVERYTHING = PushSettings(frozenset(get_args(PushKind)), None, "", 0)
"""Default settings."""

AT_ONCE = 4
"""Concurrent messages."""
MOST_WAITING = 200
"""Most messages in transit or waiting for a retry; other notices stay in the store."""
MOST_OF_PLAYER = 10
"""Most of these for one player; further notices are then postponed, so that a slow push service cannot take all
places.
"""
MOST_TOGETHER = 200
"""Most notices summarised in one message."""
LOOK_S = 30.0
"""Interval of checks for postponed notices."""
AHEAD_S = 0.5
"""Most that the clock of another process is ahead of this one's."""
REMINDER_S = 600.0
REMINDER_MS = 12 * 3_600_000
"""Time before a flag falls at which its player is reminded."""
RETRIES_S = (5.0, 60.0)
"""Delays before the second and the third try."""
LEAST_MS = 3_600_000
"""Shortest lifetime of an urgent notice: a vacation may have put the flag off."""
LONGEST_S = 28 * 86_400
"""Longest storage by push services."""

_URGENCY: dict[PushKind, str] = {
    "your_move": "normal",
    "deadline": "high",
    "challenge": "high",
    "lesson": "low",
    "offer": "normal",
    "rematch": "normal",
}
_PAGES: dict[PushKind, str] = {
    "your_move": "room",
    "deadline": "room",
    "challenge": "lobby",
    "lesson": "game",
    "offer": "room",
    "rematch": "room",
}

PushEnd = Literal["sent", "failed", "dropped"]
Deliver = Callable[[delivery.PushAddress, dict[str, str], bytes], int]


class PushMessage(NamedTuple):
    """A message for a player's devices: one notice, or a ``summary`` with the count of each kind. A newer message
    replaces an older one with the same ``tag``.
    """

    player: str
    kind: PushKind | Literal["summary"]
    name: str
    path: str
    tag: str
    urgency: str
    counts: dict[PushKind, int]


def make_message(notices: Sequence[DuePush]) -> PushMessage:
    """Build the message for one or more notices of one player."""
    first = notices[0]
    if len(notices) == 1:
        path, tag = page_path(_PAGES[first.kind], first.target), f"{first.kind}-{first.target}"
        return PushMessage(first.player, first.kind, first.name, path, tag, _URGENCY[first.kind], {})
    counts = Counter(each.kind for each in notices)
    urgency = next(each for each in ("high", "normal", "low") if any(_URGENCY[kind] == each for kind in counts))
    ordered = {kind: counts[kind] for kind in _URGENCY if counts[kind]}
    return PushMessage(first.player, "summary", "", page_path("lobby"), f"summary-{first.id}", urgency, ordered)


class PushSender:
    """Sender of notices; off if ``contact``, the address for push services, is empty.

    ``here(player)`` says whether a player has a page open; ``deliver`` can be replaced in tests. ``on_end`` is called
    with the outcome of each message to a device, and of each obsolete notice. ``wall`` returns the wall-clock time, by
    which push services check signatures. ``shared`` if other processes queue notices in the same store: the one that
    leads sends them all.
    """

    def __init__(
        self,
        store: Database,
        now: Now,
        here: Callable[[str], bool],
        contact: str,
        deliver: Deliver = delivery.deliver,
        on_end: Callable[[PushEnd], None] = lambda end: None,
        wall: Now | None = None,
        *,
        shared: bool = False,
    ) -> None:
        self._store = store
        self._now = now
        self._wall = wall or now
        self._here = here
        self._contact = contact
        self._shared = shared
        self._deliver = deliver
        self._on_end = on_end
        self._key: VapidKey | None = None
        self._players: set[str] = set()
        """All players with notices, and some who had them: only theirs are stored."""
        self._ready = asyncio.Event()
        self._free = asyncio.Semaphore(AT_ONCE)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """One message at a time for each player, so that a slow push service does not delay other players' messages."""
        self._waiting = Counter[str]()
        """Messages in transit or waiting for a retry, by player."""
        self._background = Background()

    @property
    def public_key(self) -> str | None:
        """Key with which browsers subscribe; None if web push is off."""
        return None if self._key is None else self._key.public

    async def start(self) -> None:
        """Load the key, or create it at the first start, and load the players with notices. Raises StartError without
        cryptography.
        """
        if not self._contact:
            return
        try:
            from server.push.crypto import VapidKey  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise StartError(
                f"push_contact needs a package that is missing ({error.name}): install Tengen with the extra push"
            ) from error
        private = await push.read_key(self._store)
        if private is None:
            private = VapidKey.make()
            try:
                await push.keep_key(self._store, private, self._now())
            except Conflict:  # another process has started at the same time
                private = await push.read_key(self._store) or private
        self._key = VapidKey(private)
        self._players = await push.list_players(self._store)

    async def close(self) -> None:
        """Stop sending; threads in progress are not awaited."""
        await self._background.close()

    def subscribe(self, signals: Signals) -> None:
        """Subscribe to all events that cause notices."""
        signals.on(TurnCame, lambda turn: self.tell(turn.player, "your_move", turn.room), ours=True)
        signals.on(ChallengeGiven, lambda given: self.tell(given.player, "challenge", given.challenge), ours=True)
        signals.on(LessonFound, lambda found: self.tell(found.player, "lesson", found.game), ours=True)
        signals.on(OfferChanged, self._tell_offer, ours=True)
        if self._shared:
            self._store.on_change(self._look_twice, push.QUEUED)

    def _look_twice(self) -> None:
        """Look for a notice that another process may have queued, whose clock may be a little ahead."""
        self._ready.set()
        asyncio.get_running_loop().call_later(AHEAD_S, self._ready.set)

    def _tell_offer(self, change: OfferChanged) -> None:
        if change.what is not None:
            self.tell(change.player, "rematch" if change.what == "rematch" else "offer", change.room)

    def add_player(self, player: str) -> None:
        """Note that a player has subscribed."""
        self._players.add(player)

    def tell(self, player: str, kind: PushKind, target: str) -> None:
        """Queue a notice for a player, unless they have a page open and see the event anyway."""
        if self._key is not None and (self._shared or player in self._players) and not self._here(player):
            self._background.spawn(self._put(player, kind, target))

    async def _put(self, player: str, kind: PushKind, target: str) -> None:
        try:
            put = push.put_to_subscribed if self._shared else push.put
            await put(self._store, player, kind, target, self._now())
        except StoreError as error:
            log.warning("a notice is not sent: %s", error)
        self._ready.set()

    async def work(self) -> None:
        """Send notices until cancelled."""
        if self._key is None:
            return
        await asyncio.gather(self._keep_sending(), self._keep_reminding())

    async def _keep_sending(self) -> None:
        while True:
            self._ready.clear()
            try:
                more = await self._store.lead("push") and await self.send_due()
            except StoreError as error:
                log.warning("notices wait: %s", error)
                more = False
            if not more:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._ready.wait(), LOOK_S)

    async def _keep_reminding(self) -> None:
        while True:
            try:
                if await self._store.lead("push"):
                    await self.remind()
            except StoreError as error:
                log.warning("nobody is reminded: %s", error)
            await asyncio.sleep(REMINDER_S)

    async def remind(self) -> None:
        """Queue reminders for flags that fall soon, and forget players without subscriptions."""
        await push.forget_signed_out(self._store)
        known = set(self._players)
        there = await push.list_players(self._store)
        self._players -= known - there
        if self._shared:
            self._players |= there
        if self._players and await push.put_reminders(self._store, self._now(), REMINDER_MS):
            self._ready.set()

    async def send_due(self) -> bool:
        """Send some of the due notices. Return whether there may be more. Notices held during quiet hours become one
        message.
        """
        free = MOST_WAITING - self._waiting.total()
        if free < push.MOST:
            return False
        most = free // push.MOST
        due = await push.list_due(self._store, self._now(), most)
        ended: set[int] = set()
        for notice in due:
            if notice.id in ended:
                continue
            settings = await push.read_settings(self._store, notice.player) or EVERYTHING
            later = self._find_later(notice, settings)
            if later is not None:
                await push.put_off(self._store, notice.id, later)
                continue
            held = [notice]
            if notice.held:
                every = await push.list_due(self._store, self._now(), MOST_TOGETHER, notice.player)
                held = [each for each in every if each.held] or held
            ended.update(each.id for each in held)
            await self._send(held, settings)
        if ended:
            await push.end(self._store, ended, self._now())
        return len(due) == most

    def _find_later(self, notice: DuePush, settings: PushSettings) -> int | None:
        """Return the time until which a notice must wait, because of quiet hours or of too many messages in transit;
        None if it may go now.
        """
        if self._waiting[notice.player] >= MOST_OF_PLAYER:
            return self._now() + int(LOOK_S * 1000)
        return find_end(settings.quiet, find_zone(settings.zone, settings.east), self._now())

    async def _send(self, notices: Sequence[DuePush], settings: PushSettings) -> None:
        """Send notices of one player as one message, without the obsolete ones."""
        worth = [each for each in notices if self._find_worth(each, settings) > 0]
        for _ in range(len(notices) - len(worth)):
            self._on_end("dropped")
        if not worth:
            return
        message = make_message(worth)
        worth_s = min(max(self._find_worth(each, settings) for each in worth) // 1000, LONGEST_S)
        for subscription in await push.list_subscriptions(self._store, message.player):
            self._waiting[message.player] += 1
            self._background.spawn(self._bring(message, subscription, worth_s))

    def _find_worth(self, notice: DuePush, settings: PushSettings) -> int:
        """Return the remaining lifetime of a notice in ms; 0 if it is unwanted or seen anyway."""
        now = self._now()
        if notice.kind not in settings.kinds or notice.until is None or self._here(notice.player):
            return 0
        least = now + LEAST_MS if notice.kind in ("your_move", "deadline") else 0
        return max(notice.until, least) - now

    async def _bring(self, message: PushMessage, subscription: Subscription, worth_s: int) -> None:
        """Deliver a message to one device, with up to three tries if the service has an error."""
        turn = self._turns.setdefault(message.player, asyncio.Lock())
        end: PushEnd = "failed"
        try:
            status = 0
            for wait in (0.0, *RETRIES_S):
                await asyncio.sleep(wait)
                async with turn, self._free:
                    status = await _in_thread(lambda: self._post(message, subscription, worth_s))
                if 0 < status < 500 and status != 429:
                    break
            end = "sent" if 200 <= status < 300 else "failed"
            if status in (404, 410):
                await push.forget_gone(self._store, subscription.endpoint)
            else:
                await push.note_delivery(self._store, subscription.endpoint, delivered=end == "sent")
        except StoreError as error:
            log.warning("a notice: %s", error)
        finally:
            self._on_end(end)
            self._waiting -= Counter([message.player])  # this drops zero counts
            self._ready.set()

    def _post(self, message: PushMessage, subscription: Subscription, worth_s: int) -> int:
        """Return the status of the push service's answer, 0 without one. Runs in a thread."""
        from server.push.crypto import encrypt  # noqa: PLC0415 - an extra

        assert self._key is not None
        said = {
            "kind": message.kind,
            "name": message.name,
            "path": message.path,
            "lang": subscription.language,
            "tag": message.tag,
            **({"counts": message.counts} if message.counts else {}),
        }
        try:
            endpoint = delivery.read_endpoint(subscription.endpoint)
            body = encrypt(msgspec.json.encode(said), subscription.public, subscription.secret)
            headers = {
                "Content-Type": "application/octet-stream",
                "Content-Encoding": "aes128gcm",
                "Authorization": self._key.authorize(endpoint.origin, self._contact, self._wall() // 1000),
                "TTL": str(worth_s),
                "Urgency": message.urgency,
                "Topic": hashlib.sha256(message.tag.encode()).hexdigest()[:32],  # a newer message replaces it
            }
            return self._deliver(endpoint, headers, body)
        except (OSError, ValueError, delivery.NotPublic) as error:
            log.info("a notice cannot be delivered: %s", error or type(error).__name__)
            return 0


async def _in_thread(work: Callable[[], int]) -> int:
    """Run blocking work in a daemon thread, which the server's end does not wait for."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[int] = loop.create_future()

    def tell(result: int) -> None:
        if not done.done():
            done.set_result(result)

    def run() -> None:
        result = 0
        try:
            result = work()
        except Exception:
            log.exception("a notice cannot be delivered")
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(tell, result)

    threading.Thread(target=run, name="push", daemon=True).start()
    return await done
