"""The operator's commands about learned patterns: listed, switched, forgotten, carried between servers, rebuilt.

A file of patterns has one a line, in JSON, each with its proof.
"""

import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, time

import msgspec

from bots.errors import BotError
from bots.learning.patterns.cells import Kind
from bots.learning.patterns.pattern import Pattern
from bots.search.solver.proof_check import Unsound, check
from gomoku.rulesets import ruleset
from server.errors import Refused, StoreError
from server.learning import teaching
from server.operator.listing import format_table, format_time
from server.store import patterns
from server.store.database import Database
from server.store.notices import Notice
from server.store.patterns import State
from server.store.sql import Conflict

_SWITCHES: dict[str, tuple[State, str]] = {
    "pattern_on": ("on", "is in use"),
    "pattern_off": ("off", "is turned off"),
    "pattern_forget": ("forgotten", "is forgotten for good"),
}
KINDS = (*_SWITCHES, "patterns_import", "patterns_rebuild", "game_learn")
"""The notices that `perform` knows."""

Tell = Callable[[str], Awaitable[None]]
TRIES = 5
TELL_S = 0.5
"""So often it is told how far a rebuilding is."""


async def perform(store: Database, notice: Notice, tell: Tell) -> str:
    """Do what ``notice`` asks; a sentence about it. Refused, with a sentence, where it cannot be done."""
    now = int(time() * 1000)
    match notice.kind:
        case "patterns_import":
            found = [_read(line, number) for number, line in enumerate(notice.argument.splitlines(), start=1)]
            before = len(await patterns.list_in_use(store))
            await store.execute(
                *(patterns.add_imported(each.rules, each.key, format_pattern(each), now) for each in found)
            )
            new = len(await patterns.list_in_use(store)) - before
            return f"{len(found)} patterns are read, {new} of them are new and in use"
        case "patterns_rebuild":
            had = await _keys(store)
            games, queued = await _rebuild(store, now, tell)
            has = await _keys(store)
            return (
                f"{games} games teach; {queued} of them are studied again first; {len(has)} patterns are in use, "
                f"{len(has - had)} of them new, {len(had - has)} are dropped"
            )
        case "game_learn":
            if not await teaching.teach(store, notice.target, now):
                raise Refused(f"there is no finished game {notice.target}", code="no_game")
            return f"game {notice.target} will be learned from"
    state, sentence = _SWITCHES[notice.kind]
    if not await patterns.switch(store, notice.target, state):
        raise Refused(f"there is no pattern {notice.target}", code="no_pattern")
    return f"pattern {notice.target} {sentence}"


async def _rebuild(store: Database, now: int, tell: Tell) -> tuple[int, int]:
    """Learn from all games anew; once more where one of them was deleted while they were read."""
    for _ in range(TRIES):
        with suppress(Conflict):
            return await teaching.rebuild(store, now, _tell_now_and_then(tell))
    raise Refused("games are deleted while they are read: nothing is changed", code="store_unavailable")


def _tell_now_and_then(tell: Tell) -> Callable[[int, int], Awaitable[None]]:
    last = -TELL_S

    async def progress(done: int, all: int) -> None:
        nonlocal last
        if done == all or monotonic() - last >= TELL_S:
            last = monotonic()
            await tell(f"{done:,} of {all:,} games are read")

    return progress


async def _keys(store: Database) -> set[str]:
    return {row["key"] for row in await store.fetch("SELECT key FROM patterns WHERE state = 'on'")}


def format_pattern(pattern: Pattern) -> str:
    """A pattern as a line of a file, and as it is stored."""
    return msgspec.json.encode(pattern.to_json()).decode()


def prove_file(file: Path) -> str:
    """The patterns of a file, each proven again; Refused for a line that holds none or one whose proof fails."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"{file} cannot be read: {error}") from error
    for _ in prove_lines(lines):
        pass
    return "\n".join(lines)


def prove_lines(lines: Iterable[str]) -> Iterator[Pattern]:
    """The patterns of a file's lines, each proven again; Refused as `prove_file`, with the line and why."""
    for number, line in enumerate(lines, start=1):
        pattern = _read(line, number)
        try:
            _prove(pattern)
        except Unsound as error:
            why = f"line {number}: the proof does not hold: {error}"
            raise Refused(why, code="bad_notation", line=number, why="unsound") from error
        yield pattern


def _prove(pattern: Pattern) -> None:
    """Replay the proof on the canvas, and see that the attacker plays on the pattern's own points alone."""
    check(ruleset(pattern.rules), pattern.board(), pattern.color, pattern.win)
    own = {pattern.point((dx, dy)) for dx, dy, kind in pattern.cells if kind is Kind.EMPTY}
    for win in pattern.win:
        if win.move not in own:
            raise Unsound(f"{win.move} is no empty cell of the pattern")


def _read(line: str, number: int) -> Pattern:
    try:
        return Pattern.from_json(msgspec.json.decode(line))
    except (BotError, msgspec.MsgspecError, TypeError) as error:
        why = f"line {number} holds no pattern: {error}"
        raise Refused(why, code="bad_notation", line=number, why="bad_pattern") from error


def list_lines(connection: sqlite3.Connection) -> Iterator[str]:
    """The lines of a file of every pattern in use."""
    for row in connection.execute("SELECT body FROM patterns WHERE state = 'on' ORDER BY id"):
        yield f"{row['body']}\n"


def export(connection: sqlite3.Connection, file: Path) -> str:
    """Write every pattern in use to a new file."""
    lines = list(list_lines(connection))
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.writelines(lines)
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror}") from error
    return f"{len(lines)} patterns are written to {file}"


def list_patterns(connection: sqlite3.Connection, limit: int) -> str:
    """The patterns that are not forgotten, the last learned first."""
    rows = connection.execute(
        """SELECT id, learned_at, rules, state, (SELECT count(*) FROM encounters WHERE pattern = id),
          (SELECT count(*) FROM encounters WHERE pattern = id AND held),
          (SELECT count(DISTINCT game) FROM pattern_sources WHERE pattern = id), key
        FROM patterns WHERE state <> 'forgotten' ORDER BY id DESC LIMIT ?""",
        (limit,),
    )
    head = ("PATTERN", "LEARNED", "RULES", "STATE", "MET", "NOT_LOST", "GAMES", "KEY")
    return format_table(head, ((id, format_time(at), *rest) for id, at, *rest in rows))
