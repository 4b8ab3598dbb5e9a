"""Versions of the learned weights, the version in use, and the games they are fitted to.

A version begins as a trial: it plays a match against the version in use when it was fitted. It then passes or is
refused, and is kept with the figures of the match either way. A forgotten version stays as a row without its numbers.
"""

from collections import Counter
from functools import partial
from typing import Any, Literal

import msgspec
from msgspec import Struct

from bots.engine import Numbers
from bots.openings import DRAWN_ON
from bots.tuning.training_games import TrainingGame, list_studied_moves
from gomoku.rulesets import FIVES
from server.protocol.events import Created, Moved, TookBack
from server.protocol.values import Rules, Size
from server.store import event_rows
from server.store.database import Database
from server.store.knowledge import studies
from server.store.knowledge.jobs import LEAST_PLIES
from server.store.reading import Reading
from server.store.shown_rows import Listed, Show, Shown, list_rows, read_rows
from server.store.sql import SHOWN, Row, Statement, quote, read

State = Literal["trial", "passed", "refused", "forgotten"]

TREE = 0
"""The version that ships with the program."""
BATCH = 25
"""Minimum number of new games before weights are fitted again."""
MOST_GAMES = 1_000
"""Latest games that a version is fitted to: a minute or two of one core."""
PERSON_GAMES = MOST_GAMES // 10
"""Limit per person among them when many people play, so that no single person shifts the weights; as in the book of own
games, further games are ignored. Few people share equally; a person who plays alone has all."""
DAY_MS = 86_400_000

_TEACHING = f"""ended_at IS NOT NULL AND plies >= {LEAST_PLIES} AND rules IN ({quote(FIVES)}) AND size >= {DRAWN_ON}
  AND reason IN ('five', 'forbidden', 'full_board', 'resigned', 'agreed_draw')
  AND (start = 0 OR from_game IS NOT NULL)"""
"""Condition for games to fit weights to: played to the end by both sides, won, lost or drawn, by people and bots,
imported games included. Excludes boards smaller than that of the trial match, and games from a given position that
comes from no game, as its stones were never played."""

_ONE = "SELECT * FROM weights WHERE version = ? AND state <> 'forgotten'"
_DECIDE = """UPDATE weights SET state = ?, points = ?, elo = ?, low = ?, high = ?, decided_at = ?
  WHERE version = ? AND state = 'trial'"""
_PUBLISH = """UPDATE weights_in_use SET version = ?1 WHERE frozen = 0
  AND version = (SELECT parent FROM weights WHERE version = ?1 AND state = 'passed')"""
_DROP_TRIALS = "UPDATE weights SET state = 'refused', note = ?, decided_at = ? WHERE state = 'trial'"


class Version(Struct, frozen=True):
    """A version and its match result: ``elo`` above its parent with 95 % bounds, None before a match.

    ``points`` are its points in each pair of games so far, 0 to 2.
    """

    version: int
    parent: int
    at: int
    state: State
    engine: str
    games: int
    spread: float
    numbers: Numbers
    openings: list[int]
    points: list[float]
    elo: float | None
    low: float | None
    high: float | None
    decided_at: int | None
    note: str


class InUse(Struct, frozen=True):
    """The version that new games use. If ``frozen``, nothing is fitted and no version replaces it automatically."""

    version: int
    frozen: bool
    games: int
    fitted_at: int


async def read_in_use(db: Database) -> InUse:
    """Return the version in use."""
    (row,) = await db.fetch("SELECT version, frozen, games, fitted_at FROM weights_in_use")
    return read(InUse, row)


async def read_numbers(db: Database) -> dict[int, Numbers]:
    """Return the numbers of all versions that are not forgotten."""
    rows = await db.fetch("SELECT version, body FROM weights WHERE state <> 'forgotten'")
    return {row["version"]: tuple(msgspec.json.decode(row["body"], type=list[float])) for row in rows}


async def find_version(db: Database, version: int) -> Version | None:
    """Return a version; None if it is unknown or forgotten."""
    rows = await db.fetch(_ONE, (version,))
    return read_version(rows[0]) if rows else None


async def find_trial(db: Database) -> Version | None:
    """Return the version whose match is pending or in progress; None if there is none."""
    rows = await db.fetch("SELECT * FROM weights WHERE state = 'trial' ORDER BY version LIMIT 1")
    return read_version(rows[0]) if rows else None


async def find_next_number(db: Database) -> int:
    """Return the number for the next version."""
    return int((await db.fetch("SELECT coalesce(max(version), 0) + 1 FROM weights"))[0][0])


