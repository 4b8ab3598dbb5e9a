"""Games that go on from a position of a stored one, or from a given one."""

from pathlib import Path
from typing import Any

import pytest

from gomoku.working_time import DAY_MS
from server.errors import Refused, StoreError
from server.protocol.inbound import Abort, Choose, Create, Offer
from server.protocol.values import CorrespondenceSpec, FischerSpec, NoClockSpec, Who
from server.rooms.creation import PairRooms
from server.rooms.policy import Policy
from server.rooms.time_limits import find_first_move_by
from server.store.games import library
from tests.server.rooms.house import House, Looker, Time, failing, open_house

OPENING = [112, 97, 113, 98]


async def source(house: House, black: Looker, white: Looker, *, over: bool = True, **wishes: object) -> str:
    """A stored game of four moves that black has given up."""
    room = await house.game(black, white, **wishes)
    for ply, point in enumerate(OPENING):
        await house.move((black, white)[ply % 2], room, ply, point)
    if over:
        await house.resign(black, room)
    return room


async def refused(house: House, player: Looker, **wishes: object) -> str:
    with pytest.raises(Refused) as refusal:
        await house.create(player, **wishes)
    return refusal.value.code


async def test_a_game_goes_on_from_a_position_and_is_brought_back_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time(monkeypatch)
    async with open_house(tmp_path / "t.db", time) as house:
        ada, bob = await house.join("ada"), await house.join("bob")
        game = await source(house, ada, bob)
        room = await house.create(ada, level=1, from_game=game, from_ply=3, color="black", rated=True)
        await house.enter(ada, room)
        ada.take("events")
        (seen,) = ada.take("room")[-1:]
        assert [stone["point"] for stone in seen["moves"]] == OPENING[:3]
        assert (seen["start"], seen["from_game"], seen["rated"]) == (3, game, False)
        bot = await house.bots.next()
        assert await bot.asked.get() == tuple(OPENING[:3])
        bot.answers.put_nowait(0)
        assert (await ada.event("moved"))["ply"] == 3
        await house.move(ada, room, 4, 114)
        again = await library.find_game(house.store, room)
        assert again is not None
        assert [move.point for move in again.moves] == [*OPENING[:3], 0, 114]
        assert [move.color for move in again.moves] == ["black", "white"] * 2 + ["black"]
        assert (again.game.from_game, again.game.start, again.game.plies) == (game, 3, 5)
    async with open_house(tmp_path / "t.db", time) as house:
        assert house.room(room).game.moves == [*OPENING[:3], 0, 114]
        assert house.room(room).played == 2


async def test_moves_that_were_not_played_here_are_neither_taken_back_nor_counted(house: House) -> None:
    ada, bob = await house.join("ada"), await house.join("bob")
    game = await source(house, ada, bob)
    wishes = {"level": 1, "from_game": game, "from_ply": 4, "color": "black"}
    room = await house.create(ada, **wishes, clock=FischerSpec(60_000, 0))
    await house.enter(ada, room)
    with pytest.raises(Refused, match="nothing_to_take_back"):
        await house.command(ada, Offer(house.id(), room, "takeback"))
    assert find_first_move_by(house.room(room)) is not None
    await house.command(ada, Abort(house.id(), room))
    assert house.room(room).result is not None


async def test_a_rematch_begins_with_the_same_moves_from_the_other_side(house: House) -> None:
    ada, bob = await house.join("ada"), await house.join("bob")
    game = await source(house, ada, bob)
    room = await house.create(ada, level=1, from_game=game, from_ply=2, color="black")
    await house.enter(ada, room)
    await house.resign(ada, room)
    await house.rematch(ada, room)
    following = house.room(room).next
    assert following is not None
    assert house.room(following).game.moves == OPENING[:2]
    assert house.room(following).black == 1


async def test_a_game_begins_from_a_given_position(house: House) -> None:
    ada, bob = await house.join("ada"), await house.join("bob")
    room = await house.create(ada, level=1, start=OPENING[:3], color="black", rated=True)
    await house.enter(ada, room)
    created = house.room(room).created
    assert (created.start, created.from_game, created.rated, created.visibility) == (OPENING[:3], None, False, "public")
    (seen,) = ada.take("room")[-1:]
    assert ([stone["point"] for stone in seen["moves"]], seen["start"]) == (OPENING[:3], 3)
    bot = await house.bots.next()
    assert await bot.asked.get() == tuple(OPENING[:3])
    bot.answers.put_nowait(0)
    assert (await ada.event("moved"))["ply"] == 3

    room = await house.create(ada, start=OPENING[:2], color="black", rated=True)
    created = house.room(room).created
    assert (created.visibility, created.rated) == ("link", False)  # nobody in the lobby expects it
    await house.sit(bob, room)
    await house.move(ada, room, 2, OPENING[2])
    assert house.room(room).game.moves == OPENING[:3]
    assert house.room(await house.create(ada, start=OPENING[:2], visibility="private")).created.visibility == "private"


