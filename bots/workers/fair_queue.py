"""Queue of moves that is fair between addresses, and at each of them between its people, by what their moves cost.

Start-time fair queueing. Everybody has a tag, which grows by the cost of each move that is begun; the least is next.
The time that newcomers begin at goes on with what each of those who are there should have had by now. So nobody saves
turns up by staying away, and no crowd of newcomers holds anybody back for good: the time goes past every tag.

    time  0        10        20        30        40
    A     |--9--------------------|--9-------        one player, dear moves
    B     |1|     |1|     |1|     |1|                another, cheap ones: never behind A's second
"""

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from heapq import heapify, heappop, heapreplace
from typing import Protocol, TypeVar

SPARE = 64
"""Tags that are kept beside those of who waits."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who wants a move: a person at an address, and whether the person is still there."""

    address: str = ""
    person: str = ""
    there: Callable[[], bool] = field(default=lambda: True, compare=False)


class Wanted(Protocol):
    """Something that waits for its turn."""

    @property
    def asker(self) -> Asker:
        """Who wants it."""

    @property
    def cost(self) -> float:
        """What it takes, in whatever unit."""


Each = TypeVar("Each", bound=Wanted)


class _Tags:
    """Tags of some people or addresses, and their time."""

    def __init__(self) -> None:
        self.time = 0.0
        self._of: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._of)

    def tag(self, who: str) -> float:
        """Where somebody stands who waits, or would."""
        return max(self._of.get(who, 0.0), self.time)

    def join(self, who: str) -> None:
        """Somebody begins to wait, and keeps the place from now on."""
        self._of[who] = self.tag(who)

    def waiting(self, who: str) -> float:
        """Where somebody stands who has joined."""
        return self._of.get(who, self.time)

    def charge(self, who: str, cost: float, present: Collection[str]) -> None:
        """A move of somebody's begins; ``present`` are all who wait, or have a worker."""
        self._of[who] = self.waiting(who) + cost
        self.time += cost / max(1, len(present))
        if len(self._of) > 2 * len(present) + SPARE:
            self._of = {each: tag for each, tag in self._of.items() if each in present or tag > self.time}
            for each in sorted(self._of, key=self._of.__getitem__)[: -2 * len(present) - SPARE]:
                if each not in present:  # of those who have had much lately, who has had least
                    del self._of[each]


class FairQueue:
    """What addresses and their people have had, as far as it counts for who is next."""

    def __init__(self) -> None:
        self._addresses = _Tags()
        self._people: dict[str, _Tags] = {}

    def join(self, wanted: Wanted, others: Iterable[Wanted]) -> None:
        """Something begins to wait, beside others that wait already."""
        asker, askers = wanted.asker, [each.asker for each in others]
        if not any(each.address == asker.address for each in askers):
            self._addresses.join(asker.address)
        if not any((each.address, each.person) == (asker.address, asker.person) for each in askers):
            self._people.setdefault(asker.address, _Tags()).join(asker.person)

    def charge(self, wanted: Wanted, others: Iterable[Wanted]) -> None:
        """Something begins; ``others`` wait, or have begun and not ended."""
        asker, askers = wanted.asker, [wanted.asker, *(each.asker for each in others)]
        addresses = {each.address for each in askers}
        self._addresses.charge(asker.address, wanted.cost, addresses)
        people = {each.person for each in askers if each.address == asker.address}
        self._people.setdefault(asker.address, _Tags()).charge(asker.person, wanted.cost, people)
        if len(self._people) > 2 * len(addresses) + SPARE:
            self._people = {each: tags for each, tags in self._people.items() if each in addresses}

    def order(self, waiting: Iterable[Each]) -> Iterator[Each]:
        """All that wait, first come first served where nothing else decides, in the order of their turns if nobody
        else came: what people want who are there, then the rest."""
        there: list[Each] = []
        left: list[Each] = []
        for each in waiting:
            (there if each.asker.there() else left).append(each)
        yield from self._fair(there)
        yield from self._fair(left)

    def _fair(self, waiting: list[Each]) -> Iterator[Each]:
        queues: dict[str, dict[str, deque[Each]]] = defaultdict(lambda: defaultdict(deque))
        for each in waiting:
            queues[each.asker.address][each.asker.person].append(each)
        addresses = [(self._addresses.waiting(address), n, address) for n, address in enumerate(queues)]
        people = {
            address: [(self._people_of(address).waiting(person), n, person) for n, person in enumerate(here)]
            for address, here in queues.items()
        }
        for heap in (addresses, *people.values()):
            heapify(heap)
        while addresses:
            tag, n, address = addresses[0]
            own, m, person = people[address][0]
            queue = queues[address][person]
            first = queue.popleft()
            yield first
            if queue:
                heapreplace(people[address], (own + first.cost, m, person))
            else:
                heappop(people[address])
            if people[address]:
                heapreplace(addresses, (tag + first.cost, n, address))
            else:
                heappop(addresses)

    def _people_of(self, address: str) -> _Tags:
        return self._people.get(address) or _Tags()

    def __len__(self) -> int:
        """Tags that are kept."""
        return len(self._addresses) + sum(map(len, self._people.values()))
