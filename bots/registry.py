"""Engines by name, imported on demand: some are slow to import, and most processes need few."""

from functools import cache
from importlib import import_module

from bots.engine import Engine
from bots.errors import UnknownEngine

ENGINES = {
    "double_threat": "bots.classic.double_threat:ENGINE",
    "hint": "bots.hint:ENGINE",
    "learner": "bots.learning.players.learner:ENGINE",
    "live_rush": "bots.classic.live_rush:ENGINE",
    "search": "bots.search.engine:ENGINE",
    "situation": "bots.classic.situation:ENGINE",
    "situation_flat": "bots.classic.situation:FLAT",
    "tictactoe": "bots.classic.tictactoe:ENGINE",
    "vector": "bots.classic.vector:ENGINE",
    "vector_aggressive": "bots.classic.vector:AGGRESSIVE",
    "vector_careful": "bots.classic.vector:CAREFUL",
    "wins_array": "bots.classic.wins_array:ENGINE",
}


_added: dict[str, Engine] = {}


def add(name: str, made: Engine) -> None:
    """Register an engine made at run time under this name."""
    _added[name] = made


def engine(name: str) -> Engine:
    """Return the engine with this name, or at this "module:attribute"; raises UnknownEngine."""
    return _added.get(name) or _import(name)


@cache
def _import(name: str) -> Engine:
    module, _, attribute = ENGINES.get(name, name).partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownEngine(name) from error
    if not isinstance(found, Engine):
        raise UnknownEngine(name)
    return found
