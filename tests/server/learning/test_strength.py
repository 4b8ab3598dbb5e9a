"""The Elo of a bot from its games with people: found again where it is known, and with an interval that holds."""

import random

import pytest

from bots.learning.practice.record import TEST, PracticeGame, PracticeRecord
from bots.levels import LEVELS
from server.errors import Refused
from server.learning import lines
from server.learning.strength import A_POINT, PRIOR, BotResult, compute_curve, estimate_people
from server.protocol.api import LevelInfo, Levels
from server.protocol.lines import PracticeTotal
from server.store.knowledge import practice
from server.store.store import Store
from tests.server.learning.examples import pattern
from tests.server.learning.test_lines import again, taught
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player

LADDER = Levels([LevelInfo(level, {"en": "A"}, {"en": "B"}, ["freestyle"], [15]) for level in (3, 10)])


def expected(mine: float, other: float) -> float:
    return 1 / (1 + 10 ** ((other - mine) / 400))


def test_who_beats_strong_bots_is_strong_and_who_is_unknown_is_taken_for_average() -> None:
    known = estimate_people(
        [("ada", 2000.0, 30.0, 40), ("bob", 600.0, 10.0, 40), ("bob", 800.0, 2.0, 20), ("eve", 1200.0, 1.0, 1)]
    )
    assert known["ada"].elo > 1900
    assert known["bob"].elo < 700
    assert PRIOR < known["eve"].elo < PRIOR + 250
    assert known["ada"].spread < 80 < known["eve"].spread


def test_the_interval_holds_the_elo_that_the_games_were_drawn_with() -> None:
    chance = random.Random(1)
    held = points = 0
    for _ in range(40):
        strength = {f"p{n}": chance.gauss(1300, 250) for n in range(12)}
        results = []
        for person, elo in strength.items():
            for bot in (1000.0, 1400.0, 1800.0):
                won = sum(chance.random() < expected(elo, bot) for _ in range(15))
                results.append((person, bot, float(won), 15))
        bots = [1200.0] * 60 + [1500.0] * 60
        games = []
        for bot in bots:
            person = chance.choice(list(strength))
            games.append(BotResult(person, float(chance.random() < expected(bot, strength[person]))))
        found = compute_curve(games, estimate_people(results))
        assert sum(point.games for point in found) == len(games)
        for n, point in enumerate(found):
            points += 1
            held += point.low <= bots[n * len(games) // len(found)] <= point.high
    assert held / points > 0.9


def test_a_few_games_make_no_curve_and_the_lost_ones_are_its_axis() -> None:
    games = [BotResult("ada", float(n % 2)) for n in range(2 * A_POINT)]
    assert compute_curve(games[1:], {}) == []
    first, second = compute_curve(games, {})
    assert (first.after, second.after) == (0, A_POINT // 2)
    assert first.high - first.low > 400  # nothing is known of the only opponent
    always = compute_curve([BotResult("ada", 1.0)] * (2 * A_POINT), {})
    assert all(point.high > point.elo > PRIOR for point in always)


async def test_the_page_of_a_bot_tells_public_games_by_version_and_its_lessons(store: Store) -> None:
    ada = await add_player(store, "ada", "Ada")
    await taught(store, "line00000000", ada, pattern())
    await again(store, "held00000000", ada, "line00000000", winner="white")
    await against_bot(store, "won000000000", ada, level=10, winner="white", ended_at=50)
    await against_bot(store, "hidden000000", ada, level=10, winner="white", visibility="link")
    await against_bot(store, "other0000000", ada, winner="white")
    await against_bot(store, "given0000000", ada, level=10, winner="white", reason="resigned", plies=4)
    page = await lines.describe_bot(store, 10, LADDER)
    (version,) = page.versions  # all public games, those from a given position too
    assert (version.version, version.won, version.drawn, version.lost, version.since) == ("learner 1", 3, 0, 1, 50)
    assert (page.curve, page.games, page.needed) == ([], 2, 2 * A_POINT)
    assert [line.game for line in page.newest] == ["line00000000"]
    assert [(line.game, line.tried, line.won) for line in page.held] == [("line00000000", 1, 0)]
    assert page.practice is None
    (serial,) = (row["serial"] for row in await store.fetch("SELECT serial FROM games WHERE id = 'line00000000'"))
    games = tuple(PracticeGame((), points) for points in (*[0.0] * TEST, *[1.0] * (TEST + 1)))
    record = PracticeRecord(games, last=TEST + 1, end="games", done=True)
    await store.execute(*practice.end(serial, "learner 1", record, ()))
    assert (await lines.describe_bot(store, 10, LADDER)).practice == PracticeTotal(1, 0, TEST, TEST, TEST)
    assert (await lines.describe_bot(store, 3, LADDER)).newest == []
    with pytest.raises(Refused):
        await lines.describe_bot(store, 11, LADDER)


async def test_other_weights_are_another_version(store: Store) -> None:
    ada = await add_player(store, "ada", "Ada")
    await against_bot(store, "one000000000", ada, level=10)
    await against_bot(store, "two000000000", ada, level=10, winner="white")
    await store.execute(("UPDATE games SET bot_weights = 4, sum = NULL WHERE id = 'two000000000'", ()))
    page = await lines.describe_bot(store, 10, LADDER)
    assert [(each.weights, each.won, each.lost) for each in page.versions] == [(0, 0, 1), (4, 1, 0)]


async def test_enough_games_make_a_curve(store: Store) -> None:
    ada = await add_player(store, "ada", "Ada")
    for n in range(2 * A_POINT):
        await against_bot(store, f"game{n:08}", ada, level=10, winner="white" if n % 4 else "black")
    for n in range(10):
        await against_bot(store, f"ladder{n:06}", ada, level=3, winner="black")
    page = await lines.describe_bot(store, 10, LADDER)
    assert [point.after for point in page.curve] == [0, 5]
    elo = next(level.elo for level in LEVELS if level.number == 3)
    assert elo is not None
    assert all(point.low < point.elo < point.high and point.elo > elo for point in page.curve)
