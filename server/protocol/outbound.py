"""What the server says. Every message is one JSON object in a text frame; ``t`` names it."""

from typing import Any

from msgspec import Struct, field

from server.protocol.events import Left, RoomEvent
from server.protocol.shapes import (
    ClockSpec,
    ColorChoice,
    ForbiddenName,
    JobState,
    OfferKind,
    Result,
    Rules,
    Seat,
    Size,
    Visibility,
    Who,
)


class Message(Struct, tag_field="t", frozen=True, omit_defaults=True):
    """Base of everything the server says."""


class Welcome(Message, frozen=True, tag="welcome"):
    """The answer to ``hello`` (and to ``redeem``). ``token`` is there only when it is new: keep it.

    ``build`` names the client files that this server holds: a page of another build should reload itself. ``now`` is
    the server's time in milliseconds. ``rooms`` are the sender's own games that are not over.
    """

    protocol: int
    build: str
    now: int
    player: Who
    rooms: list[str]
    token: str | None = None


class Ack(Message, frozen=True, tag="ack"):
    """The command ``id`` is done and stored. ``v`` is the room's version after it."""

    id: str
    room: str | None = None
    v: int | None = None
    name: str | None = None
    code: str | None = None
    expires_at: int | None = None


class Error(Message, frozen=True, tag="error"):
    """The command ``id`` (null when it could not be read) was refused; nothing has changed.

    ``code`` is stable; ``detail`` holds what a sentence about it may name.
    """

    code: str
    id: str | None = None
    room: str | None = None
    detail: dict[str, str | int] = field(default_factory=dict)


class LobbyRoom(Struct, frozen=True, omit_defaults=True):
    """One line of the lobby: an open room (one seat free) or a game to watch."""

    room: str
    rules: Rules
    size: Size
    clock: ClockSpec
    rated: bool
    seats: tuple[Who | None, Who | None]
    created_at: int
    ply: int
    watchers: int
    black: Seat | None = None
    color: ColorChoice = "random"
    """The colour that the owner of an open room has asked for."""


class LobbyState(Message, frozen=True, tag="lobby"):
    """All of the lobby. ``online`` counts people with a connection."""

    rooms: list[LobbyRoom]
    online: int


class LobbyChange(Message, frozen=True, tag="lobby_change"):
    """What changed since: rooms new or changed, rooms gone."""

    rooms: list[LobbyRoom]
    gone: list[str]
    online: int


class Stone(Struct, frozen=True, omit_defaults=True):
    """A move of a snapshot: the point, the time thought, the mover's clock after it.

    ``why`` is there for a bot's last move only, as in the event ``moved``.
    """

    point: int
    think_ms: int
    left_ms: int | None = None
    why: dict[str, Any] | None = None


class Presence(Struct, frozen=True, omit_defaults=True):
    """Who is there. ``gone_since`` is the time at which a seat's owner left, null while connected."""

    gone_since: tuple[int | None, int | None]
    watchers: int


class RoomState(Message, frozen=True, tag="room"):
    """A room whole, at version ``v``; ``you`` is the receiver's seat, null for a spectator.

    ``left`` are the clocks at ``now``; the clock of ``running`` runs on from there. ``first_move_by`` is when the game
    is aborted if the player to move has not made the first move. ``offers`` lists what each seat has on offer.
    ``claim_after_ms`` is how long a player must be gone before the other may claim. The first ``start`` of ``moves``
    were not played here: they are those of the game ``from_game``.
    """

    room: str
    v: int
    now: int
    rules: Rules
    size: Size
    clock: ClockSpec
    visibility: Visibility
    rated: bool
    color: ColorChoice
    seats: tuple[Who | None, Who | None]
    moves: list[Stone]
    left: Left
    offers: tuple[list[OfferKind], list[OfferKind]]
    presence: Presence
    created_at: int
    score: tuple[int, int]
    claim_after_ms: int
    black: Seat | None = None
    you: Seat | None = None
    running: Seat | None = None
    first_move_by: int | None = None
    result: Result | None = None
    line: list[int] | None = None
    previous: str | None = None
    next: str | None = None
    start: int = 0
    from_game: str | None = None


