"""A study comes out of the store as it went in, and those of earlier versions are read for what they still say."""

import json
import zlib

import pytest
from msgspec import Raw, ValidationError

from bots.learning.proofs.lesson import StoredLastChance, Suspect
from bots.learning.proofs.verdicts import OpenMove
from bots.learning.study.effort import VERSION
from bots.learning.study.findings import (
    LosingMove,
    StudiedLesson,
    StudiedMove,
    StudiedPuzzle,
    StudiedWin,
    Study,
)
from bots.tuning.training_games import list_studied_moves
from server.store import studies
from tests.server.learning.examples import pattern
from tests.server.learning.examples import study as example

WIN = StudiedWin("vct", (1, 2, 3), Raw(b"[1,null,2,[3]]"))
OPEN = OpenMove(100, "fukumi", 30_000)


def stored(**fields: object) -> bytes:
    return zlib.compress(json.dumps(fields).encode())


def test_all_that_a_study_says_comes_back() -> None:
    lost = StudiedMove("lost_here", -12, "four", WIN, WIN, (OPEN,), (5,), (LosingMove(6, (7, 8)),), (9,), (10,))
    study = Study(
        version=VERSION,
        nodes=20_000,
        effort=10,
        moves=(lost, StudiedMove()),
        lesson=StudiedLesson(
            "black", 6, "vct", 5, (OPEN,), (5,), (1, 2), (7,), StoredLastChance("0" * 225, "white", 4)
        ),
        suspect=Suspect(3, 4, "fukumi", 9),
        patterns=example(pattern()).patterns,
        puzzles=(StudiedPuzzle("win", 4, "vct", (1, 2, 3)), StudiedPuzzle("defence", 5, "vcf", (100,))),
    )
    assert studies.unpack(studies.pack(study)) == study
    assert study.patterns[0].pattern() == pattern()


def test_a_study_that_was_stored_with_what_it_does_not_say_is_the_same_as_without() -> None:
    bare: dict[str, object] = {
        "label": None,
        "eval": 3,
        "forced": None,
        "open": [],
        "undecided": [],
        "win": None,
        "threat": None,
    }
    lesson = {"winner": "white", "entry": 2, "method": "vcf", "mistake": None, "open": [], "undecided": [], "line": [1]}
    body = stored(
        version=VERSION,
        nodes=20_000,
        effort=1,
        moves=[bare, bare],
        lesson={**lesson, "led": [], "last_chance": None},
        suspect=None,
        patterns=[{**pattern().to_json(), "ply": 6}],
        puzzles=[{"kind": "defence", "ply": 5, "method": "vcf", "solution": [100], "proof": None}],
    )
    assert studies.unpack(body) == Study(
        version=VERSION,
        nodes=20_000,
        moves=(StudiedMove(eval=3),) * 2,
        lesson=StudiedLesson("white", 2, "vcf", line=(1,)),
        patterns=example(pattern()).patterns,
        puzzles=(StudiedPuzzle("defence", 5, "vcf", (100,)),),
    )


def test_the_first_version_is_read_without_what_it_called_saving() -> None:
    saving = {"saving": [{"point": 4, "method": "vcf"}], "unproven": [5]}
    body = stored(
        version=1,
        nodes=20_000,
        moves=[{"label": "lost_here", "eval": 10_000, "forced": None, "win": None, "threat": None, **saving}],
        lesson={"winner": "black", "entry": 1, "mistake": 0, "line": [3], "led": [], **saving},
        patterns=[{**pattern().to_json(), "ply": 6}],
        puzzles=[],
    )
    found = studies.unpack(body)
    assert (found.version, found.effort, found.suspect) == (1, 1, None)
    assert found.lesson == StudiedLesson("black", 1, mistake=0, line=(3,))
    assert [(move.value, move.open) for move in list_studied_moves(found)] == [(10_000, ())]


def test_what_is_no_study_is_refused() -> None:
    with pytest.raises(ValidationError):
        studies.unpack(stored(version=VERSION, moves=[]))
