"""Answers to puzzles: every right one counts, no wrong one does, and the reply holds out longest."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from bots.engine import Limits
from bots.search.solver.proof import Proof, Refuted
from bots.search.solver.proof_check import check
from bots.search.solver.solver import Solver
from gomoku.board import EMPTY, Board, Color
from gomoku.errors import ForbiddenMove
from gomoku.game import Game
from gomoku.rulesets import ruleset
from server.puzzles.judge import judge
from server.puzzles.question import AttemptRejected, AttemptVerdict, Question
from server.store.knowledge import proofs
from server.store.store import Store
from tests.bots.search.positions import puzzles
from tests.data import OWN
from tests.gomoku.positions import drawn
from tests.server.store.knowledge import test_proofs as examples

NODES = 50_000
FAR = [0, 14, 210, 224, 7, 105, 217, 119, 2, 12, 30, 44, 180, 194]  # points too far apart to mean anything


def moves_of(board: Board) -> tuple[int, ...]:
    """Moves that lead to the board, the colours alternating."""
    black, white = ([p for p, cell in enumerate(board.cells) if cell == color] for color in Color)
    assert 0 <= len(black) - len(white) <= 1
    return tuple(point for pair in zip(black, [*white, -1], strict=False) for point in pair if point >= 0)


def asked(
    kind: str, *rows: str, to_move: Color, method: str = "vct", rules: str = "freestyle"
) -> tuple[Question, dict[str, int]]:
    """A question about a drawing, evened out with stones that mean nothing."""
    board, marks = drawn(*rows)
    spare = iter(FAR)
    while True:
        black, white = (sum(cell == color for cell in board.cells) for color in Color)
        if black - white == (to_move is Color.WHITE):
            return Question(kind, method, rules, 15, NODES, moves_of(board)), marks
        behind = Color.BLACK if black - white < (to_move is Color.WHITE) else Color.WHITE
        board.place(next(spare), behind)


def ask(question: Question, *moves: int) -> AttemptVerdict | AttemptRejected:
    return judge(lambda _: None, question, moves)


FOUR_THREE = (  # white is about to make an open four: black has to win by fours
    "O X X X a b .",
    ". . . . c . .",
    ". . . . X . .",
    ". . . . X . .",
    ". . . . . . .",
    ". . . . . . .",
    ". . O O O . .",
)


def test_a_win_is_played_to_the_four_that_nothing_stops() -> None:
    question, at = asked("win", *FOUR_THREE, to_move=Color.BLACK)
    assert ask(question, at["a"]) == AttemptVerdict(right=True, reply=at["b"])
    last = ask(question, at["a"], at["c"])
    assert isinstance(last, AttemptVerdict)
    assert (last.right, last.done, last.reply) == (True, True, None)
    assert last.line is not None
    # the best that white can do, and then five
    game = Game.replay(ruleset("freestyle"), 15, [*question.moves, at["a"], at["b"], at["c"], *last.line])
    assert game.outcome is not None
    assert game.outcome.winner is Color.BLACK


def test_another_way_to_win_is_as_right() -> None:
    rows = (
        "O X X X a b . . . .",
        ". . . . . . . . . .",
        ". . . . X . . . d .",
        ". . . . X . . . X .",
        ". . . . . . . . X .",
        ". . . . . . . . X .",
        ". . . . . . . . e .",
    )
    question, at = asked("win", *rows, to_move=Color.BLACK)
    assert ask(question, at["a"]) == AttemptVerdict(right=True, reply=at["b"])
    for mark in "de":
        verdict = ask(question, at[mark])
        assert isinstance(verdict, AttemptVerdict)
        assert (verdict.right, verdict.done) == (True, True)


def test_a_move_that_throws_the_win_away_is_wrong_and_shows_the_answer() -> None:
    question, at = asked("win", *FOUR_THREE, to_move=Color.BLACK, method="vcf")
    assert ask(question, at["b"]) == AttemptVerdict(right=False, line=(at["a"],))  # a four too, on the wrong side
    verdict = ask(question, FAR[-1])
    assert isinstance(verdict, AttemptVerdict)
    assert not verdict.right
    assert verdict.line is not None
    game = Game.replay(ruleset("freestyle"), 15, [*question.moves, FAR[-1], *verdict.line])
    assert isinstance(Solver(ruleset("freestyle"), 15).prove(game.board, Color.BLACK), Refuted)


def test_a_five_is_done_whatever_was_asked() -> None:
    rows = ("O X X X X a", ". O O O . .")
    for kind in ("win", "defence"):
        question, at = asked(kind, *rows, to_move=Color.BLACK)
        assert ask(question, at["a"]) == AttemptVerdict(right=True, done=True)


def test_a_threat_that_lets_the_other_side_make_five_is_wrong() -> None:
    question, at = asked("win", "O X X X a . .", ". . . . . . .", "X O O O O f .", to_move=Color.BLACK)
    assert ask(question, at["a"]) == AttemptVerdict(right=False, line=(at["f"],))


def test_the_reply_holds_out_longest() -> None:
    # after the four on a, b stops it: then the three is a four of its own; c and d are no answers to a four
    question, at = asked(
        "win",
        ". . . . . . . .",
        ". . . X X a . .",
        ". . . . . . . .",
        ". . . . . X . .",
        ". . . . . X . .",
        to_move=Color.BLACK,
    )
    verdict = ask(question, at["a"])
    assert isinstance(verdict, AttemptVerdict)
    assert verdict.right
    assert not verdict.done
    assert verdict.reply is not None
    solver = Solver(ruleset("freestyle"), 15)
    lengths = {}
    for reply in range(225):
        game = Game.replay(ruleset("freestyle"), 15, [*question.moves, at["a"]])
        if game.board[reply] == EMPTY:
            game.play(reply)
            found = solver.prove(game.board, Color.BLACK, method="vct")
            assert isinstance(found, Proof)
            lengths[reply] = found.win.length()
    assert lengths[verdict.reply] == max(lengths.values())


OPEN_THREE = (
    ". . . . . . . .",
    ". . c X X X d .",
    ". . . . . . . .",
)


def test_a_defence_is_any_move_after_which_the_attacker_has_nothing() -> None:
    question, at = asked("defence", *OPEN_THREE, to_move=Color.WHITE, method="vcf")
    right = []
    for point in range(225):
        verdict = ask(question, point)
        if verdict == AttemptRejected("occupied"):
            continue
        assert isinstance(verdict, AttemptVerdict)
        assert verdict.done == verdict.right
        assert verdict.reply is None
        if verdict.right:
            right.append(point)
            assert verdict.line is None
            continue
        # the line wins against this very move
        assert verdict.line is not None
        game = Game.replay(ruleset("freestyle"), 15, [*question.moves, point])
        for move in verdict.line:
            game.play(move)
        fives = [p for p in range(225) if game.board[p] == EMPTY and _five(game.board, p)]
        assert fives or game.outcome is not None
    assert set(right) == {at[mark] for mark in "cd"}


async def test_what_is_proven_later_is_heard(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "tengen.db")
    question, at = asked("defence", *OPEN_THREE, to_move=Color.WHITE, method="vcf")
    question = replace(question, db=str(store.path))
    for mark in "cd":
        assert ask(question, at[mark]) == AttemptVerdict(right=True, done=True)
    await store.execute(*proofs.keep([examples.row([*question.moves, at["c"]])], 1))
    verdict = ask(question, at["c"])
    assert isinstance(verdict, AttemptVerdict)
    assert (verdict.right, verdict.line is None) == (False, False)
    assert ask(question, at["d"]) == AttemptVerdict(right=True, done=True)
    await store.close()


def _five(board: Board, point: int) -> bool:
    after = board.copy()
    after.place(point, Color.BLACK)
    return ruleset("freestyle").winning_line(after, point) is not None


def test_a_four_thrown_in_neither_saves_nor_loses() -> None:
    far = ". . . . . . . . ."
    rows = (". . . X X X . . .", *[far] * 8, "X O O O e f . . .")
    question, at = asked("defence", *rows, to_move=Color.WHITE, method="vcf")
    assert ask(question, at["e"]) == AttemptVerdict(right=True, done=True)  # the three can still be stopped afterwards
    rows = ("O X X X X . . . .", *[far] * 8, "X O O O e f . . .")
    question, at = asked("defence", *rows, to_move=Color.WHITE, method="vcf")
    verdict = ask(question, at["e"])
    assert isinstance(verdict, AttemptVerdict)
    assert not verdict.right  # black makes five first


def test_a_line_goes_on_only_from_right_moves() -> None:
    question, at = asked("win", *FOUR_THREE, to_move=Color.BLACK)
    assert ask(question, at["b"], at["c"]) == AttemptRejected("wrong_line")
    assert ask(question, at["a"], at["c"], FAR[-1]) == AttemptRejected("wrong_line")


def test_what_may_not_be_played_is_no_answer() -> None:
    question, at = asked("win", *FOUR_THREE, to_move=Color.BLACK)
    assert ask(question, question.moves[0]) == AttemptRejected("occupied")
    assert ask(question, 225) == AttemptRejected("off_board")
    assert ask(question, at["a"], at["b"]) == AttemptRejected("occupied")  # where our reply lies
    crossing = (". . X a X . .", ". . . . . . .", ". . . X . . .", ". . . X . . .")
    renju, at = asked("win", *crossing, to_move=Color.BLACK, rules="renju")
    assert ask(renju, at["a"]) == AttemptRejected("forbidden_double_three")


def test_too_few_nodes_decide_nothing() -> None:
    question, at = asked("defence", *OPEN_THREE, to_move=Color.WHITE)
    assert ask(replace(question, nodes=1), at["c"]) == AttemptRejected("undecided")


@pytest.mark.parametrize("rules", ["freestyle", "renju"])
def test_wins_of_the_puzzle_file_are_right_to_the_end_and_every_defence_loses(rules: str) -> None:
    solver, done, playable = Solver(ruleset(rules), 15), 0, 0
    for row, board, attacker in puzzles(OWN):
        black, white = len(row["black"]), len(row["white"])
        if rules not in row["vcf"] or not row["vcf"][rules]["win"]:
            continue
        if black - white != (attacker is Color.WHITE):
            continue
        with suppress(ForbiddenMove):
            Game.replay(ruleset(rules), 15, moves_of(board))
            playable += 1
        if playable == done:
            continue  # in the order in which stones are told, black would have played a forbidden point
        question = Question("win", "vcf", rules, 15, NODES, moves_of(board))
        mine: list[int] = []
        while True:
            found = solver.prove(board, attacker)
            assert isinstance(found, Proof)
            check(ruleset(rules), board, attacker, found.win)
            mine.append(found.win.move)
            verdict = ask(question, *mine)
            assert isinstance(verdict, AttemptVerdict)
            assert verdict.right
            if verdict.done:
                break
            assert verdict.reply is not None
            assert board[verdict.reply] == EMPTY
            board.place(mine[-1], attacker)
            board.place(verdict.reply, attacker.other)
        done += 1
    assert done >= 4


def test_what_is_called_wrong_leaves_no_win_and_what_is_called_right_leaves_no_defence() -> None:
    question, _ = asked("win", *FOUR_THREE, to_move=Color.BLACK, method="vcf")
    solver, rules, limits = Solver(ruleset("freestyle"), 15), ruleset("freestyle"), Limits(nodes=NODES)
    seen: dict[bool, int] = {True: 0, False: 0}
    near = [y * 15 + x for y in range(3, 9) for x in range(4, 11)]
    for point in near:
        verdict = ask(question, point)
        if isinstance(verdict, AttemptRejected):
            continue
        seen[verdict.right] += 1
        game = Game.replay(rules, 15, [*question.moves, point])
        if verdict.right:
            for reply in near:
                if game.board[reply] == EMPTY:
                    game.play(reply)
                    assert not isinstance(solver.prove(game.board, Color.BLACK, limits, method="vct"), Refuted)
                    game.undo()
        elif verdict.line is not None:
            game.play(verdict.line[0])
            assert game.outcome is not None or isinstance(solver.prove(game.board, Color.BLACK), Refuted)
    assert seen[True] >= 1
    assert seen[False] >= 1
