"""The matching is what trying all pairs finds; nobody plays on terms, or somebody, that was not looked for."""

import random
from dataclasses import replace
from itertools import combinations, permutations
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.protocol.values import ClockSpec, FischerSpec, NoClockSpec
from server.ratings.ledger import RatingPool, find_pool
from server.seeks import matching
from server.seeks.matching import (
    AGAIN_MS,
    FIRST_REACH,
    MOST_MATCHED,
    REACH_A_SECOND,
    UNKNOWN_GAP,
    WAITED_A_SECOND,
    Matched,
    Seek,
    SoughtGame,
    agree,
    find_matches,
    list_games,
    take_turns,
)

NOW = 1_700_000_000_000
GOMOKU, RENJU = RatingPool("gomoku", False), RatingPool("renju", False)
FREE, STANDARD = SoughtGame("freestyle", 15, "free"), SoughtGame("standard", 15, "swap2")
RENJU_15, FOUR = SoughtGame("renju", 15, "free"), SoughtGame("row_4", 9, "free")
CLOCKS: tuple[ClockSpec, ...] = (NoClockSpec(), FischerSpec(180_000, 2_000))


def everybody(a: str, b: str) -> bool:
    return True


def seek(player: str, rating: float | None = None, waited_s: float = 0, **terms: object) -> Seek:
    ratings = {} if rating is None else {GOMOKU: rating}
    given = {"games": (FREE,), "clocks": CLOCKS[:1], "address": player, "ratings": ratings} | terms
    return Seek(f"seek-{player}", player, since=NOW - int(waited_s * 1000), **given)  # type: ignore[arg-type]


def names(found: list[Matched]) -> list[str]:
    return [f"{each.first.player}-{each.second.player}" for each in found]


@st.composite
def crowds(draw: st.DrawFn) -> list[Seek]:
    """Some seeks of a few people, who may have several."""
    subset = st.lists(st.sampled_from([FREE, STANDARD, RENJU_15, FOUR]), min_size=1, unique=True)
    found = []
    for n in range(draw(st.integers(0, 7))):
        ratings = {pool: draw(st.sampled_from([1400.0, 1500.0, 1580.0, 1900.0])) for pool in (GOMOKU, RENJU)}
        found.append(
            Seek(
                id=f"s{n}",
                player=draw(st.sampled_from("abcdef")),
                address=draw(st.sampled_from("xy")),
                since=NOW - draw(st.sampled_from([0, 4_000, 16_000, 60_000])),
                games=tuple(draw(subset)),
                clocks=tuple(draw(st.permutations(CLOCKS)))[: draw(st.integers(1, 2))],
                color=draw(st.sampled_from(["random", "black", "white"])),
                rated=draw(st.booleans()),
                within=draw(st.sampled_from([None, 50, 100, 500])),
                ratings={pool: ratings[pool] for pool in draw(st.sets(st.sampled_from([GOMOKU, RENJU])))},
                last=draw(st.sampled_from(["", "a", "b"])),
                open=draw(st.sampled_from([False, False, True])),
                account=draw(st.booleans()),
            )
        )
    return found


def window_holds(a: Seek, b: Seek, game: SoughtGame) -> bool:
    """Whether b is somebody a looks for, said as plainly as it can be."""
    pool = find_pool(game.rules, by_correspondence=False)
    if pool is None or pool not in a.ratings:
        return True
    if pool not in b.ratings:
        return a.within is None
    reach = FIRST_REACH + REACH_A_SECOND * (NOW - a.since) / 1000
    if a.open:
        return True
    return abs(a.ratings[pool] - b.ratings[pool]) <= (reach if a.within is None else min(reach, a.within))


def gap_of(a: Seek, b: Seek) -> float | None:
    """The score of a pair by trying every game of both, None where they have none."""
    waits = [(NOW - each.since) / 1000 for each in (a, b)]
    if (
        a.player == b.player
        or a.rated != b.rated
        or (a.rated and a.account != b.account)
        or (a.open and b.open)
        or {a.color, b.color} in ({"black"}, {"white"})
        or not set(a.clocks) & set(b.clocks)
    ):
        return None
    gaps = []
    for game in set(a.games) & set(b.games):
        if window_holds(a, b, game) and window_holds(b, a, game):
            pool = find_pool(game.rules, by_correspondence=False)
            known = pool is not None and pool in a.ratings and pool in b.ratings
            gaps.append(abs(a.ratings[pool] - b.ratings[pool]) if known and pool is not None else UNKNOWN_GAP)
    return min(gaps) - WAITED_A_SECOND * sum(waits) if gaps else None


def could_play(a: Seek, b: Seek) -> bool:
    """Whether two could play once their windows are as wide as they ever are."""
    patient = (replace(each, since=NOW - 10**9) for each in (a, b))
    return gap_of(*patient) is not None


