"""Sends notices to the devices of people who have no page open: each kind where it is wanted, at an hour that suits.

A notice is a row until its time comes; what it says is what is so then. Each is brought to the push services in a
thread of its own, a few at a time, and tried again where a service does not answer.
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
from server.push.quiet import find_end, find_zone
from server.signals import ChallengeGiven, LessonFound, OfferChanged, Signals, TurnCame
from server.steady_time import Now
from server.store import push
from server.store.database import Database
from server.store.push import DuePush, PushSettings, Subscription

if TYPE_CHECKING:
    from server.push.crypto import VapidKey

log = logging.getLogger("tengen.push")

EVERYTHING = PushSettings(frozenset(get_args(PushKind)), None, "", 0)
"""For who has set nothing."""

AT_ONCE = 4
"""Messages on their way."""
MOST_WAITING = 200
"""Messages on their way or to be tried again; other notices wait in the store meanwhile."""
MOST_OF_PLAYER = 10
"""Of them, of one player: then his next notices are put off, and no slow push service takes the places of all."""
MOST_TOGETHER = 200
"""Notices that one message tells of."""
LOOK_S = 30.0
"""So often is looked for what has been put off."""
REMINDER_S = 600.0
REMINDER_MS = 12 * 3_600_000
"""So long before one's flag falls one is reminded."""
RETRIES_S = (5.0, 60.0)
"""Waits before the second and the third try."""
LEAST_MS = 3_600_000
"""What is urgent is worth so long at least: a vacation may have put the flag off."""
LONGEST_S = 28 * 86_400
"""Push services keep nothing for longer."""

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
    """What is sent to a player's devices: a notice, or several as a ``summary`` with how many there are of each kind. A
    newer message of a ``tag`` takes the place of the older."""

    player: str
    kind: PushKind | Literal["summary"]
    name: str
    path: str
    tag: str
    urgency: str
    counts: dict[PushKind, int]


def make_message(notices: Sequence[DuePush]) -> PushMessage:
    """The message of some notices of one player's, at least one."""
    first = notices[0]
    if len(notices) == 1:
        path, tag = page_path(_PAGES[first.kind], first.target), f"{first.kind}-{first.target}"
        return PushMessage(first.player, first.kind, first.name, path, tag, _URGENCY[first.kind], {})
    counts = Counter(each.kind for each in notices)
    urgency = next(each for each in ("high", "normal", "low") if any(_URGENCY[kind] == each for kind in counts))
    ordered = {kind: counts[kind] for kind in _URGENCY if counts[kind]}
    return PushMessage(first.player, "summary", "", page_path("lobby"), f"summary-{first.id}", urgency, ordered)


