"""Pairings: every two players over openings drawn for them, each opening once with either colour."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from bots.errors import ArenaError


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played. ``black`` and ``white`` are names, ``opening`` an index; ``seed`` serves both."""

    number: int
    black: str
    white: str
    opening: int
    seed: int


def schedule(players: Sequence[str], openings: int, games: int, seed: int) -> list[Pairing]:
    """All matches, ``games`` for every two players; matches 2n and 2n+1 are one opening with the colours swapped.

    A pair's openings are drawn without repetition, so that players without chance never repeat a game. What a pair
    plays follows from the seed and the two names, whoever else takes part. Raises ArenaError when ``games`` is odd or
    asks for more openings than there are.
    """
    if games < 2 or games % 2:
        raise ArenaError(f"--games: {games} is not an even number from 2; each opening is played with either colour")
    if games // 2 > openings:
        raise ArenaError(f"--games: {games} games a pair take {games // 2} openings, and there are {openings}")
    matches: list[Pairing] = []
    for one, other in combinations(players, 2):
        chance = random.Random(f"{seed}:{min(one, other)}:{max(one, other)}")
        for opening in chance.sample(range(openings), games // 2):
            for black, white in ((one, other), (other, one)):
                matches.append(Pairing(len(matches), black, white, opening, chance.getrandbits(32)))
    return matches