def have_to_wait(a: Seek, b: Seek, seeks: list[Seek], blocked: set[frozenset[str]]) -> bool:
    """Whether two have just played each other, and one of them could play somebody else who is there."""
    if b.player != a.last and a.player != b.last:
        return False
    return min(NOW - a.since, NOW - b.since) < AGAIN_MS and any(
        could_play(one, other) and frozenset((one.player, other.player)) not in blocked
        for other in seeks
        if other.player not in (a.player, b.player)
        for one in (a, b)
    )


def in_order(a: Seek, b: Seek) -> tuple[Seek, Seek]:
    return (a, b) if (not a.open, a.since, a.id) < (not b.open, b.since, b.id) else (b, a)


@given(crowds(), st.sets(st.frozensets(st.sampled_from("abcdef"), min_size=2, max_size=2), max_size=4))
def test_the_matching_is_what_trying_all_pairs_finds(seeks: list[Seek], blocked: set[frozenset[str]]) -> None:
    found = find_matches(seeks, NOW, lambda a, b: frozenset((a, b)) not in blocked)
    free, expected = list(seeks), []
    while True:
        pairs = [
            (gap, *in_order(a, b))
            for a, b in combinations(free, 2)
            if (gap := gap_of(a, b)) is not None
            and frozenset((a.player, b.player)) not in blocked
            and not have_to_wait(a, b, seeks, blocked)
        ]
        if not pairs:
            break
        _, first, second = min(pairs, key=lambda pair: (pair[0], pair[1].id, pair[2].id))
        expected.append((first, second))
        free = [each for each in free if each.player not in (first.player, second.player)]
    assert [(each.first, each.second) for each in found] == expected
    for first, second, agreed in found:
        assert agreed.game in first.games
        assert agreed.game in second.games
        assert agreed.clock in set(first.clocks) & set(second.clocks)
        assert agreed.rated == first.rated == second.rated
        assert window_holds(first, second, agreed.game)
        assert window_holds(second, first, agreed.game)
        assert first.color in ("random", agreed.color)
        assert second.color == "random" or agreed.color not in ("random", second.color)
    players = [player for each in found for player in (each.first.player, each.second.player)]
    assert len(players) == len(set(players))


@given(crowds(), st.randoms(use_true_random=False))
def test_the_order_in_which_seeks_are_told_changes_nothing(seeks: list[Seek], chance: random.Random) -> None:
    shuffled = list(seeks)
    chance.shuffle(shuffled)
    assert find_matches(seeks, NOW, everybody) == find_matches(shuffled, NOW, everybody)


def test_near_ratings_come_before_far_ones_and_far_ones_after_waiting() -> None:
    people = [seek("ada", 1500), seek("bob", 1590), seek("cy", 1505), seek("dee", 1610)]
    assert names(find_matches(people, NOW, everybody)) == ["ada-cy", "bob-dee"]
    assert find_matches([people[0], people[3]], NOW, everybody) == []
    later = NOW + 1000
    assert names(find_matches([people[0], people[3]], later, everybody)) == ["ada-dee"]


def test_a_window_is_never_wider_than_was_asked_for() -> None:
    near = seek("ada", 1500, waited_s=3600, within=200)
    assert find_matches([near, seek("bob", 1701, waited_s=3600)], NOW, everybody) == []
    assert names(find_matches([near, seek("bob", 1700, waited_s=3600)], NOW, everybody)) == ["ada-bob"]


def test_who_has_no_rating_finds_whoever_takes_anybody() -> None:
    guest = seek("guest")
    assert find_matches([guest, seek("ada", 1500, within=400)], NOW, everybody) == []
    assert names(find_matches([guest, seek("ada", 1500)], NOW, everybody)) == ["ada-guest"]


def test_who_have_just_played_find_others_first_and_each_other_in_the_end() -> None:
    ada, bob = seek("ada", 1500, last="bob"), seek("bob", 1500, last="ada")
    assert names(find_matches([ada, bob, seek("cy", 1510)], NOW, everybody)) == ["ada-cy"]
    far = seek("dee", 1900)  # whom either reaches in a while
    assert find_matches([ada, bob, far], NOW, everybody) == []
    assert names(find_matches([ada, bob, far], NOW + AGAIN_MS, everybody)) == ["ada-bob"]


@pytest.mark.parametrize(
    "other",
    [
        seek("cy", games=(RENJU_15,)),
        seek("cy", clocks=CLOCKS[1:]),
        seek("cy", rated=True),
        seek("blocked"),
        seek("ada", games=(STANDARD,)),
    ],
)
def test_who_have_just_played_and_find_nobody_else_play_again_at_once(other: Seek) -> None:
    ada, bob = seek("ada", last="bob"), seek("bob", last="ada")
    assert names(find_matches([ada, bob], NOW, everybody)) == ["ada-bob"]
    assert names(find_matches([ada, bob, other], NOW, lambda a, b: "blocked" not in (a, b))) == ["ada-bob"]


