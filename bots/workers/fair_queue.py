"""A queue of moves that is fair between addresses, and between the people at each address, by the cost of their moves.

Start-time fair queueing. Everybody has a tag that grows by the cost of each of their moves that starts; the least tag
is next. The virtual time at which newcomers start advances by the fair share of everybody present. So nobody saves up
turns by staying away, and no crowd of newcomers delays anybody forever: the time passes every tag.

    time  0        10        20        30        40
    A     |--9--------------------|--9-------        one player, expensive moves
    B     |1|     |1|     |1|     |1|                another, cheap ones: never behind A's second
"""

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from heapq import heapify, heappop, heapreplace
from typing import Protocol, TypeVar

SPARE = 64
"""Tags kept beyond those of people waiting."""


@dataclass(frozen=True, slots=True)
class Asker:
    """A person at an address who wants a move, and whether they are still connected."""

    address: str = ""
    person: str = ""
    there: Callable[[], bool] = field(default=lambda: True, compare=False)


class Wanted(Protocol):
    """Something that waits for its turn."""

    @property
    def asker(self) -> Asker:
        """The asker."""

    @property
    def cost(self) -> float:
        """The cost, in any unit."""


Each = TypeVar("Each", bound=Wanted)


class _Tags:
    """Tags of people or addresses, and their virtual time."""

    def __init__(self) -> None:
        self.time = 0.0
        self._of: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._of)

    def tag(self, who: str) -> float:
        """Return the tag of somebody who waits or would wait."""
        return max(self._of.get(who, 0.0), self.time)

    def join(self, who: str) -> None:
        """Fix the tag of somebody who starts to wait."""
        self._of[who] = self.tag(who)

    def waiting(self, who: str) -> float:
        """Return the tag of somebody who has joined."""
        return self._of.get(who, self.time)

    def charge(self, who: str, cost: float, present: Collection[str]) -> None:
        """Charge a move that starts; ``present`` are all who wait or have a worker."""
        self._of[who] = self.waiting(who) + cost
        self.time += cost / max(1, len(present))
        if len(self._of) > 2 * len(present) + SPARE:
            self._of = {each: tag for each, tag in self._of.items() if each in present or tag > self.time}
            for each in sorted(self._of, key=self._of.__getitem__)[: -2 * len(present) - SPARE]:
                if each not in present:  # of those absent, forget the smallest tags first
                    del self._of[each]


class FairQueue:
    """The usage of addresses and their people, as far as it affects who is next."""

    def __init__(self) -> None:
        self._addresses = _Tags()
        self._people: dict[str, _Tags] = {}

    def join(self, wanted: Wanted, others: Iterable[Wanted]) -> None:
        """Add something to wait beside ``others`` that wait already."""
        asker, askers = wanted.asker, [each.asker for each in others]
        if not any(each.address == asker.address for each in askers):
            self._addresses.join(asker.address)
        if not any((each.address, each.person) == (asker.address, asker.person) for each in askers):
            self._people.setdefault(asker.address, _Tags()).join(asker.person)

    def charge(self, wanted: Wanted, others: Iterable[Wanted]) -> None:
        """Charge something that starts; ``others`` wait or are running."""
        asker, askers = wanted.asker, [wanted.asker, *(each.asker for each in others)]
        addresses = {each.address for each in askers}
        self._addresses.charge(asker.address, wanted.cost, addresses)
        people = {each.person for each in askers if each.address == asker.address}
        self._people.setdefault(asker.address, _Tags()).charge(asker.person, wanted.cost, people)
        if len(self._people) > 2 * len(addresses) + SPARE:
            self._people = {each: tags for each, tags in self._people.items() if each in addresses}

    def order(self, waiting: Iterable[Each]) -> Iterator[Each]:
        """Yield all that wait in the order of their turns if nobody else came, connected people first.

        Ties are first come, first served.
        """
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
        """Return the number of tags kept."""
        return len(self._addresses) + sum(map(len, self._people.values()))
