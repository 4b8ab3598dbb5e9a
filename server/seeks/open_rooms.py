"""Open rooms of the lobby as seeks with one wish, while their owners are connected."""

from collections.abc import Callable, Iterable, Iterator

from server.protocol.outbound import LobbyRoom
from server.protocol.values import CorrespondenceSpec
from server.ratings.ledger import find_pool
from server.seeks.matching import Seek, SoughtGame


def list_open_seeks(lines: Iterable[LobbyRoom], address_of: Callable[[str], str | None]) -> Iterator[Seek]:
    """Yield the waiting rooms as seeks; ``address_of`` returns a player's address, None if they are not connected."""
    for line in lines:
        owner, clock = line.seats[0], line.clock
        address = None if owner is None else address_of(owner.id)
        if owner is not None and address is not None and not isinstance(clock, CorrespondenceSpec):
            game = SoughtGame(line.rules, line.size, line.opening)
            pool = find_pool(line.rules, by_correspondence=False)
            mark = None if line.marks is None else line.marks[0]
            known = (line.room, owner.id, address, line.created_at, (game,), (clock,), line.color, line.rated)
            ratings = {} if mark is None or pool is None else {pool: float(mark.rating)}
            yield Seek(*known, ratings=ratings, open=True)
