"""Findings without statements about an opening."""

from msgspec import Raw

from bots.learning.proofs.lesson import StoredLastChance, Suspect
from bots.learning.study.effort import VERSION
from bots.learning.study.findings import (
    FirstFindings,
    StudiedLesson,
    StudiedMove,
    StudiedPuzzle,
    StudiedWin,
    Study,
    without_opening,
)

WIN = StudiedWin("vcf", (1, 2, 3), Raw(b"{}"))
CHANCE = StoredLastChance("1" + "0" * 224, "white", 3, (4,))


def study(mistake: int) -> Study:
    return Study(
        version=VERSION,
        nodes=1000,
        moves=tuple(StudiedMove(label="missed_win", eval=ply, win=WIN) for ply in range(8)),
        lesson=StudiedLesson("black", 6, mistake=mistake, undecided=(7,), line=(3, 18, 4), last_chance=CHANCE),
        suspect=Suspect(mistake - 1, 3, "vct", 100),
        puzzles=(StudiedPuzzle("win", 2, "vcf"), StudiedPuzzle("win", 5, "vcf")),
    )


def test_a_mistake_after_the_opening_stays() -> None:
    found = study(5)
    kept = without_opening(found, 3)
    assert (kept.lesson, kept.suspect, kept.moves[3:]) == (found.lesson, found.suspect, found.moves[3:])
    assert without_opening(found, 0) == found


def test_stones_of_the_opening_are_no_mistakes_and_miss_nothing() -> None:
    kept = without_opening(study(2), 3)
    assert kept.lesson == StudiedLesson("black", 6, line=(3, 18, 4))
    assert kept.suspect is None
    assert kept.moves[:3] == tuple(StudiedMove(eval=ply) for ply in range(3))
    assert kept.puzzles == (StudiedPuzzle("win", 5, "vcf"),)


def test_what_is_found_first_is_treated_alike() -> None:
    found = FirstFindings(lesson=study(2).lesson)
    assert without_opening(found, 3).lesson == without_opening(study(2), 3).lesson
