import json
from pathlib import Path

import pytest

from bots.errors import ArenaError
from bots.match.pairing_game import PairingResult
from lab.arena.ledger import Ledger

TERMS = {"rules": "freestyle", "seed": 1, "players": {"a": "a 1", "b": "b 1"}}
GAMES = [
    PairingResult(3, "a", "five", (112, 0, 224)),
    PairingResult(0, None, "full_board", ()),
    PairingResult(1, "b", "crashed", (5,), "a: x"),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    ledger = Ledger(tmp_path / "deep" / "games.jsonl", TERMS, 15)
    for game in GAMES:
        ledger.add(game)
    ledger.close()
    return tmp_path / "deep" / "games.jsonl"


def held(path: Path, terms: dict[str, object] = TERMS) -> list[PairingResult]:
    ledger = Ledger(path, terms, 15)
    ledger.close()
    return ledger.played


def test_holds_the_games_that_were_added_and_takes_more(path: Path) -> None:
    assert held(path) == GAMES
    ledger = Ledger(path, TERMS, 15)
    ledger.add(GAMES[0])
    ledger.close()
    assert held(path) == [*GAMES, GAMES[0]]


def test_points_are_written_by_name(path: Path) -> None:
    assert json.loads(path.read_text().splitlines()[1])["moves"] == "H8 A15 O1"


def test_a_line_that_was_cut_off_is_dropped_wherever_it_was_cut(path: Path) -> None:
    whole = path.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for end in range(last, len(whole)):
        path.write_bytes(whole[:end])
        assert held(path) == GAMES[:-1]
    assert path.read_bytes() == whole[:last]


def test_a_first_line_that_was_cut_off_is_written_anew(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:10])
    assert held(path) == []
    assert json.loads(path.read_text()) == TERMS


@pytest.mark.parametrize(
    ("changed", "named"),
    [({"seed": 2}, "seed"), ({"players": {"a": "a 2", "b": "b 1"}}, "players"), ({"new": 1}, "new")],
)
def test_games_of_other_terms_are_left_alone(path: Path, changed: dict[str, object], named: str) -> None:
    before = path.read_bytes()
    with pytest.raises(ArenaError, match=f"another run: {named} differs"):
        Ledger(path, {**TERMS, **changed}, 15)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", ["[]\n", "hello\n", json.dumps(TERMS) + "\n{}\n", json.dumps(TERMS) + "\n3\n"])
def test_what_is_no_ledger_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(content)
    with pytest.raises(ArenaError, match="is not a file of games"):
        Ledger(path, TERMS, 15)
    assert path.read_text() == content


def test_two_runs_do_not_write_one_file(path: Path) -> None:
    first = Ledger(path, TERMS, 15)
    with pytest.raises(ArenaError, match="another run is writing"):
        Ledger(path, TERMS, 15)
    first.close()
    assert held(path) == GAMES


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArenaError, match="cannot be written"):
        Ledger(tmp_path / "file" / "games.jsonl", TERMS, 15)
