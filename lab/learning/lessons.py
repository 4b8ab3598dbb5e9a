"""Games that weaker opponents lose to the strong levels, and what their studies teach the loser.

A game teaches if its study names a better move: at the mistake, at a win that was missed or at the turning point; or
else if it shows the threat that had to be stopped. The first study is what a person sees seconds after the game; the
checked one follows in idle time. Both are made as a server makes them.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from bots.engine import MEMORY, Limits, Player, Stop
from bots.json_lines import Row
from bots.learning.study.check import find_question, settle, with_answer
from bots.learning.study.effort import recheck_nodes
from bots.learning.study.findings import Check, Study
from bots.learning.study.recheck import answer
from bots.learning.study.study import study
from bots.levels import NO_LIMITS, level, open_player
from bots.players.legal import open_bare
from bots.players.wrappers import SlippingPlayer
from bots.registry import engine
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from lab.learning.intervals import share_interval
from lab.learning.plan import RULES, SIZE

WINNERS: Final = (7, 8, 9, 10)
"""Levels; those that learn have learned nothing."""
LOSERS: Final = (
    *("level:3", "level:4", "level:5", "level:6"),
    *("search@60", "search@300", "search@1500", "slipping@300", "slipping@1500", "slipping@6000"),
)
"""Levels, the search with so many nodes a move, and that search overlooking one stone in eight."""
SLIP: Final = 0.125
RESIGNED: Final = (0, 0, 2, 4)
"""By how many plies a game is cut short, each as often: people resign."""


def play_lost(number: int) -> Row:
    """Play the game of this number: the same pair again until the strong level wins."""
    winner = WINNERS[number % len(WINNERS)]
    loser = LOSERS[number // len(WINNERS) % len(LOSERS)]
    for attempt in range(1000):
        chance = random.Random(f"{number}:{attempt}")
        color = chance.choice(list(Color))
        game = _play(winner, loser, color, chance.getrandbits(32))
        if game.outcome is not None and game.outcome.winner is color.other:
            break
    else:
        raise RuntimeError(f"{loser} does not lose to level {winner}")
    cut = chance.choice(RESIGNED)
    moves = list(game.moves[: len(game.moves) - cut])
    return {
        "number": number,
        "winner": winner,
        "loser": loser,
        "color": color.name.lower(),
        "moves": moves,
        "reason": "resigned" if cut else game.outcome.reason.value,
    }


def _play(winner: int, loser: str, color: Color, seed: int) -> Game:
    """Play a game from the empty board; ``color`` is the loser's."""
    game = Game(ruleset(RULES), SIZE)
    strong = open_player(level(winner), game.rules, SIZE, seed, MEMORY), NO_LIMITS
    sides = {color: _open(loser, seed + 1), color.other: strong}
    try:
        while game.outcome is None:
            player, limits = sides[game.to_move]
            game.play(player.choose(game, limits, Stop()).point)
    finally:
        for player, _ in sides.values():
            player.close()
    return game


def _open(name: str, seed: int) -> tuple[Player, Limits]:
    kind, _, number = name.replace("@", ":").partition(":")
    if kind == "level":
        return open_player(level(int(number)), ruleset(RULES), SIZE, seed, MEMORY), NO_LIMITS
    player = open_bare(engine("search"), ruleset(RULES), SIZE, seed, MEMORY)
    if kind == "slipping":
        player = SlippingPlayer(player, SLIP, seed)
    return player, Limits(nodes=int(number))


def study_first(row: Row, nodes: int) -> Study:
    """Study a lost game with so many nodes a proof."""
    winner = Color[row["color"].upper()].other
    return study(RULES, SIZE, row["moves"], winner.name.lower(), row["reason"], nodes)


def check_study(found: Study, moves: Sequence[int], nodes: int, laid: int = 0) -> Study:
    """Return a study after the check with so many nodes a search; nobody chose the first ``laid`` stones."""
    found = settle(replace(found, check=Check(nodes)), moves, laid)
    while (question := find_question(found, moves, laid)) is not None:
        told, _ = answer(RULES, SIZE, moves, question, nodes, recheck_nodes(found))
        found = settle(with_answer(found, told), moves, laid)
    return found


def taught(found: Study) -> str:
    """Tell what a study teaches the loser: "move", "threat" or "nothing"."""
    turn = None if found.checked is None else found.checked.turn
    if turn is not None or (found.lesson is not None and found.lesson.mistake is not None):
        return "move"
    return "threat" if found.lesson is not None and found.lesson.line else "nothing"


def lose(number: int, nodes: int) -> Row:
    """Make the row of a game: its moves, its first study and what that teaches."""
    row = play_lost(number)
    found = study_first(row, nodes)
    return row | {"first": taught(found), "study": msgspec.json.encode(found).decode()}


def check(row: Row, nodes: int) -> Row:
    """Make the row of the check of a game."""
    found = check_study(msgspec.json.decode(row["study"], type=Study), row["moves"], nodes)
    assert found.check is not None
    return {
        "number": row["number"],
        "check_nodes": nodes,
        "checked": taught(found),
        "answers": len(found.check.answers),
    }


def report(rows: Iterable[Row], key: str) -> Iterator[str]:
    """Yield a table in Markdown of what the studies of some rows teach, by the level that won."""
    counts: dict[int, Counter[str]] = {}
    for row in rows:
        counts.setdefault(row["winner"], Counter())[row[key]] += 1
    yield f"| {key} | games | a better move | a threat | nothing | teach |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for winner, count in [*sorted(counts.items()), ("all", sum(counts.values(), Counter[str]()))]:
        games = count.total()
        low, high = share_interval(games - count["nothing"], games)
        share = f"{100 * (1 - count['nothing'] / games):.0f} % ({100 * low:.0f} to {100 * high:.0f})"
        yield f"| {winner} | {games} | {count['move']} | {count['threat']} | {count['nothing']} | {share} |"
