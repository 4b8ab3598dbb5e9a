"""Events of a room to rows of ``actions`` and back, and what an event changes in the row of its game.

The columns hold what most events share; JSON in ``data`` holds the rest. Names are never kept: a `Who` is stored as
an id or a level, and `named` fills in the names of today.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

import msgspec

from server.protocol.api import BotRun
from server.protocol.events import Created, Ended, Moved, Rematched, RoomEvent, Seated, TookBack
from server.protocol.shapes import ClockSpec, Fischer, NoClock, PerMove, Who
from server.store import jobs, patterns, sums
from server.store.rows import NewGame

Row = tuple[Any, ...]

ACTION = ("seat", "ply", "point", "think_ms", "lag_ms", "given_ms", "left0_ms", "left1_ms", "forced", "data")
COLUMNS = f"at, kind, v, {', '.join(ACTION)}"

STORED = f"game, command, {COLUMNS}, sum"
"""A row of ``actions`` as `action_row` gives it."""

INSERT_ACTION = f"INSERT INTO actions ({STORED}) VALUES ({', '.join('?' * (len(ACTION) + 6))})"

_GAME = (
    *("serial", "id", "owner", "command", "rules", "size", "clock_kind", "clock_ms", "clock_increment_ms"),
    *("visibility", "rated", "pool", "player0", "level0", "bot_engine", "bot_version", "bot_seed", "bot_limits"),
    *("bot_learned", "created_at", "previous", "from_game", "start"),
)
INSERT_GAME = f"INSERT INTO games ({', '.join(_GAME)}, sum) VALUES ({', '.join('?' * (len(_GAME) + 1))})"

UPDATE_GAME = """
UPDATE games SET
  player1 = coalesce(?, player1), level1 = coalesce(?, level1), black = coalesce(?, black),
  started_at = coalesce(?, started_at), rated = coalesce(?, rated), ended_at = coalesce(?, ended_at),
  winner = coalesce(?, winner), reason = coalesce(?, reason), plies = coalesce(?, plies), next = coalesce(?, next)
WHERE serial = ?"""

ORDER = (
    INSERT_GAME,
    INSERT_ACTION,
    UPDATE_GAME,
    jobs.ON_END,
    jobs.AFTER_END,
    patterns.ON_END,
    sums.SUM_ACTION,
    sums.SUM_GAME,
)
"""A game stands before its actions, and all updates of one game in a batch touch different columns.

What follows from the end of a game comes last.
"""

KINDS: dict[str, type[RoomEvent]] = {str(kind.__struct_config__.tag): kind for kind in get_args(RoomEvent)}
_COLUMNS_OF = {kind: [name for name in kind.__struct_fields__ if name in ACTION] for kind in KINDS.values()}
_REST_OF = {
    kind: [name for name in kind.__struct_fields__ if name not in ACTION and name not in ("v", "at", "left")]
    for kind in KINDS.values()
}

json = msgspec.json.Encoder()


def action_row(serial: int, event: RoomEvent, command: str | None, met: Sequence[str] = ()) -> Row:
    """The parameters of ``INSERT_ACTION``; ``met`` are the patterns that a bot's move answered."""
    if type(event) is Moved:  # nearly all there is, and the only one that has to be fast
        more = ({} if event.why is None else {"why": event.why}) | ({"met": met} if met else {})
        data = json.encode(more).decode() if more else None
        forced = None if event.forced is None else int(event.forced)  # as it comes back
        return sums.summed(
            (
                serial,
                command,
                event.at,
                "moved",
                event.v,
                event.seat,
                event.ply,
                event.point,
                event.think_ms,
                event.lag_ms,
                event.given_ms,
                *event.left,
                forced,
                data,
            )
        )
    kind = type(event)
    left = getattr(event, "left", (None, None))
    values = {name: getattr(event, name) for name in _COLUMNS_OF[kind]}
    values |= {"left0_ms": left[0], "left1_ms": left[1]}
    rest = {name: _unnamed(getattr(event, name)) for name in _REST_OF[kind]}
    values["data"] = json.encode(rest).decode() if rest else None
    tag = kind.__struct_config__.tag
    return sums.summed((serial, command, event.at, tag, event.v, *(values.get(name) for name in ACTION)))


def event_of(row: Iterable[Any]) -> RoomEvent:
    """The event in a row of ``COLUMNS``, its names still empty."""
    at, tag, v, *columns, data = row
    if tag == "moved" and data is None:
        seat, ply, point, think_ms, lag_ms, given_ms, left0_ms, left1_ms, forced = columns
        known = None if forced is None else bool(forced)
        return Moved(v, at, seat, ply, point, think_ms, lag_ms, given_ms, (left0_ms, left1_ms), known)
    kind = KINDS[tag]
    found = dict(zip(ACTION, columns, strict=False))
    values = {name: found[name] for name in _COLUMNS_OF[kind]}
    if "left" in kind.__struct_fields__:
        values["left"] = (found["left0_ms"], found["left1_ms"])
    if found["forced"] is not None:
        values["forced"] = bool(found["forced"])
    if data is None:
        return kind(v=v, at=at, **values)
    rest = msgspec.json.decode(data)
    rest.pop("met", None)  # is counted, and not told
    return msgspec.convert({"k": tag, "v": v, "at": at, **values, **rest}, kind)


