"""Games against bots to put into a store."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from server.protocol.events import Ended, Moved, Seated
from server.protocol.values import BotRun, ColorName, NoClockSpec, ReasonName, Rules, Visibility, Who
from server.store.address import is_server
from server.store.writes import Append, NewGame
from tests.kit.stores import OpenStore
from tests.server.store.examples import created

RUN = BotRun(3, "learner", "learner 1", 7, {})


async def against_bot(
    store: OpenStore,
    id: str,
    owner: Who,
    *,
    winner: ColorName | None = "black",
    reason: ReasonName = "five",
    bot: ColorName = "white",
    level: int = 3,
    version: str = "learner 1",
    plies: int = 9,
    points: Sequence[int] = (),
    rules: Rules = "freestyle",
    visibility: Visibility = "public",
    whys: dict[int, dict[str, Any]] | None = None,
    ended_at: int | None = None,
    **wishes: Any,
) -> int:
    """A finished game; ``whys`` are the bot's reasons by ply. Its number.

    Without ``points`` the moves are made up, and so many as ``plies``.
    """
    points = points or range(30, 30 + plies)
    serial = store.new_serial()
    made = created(owner, rules=rules, rated=False, visibility=visibility, clock=NoClockSpec(), **wishes)
    black = 0 if bot == "white" else 1
    begun = len(made.start)
    moves = [
        Moved(3 + ply, 2000 + ply, (ply + begun) % 2 ^ black, ply + begun, point, 5, 0, 0, (None, None))
        for ply, point in enumerate(points)
    ]
    reasons = {ply: dict(why) for ply, why in (whys or {}).items()}
    explained = [replace(move, why=reasons.get(move.ply) or None) for move in moves]
    await store.commit(
        NewGame(serial, id, owner.id or None, None, made, replace(RUN, level=level, version=version)),
        Append(serial, Seated(v=2, at=1500, seat=1, who=Who(level=level), black=black), None, 0),
        *(Append(serial, move, None, move.ply + 1) for move in explained),
        Append(
            serial,
            Ended(3 + len(points), ended_at or 9000 + serial, winner, reason, (None, None)),
            None,
            len(points) + begun,
        ),
    )
    return serial


async def without_lessons(store: OpenStore) -> None:
    """As if somebody had found the lesson of every game by the time it is queued."""
    found = "UPDATE jobs SET lesson = 0"
    made = [f"CREATE TEMP TRIGGER IF NOT EXISTS no_lessons AFTER INSERT ON jobs BEGIN {found}; END"]
    if is_server(store.address):
        body = f"BEGIN {found}; RETURN NEW; END"
        made = [
            f"CREATE OR REPLACE FUNCTION no_lessons() RETURNS trigger LANGUAGE plpgsql AS $${body}$$",
            "CREATE OR REPLACE TRIGGER no_lessons AFTER INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION no_lessons()",
        ]
    await store.execute((found, ()), *((sql, ()) for sql in made))
