"""Nothing that was acknowledged is lost: many games on a server that is killed again and again."""

import asyncio
import itertools
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from gomoku.game import Game
from gomoku.lines import lines
from tests.kit.client import Message, Refusal
from tests.kit.heard_room import HeardRoom
from tests.kit.history_check import check_history
from tests.kit.http import get_json
from tests.kit.player import Player
from tests.kit.process import ServerProcess

SEED = int(os.environ.get("SEED", "20"))
"""Chooses the moves and the moments of death; what the system makes of them differs from run to run."""

RULES = ("freestyle", "standard", "renju", "caro", "tictactoe")
CLOCKS: tuple[Message, ...] = (
    {"kind": "none"},
    {"kind": "fischer", "initial_ms": 600_000, "increment_ms": 2_000},
    {"kind": "per_move", "move_ms": 120_000},
    {"kind": "byo_yomi", "main_ms": 500, "period_ms": 120_000, "periods": 3},
    {"kind": "canadian", "main_ms": 500, "period_ms": 600_000, "stones": 3},
    {"kind": "fischer", "initial_ms": 600_000, "increment_ms": 2_000, "cap_ms": 601_000},
)
OVERTAKEN = {
    "wrong_ply",
    "not_your_turn",
    "game_over",
    "no_offer",
    "already_offered",
    "offer_too_soon",
    "nothing_to_take_back",
}
"""Refusals of a command that crossed with one of the other player's."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    process = ServerProcess(
        tmp_path / "tengen.db",
        bot_pause_ms=0,
        messages_per_s=100_000,
        message_burst=100_000,
        address_messages_per_s=1_000_000,
        connections_per_address=1_000,
    )
    yield process
    process.kill()


@dataclass
class Room:
    """A game and everybody's view of it."""

    id: str
    players: list[Player]
    records: list[HeardRoom]
    settled: bool = False
    """Over, and found whole after that."""

    def acknowledged(self) -> dict[int, Message]:
        """The moves that were acknowledged to people, by the version that the acknowledgement named."""
        answers = [done for player in self.players for done in player.done]
        moves = [(move, ack) for move, ack in answers if move["t"] == "move" and move["room"] == self.id]
        found = {ack["v"]: move for move, ack in moves}
        assert len(found) == len(moves), f"{self.id}: two moves were acknowledged with one version"
        return found


