"""Rows of ``games``: the insert of a new room, the statements of updates by its events, and reading rows back."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from server.protocol.events import Chose, Created, Ended, Moved, RoomEvent, Seated, TookBack
from server.protocol.values import (
    BotRun,
    ClockSpec,
    FischerSpec,
    NoClockSpec,
    PerMoveSpec,
    Rules,
    Size,
    Visibility,
    Who,
)
from server.store.file import checksums
from server.store.sql import BatchStage, BulkStatement, Row, Value

Values = tuple[Value, ...]

_GAME = (
    *("serial", "id", "owner", "command", "rules", "size", "clock_kind", "clock_ms", "clock_increment_ms"),
    *("visibility", "rated", "pool", "player0", "level0", "bot_engine", "bot_version", "bot_seed", "bot_limits"),
    *("bot_learned", "bot_weights", "bot_book", "created_at", "previous", "from_game", "start", "clock", "opening"),
)
INSERT_GAME = BulkStatement(
    BatchStage.GAMES, f"INSERT INTO games ({', '.join(_GAME)}, sum) VALUES ({', '.join('?' * (len(_GAME) + 1))})"
)


def _make_update(columns: str, stage: BatchStage = BatchStage.GAME_UPDATES) -> BulkStatement:
    return BulkStatement(stage, f"UPDATE games SET {columns} WHERE serial = ?")


SEAT_GUEST = _make_update(
    "player1 = coalesce(?, player1), level1 = coalesce(?, level1), "
    "black = coalesce(?, black), started_at = coalesce(?, started_at)",
    BatchStage.SEATS,
)
CHOOSE_BLACK = _make_update("black = ?")
UNRATE_GAME = _make_update("rated = 0")
END_GAME = _make_update("ended_at = ?, winner = ?, reason = ?, plies = ?")
LINK_REMATCH = _make_update("next = ?")
SET_FLAG = BulkStatement(
    BatchStage.PLAYS_BY_CORRESPONDENCE, "UPDATE games SET next_flag_at = ?, waits_for = ? WHERE serial = ?"
)

WHILE_PLAYED = frozenset(
    {"player1", "level1", "black", "started_at", "rated", "next", "next_flag_at", "waits_for", "sum"}
)
"""Columns that change only during a game, or that are not shown for finished games."""

json = msgspec.json.Encoder()


def read_who(id: str | None, level: int | None, names: Mapping[str, str]) -> Who:
    """Return the occupant of a seat from its player id and bot level; an empty `Who` if both are null."""
    if level is not None:
        return Who(level=level)
    return Who(id=id, name=names[id]) if id is not None and id in names else Who()


class SeatColumns(Struct, frozen=True):
    """The columns of the seats in a game."""

    player0: str | None
    player1: str | None
    level0: int | None
    level1: int | None

    @property
    def players(self) -> tuple[str | None, str | None]:
        """The players' ids by seat."""
        return self.player0, self.player1

    @property
    def levels(self) -> tuple[int | None, int | None]:
        """The bots' levels by seat."""
        return self.level0, self.level1

    def find_who(self, seat: int, names: Mapping[str, str]) -> Who:
        """Return the occupant of a seat, as `read_who` does."""
        return read_who(self.players[seat], self.levels[seat], names)


def list_players(rows: Iterable[Row]) -> list[str | None]:
    """Return the players in the seats of some rows, of which any may be unreadable."""
    return [player for row in rows for player in (row["player0"], row["player1"])]


class Sides(SeatColumns, frozen=True):
    """The columns that tell who plays black; ``black`` is a seat, None before the colours are settled."""

    black: int | None
    imported: str | None
    black_name: str | None
    white_name: str | None

    def find_sides(self, names: Mapping[str, str]) -> tuple[Who, Who]:
        """Return who plays black and white, the owner of seat 0 first while nobody does."""
        if self.imported is not None:
            return Who(name=self.black_name or ""), Who(name=self.white_name or "")
        black = self.black or 0
        return self.find_who(black, names), self.find_who(1 - black, names)


class GameColumns(Sides, frozen=True):
    """The columns that every list of games shows."""

    serial: int
    id: str
    rules: Rules
    size: Size
    clock_kind: str
    clock_ms: int
    clock_increment_ms: int
    clock: ClockSpec | None
    visibility: Visibility
    rated: bool
    created_at: int
    started_at: int | None


def make_game_row(
    serial: int, id: str, owner: str | None, command: str | None, created: Created, bot: BotRun | None = None
) -> Values:
    """Return the parameters of `INSERT_GAME`."""
    clock = _clock_columns(created.clock)
    ran: Values = (None,) * 7
    if bot is not None:
        limits = json.encode(bot.limits).decode()
        ran = (bot.engine, bot.version, bot.seed, limits, bot.learned, bot.weights or None, bot.book or None)
    row = (
        serial,
        id,
        owner,
        command,
        created.rules,
        created.size,
        *clock[:-1],
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
        clock[-1],
        created.opening,
    )
    return (*row, checksums.sum_game(dict(zip(_GAME, row, strict=True))))


TOLD = ("player1", "level1", "black", "started_at", "ended_at", "winner", "reason", "plies", "rated", "opening")
"""Columns of a game that `fold_columns` returns."""


def fold_columns(events: Iterable[RoomEvent]) -> dict[str, Value]:
    """Replay a game's events and return the values, by column name, that they leave in its row."""
    found: dict[str, Value] = {"player1": None, "level1": None, "black": None, "started_at": None}
    found |= {"ended_at": None, "winner": None, "reason": None, "plies": 0}
    stones = 0
    for event in events:
        match event:
            case Created():
                found["rated"], stones = int(event.rated), len(event.start)
                found["opening"] = event.opening
            case Seated():
                found["player1"], found["level1"] = event.who.id or None, event.who.level
                found["black"], found["started_at"] = event.black, event.at
            case Chose():
                found["black"] = event.black
            case Moved():
                stones += 1
            case TookBack():
                found["rated"] = 0
                stones -= event.plies
            case Ended():
                found |= {"ended_at": event.at, "winner": event.winner, "reason": event.reason, "plies": stones}
    return found


def read_bot(row: Row) -> BotRun | None:
    """Return the bot that played, from a row of ``games``; None for a game without a bot."""
    if row["bot_engine"] is None:
        return None
    return BotRun(
        level=row["level1"] if row["level1"] is not None else row["level0"],
        engine=row["bot_engine"],
        version=row["bot_version"],
        seed=row["bot_seed"],
        limits=msgspec.json.decode(row["bot_limits"], type=dict[str, int]),
        learned=row["bot_learned"],
        weights=row["bot_weights"] or 0,
        book=row["bot_book"] or 0,
    )


def make_clock(game: GameColumns) -> ClockSpec:
    """Return the clock settings of a game."""
    if game.clock is not None:
        return game.clock
    match game.clock_kind:
        case "fischer":
            return FischerSpec(game.clock_ms, game.clock_increment_ms)
        case "per_move":
            return PerMoveSpec(game.clock_ms)
        case _:
            return NoClockSpec()


def _clock_columns(clock: ClockSpec) -> tuple[str, int, int, str | None]:
    """Split a clock into columns: its kind, two numbers (ms), and JSON for kinds that two numbers cannot describe."""
    match clock:
        case FischerSpec(cap_ms=None):
            return "fischer", clock.initial_ms, clock.increment_ms, None
        case PerMoveSpec():
            return "per_move", clock.move_ms, 0, None
        case NoClockSpec():
            return "none", 0, 0, None
        case _:
            return str(clock.__struct_config__.tag), 0, 0, json.encode(clock).decode()
