"""An attack and its findings. All of them stay on loopback, and are bounded in time and number."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import tests.attacks


@dataclass(frozen=True, slots=True)
class Finding:
    """How an attack ended: whether the server held, and what was measured, by name, in the units that the names say."""

    held: bool
    figures: dict[str, float | int | str]


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack. ``aim`` says in a line what the server must keep; ``short`` ones take a minute or less.

    ``run`` is given an empty folder for the server's database; it starts and ends that server itself.
    """

    name: str
    aim: str
    run: Callable[[Path], Awaitable[Finding]]
    short: bool = True


def attacks() -> list[Attack]:
    """Every ``ATTACK`` and every one of ``ATTACKS`` in the modules of this package, in the order of their names."""
    found: list[Attack] = []
    for module in iter_modules(tests.attacks.__path__):
        if not module.name.startswith(("_", "test_")):
            names = vars(import_module(f"tests.attacks.{module.name}"))
            found += [names["ATTACK"]] if "ATTACK" in names else names.get("ATTACKS", ())
    return sorted(found, key=lambda attack: attack.name)


def row(attack: Attack, finding: Finding, seconds: float) -> dict[str, Any]:
    """The finding as plain data."""
    return {"attack": attack.name, "aim": attack.aim, **asdict(finding), "seconds": round(seconds, 1)}
