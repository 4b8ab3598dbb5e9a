"""Matches on the workers of a dask scheduler, whose machines may be elsewhere."""

from collections.abc import Callable, Generator, Iterable, Mapping
from typing import TYPE_CHECKING

from bots.engine import Limits, Numbers, Player
from bots.errors import ArenaError, WorkCrashed
from bots.match.pairing import Pairing
from bots.match.pairing_game import CRASHED, PairingResult, forfeit, play
from gomoku.board import Color
from gomoku.ruleset import RuleSet
from gomoku.rulesets import ruleset
from lab import cluster
from lab.arena.entrants import open_entrant, read_weights
from lab.arena.workers import Setting

if TYPE_CHECKING:
    from distributed import Client

Weights = Mapping[str, Numbers | None]


def play_all(matches: Iterable[Pairing], setting: Setting, client: "Client") -> Generator[PairingResult, None, None]:
    """Play the matches on the workers; yield results as they finish. Closing the generator ends the games.

    Files of weights are read here, programs are started there. A process that dies during a match loses it for the
    side to move; a worker that is lost has its match played again. Raises ArenaError as `cluster.run_all` does.
    """
    matches = list(matches)
    weights = {name: read_weights(name) for match in matches for name in (match.black, match.white)}
    yield from cluster.run_all(
        client,
        _play_beside,
        (
            (match, setting.rules, setting.size, setting.openings[match.opening], _pick(weights, match))
            for match in matches
        ),
    )


def _pick(weights: Weights, match: Pairing) -> Weights:
    return {name: weights[name] for name in (match.black, match.white)}


async def _play_beside(
    key: str, sources: str, match: Pairing, rules: str, size: int, opening: tuple[int, ...], weights: Weights
) -> PairingResult:
    """Play a match in a process beside this worker."""
    thinking: Color | None = None

    def heard(color: Color) -> None:
        nonlocal thinking
        thinking = color

    try:
        played: PairingResult = await cluster.perform(
            key, sources, _play, (match, rules, size, opening, weights), heard
        )
        return played
    except WorkCrashed as error:
        if thinking is None:
            raise ArenaError(f"a process could not start: {error.detail}") from error
        return forfeit(match, thinking, CRASHED, (), error.detail)


def _play(
    report: Callable[[Color], None],
    match: Pairing,
    rules: str,
    size: int,
    opening: tuple[int, ...],
    weights: Weights,
) -> PairingResult:
    def opened(name: str, rules: RuleSet, size: int, seed: int) -> tuple[Player, Limits]:
        return open_entrant(name, rules, size, seed, weights[name])

    return play(match, ruleset(rules), size, opening, opened, report)
