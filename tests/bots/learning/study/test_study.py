import dataclasses

import pytest
from msgspec import Raw, json
from msgspec.structs import replace

from bots.engine import Limits
from bots.learning.proofs.defence_search import search_defences
from bots.learning.proofs.proven_positions import Proofs, Row, seal_row
from bots.learning.proofs.prover import Prover
from bots.learning.study.backward_replay import find_losing_moves
from bots.learning.study.findings import PROVEN, StudiedLesson, StudiedMove, StudiedPattern, Study, without_opening
from bots.learning.study.study import _Study, solver, study
from bots.search.solver.proof import Proof, load_win
from bots.search.solver.proof_check import check
from bots.search.solver.solver import Solver
from gomoku import symmetry
from gomoku.board import Board, Color
from gomoku.game import Reason
from gomoku.rulesets import ruleset
from tests.bots.learning.positions import game, stored_game
from tests.bots.learning.study.test_backward_replay import IGNORED_THREE

NODES = 3_000
SHORT, LONGER = "20:34", "20:24"  # with a mistake and wins by threats


def lesson_of(study: Study) -> StudiedLesson:
    assert study.lesson is not None
    return study.lesson


def board_at(moves: list[int], ply: int) -> Board:
    return Board.from_stones(15, moves[:ply:2], moves[1:ply:2])


def test_each_move_has_what_can_be_said_of_it() -> None:
    data = study("freestyle", 15, IGNORED_THREE, "black", "five", NODES)
    labels = {ply: move.label for ply, move in enumerate(data.moves) if move.label}
    assert labels == {5: "lost_here", 7: "forced"}
    estimates = [move.eval for move in data.moves]
    assert estimates[5:] == [PROVEN] * 4
    assert all(estimate is not None and abs(estimate) < PROVEN for estimate in estimates[:5])
    assert [move.forced for move in data.moves][5:] == ["four", None, "five", None]
    assert {move.point for move in data.moves[5].open} >= set(game("G8 K8"))
    win = data.moves[6].win
    assert win is not None
    assert win.method == "vcf"
    assert lesson_of(data).entry == 6
    assert [pattern.length for pattern in data.patterns] == [2]
    assert [(puzzle.kind, puzzle.ply) for puzzle in data.puzzles] == [("defence", 5)]
    assert json.decode(json.encode(data), type=Study) == data


@pytest.mark.parametrize(("won", "opens", "before"), [(0, False, "won"), (0, True, "won"), (None, True, "held")])
def test_the_position_before_the_entry_is_said_to_be_what_the_lesson_knows(
    won: int | None, opens: bool, before: str
) -> None:
    work = _Study("freestyle", 15, IGNORED_THREE, NODES)
    lesson = work.lesson(Color.BLACK, Reason.FIVE)
    assert lesson is not None
    assert lesson.open
    found = [StudiedMove() for _ in IGNORED_THREE]
    work.judge_entry(found, dataclasses.replace(lesson, won=won, open=lesson.open if opens else ()))
    move = found[lesson.entry - 1]
    assert (move.before, move.label) == (before, "lost_here")


def test_every_other_move_is_said_to_lose_and_does_or_said_not_to_be_known_to() -> None:
    lost = study("freestyle", 15, IGNORED_THREE, "black", "five", NODES).moves[5]
    board, solver = board_at(IGNORED_THREE, 5), Solver(ruleset("freestyle"), 15)
    named = [
        *(move.point for move in lost.open),
        *(move.point for move in lost.lost),
        *lost.undecided,
        IGNORED_THREE[5],
    ]
    assert len(set(named)) == len(named)
    assert lost.forbidden == ()
    others = [point for point in range(225) if not board[point] and point not in named]
    assert len(others) > 100
    assert lost.rest is not None
    lines = [(move.point, move.line) for move in lost.lost] + [(point, lost.rest) for point in others[::9]]
    for point, line in lines:
        board.place(point, Color.WHITE)
        assert isinstance(solver.prove(board, Color.BLACK, Limits(nodes=50_000), method="vct"), Proof)
        assert len({point, *line}) == 1 + len(line)
        assert not any(board[stone] for stone in line)
        board.remove(point)


def test_where_the_loser_had_a_five_nothing_is_said_of_the_other_moves() -> None:
    board, prover = board_at(game("H8 B2 H9 C2 H10 D2 H11 O15"), 8), Prover(Solver(ruleset("freestyle"), 15), NODES)
    result = search_defences(prover, board, Color.WHITE, whole=True)
    assert len(result.after) == 1
    told = find_losing_moves(prover, board, Color.BLACK, result)
    assert (told.lost, told.rest) == ((), None)