async def is_due(db: Database, now: int) -> bool:
    """Return whether it is a day since the last fit and enough games are new; False if frozen."""
    sql = f"SELECT count(*) - (SELECT games FROM weights_in_use) FROM games WHERE {_TEACHING}"
    current = await read_in_use(db)
    if current.frozen or 0 <= now - current.fitted_at < DAY_MS:
        return False
    return int((await db.fetch(sql))[0][0]) >= BATCH


def begin_trial(
    parent: int, engine: str, games: int, spread: float, numbers: Numbers, openings: list[int], now: int
) -> list[Statement]:
    """Return statements that insert a new version on trial, unless the parent is not in use any more or frozen."""
    insert = """INSERT INTO weights (parent, at, state, engine, games, spread, body, openings)
      SELECT ?1, ?2, 'trial', ?3, ?4, ?5, ?6, ?7 FROM weights_in_use WHERE version = ?1 AND frozen = 0"""
    values = (parent, now, engine, games, spread, _json(numbers), _json(openings))
    return [(insert, values), *note_fit(now)]


def note_fit(now: int) -> list[Statement]:
    """Return statements that record a fit to all current games."""
    return [
        (f"UPDATE weights_in_use SET fitted_at = ?, games = (SELECT count(*) FROM games WHERE {_TEACHING})", (now,))
    ]


def note_match(version: int, points: list[float]) -> Statement:
    """Return a statement that stores a match's progress."""
    return "UPDATE weights SET points = ? WHERE version = ? AND state = 'trial'", (_json(points), version)


def decide(
    version: int, points: list[float], elo: float, low: float, high: float, passed: bool, now: int
) -> list[Statement]:
    """Return statements that end a match; a passed version comes into use if its parent is still in use and not
    frozen."""
    state = "passed" if passed else "refused"
    return [(_DECIDE, (state, _json(points), elo, low, high, now, version)), (_PUBLISH, (version,))]


def break_off(version: int, note: str, now: int) -> Statement:
    """Return a statement that refuses a version whose match cannot be played."""
    sql = "UPDATE weights SET state = 'refused', note = ?, decided_at = ? WHERE version = ? AND state = 'trial'"
    return sql, (note, now, version)


async def put_into_use(db: Database, version: int, now: int) -> bool:
    """Have new games use a version and refuse all trials; return False if there is no such version."""
    if version != TREE and await find_version(db, version) is None:
        return False
    drop = (_DROP_TRIALS, (f"version {version} was put into use", now))
    await db.execute(drop, ("UPDATE weights_in_use SET version = ?", (version,)))
    return True


async def freeze(db: Database, frozen: bool) -> None:
    """Freeze the version in use, or allow passed versions to replace it again."""
    await db.execute(("UPDATE weights_in_use SET frozen = ?", (int(frozen),)))


async def forget(db: Database, version: int, now: int) -> bool:
    """Delete the numbers of a version, and refuse trials fitted from it; return False if there is none.

    If it was in use, its parent replaces it, or the shipped version if the parent is forgotten.
    """
    found = await find_version(db, version)
    if found is None:
        return False
    parent = found.parent if found.parent == TREE or await find_version(db, found.parent) else TREE
    await db.execute(
        ("UPDATE weights SET state = 'forgotten', body = '', openings = '[]' WHERE version = ?", (version,)),
        ("UPDATE weights SET state = 'refused', note = ?, decided_at = ? WHERE state = 'trial' AND parent = ?",
         (f"version {version} was forgotten", now, version)),
        ("UPDATE weights_in_use SET version = ? WHERE version = ?", (parent, version)),
    )  # fmt: skip
    return True


