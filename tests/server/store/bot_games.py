"""Games against bots to put into a store."""

from typing import Any

from msgspec.structs import replace

from server.protocol.api import BotRun
from server.protocol.events import Ended, Moved, Seated
from server.protocol.shapes import ColorName, NoClock, ReasonName, Rules, Visibility, Who
from server.store.rows import Append, NewGame
from server.store.store import Store
from tests.server.store.examples import created

RUN = BotRun(3, "learner", "learner 1", 7, {})


async def against_bot(
    store: Store,
    id: str,
    owner: Who,
    *,
    winner: ColorName | None = "black",
    reason: ReasonName = "five",
    bot: ColorName = "white",
    plies: int = 9,
    rules: Rules = "freestyle",
    visibility: Visibility = "public",
    whys: dict[int, dict[str, Any]] | None = None,
    ended_at: int | None = None,
    **wishes: Any,
) -> int:
    """A finished game; ``whys`` are the bot's reasons by ply, ``met`` among them. Its number."""
    serial = store.new_serial()
    made = created(owner, rules=rules, rated=False, visibility=visibility, clock=NoClock(), **wishes)
    black = 0 if bot == "white" else 1
    begun = len(made.start)
    moves = [
        Moved(3 + ply, 2000 + ply, (ply + begun) % 2 ^ black, ply + begun, 30 + ply, 5, 0, 0, (None, None))
        for ply in range(plies)
    ]
    reasons = {ply: dict(why) for ply, why in (whys or {}).items()}
    met = {ply: why.pop("met", ()) for ply, why in reasons.items()}
    explained = [replace(move, why=reasons.get(move.ply) or None) for move in moves]
    await store.commit(
        NewGame(serial, id, owner.id or None, None, made, RUN),
        Append(serial, Seated(v=2, at=1500, seat=1, who=Who(level=3), black=black), None, 0),
        *(Append(serial, move, None, move.ply + 1, met.get(move.ply, ())) for move in explained),
        Append(serial, Ended(3 + plies, ended_at or 9000 + serial, winner, reason, (None, None)), None, plies + begun),
    )
    return serial
