"""Pairings: every two players over openings drawn for them, each opening once with either colour."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from bots.errors import ArenaError


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to be played. ``black`` and ``white`` are names, ``opening`` is an index; both players get ``seed``."""

    number: int
    black: str
    white: str
    opening: int
    seed: int


def schedule(players: Sequence[str], openings: int, games: int, seed: int) -> list[Pairing]:
    """Schedule ``games`` for every two players; pairings 2n and 2n+1 share an opening with the colours swapped.

    A pair's openings are drawn without repetition, so deterministic players never repeat a game. They depend only on
    the seed and the two names. Raises ArenaError when ``games`` is odd or needs more openings than there are.
    """
    if games < 2 or games % 2:
        raise ArenaError(
            f"--games: {games} is not an even number of 2 or more; each opening is played with both colours"
        )
    if games // 2 > openings:
        raise ArenaError(f"--games: {games} games a pair need {games // 2} openings, but there are {openings}")
    matches: list[Pairing] = []
    for one, other in combinations(players, 2):
        chance = random.Random(f"{seed}:{min(one, other)}:{max(one, other)}")
        for opening in chance.sample(range(openings), games // 2):
            for black, white in ((one, other), (other, one)):
                matches.append(Pairing(len(matches), black, white, opening, chance.getrandbits(32)))
    return matches