class Events(Message, frozen=True, tag="events"):
    """What happened in a room, in the order of the versions; also the answer to ``enter`` with ``since``.

    ``left``, ``running`` and ``first_move_by`` are the clocks at ``now``, after the last event.
    """

    room: str
    now: int
    events: list[RoomEvent]
    left: Left
    running: Seat | None = None
    first_move_by: int | None = None


class RoomPresence(Message, frozen=True, tag="presence"):
    """Who is there, as it changes; not versioned, since it is not history."""

    room: str
    presence: Presence


class Forbidden(Message, frozen=True, tag="forbidden"):
    """Renju, black to move at version ``v``: the points that black may not take now, and why."""

    room: str
    v: int
    points: list[tuple[int, ForbiddenName]]


class Queued(Message, frozen=True, tag="queued"):
    """The bot's move has to wait: ``ahead`` moves of other games come first, about; null once it is thought about.

    Said after a second, and then at most once a second.
    """

    room: str
    ahead: int | None = None


class Replaced(Message, frozen=True, tag="replaced"):
    """The player opened this room elsewhere: the newer connection has the seat, this one only looks on no longer."""

    room: str


class Started(Message, frozen=True, tag="started"):
    """Somebody sat down across from the receiver, who is not looking at that room at the moment."""

    room: str
    opponent: Who


class Renamed(Message, frozen=True, tag="renamed"):
    """The receiver's name has changed (by another of its own connections or by an operator)."""

    player: Who


class Advice(Message, frozen=True, tag="hint"):
    """The answer to the command ``hint``: the best move at version ``v`` and why.

    ``reasons`` are codes such as ``blocks_open_four``, the weightiest first. ``line`` is a proven win from here: the
    receiver's moves and the answers that hold out longest alternating, to the move that nothing stops.
    """

    id: str
    room: str
    v: int
    point: int
    reasons: list[str]
    line: list[int] | None = None


class Analysis(Message, frozen=True, tag="analysis"):
    """How far the analysis of a game is; when it is done, ``/api/games/{id}/analysis`` has it.

    While it waits, ``ahead`` games come before it; while it runs, ``done`` of ``total`` steps are behind it.
    """

    game: str
    state: JobState
    done: int = 0
    total: int = 0
    ahead: int = 0


class Tried(Message, frozen=True, tag="tried"):
    """The answer to the command ``try``: whether the newest move is right, and whether the puzzle is solved with it.

    ``reply`` is the opponent's answer to a right move, on which the puzzle goes on. With ``done`` or after a wrong
    move, ``line`` shows how it goes: how the win is made, or what the wrong move loses to.
    """

    id: str
    puzzle: int
    right: bool
    done: bool
    reply: int | None = None
    line: list[int] | None = None


class Device(Struct, frozen=True, omit_defaults=True):
    """A device that has the receiver's identity; ``browser`` and ``system`` are empty where they are not known.

    ``used_at`` is exact to the hour, and now for one that is ``here``: connected. ``this`` is the receiver's own.
    """

    id: str
    created_at: int
    used_at: int
    browser: str = ""
    system: str = ""
    here: bool = False
    this: bool = False


class DeviceList(Message, frozen=True, tag="devices"):
    """The answer to the command ``devices``: all of them, the last used first."""

    id: str
    devices: list[Device]


class Bye(Message, frozen=True, tag="bye"):
    """The server is about to close this connection: restart, banned, signed out, stale, or flood."""

    code: str


class Beat(Message, frozen=True, tag="beat"):
    """A sign of life, every five seconds after ``welcome``: who has heard nothing for twice that long is cut off."""


Outbound = (
    Welcome
    | Ack
    | Error
    | LobbyState
    | LobbyChange
    | RoomState
    | Events
    | RoomPresence
    | Forbidden
    | Queued
    | Replaced
    | Started
    | Advice
    | Analysis
    | Tried
    | Renamed
    | DeviceList
    | Bye
    | Beat
)
