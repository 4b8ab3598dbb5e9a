"""Which positions stand in which, and who is known to be where."""

from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gomoku.symmetry import maps
from server.errors import Refused
from server.handlers import Client
from server.moderation.fair_play import BEYOND, FEWEST, FairPlay, GuardedGame, require_apart, stands_in
from tests.server.rooms.house import Looker

GAME = [112, 113, 97, 98, 128, 83, 96]
"""As few stones as count, turned or mirrored into none of its own images."""


def test_a_position_stands_in_itself_turned_and_in_another_order() -> None:
    assert stands_in(GAME, GAME, 15)
    for image in maps(15):
        turned = [image[each] for each in GAME]
        assert stands_in(GAME, turned, 15)
        assert stands_in(GAME, [turned[4], turned[5], turned[2], turned[1], turned[0], turned[3], turned[6]], 15)


def test_some_moves_past_it_is_still_it_and_before_it_is_not() -> None:
    more = [*GAME, 0, 2, 4, 6]
    assert len(more) == len(GAME) + BEYOND
    assert stands_in(GAME, more, 15)
    assert stands_in(GAME, [*more, *range(20, 40)], 15)  # which leads through it
    assert not stands_in(GAME, GAME[:-1], 15)
    assert not stands_in(GAME[:-1], GAME, 15)  # an opening


def test_with_the_colours_exchanged_it_is_still_it() -> None:
    black, white = GAME[::2], GAME[1::2]
    exchanged = [*white, 0], black  # the side that is to move has one stone less: another lies where it does nothing
    asked = [each for pair in zip(*exchanged, strict=True) for each in pair]
    assert stands_in(GAME, asked, 15)
    assert not stands_in(GAME, [*GAME[1:], 0], 15)  # every stone of the wrong colour but for some


def test_given_stones_hide_nothing_among_others_nor_by_a_few_that_are_missing() -> None:
    idle = list(range(0, 30, 2))
    assert not stands_in(GAME, [*idle, 30, *GAME], 15)
    assert stands_in(GAME, [*idle, 30, *GAME], 15, given=len(idle) + 8)
    assert stands_in(GAME, [*idle, 30, *GAME], 15, given=len(idle) + 1)  # played on from them
    assert not stands_in(GAME, [*idle, *GAME[1:]], 15, given=len(idle) + 6)
    longer = [*GAME, 220]
    assert stands_in(longer, [*GAME, 222], 15, given=8)
    assert not stands_in(longer, [*GAME, 222], 15)
    assert not stands_in(longer, [*GAME[:-1], 200, 222], 15, given=8)


@given(st.data())
def test_it_is_what_trying_all_images_says(data: st.DataObject) -> None:
    points = st.integers(0, 24)
    game = data.draw(st.lists(points, unique=True, min_size=FEWEST - 1, max_size=FEWEST + 3))
    asked = data.draw(st.lists(points, unique=True, max_size=20))
    if data.draw(st.booleans()):  # rarely would they meet
        image = data.draw(st.sampled_from(maps(5)))
        asked = [image[each] for each in game] + [each for each in asked if each not in {image[p] for p in game}]
    near = asked[: len(game) + BEYOND]
    there = {(each, ply % 2) for ply, each in enumerate(near)}
    images = (
        {(image[each], (ply + exchanged) % 2) for ply, each in enumerate(game)}
        for image in maps(5)
        for exchanged in (0, 1)
    )
    expected = len(game) >= FEWEST and any(image <= there for image in images)
    assert stands_in(game, asked, 5) == expected


def test_another_size_is_another_position() -> None:
    require_apart([GuardedGame("room", 15, GAME)], 19, GAME)
    with pytest.raises(Refused) as caught:
        require_apart([GuardedGame("room", 15, GAME)], 15, GAME)
    assert caught.value.code == "rated_game_on"


class Playing:
    """Fair play over games that the test sets, with clients that come and go."""

    def __init__(self) -> None:
        self.games: dict[str, list[GuardedGame]] = {}
        self.fair_play = FairPlay(lambda player: self.games.get(player, []), self._list_slow)

    async def _list_slow(self, player: str) -> list[GuardedGame]:
        return [GuardedGame("slow", 15, [])] if player == "ada" else []

    def join(self, player: str, address: str = "here") -> Client:
        client = cast("Client", Looker(player, address=address))
        self.fair_play._note_join(client, 0)
        return client

    def leave(self, client: Client) -> None:
        self.fair_play._note_leave(client, 0)


async def test_games_of_an_address_are_those_of_whoever_is_there() -> None:
    playing = Playing()
    game = GuardedGame("room", 15, GAME)
    ada, again = playing.join("ada"), playing.join("ada")
    playing.join("bob", "elsewhere")
    playing.games = {"ada": [game], "bob": [game, game]}
    assert playing.fair_play.list_near(None, "here") == [game]
    assert playing.fair_play.list_near("ada", "here") == [game]
    assert len(playing.fair_play.list_near("bob", "here")) == 3
    assert playing.fair_play.list_near("cy", "nowhere") == []
    assert [each.room for each in await playing.fair_play.list_own("ada", "")] == ["room", "slow"]
    playing.leave(again)
    playing.leave(ada)  # in the midst of a game
    assert playing.fair_play.list_near(None, "here") == [game]
    playing.games = {}
    playing.fair_play.games_changed()
    playing.games = {"ada": [game]}
    assert playing.fair_play.list_near(None, "here") == []


async def test_who_goes_without_a_game_or_comes_back_is_counted_right() -> None:
    playing = Playing()
    game = GuardedGame("room", 15, GAME)
    playing.leave(playing.join("ada"))
    playing.games = {"ada": [game]}
    assert playing.fair_play.list_near(None, "here") == []
    playing.leave(playing.join("ada"))
    back = playing.join("ada")
    playing.games = {}
    playing.fair_play.games_changed()  # is here, and stays known
    playing.games = {"ada": [game]}
    assert playing.fair_play.list_near(None, "here") == [game]
    playing.games = {}
    playing.leave(back)
    assert playing.fair_play._connected == {}
    assert playing.fair_play._gone == set()


def test_who_never_was_anybody_leaves_nothing() -> None:
    playing = Playing()
    playing.leave(cast("Client", Looker("")))
    assert playing.fair_play._connected == {}
