"""Are lessons right, in games against others? ``python -m tests.benchmarks.outside_lessons --games FILE``.

Games that ``--loser`` lost are studied as a server does it, and what the studies name is checked by the strongest
search as in idle time. Told are: how many games have a lesson, at first and once it is checked; how many named moves
fell at the check; how many mistakes came too late, in positions that were scored as lost; how many games without a
lesson were lost before the loser chose a move; and the processor time of a study.

Then what the checked lessons name is judged again. With ``--judge COMMAND``, a program that speaks Gomocup's protocol
plays the position out against itself: a named move falls if the other side wins, and a mistake came too late if the
loser loses from the position before it. Without one, our own search judges with ``--times`` the nodes of the check.
That is a stand-in: it shares the blind spots of what it judges.

With ``--positions FILE``, positions that an outside program has scored, each with ``mate`` or ``score`` for the side to
move, are scored by the check's search too: how many lost positions the check lets pass, and how many playable ones it
takes for lost, by the score from which it counts a side as losing. The files are data from outside, which nothing of
this repository contains.
"""

import argparse
import json
import random
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any

import msgspec

from bots.engine import Limits, Stop
from bots.gomocup.opponent import GomocupPlayer
from bots.gomocup.settings import ExternalEngine
from bots.learning.study.backward_replay import to_move
from bots.learning.study.check import LOSING, ScoreQuestion
from bots.learning.study.findings import PROVEN, Study
from bots.learning.study.recheck import answer
from bots.learning.study.statements import read_looked
from bots.learning.study.study import study
from bots.search.alphabeta.iterative_deepening import Deepening
from gomoku.board import Board
from gomoku.game import Game
from gomoku.point import parse_all
from gomoku.rulesets import ruleset
from lab.learning.lessons import check_study
from server.config import Config
from tests.benchmarks.relay import percentile

RULES, SIZE = "freestyle", 15
MEMORY = 1 << 26
LOST = -400  # an outside score from which a position counts as lost, ...
PLAYABLE = -200  # ... and one above which it counts as playable
THRESHOLDS = (60, 80, 100, 120, 140, 160, 200, 250)  # tried in place of LOSING


class LostGame(msgspec.Struct, frozen=True):
    """A game of the file: ``laid`` stones of its opening, and who won."""

    moves: list[int]
    winner: str
    laid: int


Judge = Callable[[LostGame, ScoreQuestion], int]
"""The score of a move or position of a game, for the side to move before it."""


def read_games(file: Path, loser: str) -> Iterator[LostGame]:
    """The games that somebody lost, each once."""
    seen = set()
    for line in file.read_text().splitlines():
        row = json.loads(line)
        if row["winner"] is None or row["winner"] == loser or loser not in (row["black"], row["white"]):
            continue
        if row["moves"] not in seen:
            seen.add(row["moves"])
            winner = "white" if row["black"] == loser else "black"
            yield LostGame(parse_all(row["moves"], SIZE), winner, row["n0"])


def studied(game: LostGame, nodes: int) -> tuple[Study, float]:
    """The first study of a game, and its processor time."""
    began = process_time()
    found = study(RULES, SIZE, game.moves, game.winner, "five", nodes)
    return found, process_time() - began


def checked(game: LostGame, found: Study, nodes: int) -> tuple[Study, float]:
    """The study once it is checked, and the processor time of the check."""
    began = process_time()
    found = check_study(found, game.moves, nodes, game.laid)
    return found, process_time() - began


def own_judge(nodes: int, proof_nodes: int) -> Judge:
    """Our own search, with so many nodes, as a stand-in."""
    return lambda game, question: answer(RULES, SIZE, game.moves, question, nodes, proof_nodes)[0].score


def outside_judge(command: str, ms: int) -> Judge:
    """A program that plays a position out against itself, with so long a move."""
    settings = ExternalEngine(0, "judge", tuple(shlex.split(command)), time_ms=ms)

    def score(game: LostGame, question: ScoreQuestion) -> int:
        ply, point = question
        played = Game.replay(ruleset(RULES), SIZE, game.moves[:ply] if point is None else [*game.moves[:ply], point])
        player = GomocupPlayer(settings, ruleset(RULES), SIZE)
        try:
            while played.outcome is None:
                played.play(player.choose(played, Limits(time_ms=ms), Stop()).point)
        finally:
            player.close()
        winner = played.outcome.winner
        return 0 if winner is None else PROVEN if winner is to_move(ply) else -PROVEN

    return score


class Statements:
    """Moves named as saving, and mistakes: the plies of moves that are said to have lost their games."""

    def __init__(self, study: Study) -> None:
        turn = None if study.checked is None else study.checked.turn
        self.named = dict.fromkeys(read_looked(study))
        self.mistake: int | None = None
        if study.lesson is not None and study.lesson.mistake is not None:
            self.mistake = study.lesson.mistake
        elif turn is not None:
            self.mistake = turn.ply
            self.named.update(dict.fromkeys((turn.ply, move.point) for move in turn.open))

    def questions(self) -> Iterator[ScoreQuestion]:
        """Yield the named moves."""
        return (ScoreQuestion(*move) for move in self.named)


