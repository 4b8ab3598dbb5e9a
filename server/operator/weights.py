"""Acts upon the learned weights, and commands that list, compare and export them."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from bots.engine import Numbers
from server.errors import Refused, StoreError
from server.moderation.act import ActCommand, Doing, StaffAct
from server.moderation.roles import OWNER
from server.operator.listing import format_table, format_time
from server.store.database import Database
from server.store.knowledge import weights
from server.store.knowledge.weights import TREE, Version
from server.store.reading import Reading
from server.store.shown_rows import list_rows

LARGEST = 2**63 - 1  # of SQLite
MOST_SHOWN = 20
"""Weights that a comparison lists, those that differ most."""
SHAPES = ("none", "two", "open two", "three", "open three", "four", "open four", "double four")
THREATS = ("open three", "double three", "four", "four and three", "winning four")


async def _use(doing: Doing) -> str:
    return await _change(doing, weights.put_into_use)


async def _forget(doing: Doing) -> str:
    sentence = await _change(doing, weights.forget)
    return f"weights {int(doing.target)} are forgotten; {sentence}"


async def _change(doing: Doing, change: Callable[[Database, int, int], Awaitable[bool]]) -> str:
    target = doing.target
    version = int(target) if target.isascii() and target.isdigit() and len(target) < 10 else -1
    if not await change(doing.store, version, doing.now):
        raise Refused(f"there are no weights {target}", code="unknown_weights")
    used = (await weights.read_in_use(doing.store)).version
    await _publish(doing)
    return f"games begin with weights {used} from now on"


async def _freeze(doing: Doing) -> str:
    await weights.freeze(doing.store, True)
    used = (await weights.read_in_use(doing.store)).version
    await _publish(doing)
    return f"weights {used} stay in use"


async def _unfreeze(doing: Doing) -> str:
    await weights.freeze(doing.store, False)
    await _publish(doing)
    return "what passes its match takes their place again"


async def _publish(doing: Doing) -> None:
    if doing.live:
        await doing.live.weights_changed()


def list_versions(connection: Reading) -> str:
    """Return all versions as a table, newest first, then the program's own."""
    used, frozen = connection.execute("SELECT version, frozen FROM weights_in_use").fetchone()
    mark = "in use, frozen" if frozen else "in use"
    found = connection.execute("SELECT * FROM weights ORDER BY version DESC").fetchall()
    listed = list_rows("weights", found, len(found), weights.read_version, "version", "version")
    rows: list[tuple[object, ...]] = []
    for each in listed.shown:
        said = mark if each.version == used else each.note
        rows.append((each.version, format_time(each.at), each.state, each.games, each.parent, *_figures(each), said))
    rows += [(each.number, "", "cannot be read", "", "", "", "", "", "") for each in listed.broken]
    tree = (TREE, "", "of the program", "", "", "", "", "", mark if used == TREE else "")
    head = ("WEIGHTS", "FITTED", "STATE", "GAMES", "AGAINST", "PAIRS", "ELO", "FROM_TO", "")
    return format_table(head, [*rows, tree])


def show_version(connection: Reading, version: int, other: int | None = None) -> str:
    """Describe a version with its match, and its largest differences from ``other`` or the program's own."""
    found = _one(connection, version)
    lines = [] if found is None or other is not None else [_describe(found)]
    base = TREE if other is None else other
    differences = sorted(
        zip(_names(), _numbers(connection, version), _numbers(connection, base), strict=True),
        key=lambda each: -abs(each[1] - each[2]),
    )
    differ = [each for each in differences if each[1] != each[2]]
    lines.append(f"{len(differ)} of {len(differences)} weights differ from those of {base}:")
    rows = [(name, f"{one:.2f}", f"{two:.2f}", f"{one - two:+.2f}") for name, one, two in differ[:MOST_SHOWN]]
    return "\n".join([*lines, format_table(("WEIGHT", str(version), str(base), "DIFFERENCE"), rows)])


def format_version(version: int, numbers: Numbers) -> str:
    """Format a version as a file for `bots.search.board.weights`."""
    from bots.search.board import weights as board_weights  # noqa: PLC0415 - imports numba

    return f"# weights {version}\n{board_weights.format_weights(board_weights.from_numbers(numbers))}"


def export(connection: Reading, version: int, file: Path) -> str:
    """Write a version to a new file."""
    text = format_version(version, _numbers(connection, version))
    try:
        with file.open("x", encoding="ascii") as opened:
            opened.write(text)
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror}") from error
    return f"weights {version} are written to {file}"


def _one(connection: Reading, version: int) -> Version | None:
    row = connection.execute("SELECT * FROM weights WHERE version = ?", (min(version, LARGEST),)).fetchone()
    found = weights.read_version(row) if row else None
    if version != TREE and (found is None or found.state == "forgotten"):
        raise Refused(f"there are no weights {version}", code="unknown_weights")
    return found


def _numbers(connection: Reading, version: int) -> Numbers:
    found = _one(connection, version)
    if found is not None:
        return found.numbers
    from bots.tuning.weight_fit import PRIOR  # noqa: PLC0415 - as above

    return PRIOR


def _names() -> list[str]:
    """Name each weight."""
    from bots.search.board.weights import SORTS  # noqa: PLC0415 - as above

    points = [" + ".join(SHAPES[shape] for shape in sort if shape) or "nothing" for sort in SORTS]
    threats = [f"{threat}, {side}" for side in ("mine", "theirs") for threat in THREATS]
    return [*points, *threats, "to move"]


def _describe(version: Version) -> str:
    pairs, elo, interval = _figures(version)
    match = f", {pairs} pairs of games: {elo} Elo ({interval})" if elo else f", {pairs} pairs of games so far"
    note = f" ({version.note})" if version.note else ""
    return (
        f"weights {version.version}, {version.state}{note}: fitted {format_time(version.at)} to {version.games} games "
        f"for {version.engine}, spread {version.spread:g}; against weights {version.parent}{match}"
    )


def _figures(version: Version) -> tuple[int, str, str]:
    """Return pairs of games, Elo and its interval; empty if unknown."""
    if version.elo is None:
        return len(version.points), "", ""
    return len(version.points), f"{version.elo:+.1f}", f"{version.low:+.1f} to {version.high:+.1f}"


ACTS = (
    StaffAct(
        name="weights_use",
        perform=_use,
        roles=OWNER,
        target="version",
        logs="after",
        command=ActCommand("weights", "use", "have games begin with a version from now on; 0 is that of the program"),
    ),
    StaffAct(
        name="weights_forget",
        perform=_forget,
        roles=OWNER,
        target="version",
        logs="after",
        command=ActCommand("weights", "forget", "forget a version's numbers"),
    ),
    StaffAct(
        name="weights_freeze",
        perform=_freeze,
        roles=OWNER,
        logs="after",
        command=ActCommand("weights", "freeze", "keep what is in use"),
    ),
    StaffAct(
        name="weights_unfreeze",
        perform=_unfreeze,
        roles=OWNER,
        logs="after",
        command=ActCommand("weights", "unfreeze", "let it learn again"),
    ),
)