def people(events: Iterable[RoomEvent]) -> set[str]:
    """The ids of the players that the events name."""
    return {who.id for event in events if (who := _who(event)) is not None and who.id}


def named(event: RoomEvent, names: Mapping[str, str]) -> RoomEvent:
    """The event with the names of its people; who is not in ``names`` was deleted and has neither id nor name."""
    who = _who(event)
    if who is None or who.level is not None:
        return event
    field = "owner" if isinstance(event, Created) else "who"
    return msgspec.structs.replace(event, **{field: person(who.id, None, names)})


def person(id: str | None, level: int | None, names: Mapping[str, str]) -> Who:
    """Who sits in a seat, by the columns of a game; nobody where both are empty."""
    if level is not None:
        return Who(level=level)
    return Who(id=id, name=names[id]) if id is not None and id in names else Who()


def game_row(new: NewGame) -> Row:
    """The parameters of ``INSERT_GAME``."""
    created, bot = new.created, new.bot
    ran = (bot.engine, bot.version, bot.seed, json.encode(bot.limits).decode(), bot.learned) if bot else (None,) * 5
    row = (
        new.serial,
        new.id,
        new.owner,
        new.command,
        created.rules,
        created.size,
        *_clock_columns(created.clock),
        created.visibility,
        created.rated,
        created.rules,
        created.owner.id or None,
        created.owner.level,
        *ran,
        created.at,
        created.previous,
        created.from_game,
        len(created.start),
    )
    return (*row, sums.of_game(dict(zip(_GAME, row, strict=True))))


TOLD = ("player1", "level1", "black", "started_at", "ended_at", "winner", "reason", "plies", "rated")
"""The columns of a game that `told` names."""


def told(events: Iterable[RoomEvent]) -> dict[str, Any]:
    """The columns of a game that follow from its events, by name: what all `game_change` together have made of them."""
    found: dict[str, Any] = {"player1": None, "level1": None, "black": None, "started_at": None}
    found |= {"ended_at": None, "winner": None, "reason": None, "plies": 0}
    stones = 0
    for event in events:
        match event:
            case Created():
                found["rated"], stones = int(event.rated), len(event.start)
            case Seated():
                found["player1"], found["level1"] = event.who.id or None, event.who.level
                found["black"], found["started_at"] = event.black, event.at
            case Moved():
                stones += 1
            case TookBack():
                found["rated"] = 0
                stones -= event.plies
            case Ended():
                found |= {"ended_at": event.at, "winner": event.winner, "reason": event.reason, "plies": stones}
    return found


def game_change(serial: int, event: RoomEvent, plies: int) -> Row | None:
    """The parameters of ``UPDATE_GAME``, or None where the event changes nothing there."""
    match event:
        case Seated():
            who = event.who
            return (who.id or None, who.level, event.black, event.at, None, None, None, None, None, None, serial)
        case TookBack():
            return (None, None, None, None, 0, None, None, None, None, None, serial)
        case Ended():
            return (None, None, None, None, None, event.at, event.winner, event.reason, plies, None, serial)
        case Rematched():
            return (None, None, None, None, None, None, None, None, None, event.room, serial)
        case _:
            return None


def bot_of(row: sqlite3.Row) -> BotRun | None:
    """What played the bot's seat, from a row of ``games``."""
    if row["bot_engine"] is None:
        return None
    return BotRun(
        level=row["level1"] if row["level1"] is not None else row["level0"],
        engine=row["bot_engine"],
        version=row["bot_version"],
        seed=row["bot_seed"],
        limits=msgspec.json.decode(row["bot_limits"], type=dict[str, int]),
        learned=row["bot_learned"],
    )


def clock_of(row: sqlite3.Row) -> ClockSpec:
    """The clock of a row of ``games``."""
    match row["clock_kind"]:
        case "fischer":
            return Fischer(row["clock_ms"], row["clock_increment_ms"])
        case "per_move":
            return PerMove(row["clock_ms"])
        case _:
            return NoClock()


def _clock_columns(clock: ClockSpec) -> tuple[str, int, int]:
    match clock:
        case Fischer():
            return "fischer", clock.initial_ms, clock.increment_ms
        case PerMove():
            return "per_move", clock.move_ms, 0
        case _:
            return "none", 0, 0


def _who(event: RoomEvent) -> Who | None:
    match event:
        case Created():
            return event.owner
        case Seated():
            return event.who
        case _:
            return None


def _unnamed(value: Any) -> Any:
    return Who(id=value.id, level=value.level) if isinstance(value, Who) else value
