"""The comparison of players with a stronger program: its measures, its positions, and the command."""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from bots.engine import Limits, Stop
from bots.errors import ArenaError
from bots.registry import engine
from gomoku.game import Game
from gomoku.point import name, parse
from gomoku.rulesets import ruleset
from lab import agreement
from lab.agreement import Judged, MoveAnswer

MOVES = "H8 I9 I8 G8 J8"


def judged(best: str = "H7", score: int | None = 0, mate: int | None = None, moves: str = MOVES) -> Judged:
    return Judged("freestyle", moves, best, score, mate)


def write(path: Path, *positions: Mapping[str, object]) -> Path:
    path.write_text("".join(json.dumps(each) + "\n" for each in positions), encoding="ascii")
    return path


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.argv", ["agreement", *words])
    status = agreement.main()
    return (status, *capsys.readouterr())


def test_scores_in_the_same_order_correlate_fully_whatever_their_unit() -> None:
    positions = [judged(score=score) for score in (-300, -20, 0, 5, 900)]
    answers = [MoveAnswer(0, score) for score in (-12, -3, 1, 2, 29_990)]
    assert agreement.correlation(positions, answers) == pytest.approx(1)
    assert agreement.correlation(positions, answers[::-1]) == pytest.approx(-1)


def test_equal_scores_share_a_rank() -> None:
    assert agreement._rank(np.array([7, 3, 7, 7])).tolist() == [3, 1, 3, 3]
    assert np.isnan(agreement.correlation([judged()], [MoveAnswer(0, 1)]))


def test_a_row_counts_moves_and_claims() -> None:
    positions = [judged(), judged(), judged(mate=9, score=None), judged(mate=-8, score=None)]
    best, other = parse("H7", 15), parse("A1", 15)
    first = [MoveAnswer(best, 10), MoveAnswer(other, 29_990), MoveAnswer(other, 29_980), MoveAnswer(other, -40)]
    second = [MoveAnswer(best, None), MoveAnswer(best, None), MoveAnswer(best, None), MoveAnswer(best, None)]
    _, _, one, two = agreement.report(positions, [first, second], ["a", "b"])
    cells = [cell.strip() for cell in one.split("|")[1:-1]]
    assert cells[0] == "a"
    assert cells[1].startswith("50.0 ±")
    assert cells[4:] == ["100.0", "0.0", "50.0"]
    cells = [cell.strip() for cell in two.split("|")[1:-1]]
    assert cells[1].startswith("100.0 ±")
    assert cells[2].startswith("50.0 ±")
    assert cells[3:] == ["", "", "", ""]


def test_positions_with_a_five_at_hand_are_left_out(tmp_path: Path) -> None:
    path = write(
        tmp_path / "positions.jsonl",
        {"rules": "freestyle", "moves": MOVES, "best": "H7", "score": 3, "from": "elsewhere"},
        {"rules": "renju", "moves": MOVES, "best": "H7", "score": 3},
        {"rules": "freestyle", "moves": "H8 A1 I8 A3 J8 A5 K8", "best": "L8", "mate": -2},
        {"rules": "freestyle", "moves": "H8 A1 I8 A3 J8 A5 K8 A7", "best": "L8", "mate": 1},
        {"rules": "freestyle", "moves": "H8 A1 I8 A3 J8 A5 K8 A7 L8", "best": "L9", "mate": -1},
    )
    assert agreement.read_positions(path, "freestyle") == ([judged(score=3)], [])


@pytest.mark.parametrize(
    "line",
    [
        "{",
        '{"rules": "freestyle"}',
        '{"rules": "freestyle", "moves": "H8 Z8", "best": "A1", "score": 1}',
        '{"rules": "freestyle", "moves": "H8 H9", "best": "Z9", "score": 1}',
        '{"rules": "freestyle", "moves": "H8 H9", "best": "A1"}',
        '{"rules": "freestyle", "moves": "H8 H9", "best": "A1", "score": 1, "mate": 3}',
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "positions.jsonl"
    path.write_text(json.dumps({"rules": "freestyle", "moves": MOVES, "best": "H7", "score": 3}) + f"\n{line}\n")
    with pytest.raises(ArenaError, match="line 2"):
        agreement.read_positions(path, "freestyle")


def test_a_position_that_the_rules_do_not_allow_is_left_out_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = {"rules": "freestyle", "moves": MOVES, "best": "H7", "score": 3}
    path = write(tmp_path / "p.jsonl", row, {**row, "moves": "H8 H8"})
    status, out, err = run(capsys, monkeypatch, str(path), "--players", "live_rush,vector")
    assert status == 0
    assert "| live_rush | " in out
    assert err.startswith(f"lab.agreement: left out: {path}, line 2: ")
    assert err.count("\n") == 1


def test_the_command_compares_players(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.replay(ruleset("freestyle"), 15, tuple(parse(each, 15) for each in MOVES.split()))
    choice = engine("search").open(game.rules, 15, 0, 64 << 20).choose(game, Limits(nodes=2000), Stop())
    row = {"rules": "freestyle", "moves": MOVES, "best": name(choice.point, 15), "score": choice.score}
    path = write(tmp_path / "positions.jsonl", row, row)
    status, out, _ = run(capsys, monkeypatch, str(path), "--players", "search@2000,live_rush")
    assert status == 0
    assert "| search@2000 | 100.0 ± 0.0 |" in out
    assert "| live_rush | " in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "search"), "fewer than two"),
        (("--players", "search,nobody"), "nobody"),
        (("--players", "search,hint", "--rules", "chess"), "chess"),
        (("--players", "search,hint", "--rules", "caro"), "no such position"),
    ],
)
def test_errors_are_one_line(
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = write(tmp_path / "p.jsonl", {"rules": "freestyle", "moves": MOVES, "best": "H7", "score": 3})
    status, out, err = run(capsys, monkeypatch, str(path), *words)
    assert (status, out) == (1, "")
    assert said in err
    assert err.count("\n") == 1


def test_a_file_that_is_absent_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    status, _, err = run(capsys, monkeypatch, str(tmp_path / "absent"), "--players", "search,hint")
    assert status == 1
    assert "absent" in err


@pytest.mark.slow
def test_a_stronger_program_agrees_more_with_a_longer_search(
    shared_data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = (str(shared_data / "judged_positions.jsonl"), "--players", "search@300,search@50000", "--first", "400")
    _, out, _ = run(capsys, monkeypatch, *words)
    short, long = (line.split("|") for line in out.splitlines()[2:])
    more, _, half = long[3].partition("±")
    assert float(more) > float(half)
    assert float(short[4]) < float(long[4])  # so do the scores
    assert float(short[5]) < float(long[5])  # and more of its wins are found


@pytest.mark.slow
def test_the_search_repeats_few_of_the_moves_that_lost_to_stronger_programs(shared_data: Path) -> None:
    lines = (shared_data / "lost_critical.jsonl").read_text(encoding="ascii").splitlines()
    repeated = 0
    for each in map(json.loads, lines):
        moves = tuple(parse(point, 15) for point in each["moves"].split())
        game = Game.replay(ruleset("freestyle"), 15, moves)
        player = engine("search").open(game.rules, 15, 0, 64 << 20)
        repeated += player.choose(game, Limits(nodes=1_200_000), Stop()).point == parse(each["played"], 15)
    assert len(lines) >= 10
    assert repeated <= len(lines) // 3  # search 4 repeats more than half, and chance decides in some
