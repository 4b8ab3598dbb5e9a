"""Games of two who have found each other elsewhere: both in their seats at once, or no room at all."""

from pathlib import Path
from typing import Any

import pytest

from gomoku.working_time import DAY_MS
from server.errors import Refused, StoreError
from server.protocol.inbound import Create
from server.protocol.values import CorrespondenceSpec, NoClockSpec, Who
from server.rooms.pairing import PairRooms
from server.rooms.policy import Policy
from tests.server.rooms.house import House, Time, failing, open_house

ADA, BOB, CY = (Who(name, name.capitalize()) for name in ("ada", "bob", "cy"))
SLOW = CorrespondenceSpec(move_ms=3 * DAY_MS)


def wish(id: str = "w1", **wishes: Any) -> Create:
    wanted: dict[str, Any] = {"rules": "freestyle", "size": 15, "clock": NoClockSpec(), "color": "black"}
    return Create(id, **wanted | wishes)


async def meet(house: House) -> PairRooms:
    for who in (ADA, BOB, CY):
        await house.join(who.id)
    return PairRooms(house.rooms)


async def count_games(house: House) -> int:
    return int((await house.store.fetch("SELECT count(*) AS n FROM games"))[0]["n"])


@pytest.mark.parametrize(("color", "black"), [("black", 0), ("white", 1)])
async def test_both_sit_at_a_game_that_has_begun(house: House, color: str, black: int) -> None:
    pairs = await meet(house)
    id = await pairs.begin(wish(color=color, rated=True), ADA, BOB, house.time())
    room = house.room(id)
    assert (room.seats, room.black, room.playing, room.rated) == ([ADA, BOB], black, True, True)
    assert await pairs.find("ada", "w1") == id
    assert await pairs.find("bob", "w1") is None


async def test_the_same_wish_of_the_same_player_is_one_game(house: House) -> None:
    pairs = await meet(house)
    id = await pairs.begin(wish(), ADA, BOB, house.time())
    assert await pairs.begin(wish(), ADA, BOB, house.time()) == id
    assert await pairs.begin(wish(), BOB, ADA, house.time()) != id
    assert await count_games(house) == 2


async def test_a_game_outlives_the_server(tmp_path: Path, time: Time) -> None:
    async with open_house(tmp_path / "pairs.db", time) as house:
        id = await (await meet(house)).begin(wish(), ADA, BOB, time())
    async with open_house(tmp_path / "pairs.db", time) as house:
        assert house.room(id).seats == [ADA, BOB]
        assert await PairRooms(house.rooms).begin(wish(), ADA, BOB, time()) == id


async def test_what_cannot_be_kept_is_no_game_and_takes_nobody_s_place(
    tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path / "pairs.db", time, policy=Policy(rooms_per_player=1)) as house:
        pairs = await meet(house)
        with monkeypatch.context() as broken:
            broken.setattr(house.store, "commit", failing(keep=False, commit=house.store.commit))
            with pytest.raises(StoreError):
                await pairs.begin(wish(), ADA, BOB, time())
        assert await count_games(house) == 0
        await pairs.begin(wish(), ADA, BOB, time())


@pytest.mark.parametrize("clock", [NoClockSpec(), SLOW])
async def test_who_has_too_many_games_begins_none_and_is_named(tmp_path: Path, time: Time, clock: Any) -> None:
    policy = Policy(rooms_per_player=1, slow_games_per_player=1)
    async with open_house(tmp_path / "pairs.db", time, policy=policy) as house:
        pairs = await meet(house)
        await pairs.begin(wish(clock=clock), ADA, BOB, time())
        for owner, other, full in ((BOB, CY, "bob"), (CY, ADA, "ada")):
            with pytest.raises(Refused) as refused:
                await pairs.begin(wish("w2", clock=clock), owner, other, time())
            assert refused.value.code == "too_many_rooms"
            assert refused.value.detail == {"limit": 1, "player": full}
        assert await count_games(house) == 1
