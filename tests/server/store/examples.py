"""Games to put into a store."""

from collections.abc import Sequence

from server.protocol.events import Created, Ended, Moved, Seated
from server.protocol.values import ColorName, NoClockSpec, Rules, Visibility, Who
from server.store.people import players
from server.store.records import StoredPlayer
from server.store.writes import Append, NewGame
from tests.kit.stores import OpenStore


async def add_player(store: OpenStore, id: str, name: str) -> Who:
    await players.insert(store, StoredPlayer(id, name, 1), id.encode())
    return Who(id=id, name=name)


def created(owner: Who, **changed: object) -> Created:
    fields: dict[str, object] = {
        "v": 1,
        "at": 1_000,
        "rules": "renju",
        "size": 15,
        "clock": NoClockSpec(),
        "visibility": "public",
        "rated": True,
        "color": "black",
        "owner": owner,
    }
    return Created(**(fields | changed))  # type: ignore[arg-type]


def moved(v: int, ply: int, point: int | None = None) -> Moved:
    return Moved(
        v=v,
        at=1_000 + v,
        seat=ply % 2,
        ply=ply,
        point=ply if point is None else point,
        think_ms=10,
        lag_ms=1,
        given_ms=1,
        left=(None, None),
    )


async def new_room(store: OpenStore, id: str, owner: Who, command: str | None = None, **changed: object) -> int:
    serial = store.new_serial()
    await store.commit(NewGame(serial, id, owner.id or None, command, created(owner, **changed)))
    return serial


async def finished(
    store: OpenStore,
    id: str,
    owner: Who,
    guest: Who,
    *,
    ended_at: int,
    winner: ColorName | None = "black",
    plies: int = 2,
    black: int = 0,
    rules: Rules = "renju",
    visibility: Visibility = "public",
    points: Sequence[int] = (),
) -> int:
    """A game with ``plies`` moves that ended at ``ended_at``; an aborted one where ``plies`` is negative.

    The stones lie on ``points``, or from the board's first on.
    """
    serial = await new_room(store, id, owner, rules=rules, visibility=visibility)
    aborted = plies < 0
    points = points or range(abs(plies))
    moves = [Append(serial, moved(3 + ply, ply, point), None, ply + 1) for ply, point in enumerate(points)]
    reason = "aborted" if aborted else "resigned" if winner else "agreed_draw"
    v = 3 + len(moves)
    ended = Ended(v=v, at=ended_at, winner=None if aborted else winner, reason=reason, left=(None, None))  # type: ignore[arg-type]
    await store.commit(
        Append(serial, Seated(v=2, at=1_001, seat=1, who=guest, black=black), None, 0),
        *moves,
        Append(serial, ended, None, len(moves)),
    )
    return serial
