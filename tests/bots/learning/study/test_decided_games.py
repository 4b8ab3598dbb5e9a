import json
from datetime import date

from gomoku.board import Color
from gomoku.errors import BadNotation
from gomoku.game import Outcome, Reason
from gomoku.notation import sgf
from gomoku.notation.record import GameRecord
from gomoku.rulesets import ruleset
from lab.learning.decided_games import DecidedGame, read
from tests.bots.learning.positions import game

RENJU = ruleset("renju")


def test_lines_of_json_are_games() -> None:
    rows = [
        {"id": "7", "moves": "H8 A1 I8", "result": "black"},
        {"moves": "A19", "size": 19, "result": "draw"},
        {"moves": "H8 A1 I8 C1 J8 A3 G8 F8 K8", "result": "white"},
    ]
    found = list(read("\n\n".join(json.dumps(row) for row in rows).encode(), RENJU))
    assert found[0] == DecidedGame("7", 15, tuple(game("H8 A1 I8")), Outcome(Color.BLACK, Reason.RESIGNED))
    assert found[1] == DecidedGame("3", 19, (0,), Outcome(None, Reason.AGREED_DRAW))
    assert isinstance(found[2], DecidedGame)
    assert found[2].outcome == Outcome(Color.BLACK, Reason.FIVE)  # the board knows better


def test_a_winner_may_be_named() -> None:
    row = {"moves": "H8 A1 I8", "black": "one", "white": "two"}
    rows = [row | {"winner": "one"}, row | {"winner": "two"}, row | {"winner": None}, row | {"winner": "three"}]
    *games, wrong = read("\n".join(map(json.dumps, rows)).encode(), RENJU)
    assert [each.outcome.winner for each in games if isinstance(each, DecidedGame)] == [Color.BLACK, Color.WHITE, None]
    assert isinstance(wrong, BadNotation)


def test_a_text_of_sgf_is_one_game() -> None:
    outcome = Outcome(Color.WHITE, Reason.RESIGNED)
    record = GameRecord(15, (112, 113), "renju", "a", "b", outcome, date(2020, 1, 2).isoformat(), (), ())
    assert list(read(sgf.dump(record).encode(), RENJU)) == [DecidedGame("1", 15, (112, 113), outcome)]


def test_what_cannot_be_read_is_said_and_the_rest_goes_on() -> None:
    lines = ["{", '{"moves": "H8"}', '{"moves": "H8 H8", "result": "black"}', '{"moves": "H8", "result": "black"}']
    *bad, good = read("\n".join(lines).encode(), RENJU)
    assert [error.line for error in bad if isinstance(error, BadNotation)] == [1, 2, 3]
    assert "'result' is missing" in str(bad[1])
    assert isinstance(good, DecidedGame)
    (undecided,) = read(b"(;GM[4]SZ[15];B[hh])", RENJU)
    assert isinstance(undecided, BadNotation)


def test_all_games_of_a_collection_are_read_and_those_that_are_not_whole_are_told() -> None:
    one, other = "(;SZ[15]RE[B+R];B[hh];W[ih])", "(;SZ[15]RE[W+R];B[hh];W[ii])"
    cut = "(;SZ[15]RE[W+R];B[hh];W[zz];B[ii])"
    first, broken, second, foreign = read("\n".join([one, cut, other, "(;SZ[99])"]).encode("utf-16"), RENJU)
    assert isinstance(first, DecidedGame)
    assert isinstance(second, DecidedGame)
    assert (first.id, first.outcome.winner, second.id, second.outcome.winner) == ("1", Color.BLACK, "3", Color.WHITE)
    assert isinstance(broken, BadNotation)
    assert isinstance(foreign, BadNotation)
    assert (broken.line, broken.fault, foreign.line, foreign.fault) == (2, "outside", 4, "no_such_board")