def list_training_games(
    connection: Reading, most: int = MOST_GAMES, person_games: int = PERSON_GAMES
) -> list[TrainingGame]:
    """Return the latest training games, oldest first, with the moves found by their studies.

    Each person has at most ``person_games``, or an equal share among people with a batch of games, if that is more.
    """
    sql = """SELECT serial, rules, size, winner, body FROM games LEFT JOIN analyses ON analyses.game = serial
      WHERE serial = ?"""
    found = []
    share = max(person_games, most // _count_regulars(connection))
    for serial in _chosen(connection, most, share)[::-1]:
        row = connection.execute(sql, (serial,)).fetchone()
        studied = () if row["body"] is None else list_studied_moves(studies.unpack(row["body"]))
        found.append(TrainingGame(row["rules"], row["size"], _moves(connection, row["serial"]), row["winner"], studied))
    return found


def _count_regulars(connection: Reading) -> int:
    """Return how many people have at least `BATCH` training games, or 1: occasional players reduce no one's share."""
    sql = f"""SELECT COUNT(*) FROM (SELECT player FROM (
        SELECT player0 AS player FROM games WHERE {_TEACHING} UNION ALL
        SELECT player1 AS player FROM games WHERE {_TEACHING}) AS seats
      WHERE player IS NOT NULL GROUP BY player HAVING COUNT(*) >= ?) AS regulars"""
    (found,) = connection.execute(sql, (BATCH,)).fetchone()
    return max(1, int(found))


def _chosen(connection: Reading, most: int, person_games: int) -> list[int]:
    """Return the serials of the selected games, latest first."""
    sql = f"SELECT serial, player0, player1 FROM games WHERE {_TEACHING} ORDER BY serial DESC"
    found, played = list[int](), Counter[str]()
    for serial, *seats in connection.execute(sql):
        people = {player for player in seats if player is not None}
        if all(played[player] < person_games for player in people):
            played.update(people)
            found.append(serial)
            if len(found) == most:
                break
    return found


def _moves(connection: Reading, serial: int) -> tuple[int, ...]:
    sql = f"SELECT {event_rows.COLUMNS} FROM actions WHERE game = ? ORDER BY v"
    moves: list[int] = []
    for event in map(event_rows.read_event, connection.execute(sql, (serial,))):
        match event:
            case Created():
                moves = list(event.start)
            case Moved():
                moves.append(event.point)
            case TookBack():
                del moves[len(moves) - event.plies :]
    return tuple(moves)


def read_version(row: Row) -> Version:
    """Convert a row of ``weights``."""
    values: dict[str, Any] = {name: row[name] for name in Version.__struct_fields__ if name not in _JSON}
    numbers = tuple(msgspec.json.decode(row["body"] or "[]", type=list[float]))
    lists = {name: msgspec.json.decode(row[name]) for name in ("openings", "points")}
    return Version(numbers=numbers, **lists, **values)


_JSON = ("numbers", "openings", "points")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


class PatternFound(Struct, frozen=True):
    """A pattern with counts over all games; ``shown`` says whether the viewer may open its page."""

    number: int
    key: str
    rules: Rules
    learned_at: int
    imported: bool
    taught: int
    shown: bool


class PoolOfProofs(Struct, frozen=True):
    """Counts of the proofs for rules and a board size: won, all and dropped ones, and their bytes."""

    rules: Rules
    size: Size
    won: int
    proofs: int
    bytes: int
    dropped: int


async def list_patterns(
    db: Database, viewer: str, state: str, find: str, before: int | None, limit: int
) -> Listed[PatternFound]:
    """List patterns in a state with a number below ``before``, newest first.

    ``find`` is a number or a key.
    """
    rows = await db.fetch(
        f"""SELECT id AS number, key, rules, learned_at, imported,
          (SELECT count(DISTINCT game) FROM pattern_sources WHERE pattern = patterns.id) AS taught,
          imported = 1 OR EXISTS (SELECT 1 FROM pattern_sources JOIN games ON serial = pattern_sources.game
            WHERE pattern = patterns.id AND {SHOWN}) AS shown
        FROM patterns WHERE state = :state AND id < :before
          AND (:find = '' OR key = :find OR CAST(id AS TEXT) = :find)
        ORDER BY id DESC LIMIT :limit""",
        {"me": viewer, "state": state, "find": find, "before": before or 2**62, "limit": limit + 1},
    )
    return list_rows("pattern", rows, limit, partial(read, PatternFound), "number", "key")


async def count_patterns(db: Database) -> tuple[int, int]:
    """Count the patterns that are in use and those that are turned off."""
    sql = """SELECT count(*) FILTER (WHERE state = 'on') AS used, count(*) FILTER (WHERE state = 'off') AS off
      FROM patterns WHERE state <> 'forgotten'"""
    (row,) = await db.fetch(sql)
    return row["used"], row["off"]


async def list_versions(db: Database, before: int | None, limit: int, describe: Show[Version, Shown]) -> Listed[Shown]:
    """List the versions of the weights below ``before``, newest first, forgotten ones included."""
    rows = await db.fetch(
        "SELECT * FROM weights WHERE version < ? ORDER BY version DESC LIMIT ?", (before or 2**62, limit + 1)
    )
    return list_rows("weights", rows, limit, lambda row: describe(read_version(row)), "version", "version")


async def count_proofs(db: Database) -> list[PoolOfProofs]:
    """Return the counts of proofs by rule set and board size."""
    rows = await db.fetch(
        """SELECT rules, size, (SELECT count(*) FROM proofs WHERE pool = pools.id AND won = 1) AS won, proofs, bytes,
          dropped
        FROM pools WHERE proofs > 0 OR dropped > 0 ORDER BY rules, size"""
    )
    return read_rows("proofs by the rules", PoolOfProofs, rows, "rules")