@dataclass
class World:
    """All players, all games, and the server's deaths."""

    server: ServerProcess
    seed: int
    up: asyncio.Event = field(default_factory=asyncio.Event)
    ending: asyncio.Event = field(default_factory=asyncio.Event)
    rooms: list[Room] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    kills: list[int] = field(default_factory=list)
    at_once: list[int] = field(default_factory=list)
    """How many games were going on at each kill."""
    done: int = 0
    _wanted: int = 0
    _reached: asyncio.Event = field(default_factory=asyncio.Event)

    def player(self) -> Player:
        player = Player(self.server.ws, self.up, self._count)
        self.players.append(player)
        return player

    def _count(self) -> None:
        self.done += 1
        if self.done >= self._wanted:
            self._reached.set()

    async def after(self, count: int) -> None:
        """Until so many more commands are acknowledged."""
        self._wanted = self.done + count
        self._reached.clear()
        await self._reached.wait()

    def going_on(self) -> int:
        return sum(record.result is None for room in self.rooms for record in room.records[:1])

    async def kill_and_restart(self) -> None:
        """Kill the server; while nobody is back yet, look what it has kept."""
        self.at_once.append(self.going_on())
        self.up.clear()
        self.server.kill()
        self.kills.append(time.time_ns() // 1_000_000)
        for player in self.players:
            if player.client.welcome:
                await player.client.wait_closed()
        await asyncio.to_thread(self.server.start)
        for room in self.rooms:
            if not room.settled:
                room.settled = (await self.check(room)).result is not None
        self.up.set()

    async def check(self, room: Room) -> HeardRoom:
        """Hold what the server has kept of a game against what it has said of it."""
        address = f"{self.server.url}/api/games/{room.id}"
        kept = check_history(await get_json(address, room.players[0].client.token), self.kills)
        for heard in room.records:
            assert kept.v >= heard.v, f"{room.id}: version {heard.v} was told, version {kept.v} is kept"
            kept.apply(heard.events)
        for v, move in room.acknowledged().items():
            moved = next(event for event in reversed(kept.events[: v - 1]) if event["k"] == "moved")
            assert (moved["ply"], moved["point"]) == (move["ply"], move["point"]), (move, v, moved)
        return kept


def random_move(game: Game, random: Random) -> int:
    """A legal point, most often near other stones."""
    legal = [point for point in range(game.size**2) if not game.board[point]]
    forbidden = game.forbidden_points()
    return random.choice([point for point in legal if point not in forbidden])


def winning_move(game: Game, random: Random) -> int:
    """A legal point that goes on with one's longest row of five that is still open."""
    mine, forbidden = int(game.to_move), game.forbidden_points()
    best = -1
    found: list[int] = []
    for line in lines(game.size, game.rules.length):
        stones = [game.board[point] for point in line]
        if stones.count(0) + stones.count(mine) < len(line) or stones.count(0) == 0:
            continue
        if stones.count(mine) >= best:
            if stones.count(mine) > best:
                best, found = stones.count(mine), []
            found += [point for point in line if not game.board[point] and point not in forbidden]
    return random.choice(found) if found else random_move(game, random)


async def play(world: World, player: Player, record: HeardRoom, seat: int, number: int) -> None:
    """Sit in a seat until the game is over: moves, take-backs, offers; told to end, bring the game to its end."""
    random = Random(f"{world.seed} {number} {seat} {record.room}")
    while record.result is None:
        try:
            if record.seat_to_move == seat:
                await _act(world, player, record, random, number)
            else:
                await _wait(world, player, record, seat, random)
        except Refusal as refusal:
            if refusal.code not in OVERTAKEN:
                raise


async def _act(world: World, player: Player, record: HeardRoom, random: Random, number: int) -> None:
    room, ending, roll = record.room, world.ending.is_set(), random.random()
    if ending and number % 4 == 0:
        answer = await player.do("resign", room=room)
    elif roll < 0.05 and record.game.ply >= 2 and not ending:
        answer = await player.do("offer", room=room, what="takeback")
    elif roll < (0.5 if ending else 0.08):
        answer = await player.do("offer", room=room, what="draw")
    else:
        choose = winning_move if ending else random_move
        answer = await player.do("move", room=room, ply=record.game.ply, point=choose(record.game, random))
    await player.until(record, answer["v"])


async def _wait(world: World, player: Player, record: HeardRoom, seat: int, random: Random) -> None:
    v = record.v
    for what in ("takeback", "draw"):
        if (1 - seat, what) in record.offers:
            accept = random.random() < 0.5 if what == "takeback" else world.ending.is_set() and random.random() < 0.3
            answer = await player.do("answer", room=record.room, what=what, accept=accept)
            await player.until(record, answer["v"])
            return
    await player.until(record, v + 1)


async def series(world: World, number: int) -> None:
    """One game after another between the same two, until the world ends."""
    rules = RULES[number % len(RULES)]
    size = 3 if rules == "tictactoe" else (15, 19)[number % 2]
    wanted: Message = {
        "rules": rules,
        "size": size,
        "clock": CLOCKS[number % len(CLOCKS)],
        "color": ("random", "black", "white")[number % 3],
        "visibility": ("public", "public", "link", "private")[number % 4],
    }
    people = [world.player()]
    if number % 3 == 0:
        wanted["level"] = 0 if rules == "tictactoe" else 1 + number % 2
    else:
        people.append(world.player())
    for player in people:
        await player.connect()
    while True:
        id = (await people[0].do("create", **wanted))["room"]
        for guest in people[1:]:
            await guest.do("sit", room=id)
        records = [await player.follow(id, rules, size) for player in people]
        room = Room(id, people, records)
        world.rooms.append(room)
        seats = zip(people, records, itertools.count())
        await asyncio.gather(*(play(world, player, record, seat, number) for player, record, seat in seats))
        for player in people:
            await player.leave(id)
        if world.ending.is_set():
            return


async def survive(server: ServerProcess, seed: int, games: int, kills: int, pace: int) -> World:
    """Play ``games`` at once, kill the server after about ``pace`` acknowledged commands each time, end them all.

    It dies while seven of eight games are going on: a short one may just be over, and its players about to
    begin the next.
    """
    world = World(await asyncio.to_thread(server.start), seed)
    world.up.set()
    async with asyncio.TaskGroup() as tasks:
        for number in range(games):
            tasks.create_task(series(world, number))
        random = Random(seed)
        for _ in range(kills):
            await world.after(random.randint(pace // 2, pace))
            await asyncio.sleep(random.uniform(0, 0.01))  # anywhere between two acknowledgements
            while world.going_on() < games * 7 // 8:
                await world.after(1)
            await world.kill_and_restart()
        await world.after(pace)
        world.ending.set()
    return world


async def check_library(world: World) -> None:
    """Every game is over and kept whole, nothing was done twice, and what is public is listed."""
    listed: set[str] = set()
    cursor = ""
    while True:
        page = await get_json(f"{world.server.url}/api/games?limit=100{cursor}")
        listed |= {game["id"] for game in page["games"]}
        if "next" not in page:
            break
        cursor = f"&cursor={page['next']}"
    for room in world.rooms:
        kept = await world.check(room)
        assert kept.result is not None
        assert kept.events == room.records[0].events
        seats = range(len(room.players))
        made = [event for event in kept.events if event["k"] == "moved" and event["seat"] in seats]
        assert len(made) == len(room.acknowledged()), f"{room.id}: a move was made twice"
        state = await get_json(f"{world.server.url}/api/games/{room.id}", room.players[0].client.token)
        shown = state["game"]["visibility"] == "public" and state["moves"]
        assert (room.id in listed) == bool(shown), state["game"]


async def hold(server: ServerProcess, seed: int, games: int, kills: int, pace: int) -> World:
    try:
        world = await survive(server, seed, games, kills, pace)
        await check_library(world)
    except BaseException:
        print(f"seed {seed}\n{server.log()[-4000:]}")
        raise
    for player in world.players:
        await player.client.close()
    assert server.complaints() == []
    assert len(world.kills) == kills
    return world


async def test_killed_twice_in_the_middle_of_eight_games(server: ServerProcess) -> None:
    world = await hold(server, SEED, games=8, kills=2, pace=200)
    assert min(world.at_once) >= 7


@pytest.mark.slow
async def test_killed_ten_times_in_the_middle_of_more_than_fifty_games(server: ServerProcess) -> None:
    world = await hold(server, SEED, games=56, kills=10, pace=800)
    assert max(world.at_once) >= 50


async def test_told_to_stop_in_the_middle_of_games_it_says_goodbye_and_loses_nothing(server: ServerProcess) -> None:
    world = World(await asyncio.to_thread(server.start), SEED)
    world.up.set()
    playing = [asyncio.create_task(series(world, number)) for number in range(4)]
    await world.after(60)
    world.up.clear()
    children = server.descendants()
    status = await asyncio.to_thread(server.stop)
    assert status == 0
    assert [pid for pid in children if Path(f"/proc/{pid}").exists()] == []
    for player in world.players:
        closed = await player.client.wait_closed()
        assert closed.rcvd is not None
        assert (closed.rcvd.code, closed.rcvd.reason) == (1012, "restart")
        assert {"t": "bye", "code": "restart"} in player.client.heard
    world.kills.append(time.time_ns() // 1_000_000)
    await asyncio.to_thread(server.start)
    for room in world.rooms:
        await world.check(room)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    assert server.complaints() == []