def test_estimates_are_blacks() -> None:
    """The same stones as black's and as white's: a good position for one is bad for the other."""
    ahead = study("freestyle", 15, game("H8 A1 I9 O15 G7"), None, "agreed_draw", NODES).moves[-1].eval
    behind = study("freestyle", 15, game("A1 H8 O15 I9 A15 G7"), None, "agreed_draw", NODES).moves[-1].eval
    assert behind is not None
    assert ahead is not None
    assert behind < 0 < ahead


@pytest.mark.slow
def test_what_the_search_would_play_is_there_where_no_win_is() -> None:
    data = study("freestyle", 15, IGNORED_THREE, "black", "five", NODES)
    for ply, move in enumerate(data.moves):
        assert (move.choice is None) == (ply == 0 or move.win is not None)
        assert move.choice not in IGNORED_THREE[:ply]
    assert {move.choice for move in without_opening(data, 5).moves[:5]} == {None}


def test_what_is_proven_is_no_estimate_whoever_is_to_move() -> None:
    moves, winner = stored_game(LONGER)
    data = study("renju", 15, moves, winner, "resigned", NODES)
    entry, proven = lesson_of(data).entry, PROVEN if winner == "black" else -PROVEN
    assert [move.eval for move in data.moves[entry - 1 : entry + 1]] == [proven, proven]


def test_a_win_that_is_let_go_is_said() -> None:
    # white makes an open three and black looks elsewhere; white does not continue, and black then stops it
    moves = game("A1 H8 A3 I8 C1 J8 A5 O15 G8 O13 K8")
    labels = [move.label for move in study("freestyle", 15, moves, None, "agreed_draw", NODES).moves]
    assert labels[6] == "lost_here"
    assert labels[7] == "missed_win"


TURNED = "G9 G8 J11 H8 I9 H9 I8 H10 H7 H12 H11 I10 I7 I6 G10 I11 G11 J12 E6"
"""Black wins by force before E6, and White after it; in between Black plays the first move of no win."""


@pytest.mark.slow
def test_who_had_a_win_and_lost_it_is_not_said_to_have_been_lost_before_perhaps() -> None:
    found = study("freestyle", 15, game(TURNED), "white", "resigned", 20_000)
    last, lesson = found.moves[-1], lesson_of(found)
    assert (lesson.entry, lesson.mistake, lesson.won) == (19, 18, game("F7")[0])
    assert found.suspect is None
    assert last.win is not None
    assert last.threat is not None
    assert (last.before, last.label) == ("won", "lost_here")
    assert last.win.line[0] not in {*last.undecided, *(move.point for move in last.open)}


@pytest.mark.slow
def test_a_proven_win_that_begins_leaves_nothing_open() -> None:
    begun = 0
    for name in (SHORT, LONGER):
        moves, winner = stored_game(name)
        found = study("renju", 15, moves, winner, "resigned", NODES).moves
        for ply, move in enumerate(found[:-1]):
            if move.win is not None and move.win.line[0] == moves[ply]:
                begun += 1
                assert move.eval == (PROVEN if ply % 2 == 0 else -PROVEN)
                assert (found[ply + 1].before, found[ply + 1].open, found[ply + 1].undecided) == ("lost", (), ())
    assert begun


@pytest.mark.slow
def test_every_proof_that_is_told_holds() -> None:
    checked = 0
    for name in (SHORT, LONGER):
        moves, winner = stored_game(name)
        for ply, move in enumerate(study("renju", 15, moves, winner, "resigned", NODES).moves):
            mover = Color.WHITE if ply % 2 else Color.BLACK
            if move.win is not None:
                check(ruleset("renju"), board_at(moves, ply), mover, load_win(json.decode(move.win.proof)))
                checked += 1
            if move.label == "lost_here":
                assert move.threat is not None
                after = board_at(moves, ply + 1)
                check(ruleset("renju"), after, mover.other, load_win(json.decode(move.threat.proof)))
                checked += 1
    assert checked >= 2


@pytest.mark.slow
def test_a_game_and_its_image_teach_the_same_and_twice_the_same() -> None:
    moves, winner = stored_game(LONGER)
    image = symmetry.maps(15)[6]
    one = study("renju", 15, moves, winner, "resigned", NODES)
    other = study("renju", 15, [image[point] for point in moves], winner, "resigned", NODES)
    assert one.patterns
    assert one == study("renju", 15, moves, winner, "resigned", NODES)
    assert [without_win(pattern) for pattern in one.patterns] == [without_win(p) for p in other.patterns]
    assert [move.label for move in one.moves] == [move.label for move in other.moves]
    for data in one.patterns:
        pattern = data.pattern()
        check(ruleset("renju"), pattern.board(), pattern.color, pattern.win)


