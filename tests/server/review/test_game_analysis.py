"""An analysis is read as far as it is true today: proofs that came since take back what it named."""

import pytest
from msgspec.structs import replace

from bots.learning.practice.record import PracticeGame, PracticeRecord
from bots.learning.proofs.lesson import Suspect
from bots.learning.proofs.verdicts import OpenMove
from bots.learning.study.effort import VERSION
from bots.learning.study.findings import StudiedMove
from gomoku.symmetry import maps
from server.errors import Refused
from server.protocol.study import PracticeInfo
from server.review import game_analysis
from server.store.knowledge import practice, proofs, studies
from server.store.knowledge.jobs import Job
from server.store.store import Store
from tests.server.learning.examples import study
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player
from tests.server.store.knowledge.test_proofs import NOW, row

GAME = [30 + ply for ply in range(9)]
ID = "botgame00000"
OPEN = (OpenMove(100, "fukumi", 7), OpenMove(101, "fukumi", 7))


async def lost_at_four(store: Store, version: int = VERSION, suspect: Suspect | None = None) -> int:
    """A studied game of which ply 4 lost, after the points 100 and 101 no win was found: its number."""
    serial = await against_bot(store, ID, await add_player(store, "ada", "Ada"))
    found = study()
    assert found.lesson is not None
    lost = StudiedMove(label="lost_here", eval=1, open=OPEN, undecided=(102,))
    lesson = replace(found.lesson, entry=5, mistake=4, open=OPEN, undecided=(102,))
    moves = (*found.moves[:4], lost, *found.moves[5:])
    found = replace(found, version=version, suspect=suspect, moves=moves, lesson=lesson)
    await studies.keep(store, Job(serial, ID), found, NOW)
    return serial


async def test_nothing_is_dropped_of_which_nothing_is_proven(store: Store) -> None:
    await lost_at_four(store)
    await store.execute(*proofs.keep([row([*GAME[:4], 99]), row([*GAME[:4], 100], won=False)], NOW))
    analysis = await game_analysis.load(store, ID, "ada")
    assert [move.point for move in analysis.moves[4].open] == [100, 101]


@pytest.mark.parametrize("by", [0, 3])
async def test_a_move_that_was_proven_lost_since_is_named_no_more(store: Store, by: int) -> None:
    await lost_at_four(store)
    found = row([maps(15)[by][point] for point in (*GAME[:4], 100)])
    await store.execute(*proofs.keep([found], NOW))
    analysis = await game_analysis.load(store, ID, "ada")
    assert [move.point for move in analysis.moves[4].open] == [101]
    assert analysis.lesson is not None
    assert analysis.lesson.mistake == 4


async def test_with_the_last_named_move_the_mistake_goes(store: Store) -> None:
    await lost_at_four(store, suspect=Suspect(2, GAME[2], "fukumi", 7))
    lost = [row([*GAME[:4], 100]), row([*GAME[:4], 101]), row(GAME[:3])]
    await store.execute(*proofs.keep(lost, NOW))
    analysis = await game_analysis.load(store, ID, "ada")
    assert analysis.moves[4].label == "not_proven_lost"
    assert analysis.lesson is not None
    assert (analysis.lesson.mistake, analysis.lesson.open, analysis.suspect) == (None, [], None)


async def test_a_study_by_an_earlier_method_is_not_shown(store: Store) -> None:
    await lost_at_four(store, version=VERSION - 1)
    with pytest.raises(Refused, match="not_found"):
        await game_analysis.load(store, ID, "ada")


async def test_what_the_bot_has_practised_since_is_told_of_its_lost_game(store: Store) -> None:
    serial = await lost_at_four(store)
    assert (await game_analysis.load(store, ID, "ada")).practice is None
    games = (PracticeGame((1, 2), 0.0), PracticeGame((1, 3), 1.0))
    record = PracticeRecord(games, last=2, end="time", done=True)
    await store.execute(*practice.end(serial, "learner 9", record, ()))
    assert (await game_analysis.load(store, ID, "ada")).practice == PracticeInfo(2, 1, 2, 1, 2, "time")
