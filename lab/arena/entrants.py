"""Entrants of the arena: engines by name, programs by command, and levels.

An engine may be limited in nodes (``search@1000``) or milliseconds a move (``search@300ms``), a program in milliseconds
(``gomocup:./engine --strong@300ms``). With a time, an engine may use several threads (``search@300msx2``); levels use
one. Engines and levels may play with other weights.
"""

import re
import shlex
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from bots.engine import MEMORY, Engine, Limits, Numbers, Player
from bots.errors import ArenaError, BadWeights, UnknownEngine, UnknownLevel
from bots.gomocup.opponent import GomocupEngine
from bots.gomocup.settings import LAST_LEVEL, ExternalEngine
from bots.levels import Level, level, levels_for, open_player
from bots.players.legal import open_bare
from bots.registry import engine
from gomoku.ruleset import SIZES, RuleSet
from gomoku.rulesets import FIVES

LEVEL = "level:"
PROGRAM = "gomocup:"  # before the command of a program that speaks the Gomocup protocol
LIMIT = "@"  # between an engine's name and its nodes, or milliseconds, a move
LIMITS = re.compile(r"(?P<number>[1-9][0-9]*)((?P<unit>ms)(x(?P<threads>[1-9][0-9]*))?)?", re.ASCII)
"""Nodes a move, or milliseconds with the number of threads."""
ALL_LEVELS = "levels"
WEIGHTS = ":weights="  # between a name and a weights file in the format of `bots.search.board.weights.format_weights`


def entrants(text: str, rules: str, size: int) -> tuple[str, ...]:
    """Parse a list of names separated by commas; ``levels`` stands for all levels of the ladder that play
    these rules on this board, without twins.

    Raises ArenaError unless it has at least two names, without duplicates.
    """
    names: list[str] = []
    for name in filter(None, (part.strip() for part in text.split(","))):
        if name == ALL_LEVELS:
            names += [f"{LEVEL}{found.number}" for found in levels_for(rules, size) if found.twin_of is None]
        else:
            names.append(name)
    if len(names) < 2:
        raise ArenaError(f"--players: {text!r} names fewer than two players")
    for name in names:
        if names.count(name) > 1:
            raise ArenaError(f"--players: {name} is named twice")
    return tuple(names)


def check(name: str, rules: RuleSet, size: int) -> str:
    """Describe how a named player plays, in words that change when its play does; raises ArenaError."""
    try:
        if name.startswith("."):
            raise UnknownEngine(name)  # not a name to look up: it is a relative import
        player, _ = _split(name)
        weights = read_weights(name)
        chosen = _level(player)
        source, limits = _bare(player) if chosen is None else (engine(chosen.engine), chosen.limits)
    except UnknownLevel as error:
        raise ArenaError(f"--players: there is no level {error.detail!r}") from error
    except UnknownEngine as error:
        raise ArenaError(f"--players: there is no engine {error.detail!r}") from error
    except BadWeights as error:
        raise ArenaError(f"--players: {name}: {error.detail}") from error
    if weights is not None and source.with_weights(weights) is source:
        raise ArenaError(f"--players: {name}: {source.name} has no weights")
    if not (source.supports(rules, size) if chosen is None else chosen.plays(rules.name, size)):
        raise ArenaError(f"--players: {name} does not play {rules.name} on {size}x{size}")
    described = [f"{source.name} {source.version}", *_list_limits(limits)] if chosen is None else [_describe(chosen)]
    return ", ".join([*described, *([] if weights is None else [f"weights {digest(weights)}"])])


def open_entrant(
    name: str, rules: RuleSet, size: int, seed: int, weights: Numbers | None = None
) -> tuple[Player, Limits]:
    """Open a player for one game; return it with its limits per move. Its file is read unless its weights are given."""
    name, file = _split(name)
    if weights is None and file is not None:
        weights = _read(file)
    chosen = _level(name)
    if chosen is None:
        source, limits = _bare(name)
        if weights is not None:
            source = source.with_weights(weights)
        return open_bare(source, rules, size, seed, MEMORY), limits
    return open_player(chosen, rules, size, seed, MEMORY, weights), replace(chosen.limits, threads=1)


def digest(weights: Numbers) -> str:
    """Return a short unique name for weights."""
    return sha256(repr(weights).encode()).hexdigest()[:12]


def read_weights(name: str) -> Numbers | None:
    """Read the weights of a player whose name has a file of them; raises BadWeights."""
    _, file = _split(name)
    return None if file is None else _read(file)


def _split(name: str) -> tuple[str, str | None]:
    """Split a player's name into the bare name and the file of its weights."""
    bare, mark, file = name.partition(WEIGHTS)
    return bare, file if mark else None


@lru_cache(8)
def _read(file: str) -> Numbers:
    from bots.search.board.weights import parse_weights, to_numbers  # noqa: PLC0415 - it imports numba

    try:
        return to_numbers(parse_weights(Path(file).read_text(encoding="ascii")))
    except (OSError, UnicodeDecodeError) as error:
        raise BadWeights(f"{file} cannot be read: {getattr(error, 'strerror', 'not a text file')}") from error


def _level(name: str) -> Level | None:
    """Return the level of a name, None for an engine's name."""
    if not name.startswith(LEVEL):
        return None
    number = name.removeprefix(LEVEL)
    if not (number.isascii() and number.isdigit()):
        raise UnknownLevel(number)
    return level(int(number))


def _bare(name: str) -> tuple[Engine, Limits]:
    """Return the engine of a name and its limits a move; raises UnknownEngine."""
    bare, _, limit = name.rpartition(LIMIT)
    found = LIMITS.fullmatch(limit)
    if not bare or found is None:
        bare, limits = name, Limits()
    elif found["unit"] is None:
        limits = Limits(nodes=int(found["number"]))
    else:
        limits = Limits(time_ms=int(found["number"]), threads=int(found["threads"] or 1))
    if not bare.startswith(PROGRAM):
        return engine(bare), limits
    try:
        command = tuple(shlex.split(bare.removeprefix(PROGRAM)))
    except ValueError:
        command = ()
    if not command or limits.nodes is not None or limits.threads > 1:
        raise UnknownEngine(name)  # the protocol has no limit of nodes, and no threads
    return GomocupEngine(ExternalEngine(LAST_LEVEL, bare, command, rules=FIVES, sizes=SIZES)), limits


def _describe(chosen: Level) -> str:
    parts = [chosen.version]
    if chosen.slip:
        parts.append(f"slip {chosen.slip:g}")
    if chosen.guard:
        parts.append("guard")
    return ", ".join([*parts, *_list_limits(replace(chosen.limits, threads=1))])


def _list_limits(limits: Limits) -> list[str]:
    bounds = ((limits.nodes, "nodes"), (limits.time_ms, "ms"))
    threads = [f"{limits.threads} threads"] if limits.threads > 1 else []
    return [f"{bound} {unit}" for bound, unit in bounds if bound is not None] + threads