@pytest.mark.parametrize(
    ("wishes", "detail"),
    [
        ({"start": [112, 113, 112]}, {"move": 3, "why": "occupied"}),
        ({"start": [112, 225]}, {"move": 2, "why": "off_board"}),
        ({"start": [0, 15, 1, 16, 2, 17, 3, 18, 4]}, {"move": 9, "why": "game_over"}),
        ({"start": [0, 15, 1, 16, 2, 17, 3, 18, 4, 19]}, {"move": 9, "why": "game_over"}),
        (
            {"start": [110, 0, 111, 1, 82, 2, 97, 3, 112], "rules": "renju"},
            {"move": 9, "why": "forbidden_double_three"},
        ),
    ],
)
async def test_moves_that_lead_to_no_position_are_refused(
    house: House, wishes: dict[str, Any], detail: dict[str, Any]
) -> None:
    ada = await house.join("ada")
    for opponent in ({"level": 1}, {}):
        with pytest.raises(Refused) as refusal:
            await house.create(ada, **opponent, **wishes)
        assert (refusal.value.code, refusal.value.detail) == ("no_such_position", detail)


async def test_a_given_position_goes_with_no_opening_and_no_other_game(house: House) -> None:
    ada, bob = await house.join("ada"), await house.join("bob")
    game = await source(house, ada, bob)
    assert await refused(house, ada, start=[112], opening="swap2") == "bad_opening"
    assert await refused(house, ada, level=1, start=[112], from_game=game, from_ply=2) == "no_such_position"


async def test_what_cannot_be_gone_on_from_is_refused(house: House) -> None:
    ada, bob, eve = [await house.join(name) for name in ("ada", "bob", "eve")]
    game = await source(house, ada, bob, visibility="private")
    assert await refused(house, eve, level=1, from_game=game, from_ply=2) == "unknown_game"
    assert await refused(house, eve, level=1, from_game="nothere12345", from_ply=2) == "unknown_game"
    assert await refused(house, ada, level=1, from_game=game, from_ply=5) == "no_such_position"
    assert await refused(house, ada, level=1, from_game=game, from_ply=2, rules="renju") == "no_such_position"
    assert await refused(house, ada, level=1, from_game=game, from_ply=2, size=19) == "no_such_position"
    assert await refused(house, ada, from_game=game, from_ply=2) == "unknown_level"
    running = await source(house, ada, bob, over=False)
    assert await refused(house, ada, level=1, from_game=running, from_ply=2) == "not_over"
    assert await house.create(ada, level=1, from_game=game, from_ply=2)


async def test_nothing_goes_on_after_a_five(house: House) -> None:
    ada, bob = await house.join("ada"), await house.join("bob")
    room = await house.game(ada, bob)
    for ply, point in enumerate([0, 15, 1, 16, 2, 17, 3, 18, 4]):
        await house.move((ada, bob)[ply % 2], room, ply, point)
    assert await refused(house, ada, level=1, from_game=room, from_ply=9) == "no_such_position"
    assert await house.create(ada, level=1, from_game=room, from_ply=8)


async def test_an_opening_is_refused_where_it_does_not_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time(monkeypatch)
    async with open_house(tmp_path / "t.db", time) as house:
        ada, bob = await house.join("ada"), await house.join("bob")
        game = await source(house, ada, bob)
        for wishes in (
            {"rules": "tictactoe", "size": 3, "opening": "swap2"},
            {"rules": "renju", "opening": "swap2"},
            {"rules": "freestyle", "opening": "taraguchi_10"},
            {"rules": "freestyle", "size": 20, "opening": "pro"},
            {"level": 1, "from_game": game, "from_ply": 3, "opening": "swap2"},
        ):
            assert await refused(house, ada, **wishes) == "bad_opening"
        house.bots.kernels.clear()  # which bots need to decide
        assert await refused(house, ada, level=1, opening="swap2") == "level_not_ready"
        house.bots.kernels.set()
        room = await house.create(ada, rules="freestyle", size=20, opening="swap2")
        assert house.room(room).created.opening == "swap2"
        assert house.room(await house.create(ada)).created.opening == "free"


async def test_a_game_is_read_whole_while_colours_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house(tmp_path / "t.db", Time(monkeypatch)) as house:
        ada, bob = await house.join("ada"), await house.join("bob")
        room = await house.game(ada, bob, opening="swap_after_first")
        await house.move(ada, room, 0, 112)
        fetch, asked = house.store.fetch, list[str]()

        async def slow(sql: str, parameters: Any = ()) -> Any:
            rows = await fetch(sql, parameters)
            asked.append(sql)
            if len(asked) == 1:  # between the row of the game and those of its events
                await house.command(bob, Choose(house.id(), room, 1, "black"))
            return rows

        monkeypatch.setattr(house.store, "fetch", slow)
        game = await library.find_game(house.store, room)
        assert game is not None
        assert (game.game.black.id, len(game.events)) == (bob.player, 4)


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
