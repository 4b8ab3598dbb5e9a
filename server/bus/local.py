"""The bus within one process: the embedded default has an exchange of its own; tests put several servers on one."""

import asyncio
import logging
import secrets
from contextlib import suppress

from server.bus.bus import MOST_BYTES, Answer, Heard, NoAnswer, OnReturn, Unserve

log = logging.getLogger("tengen.bus")


def matches(pattern: str, subject: str) -> bool:
    """Tell whether a subscription to ``pattern`` hears a subject."""
    wanted, words = pattern.split("."), subject.split(".")
    if wanted[-1] == ">":
        wanted = wanted[:-1]
        if len(words) <= len(wanted):
            return False
        words = words[: len(wanted)]
    return len(wanted) == len(words) and all(one in ("*", other) for one, other in zip(wanted, words, strict=True))


class Exchange:
    """Buses that reach one another."""

    def __init__(self) -> None:
        self.buses: list[LocalBus] = []

    def cut(self, bus: "LocalBus") -> None:
        """Cut a bus off from the others."""
        bus.connected = False

    def mend(self, bus: "LocalBus") -> None:
        """End what `cut` began."""
        bus.connected = True
        bus.tell_return()

    def others(self, bus: "LocalBus") -> list["LocalBus"]:
        """List the buses that one reaches."""
        return [each for each in self.buses if each is not bus and each.connected] if bus.connected else []


class LocalBus:
    """A bus to the others on its exchange."""

    def __init__(self, exchange: Exchange) -> None:
        self.name = secrets.token_hex(6)
        self.connected = True
        self._exchange = exchange
        self._heard: list[tuple[str, Heard]] = []
        self._services: list[tuple[str, str, Answer]] = []
        self._answering: set[asyncio.Task[None]] = set()
        self._returns: list[OnReturn] = []
        self._turn = 0
        exchange.buses.append(self)

    def publish(self, subject: str, payload: bytes) -> None:
        """Send a message to the others."""
        if len(payload) > MOST_BYTES:
            log.error("a message on %s of %d bytes is too long for the bus", subject, len(payload))
            return
        for other in self._exchange.others(self):
            other.hear(subject, payload)

    def hear(self, subject: str, payload: bytes) -> None:
        """Tell subscribers of a message, soon: never within the sender's call."""
        for pattern, call in self._heard:
            if matches(pattern, subject):
                asyncio.get_running_loop().call_soon(_tell, call, subject, payload)

    async def subscribe(self, subject: str, call: Heard) -> None:
        """Have ``call`` hear messages."""
        self._heard.append((subject, call))

    async def serve(self, subject: str, group: str, answer: Answer) -> Unserve:
        """Answer requests."""
        service = (subject, group, answer)
        self._services.append(service)

        async def unserve() -> None:
            with suppress(ValueError):
                self._services.remove(service)

        return unserve

    async def request(self, subject: str, payload: bytes, timeout_s: float) -> bytes:
        """Return the first answer."""
        if len(payload) > MOST_BYTES:
            raise NoAnswer(f"a request on {subject} of {len(payload)} bytes is too long for the bus")
        groups: dict[str, list[tuple[LocalBus, Answer]]] = {}
        for other in self._exchange.others(self):
            for pattern, group, answer in other._services:
                if matches(pattern, subject):
                    groups.setdefault(group, []).append((other, answer))
        if not groups:
            raise NoAnswer(f"nobody serves {subject}")
        self._turn += 1
        result: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        for members in groups.values():
            other, answer = members[self._turn % len(members)]
            other._answer(subject, answer, payload, result)
        try:
            return await asyncio.wait_for(result, timeout_s)
        except TimeoutError as error:
            raise NoAnswer(f"no answer on {subject} within {timeout_s} s") from error

    def _answer(self, subject: str, answer: Answer, payload: bytes, result: "asyncio.Future[bytes]") -> None:
        async def run() -> None:
            try:
                said = await answer(payload)
                if len(said) > MOST_BYTES:
                    raise NoAnswer(f"an answer of {len(said)} bytes is too long for the bus")
            except Exception as error:
                log.exception("a request on %s failed", subject)
                if not result.done():
                    result.set_exception(NoAnswer(f"a request on {subject} failed: {error}"))
            else:
                if not result.done() and self.connected:
                    result.set_result(said)

        task = asyncio.get_running_loop().create_task(run())
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    def on_return(self, call: OnReturn) -> None:
        """Have ``call`` called after each break."""
        self._returns.append(call)

    def tell_return(self) -> None:
        """Call all who wait for the return of the bus."""
        for call in self._returns:
            try:
                call()
            except Exception:
                log.exception("a call at the return of the bus failed")

    async def close(self) -> None:
        """Leave the exchange."""
        self.connected = False
        if self in self._exchange.buses:
            self._exchange.buses.remove(self)
        self._heard.clear()
        self._services.clear()
        for task in list(self._answering):
            task.cancel()
        await asyncio.gather(*self._answering, return_exceptions=True)


def _tell(call: Heard, subject: str, payload: bytes) -> None:
    try:
        call(subject, payload)
    except Exception:
        log.exception("a subscriber to %s failed", subject)