def measure_games(options: argparse.Namespace) -> dict[str, Any]:
    """All figures of the games."""
    games = list(read_games(options.games, options.loser))
    games = random.Random(options.seed).sample(games, min(options.count, len(games)))
    proof_nodes = options.nodes * 200 * options.times
    judge = (
        outside_judge(options.judge, options.judge_ms)
        if options.judge
        else own_judge(options.times * options.check_nodes, proof_nodes)
    )
    seconds, checking = list[float](), list[float]()
    counts = dict.fromkeys(COUNTED, 0)
    for game in games:
        first, took = studied(game, options.nodes)
        seconds.append(took)
        found, took = checked(game, first, options.check_nodes)
        checking.append(took)
        before, after = Statements(first), Statements(found)
        assert found.check is not None
        scores = {(each.ply, each.point): each.score for each in found.check.answers}
        counts["first_lessons"] += before.mistake is not None
        counts["lessons"] += after.mistake is not None
        counts["lost_in_opening"] += after.mistake is None and scores.get((first_choice(game), None), 0) <= -LOSING
        counts["first_named"] += len(before.named)
        counts["fell_at_check"] += sum(move not in after.named for move in before.named)
        counts["first_mistakes_too_late"] += (
            before.mistake is not None and scores.get((before.mistake, None), 0) <= -LOSING
        )
        counts["named"] += len(after.named)
        counts["fallen"] += sum(judge(game, question) <= -LOSING for question in after.questions())
        late = after.mistake is not None and judge(game, ScoreQuestion(after.mistake, None)) <= -LOSING
        counts["mistakes_too_late"] += late
        print(f"{len(seconds)} of {len(games)}: {counts}", file=sys.stderr, flush=True)
    return counts | {
        "games": len(games),
        "judge": options.judge or f"own search, {options.times} times the nodes",
        "s_study_50": median(seconds),
        "s_study_mean": mean(seconds),
        "s_study_95": percentile(seconds, 95),
        "s_study_most": max(seconds),
        "s_check_mean": mean(checking),
    }


def first_choice(game: LostGame) -> int:
    """The ply of the loser's first move after the opening."""
    return game.laid + (game.laid % 2 == (game.winner == "white"))


COUNTED = (
    *("first_lessons", "first_named", "fell_at_check", "first_mistakes_too_late"),
    *("lessons", "lost_in_opening", "named", "fallen", "mistakes_too_late"),
)


def measure_positions(options: argparse.Namespace) -> dict[str, Any]:
    """Compare the search's scores of positions with those of an outside program, for both sides of each."""
    rows = [json.loads(line) for line in options.positions.read_text().splitlines()]
    rows = [row for row in rows if row["rules"] == RULES]
    rows = random.Random(options.seed).sample(rows, min(options.count, len(rows)))
    search = Deepening(ruleset(RULES), SIZE, MEMORY)
    lost, playable = list[int](), list[int]()
    for row in rows:
        moves = parse_all(row["moves"], SIZE)
        board = Board.from_stones(SIZE, moves[::2], moves[1::2])
        found = search.search(board, to_move(len(moves)), moves[-1], Limits(nodes=options.check_nodes), Stop())
        mate, own = row.get("mate"), found.moves[0][1]
        word = row.get("score", 0) if mate is None else PROVEN if mate > 0 else -PROVEN
        for theirs, ours in ((word, own), (-word, -own)):
            if theirs < LOST:
                lost.append(ours)
            elif PLAYABLE < theirs <= -PLAYABLE:
                playable.append(ours)
    told: dict[str, Any] = {"positions": len(rows), "lost": len(lost), "playable": len(playable)}
    for losing in sorted({*THRESHOLDS, LOSING}):
        passed, kept = (sum(score > -losing for score in scores) for scores in (lost, playable))
        told[f"losing_from_{losing}"] = {
            "lost_that_pass": passed,
            "playable_taken_for_lost": len(playable) - kept,
            "lost_of_those_that_pass": passed / max(1, passed + kept),
        }
    return told


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.outside_lessons", description=__doc__)
    parser.add_argument("--games", type=Path, metavar="FILE", help="games, one in JSON a line")
    parser.add_argument("--loser", default="tengen", metavar="NAME", help="whose lost games are studied")
    parser.add_argument("--positions", type=Path, metavar="FILE", help="scored positions, one in JSON a line")
    parser.add_argument("--count", type=int, default=30, metavar="N", help="games or positions, drawn by --seed")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="what chance is drawn from")
    parser.add_argument("--nodes", type=int, default=Config().study_nodes, metavar="N", help="nodes of each proof")
    parser.add_argument(
        "--check-nodes", type=int, default=Config().lesson_check_nodes, metavar="N", help="nodes of each search"
    )
    parser.add_argument("--judge", metavar="COMMAND", help="a program that speaks Gomocup's protocol")
    parser.add_argument("--judge-ms", type=int, default=1000, metavar="MS", help="its time a move")
    parser.add_argument("--times", type=int, default=4, metavar="N", help="nodes of our own search as a judge")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    found: dict[str, Any] = {}
    for file, measured in ((options.games, measure_games), (options.positions, measure_positions)):
        if file is not None and not file.exists():
            print(f"{file} is not here: left out", file=sys.stderr)
        elif file is not None:
            found |= measured(options)
    print(json.dumps(found) if options.json else "\n".join(f"{name}: {value}" for name, value in found.items()))


if __name__ == "__main__":
    main()
