"""Acts upon learned patterns, and commands that list, export and prove them.

A file of patterns holds one a line, in JSON, each with its proof.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic

import msgspec

from bots.errors import BotError
from bots.learning.patterns.cells import Kind
from bots.learning.patterns.pattern import Pattern
from bots.search.solver.proof_check import Unsound, check
from gomoku.rulesets import ruleset
from server.errors import Refused, StoreError
from server.learning import teaching
from server.moderation.act import ActCommand, Doing, StaffAct, Tell
from server.moderation.roles import OWNER
from server.operator.listing import format_table, format_time
from server.store.database import Database
from server.store.knowledge import patterns
from server.store.knowledge.patterns import State
from server.store.reading import Reading
from server.store.sql import Conflict

TRIES = 5
TELL_S = 0.5
"""Least time between two reports of a rebuild's progress."""


async def _switch(state: State, done: str, doing: Doing) -> str:
    if not await patterns.switch(doing.store, doing.target, state):
        raise Refused(f"there is no pattern {doing.target}", code="unknown_pattern")
    _publish(doing)
    return f"pattern {doing.target} {done}"


async def _learn(doing: Doing) -> str:
    if not await teaching.teach(doing.store, doing.target, doing.now):
        raise Refused(f"there is no finished game {doing.target}", code="unknown_game")
    _publish(doing)
    return f"game {doing.target} will be learned from"


async def _import(doing: Doing) -> str:
    store = doing.store
    found = [_read(line, number) for number, line in enumerate(doing.argument.splitlines(), start=1)]
    before = len(await patterns.list_in_use(store))
    added = (patterns.add_imported(each.rules, each.key, format_pattern(each), doing.now) for each in found)
    await store.execute(*added)
    new = len(await patterns.list_in_use(store)) - before
    _publish(doing)
    return f"{len(found)} patterns are read, {new} of them are new and in use"


async def _rebuild(doing: Doing) -> str:
    had = await _keys(doing.store)
    games, queued = await _read_games(doing)
    has = await _keys(doing.store)
    _publish(doing)
    return (
        f"{games} games teach; {queued} of them are studied again first; {len(has)} patterns are in use, "
        f"{len(has - had)} of them new, {len(had - has)} are dropped"
    )


async def _read_games(doing: Doing) -> tuple[int, int]:
    """Learn from all games anew; start over if one of them is deleted meanwhile."""
    for _ in range(TRIES):
        with suppress(Conflict):
            return await teaching.rebuild(doing.store, doing.now, _tell_now_and_then(doing.tell))
    raise Refused("games are deleted while they are read: nothing is changed", code="store_unavailable")


def _publish(doing: Doing) -> None:
    if doing.live:
        doing.live.patterns_changed()


def _tell_now_and_then(tell: Tell) -> Callable[[int, int], Awaitable[None]]:
    last = -TELL_S

    async def progress(done: int, all: int) -> None:
        nonlocal last
        if done == all or monotonic() - last >= TELL_S:
            last = monotonic()
            await tell(f"{done:,} of {all:,} games are read")

    return progress


async def _keys(store: Database) -> set[str]:
    return {key for (key,) in await store.fetch("SELECT key FROM patterns WHERE state = 'on'")}


def format_pattern(pattern: Pattern) -> str:
    """Format a pattern as a line of a file, which is also its stored form."""
    return msgspec.json.encode(pattern.to_json()).decode()


def prove_file(file: Path) -> str:
    """Prove the patterns of a file again and return its text. Refused for a line that holds no pattern or whose proof
    fails."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"{file} cannot be read: {error}") from error
    for _ in prove_lines(lines):
        pass
    return "\n".join(lines)


def prove_lines(lines: Iterable[str]) -> Iterator[Pattern]:
    """Yield the patterns of lines, each proven again. Refused as in `prove_file`, with the line and the reason."""
    for number, line in enumerate(lines, start=1):
        pattern = _read(line, number)
        try:
            _prove(pattern)
        except Unsound as error:
            why = f"line {number}: the proof does not hold: {error}"
            raise Refused(why, code="bad_notation", line=number, why="unsound") from error
        yield pattern


def _prove(pattern: Pattern) -> None:
    """Replay the proof on the canvas; the attacker may play only on the pattern's own points."""
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


def list_lines(connection: Reading) -> Iterator[str]:
    """Yield the lines of a file of every pattern in use."""
    for row in connection.execute("SELECT body FROM patterns WHERE state = 'on' ORDER BY id"):
        yield f"{row['body']}\n"


def export(connection: Reading, file: Path) -> str:
    """Write every pattern in use to a new file."""
    lines = list(list_lines(connection))
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.writelines(lines)
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror}") from error
    return f"{len(lines)} patterns are written to {file}"


def list_patterns(connection: Reading, limit: int) -> str:
    """Return the patterns that are not forgotten as a table, last learned first."""
    rows = connection.execute(
        """SELECT id, learned_at, rules, state,
          (SELECT count(DISTINCT game) FROM pattern_sources WHERE pattern = id), key
        FROM patterns WHERE state <> 'forgotten' ORDER BY id DESC LIMIT ?""",
        (limit,),
    )
    head = ("PATTERN", "LEARNED", "RULES", "STATE", "GAMES", "KEY")
    return format_table(head, ((id, format_time(at), *rest) for id, at, *rest in rows))


ACTS = (
    StaffAct(
        name="pattern_off",
        perform=partial(_switch, "off", "is turned off"),
        roles=OWNER,
        target="pattern",
        logs="after",
        command=ActCommand("patterns", "off", "hide a pattern"),
    ),
    StaffAct(
        name="pattern_on",
        perform=partial(_switch, "on", "is in use"),
        roles=OWNER,
        target="pattern",
        logs="after",
        command=ActCommand("patterns", "on", "show it again"),
    ),
    StaffAct(
        name="pattern_forget",
        perform=partial(_switch, "forgotten", "is forgotten for good"),
        roles=OWNER,
        target="pattern",
        logs="after",
        command=ActCommand("patterns", "forget", "forget a pattern: no game teaches it again"),
    ),
    StaffAct(
        name="game_learn",
        perform=_learn,
        roles=OWNER,
        target="game",
        logs="after",
        command=ActCommand("patterns", "learn", "learn from a game, also from one between people or out of a file"),
    ),
    StaffAct(name="patterns_import", perform=_import, target="file", logs="after"),
    StaffAct(
        name="patterns_rebuild",
        perform=_rebuild,
        roles=OWNER,
        logs="after",
        rebuilds=True,
        command=ActCommand("patterns", "rebuild", "learn from all games anew"),
    ),
)