class PushSender:
    """Sends nothing where ``contact``, whom push services may write to, is empty. ``here(player)`` says whether
    somebody has a page open; ``deliver`` is given to be tried out. ``on_end`` is told what became of each message to a
    device, and of each notice that is of no use any more. ``wall`` is the time by which a push service judges a
    signature."""

    def __init__(
        self,
        store: Database,
        now: Now,
        here: Callable[[str], bool],
        contact: str,
        deliver: Deliver = delivery.deliver,
        on_end: Callable[[PushEnd], None] = lambda end: None,
        wall: Now | None = None,
    ) -> None:
        self._store = store
        self._now = now
        self._wall = wall or now
        self._here = here
        self._contact = contact
        self._deliver = deliver
        self._on_end = on_end
        self._key: VapidKey | None = None
        self._players: set[str] = set()
        """Everybody who gets notices, and some who did: nobody else's are put into the store."""
        self._ready = asyncio.Event()
        self._free = asyncio.Semaphore(AT_ONCE)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By player: one message at a time, so that nobody's slow push service holds up those of the others."""
        self._waiting = Counter[str]()
        """By player, the messages on their way or to be tried again."""
        self._background = Background()

    @property
    def public_key(self) -> str | None:
        """What browsers subscribe with; None where there are no notices here."""
        return None if self._key is None else self._key.public

    async def start(self) -> None:
        """Read the key, or make it at the first start, and learn who gets notices. StartError without cryptography."""
        if not self._contact:
            return
        try:
            from server.push.crypto import VapidKey  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise StartError(
                f"push_contact needs a package that is not there ({error.name}): install Tengen with the extra push"
            ) from error
        private = await push.read_key(self._store)
        if private is None:
            private = VapidKey.make()
            await push.keep_key(self._store, private, self._now())
        self._key = VapidKey(private)
        self._players = await push.list_players(self._store)

    async def close(self) -> None:
        """Send nothing any more; what is on its way in a thread is not waited for."""
        await self._background.close()

    def subscribe(self, signals: Signals) -> None:
        """Hear of all that there are notices of."""
        signals.on(TurnCame, lambda turn: self.tell(turn.player, "your_move", turn.room))
        signals.on(ChallengeGiven, lambda given: self.tell(given.player, "challenge", given.challenge))
        signals.on(LessonFound, lambda found: self.tell(found.player, "lesson", found.game))
        signals.on(OfferChanged, self._tell_offer)

    def _tell_offer(self, change: OfferChanged) -> None:
        if change.what is not None:
            self.tell(change.player, "rematch" if change.what == "rematch" else "offer", change.room)

    def add_player(self, player: str) -> None:
        """Somebody gets notices from now on."""
        self._players.add(player)

    def tell(self, player: str, kind: PushKind, target: str) -> None:
        """Something has come up for a player: tell him, unless he is here and sees it anyway."""
        if self._key is not None and player in self._players and not self._here(player):
            self._background.spawn(self._put(player, kind, target))

    async def _put(self, player: str, kind: PushKind, target: str) -> None:
        try:
            await push.put(self._store, player, kind, target, self._now())
        except StoreError as error:
            log.warning("a notice is not sent: %s", error)
        self._ready.set()

    async def work(self) -> None:
        """Send what there is to send, until cancelled."""
        if self._key is None:
            return
        await asyncio.gather(self._keep_sending(), self._keep_reminding())

    async def _keep_sending(self) -> None:
        while True:
            self._ready.clear()
            try:
                more = await self.send_due()
            except StoreError as error:
                log.warning("notices wait: %s", error)
                more = False
            if not more:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._ready.wait(), LOOK_S)

    async def _keep_reminding(self) -> None:
        while True:
            try:
                await self.remind()
            except StoreError as error:
                log.warning("nobody is reminded: %s", error)
            await asyncio.sleep(REMINDER_S)

    async def remind(self) -> None:
        """Have those reminded whose flag falls soon, and forget who gets no notices any more."""
        await push.forget_signed_out(self._store)
        known = set(self._players)
        self._players -= known - await push.list_players(self._store)
        if self._players and await push.put_reminders(self._store, self._now(), REMINDER_MS):
            self._ready.set()

    async def send_due(self) -> bool:
        """Send some of what is due; whether there may be more. What somebody has not been told over quiet hours is one
        message after them."""
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
        """Until when a notice has to wait, since who gets it has quiet hours, or enough under way."""
        if self._waiting[notice.player] >= MOST_OF_PLAYER:
            return self._now() + int(LOOK_S * 1000)
        return find_end(settings.quiet, find_zone(settings.zone, settings.east), self._now())

    async def _send(self, notices: Sequence[DuePush], settings: PushSettings) -> None:
        """Send notices of one player's as one message, as far as they are of use still."""
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
        """For how many milliseconds a notice is of use, none where it is not wanted or seen anyway."""
        now = self._now()
        if notice.kind not in settings.kinds or notice.until is None or self._here(notice.player):
            return 0
        least = now + LEAST_MS if notice.kind in ("your_move", "deadline") else 0
        return max(notice.until, least) - now

    async def _bring(self, message: PushMessage, subscription: Subscription, worth_s: int) -> None:
        """Bring a message to one device: three tries, where the service has nothing against it."""
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
            self._waiting -= Counter([message.player])  # which keeps nobody who has none
            self._ready.set()

    def _post(self, message: PushMessage, subscription: Subscription, worth_s: int) -> int:
        """The status of the push service's answer, 0 where there was none. In a thread."""
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
                "Topic": hashlib.sha256(message.tag.encode()).hexdigest()[:32],  # a newer one takes its place
            }
            return self._deliver(endpoint, headers, body)
        except (OSError, ValueError, delivery.NotPublic) as error:
            log.info("a notice cannot be delivered: %s", error or type(error).__name__)
            return 0


async def _in_thread(work: Callable[[], int]) -> int:
    """What some work gives that blocks; nobody waits for its thread when the server ends."""
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
