"""The next step for a studied game, by the statements of its study."""

import pytest
from msgspec.structs import replace

from bots.learning.proofs.lesson import Suspect
from bots.learning.proofs.verdicts import PRESSURE, OpenMove
from bots.learning.study.effort import ASKING, CHECKING, VERSION, find_unasked, harder, recheck_nodes
from bots.learning.study.findings import Check, StudiedLesson, StudiedMove, Study, TurningPoint

NODES = 1000
MOST = ASKING * PRESSURE * NODES


def study(*nodes: int, mistake: int | None = 3, suspect: bool = False, effort: int = 1) -> Study:
    """Build a study whose named moves were searched with these nodes."""
    left = tuple(OpenMove(n, "fukumi", each) for n, each in enumerate(nodes))
    done = Check(50, done=True)
    lost = StudiedMove(label="lost_here", open=left)
    return Study(
        version=VERSION,
        nodes=NODES * effort,
        effort=effort,
        moves=tuple(lost if ply == 3 else StudiedMove() for ply in range(9)),
        lesson=StudiedLesson("black", 4, mistake=mistake, open=left),
        suspect=Suspect(1, 7, "fukumi", 9) if suspect else None,
        check=done,
    )


def test_named_moves_are_asked_about_once() -> None:
    assert find_unasked(study(PRESSURE * NODES, MOST, NODES)) == [(3, 0), (3, 2)]
    assert harder(study(PRESSURE * NODES), 1) == ASKING
    assert harder(study(MOST), 1) is None
    assert harder(study(), 1) is None


@pytest.mark.parametrize(
    ("effort", "nodes", "expected"),
    [(1, NODES, 10), (10, NODES, ASKING), (10, MOST, 100), (100, NODES, ASKING), (100, MOST, None)],
)
def test_a_game_without_a_mistake_is_studied_harder_and_what_it_names_is_asked_about_between(
    effort: int, nodes: int, expected: int | None
) -> None:
    assert harder(study(nodes, mistake=None, suspect=True), effort) == expected


def test_as_many_nodes_as_at_the_first_study_whatever_the_effort_was() -> None:
    assert recheck_nodes(study(effort=10)) == recheck_nodes(study()) == MOST


def test_what_was_asked_about_is_checked_before_the_greatest_effort() -> None:
    unchecked = replace(study(MOST, mistake=None, suspect=True), check=None)
    assert harder(unchecked, 1) == 10
    assert harder(unchecked, 10) == CHECKING
    begun = replace(study(MOST), check=Check(50))
    assert harder(begun, 1) == CHECKING
    assert harder(replace(study(), lesson=None, moves=(), check=None), 1) is None


def test_a_game_whose_loss_the_check_explains_is_not_studied_harder() -> None:
    turn = TurningPoint(1, (OpenMove(9, "fukumi", MOST),), 12)
    assert harder(replace(study(mistake=None, suspect=True), check=Check(50, done=True, turn=turn)), 1) is None
