"""Makes the files of this folder: ``python -m tests.data.make [FILE ...]``. The same ones every time; takes minutes.

Games are our own engines'; the winner of a game has it end where its win by fours can no longer be missed, as people
resign. What is said of positions comes from `tests.oracles`, but for `classic.jsonl`: that holds what the classic
engines answered when they were equal to the published reference, so that they stay so.
"""

import json
import random
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from bots.engine import Limits
from bots.search.solver.proof import Proof, Refuted
from bots.search.solver.proof_check import check
from bots.search.solver.solver import Method, Solver
from gomoku.board import EMPTY, Board, Color
from gomoku.game import Game
from gomoku.point import name
from gomoku.rulesets import ruleset
from lab.learning.decided_games import DecidedGame
from tests.benchmarks.made_games import SIZE, made
from tests.bots.classic.golden import asked
from tests.data import OWN
from tests.oracles.federation import Federation
from tests.oracles.fours import wins_by_fours

GAMES = 40
THREATS: dict[Method, int] = {"vct": 16, "fukumi": 4}
NODES: dict[Method, int] = {"vcf": 20_000, "vct": 60_000, "fukumi": 60_000}  # stones that a method may lay
PUZZLES = 60
BOARDS = 60
ANSWERS = 60
FEW, MANY = 60, 400  # positions that the oracle of fours may look at
FIVES = ("freestyle", "standard", "renju", "caro")

Row = dict[str, Any]


@cache
def played() -> list[tuple[str, DecidedGame]]:
    """Decided games under all rules."""
    return list(islice(made(20), 5 * GAMES))


def names(points: Iterable[int]) -> list[str]:
    return [name(point, SIZE) for point in points]


def stones(board: Board) -> dict[str, list[str]]:
    return {color.name.lower(): names(p for p, cell in enumerate(board.cells) if cell == color) for color in Color}


def at(moves: Iterable[int]) -> Board:
    board = Board(SIZE)
    for ply, point in enumerate(moves):
        board.place(point, Color.WHITE if ply % 2 else Color.BLACK)
    return board


def games() -> Iterator[Row]:
    """Renju games: ``winner_vcf_plies`` are those at which the winner, to move, is sure to have a win by fours."""
    rules = ruleset("renju")
    for game in islice((game for under, game in played() if under == rules.name), GAMES):
        winner = game.outcome.winner
        assert winner is not None
        plies = [
            ply
            for ply in range(winner - 1, len(game.moves), 2)
            if ply > 5 and wins_by_fours(rules, at(game.moves[:ply]), winner, FEW)
        ]
        moves = game.moves[: plies[-2] + 1] if len(plies) > 3 else game.moves
        yield {
            "id": game.id,
            "moves": " ".join(names(moves)),
            "result": winner.name.lower(),
            "ends_in_five": Game.replay(rules, SIZE, list(moves), forbidden_loses=True).outcome is not None,
            "winner_vcf_plies": [ply for ply in plies if ply < len(moves)],
        }


def vcf_puzzles() -> Iterator[Row]:
    """Positions in which the side to move wins by fours under some rules, or nearly does."""
    chance = random.Random(21)
    found: set[str] = set()
    for _, game in chance.sample(played(), len(played())):
        ply = len(game.moves) - chance.choice((3, 5, 7, 9))
        if ply < 8 or len(found) == PUZZLES:
            continue
        board, attacker = at(game.moves[:ply]), Color.WHITE if ply % 2 else Color.BLACK
        told = {rules: wins_by_fours(ruleset(rules), board, attacker, MANY) for rules in FIVES}
        if sum(won is not None for won in told.values()) > 2:
            found.add(game.id)
            yield {
                "id": f"{game.id}:{ply}",
                "to_move": attacker.name.lower(),
                **stones(board),
                "vcf": {rules: {"win": won} for rules, won in told.items() if won is not None},
            }


def renju_forbidden() -> Iterator[Row]:
    """Crowded boards with every forbidden point of black's, most of them with double threes that are none."""
    chance, kept = random.Random(22), 0
    while kept < BOARDS:
        left, top = chance.randrange(SIZE - 7), chance.randrange(SIZE - 7)
        area = [y * SIZE + x for y in range(top, top + 8) for x in range(left, left + 8)]
        points = chance.sample(area, chance.randrange(12, 24))
        whites = chance.randrange(len(points) // 4)
        board = Board.from_stones(SIZE, points[whites:], points[:whites])
        federation = Federation(board)
        told = {p: federation.reason(p) for p, cell in enumerate(board.cells) if cell == EMPTY}
        forbidden = {name(p, SIZE): reason.value for p, reason in told.items() if reason is not None}
        if len(set(forbidden.values())) > 1:
            kept += 1
            yield {"id": f"{kept}", **stones(board), "forbidden": forbidden}


def classic() -> Iterator[Row]:
    """Positions of games, and the published engines' answers to them."""
    chance, rules = random.Random(23), ruleset("freestyle")
    of_freestyle = [game for under, game in played() if under == rules.name]
    for game in chance.sample(of_freestyle, ANSWERS):
        moves = game.moves[: chance.randrange(1, len(game.moves))]
        answers = asked(Game.replay(rules, SIZE, moves))
        yield {"moves": [[point % SIZE, point // SIZE] for point in moves]} | answers


def threats() -> Iterator[Row]:
    """Positions that the side to move wins by threats and not by fours, or with quiet moves and not by threats.

    The solver found the wins, and `proof_check` replayed them on the rules alone against every defence.
    """
    left = dict(THREATS)
    for under, game in played():
        winner = game.outcome.winner
        assert winner is not None
        rules, solver = ruleset(under), Solver(ruleset(under), SIZE)
        for ply in reversed(range(winner - 1, len(game.moves), 2)):
            board = at(game.moves[:ply])
            if wins_by_fours(rules, board, winner, FEW) is not False:
                continue
            found = {method: solver.prove(board, winner, Limits(nodes=NODES[method]), method=method) for method in left}
            if isinstance(found["vct"], Proof):
                method: Method = "vct"
            elif isinstance(found["vct"], Refuted) and isinstance(found["fukumi"], Proof):
                method = "fukumi"
            else:
                break
            if left[method]:
                win = found[method]
                assert isinstance(win, Proof)
                check(rules, board, winner, win.win)
                left[method] -= 1
                yield {
                    "id": f"{game.id}:{ply}",
                    "rules": under,
                    "to_move": winner.name.lower(),
                    **stones(board),
                    "method": method,
                }
                break


FILES = {
    "games": games,
    "vcf_puzzles": vcf_puzzles,
    "threats": threats,
    "renju_forbidden": renju_forbidden,
    "classic": classic,
}

if __name__ == "__main__":
    for file in sys.argv[1:] or FILES:
        rows = [json.dumps(row) for row in FILES[file]()]
        (OWN / f"{file}.jsonl").write_text("\n".join(rows) + "\n")
        print(f"{file}: {len(rows)}")
