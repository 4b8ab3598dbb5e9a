"""Converts room events to rows of ``actions`` and back; `game_rows` does this for rows of ``games``.

Columns hold the fields that most events share; JSON in ``data`` holds the rest. Names are never stored: a `Who` is
stored as an id or a level, and `fill_in_names` adds the current names.
"""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

import msgspec

from server.protocol.events import Created, Moved, RoomEvent, Seated
from server.protocol.values import Who
from server.store.file import checksums
from server.store.game_rows import read_who
from server.store.sql import BatchStage, BulkStatement, Value

Values = tuple[Value, ...]

ACTION = ("seat", "ply", "point", "think_ms", "lag_ms", "given_ms", "left0_ms", "left1_ms", "forced", "data")
COLUMNS = f"at, kind, v, {', '.join(ACTION)}"

STORED = f"game, command, {COLUMNS}, sum"
"""The columns of an ``actions`` row, in the order that `make_action_row` returns."""

INSERT_ACTION = BulkStatement(
    BatchStage.ACTIONS, f"INSERT INTO actions ({STORED}) VALUES ({', '.join('?' * (len(ACTION) + 6))})"
)

KINDS: dict[str, type[RoomEvent]] = {str(kind.__struct_config__.tag): kind for kind in get_args(RoomEvent)}
_COLUMNS_OF = {kind: [name for name in kind.__struct_fields__ if name in ACTION] for kind in KINDS.values()}
_REST_OF = {
    kind: [name for name in kind.__struct_fields__ if name not in ACTION and name not in ("v", "at", "left", "reserve")]
    for kind in KINDS.values()
}

json = msgspec.json.Encoder()

_PREPARED = [msgspec.json.Decoder(kind) for kind in KINDS.values()]
"""Makes msgspec learn the fields of every class now, before any thread starts. It otherwise does so at the first
conversion, and a second thread that converts to the same class at that moment crashes the process (a null pointer,
msgspec 0.22). Long games are read in threads."""


def make_action_row(serial: int, event: RoomEvent, command_key: str | None) -> Values:
    """Build the parameters of ``INSERT_ACTION``, with the checksum."""
    if type(event) is Moved:  # nearly all events, and the only kind that must be fast
        rest = {"why": event.why, "reserve": event.reserve, "conditional": event.conditional or None}
        more = {name: value for name, value in rest.items() if value is not None}
        data = json.encode(more).decode() if more else None
        forced = None if event.forced is None else int(event.forced)  # the checksum needs the value that SQLite returns
        return checksums.add_sum(
            (
                serial,
                command_key,
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
    rest = {name: _without_name(getattr(event, name)) for name in _REST_OF[kind]}
    reserve = getattr(event, "reserve", None)
    if reserve is not None:
        rest["reserve"] = reserve
    values["data"] = json.encode(rest).decode() if rest else None
    tag = kind.__struct_config__.tag
    return checksums.add_sum((serial, command_key, event.at, tag, event.v, *(values.get(name) for name in ACTION)))


def read_event(row: Iterable[Any]) -> RoomEvent:
    """Convert a row of ``COLUMNS`` to its event, with empty names."""
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
    rest.pop("met", None)  # rows of earlier versions have this and the next, which are not part of the event
    rest.pop("blocked", None)
    return msgspec.convert({"k": tag, "v": v, "at": at, **values, **rest}, kind)


def list_people(events: Iterable[RoomEvent]) -> set[str]:
    """Return the ids of all players named in the events."""
    return {who.id for event in events if (who := _who(event)) is not None and who.id}


def fill_in_names(event: RoomEvent, names: Mapping[str, str]) -> RoomEvent:
    """Return the event with its player's name filled in; a player missing from ``names`` was deleted and gets neither
    id nor name."""
    who = _who(event)
    if who is None or who.level is not None:
        return event
    field = "owner" if isinstance(event, Created) else "who"
    return msgspec.structs.replace(event, **{field: read_who(who.id, None, names)})


def _who(event: RoomEvent) -> Who | None:
    match event:
        case Created():
            return event.owner
        case Seated():
            return event.who
        case _:
            return None


def _without_name(value: Any) -> Any:
    return Who(id=value.id, level=value.level) if isinstance(value, Who) else value