def without_win(pattern: StudiedPattern) -> StudiedPattern:
    return replace(pattern, win=Raw(b""))


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    study(
        "freestyle", 15, IGNORED_THREE[:4], None, "agreed_draw", NODES, lambda done, total: told.append((done, total))
    )
    assert told == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize(
    ("reason", "plies", "taught"), [("timeout", 7, True), ("timeout", 5, False), ("five", 9, True)]
)
def test_the_clock_teaches_nothing_unless_the_end_is_proven(reason: str, plies: int, taught: bool) -> None:
    data = study("freestyle", 15, IGNORED_THREE[:plies], "black", reason, NODES)
    assert (data.lesson is not None) == taught


def test_a_game_lost_on_purpose_plants_nothing() -> None:
    """White resigns, or is recorded as the loser, where nothing is lost."""
    data = study("freestyle", 15, game("H8 A1 I8 C1"), "black", "resigned", NODES)
    assert data.lesson is None
    assert data.patterns == ()
    assert data.puzzles == ()
    wrong = study("freestyle", 15, IGNORED_THREE[:6], "white", "resigned", NODES)
    assert wrong.lesson is None


def test_no_moves_are_no_game() -> None:
    data = study("renju", 15, [], None, "aborted", NODES)
    assert (data.moves, data.lesson) == ((), None)


SUDDEN = game("J7 K5 M4 I6 M2 J6 M3 M5 K6 L5 J5 L6 L7 I4 K7 I7 I5 H8 G9 L4")


def test_where_no_mistake_is_named_the_last_free_move_is_suspect() -> None:
    data = study("renju", 15, SUDDEN, "white", "five", NODES)
    suspect, entry = data.suspect, lesson_of(data).entry
    assert suspect is not None
    assert lesson_of(data).mistake is None
    assert suspect.ply < entry
    assert suspect.ply % 2 == 0
    assert suspect.point == SUDDEN[suspect.ply]
    assert (suspect.method, suspect.nodes) == ("fukumi", 10 * NODES)
    assert data.moves[suspect.ply].forced is None
    assert all(data.moves[ply].forced for ply in range(suspect.ply + 2, entry, 2))


def test_more_effort_is_more_nodes() -> None:
    one = study("freestyle", 15, IGNORED_THREE, "black", "five", NODES)
    ten = study("freestyle", 15, IGNORED_THREE, "black", "five", NODES, effort=10)
    assert (one.nodes, one.effort, ten.nodes, ten.effort) == (NODES, 1, 10 * NODES, 10)
    assert one.suspect is None


def test_a_game_that_was_not_played_out_has_no_suspect() -> None:
    assert study("freestyle", 15, IGNORED_THREE[:5], "black", "timeout", NODES).suspect is None
    assert study("freestyle", 15, IGNORED_THREE[:5], "black", "resigned", NODES).suspect is not None


OVERLOOKED = game("H8 I7 I10 G8 H10 H7 J10 G10 G7 I9 F9 I6 I8 J5 K4 J7 K8 L7 K7 K6 K10 L10 K9")


def test_the_label_of_the_mistake_says_what_the_lesson_says() -> None:
    data = study("freestyle", 15, OVERLOOKED, "black", "resigned", NODES)
    lesson = lesson_of(data)
    assert lesson.mistake == 19
    review = data.moves[19]
    assert (review.label, review.open) == ("lost_here", lesson.open)
    assert {move.point for move in lesson.open} | set(lesson.undecided) == set(game("K9 K10"))


def test_puzzles_are_asked_by_methods_that_their_judge_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """A win may be known from a search with quiet moves, and found by fours with today's nodes."""
    first = Proofs(solver("freestyle", 15))
    before = study("freestyle", 15, IGNORED_THREE, "black", "five", NODES, proofs=first).puzzles
    assert before
    again = Proofs(solver("freestyle", 15))
    monkeypatch.setattr(again, "fresh", {place: quiet(row) for place, row in first.fresh.items()})
    data = study("freestyle", 15, IGNORED_THREE, "black", "five", NODES, proofs=again)
    win = data.moves[6].win
    assert win is not None
    assert win.method == "fukumi"
    assert {puzzle.method for puzzle in data.puzzles} <= {"vcf", "vct"}


def quiet(row: Row) -> Row:
    """Convert a row to one from a search with quiet moves."""
    told = row.proven()
    return seal_row(row.rules, row.size, row.key, row.position, told.won, "fukumi", row.nodes, told.win)