def test_many_who_have_just_played_take_little_longer_than_others() -> None:
    games = list_games(["freestyle", "standard"], [15, 19, 20], ["free", "swap2"])
    near = [seek(f"p{n}", 1000 * (n // 2), games=games, clocks=CLOCKS, within=50) for n in range(MOST_MATCHED)]
    again = [replace(each, last=f"p{n ^ 1}") for n, each in enumerate(near)]

    def measure(seeks: list[Seek]) -> float:
        began = process_time()
        assert len(find_matches(seeks, NOW, everybody)) == MOST_MATCHED // 2
        return process_time() - began

    assert min(measure(again) for _ in range(3)) < 8 * min(measure(near) for _ in range(3))


def test_an_open_room_is_found_by_who_looks_for_such_a_game_and_keeps_its_owner_s_seat() -> None:
    room = seek("ada", open=True, color="white")
    ((first, second, agreed),) = find_matches([seek("bob", waited_s=60), room], NOW, everybody)
    assert (first.player, second.player, agreed.color) == ("ada", "bob", "white")
    assert find_matches([room, seek("cy", open=True)], NOW, everybody) == []


@pytest.mark.parametrize(
    ("rules", "sizes", "openings", "expected"),
    [
        (["freestyle"], [15, 15], ["free"], [FREE]),
        (["tictactoe", "freestyle"], [15, 3], ["free"], [("tictactoe", 3, "free"), ("freestyle", 15, "free")]),
        (["renju"], [20], ["rif"], []),
        (["tictactoe"], [15], ["free"], []),
    ],
)
def test_games_are_those_that_there_are(
    rules: list[str], sizes: list[int], openings: list[str], expected: list[tuple[str, int, str]]
) -> None:
    assert list(list_games(rules, sizes, openings)) == expected  # type: ignore[arg-type]


def test_who_sits_down_by_a_click_needs_common_terms_and_to_be_near_if_that_is_asked_for() -> None:
    ada = seek("ada", 1500, games=(STANDARD, FREE), color="black")
    for other, game, color in (
        (seek("bob", 2400), FREE, "black"),
        (seek("bob", games=(FREE, STANDARD), color="white"), STANDARD, "black"),
    ):
        agreed = agree(ada, other)
        assert agreed is not None
        assert (agreed.game, agreed.color) == (game, color)
    assert agree(ada, seek("bob", color="black")) is None
    assert agree(ada, seek("bob", games=(FOUR,))) is None
    assert agree(ada, seek("bob", rated=True)) is None
    assert agree(ada, seek("bob", account=True)) is not None
    assert agree(seek("guest", rated=True), seek("bob", rated=True, account=True)) is None
    assert agree(ada, seek("bob", clocks=CLOCKS[1:])) is None
    near = seek("near", 1500, within=50)
    assert agree(near, seek("bob", 1550)) is not None
    assert agree(near, seek("bob", 1551)) is None
    assert agree(seek("bob", 1551), near) is None
    assert agree(near, seek("bob")) is None
    assert agree(seek("new", within=50), seek("bob", 1551)) is not None


def test_a_crowd_behind_one_address_keeps_nobody_from_being_matched() -> None:
    crowd = [seek(f"c{n:03}", waited_s=100, address="crowd", color="black") for n in range(3 * MOST_MATCHED)]
    pair = [seek("ada"), seek("bob")]
    assert pair == [each for each in take_turns([*crowd, *pair], MOST_MATCHED) if each.address != "crowd"]
    found = names(find_matches([*crowd, *pair], NOW, everybody))
    assert any("ada" in each for each in found)
    assert any("bob" in each for each in found)


def test_all_pairs_of_as_many_as_are_matched_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[tuple[str, str]] = []
    score = matching._score

    def count(a: matching._Asked, b: matching._Asked) -> float | None:
        looked.append((a.seek.id, b.seek.id))
        return score(a, b)

    monkeypatch.setattr(matching, "_score", count)
    find_matches([seek(f"p{n}", 400.0 * n, within=50) for n in range(5 * MOST_MATCHED)], NOW, everybody)
    assert len(looked) == len(set(looked)) == MOST_MATCHED * (MOST_MATCHED - 1) // 2


def test_every_order_of_arrival_gives_the_elder_the_first_seat() -> None:
    people = [seek("ada", waited_s=3), seek("bob", waited_s=2)]
    for order in permutations(people):
        ((first, second, _),) = find_matches(order, NOW, everybody)
        assert (first.player, second.player) == ("ada", "bob")
