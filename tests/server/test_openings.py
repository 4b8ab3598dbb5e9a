"""Openings through a real server: two people and a watcher, a restart in the middle of a choice, the stored game."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

import pytest

from gomoku.openings.opening import Opening
from gomoku.openings.rules import opening_rule
from gomoku.openings.turns import Action, ChoiceTurn, NumberTurn
from gomoku.rulesets import ruleset
from tests.gomoku.openings.runs import draw_action, points
from tests.kit.client import Client, Message, Refusal
from tests.kit.http import bots_ready, get, get_json
from tests.kit.process import ServerProcess


@pytest.fixture
def server(server_process: ServerProcess) -> ServerProcess:
    return server_process.start()


@pytest.fixture(scope="module")
def strong(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that prepares the bots that search."""
    process = ServerProcess(tmp_path_factory.mktemp("strong") / "tengen.db", bot_pause_ms=0).start()
    yield process
    process.kill()


class Board:
    """A room with Ada in seat 0 and Bob in seat 1, and Eve, who looks on."""

    def __init__(self, room: str, ada: Client, bob: Client, eve: Client) -> None:
        self.room, self.ada, self.bob, self.eve = room, ada, bob, eve

    @classmethod
    async def begin(cls, server: ServerProcess, **wishes: Any) -> "Board":
        ada, bob, eve = [await Client(server.ws).open() for _ in range(3)]
        room = await ada.create(color="black", **wishes)
        await bob.command("sit", room=room)
        for client in (ada, bob, eve):
            await client.enter(room)
        return cls(room, ada, bob, eve)

    async def lay(self, who: Client, ply: int, name: str) -> Message:
        """A stone; what Eve hears of it."""
        await who.move(self.room, ply, points(name)[0])
        return await self.seen()

    async def say(self, who: Client, t: str, ply: int, **fields: Any) -> Message:
        """A decision; what Eve hears of it."""
        await who.command(t, room=self.room, ply=ply, **fields)
        return await self.seen()

    async def seen(self) -> Message:
        return await self.eve.wait(lambda m: m["t"] == "events" and m["room"] == self.room)

    async def close(self) -> None:
        for client in (self.ada, self.bob, self.eve):
            await client.close()


def asked(message: Message) -> Sequence[object]:
    turn = message["progress"].get("turn")
    return () if turn is None else (turn["kind"], turn["seat"])


async def test_swap2_with_two_a_watcher_and_a_restart_in_the_middle_of_the_choice(server: ServerProcess) -> None:
    clock = {"kind": "fischer", "initial_ms": 60_000, "increment_ms": 0}
    board = await Board.begin(server, opening="swap2", clock=clock, rated=True)
    room, ada, bob, eve = board.room, board.ada, board.bob, board.eve
    for ply, name in enumerate(("H8", "I9", "K4")):
        heard = await board.lay(ada, ply, name)
    assert asked(heard) == ("choice", 1)
    assert heard["progress"]["turn"]["choices"] == ["black", "white", "two"]
    heard = await board.say(bob, "choose", 3, choice="two")
    assert asked(heard) == ("stone", 1)
    await board.lay(bob, 3, "G7")
    heard = await board.lay(bob, 4, "C3")
    assert (asked(heard), heard["progress"]["settled"]) == (("choice", 0), False)

    server.kill()
    for client in (ada, bob, eve):
        await client.wait_closed()
    server.start()
    for client in (eve, bob, ada):
        await client.open()
        state = await client.enter(room)
    assert asked(state) == ("choice", 0)
    assert (state["opening"], state["running"], state["black"], len(state["moves"])) == ("swap2", 0, 0, 5)
    assert [event["choice"] for event in state["progress"]["decisions"]] == ["two"]
    eve.heard.clear()
    with pytest.raises(Refusal, match="not_your_turn"):
        await bob.command("choose", room=room, ply=5, choice="white")
    heard = await board.say(ada, "choose", 5, choice="white")
    (chose,) = heard["events"]
    assert (chose["k"], chose["choice"], chose["black"]) == ("chose", "white", 1)
    assert (heard["progress"]["settled"], heard["progress"]["black"], asked(heard)) == (True, 1, ())
    await board.lay(ada, 5, "H9")
    await board.lay(bob, 6, "O1")
    await ada.command("resign", room=room)

    game = await get_json(f"{server.url}/api/games/{room}")
    assert (game["game"]["opening"], game["game"]["result"]) == ("swap2", {"winner": "black", "reason": "resigned"})
    assert (game["game"]["black"]["id"], game["game"]["white"]["id"]) == (bob.player, ada.player)
    assert [move["color"] for move in game["moves"]] == ["black", "white"] * 3 + ["black"]
    again = await eve.enter(room)
    assert (again["score"], again["black"]) == ([0, 2], 1)
    sgf = (await get(f"{server.url}/api/games/{room}.sgf"))[1].decode()
    assert f"PB[{bob.welcome['player']['name']}]" in sgf
    assert "swap2" in sgf
    assert sgf.count("C[") == 2
    assert server.complaints() == []
    await board.close()


async def test_taraguchi_10_with_offers(server: ServerProcess) -> None:
    board = await Board.begin(server, opening="taraguchi_10", rules="renju")
    room, ada, bob = board.room, board.ada, board.bob
    await board.lay(ada, 0, "H8")
    await board.say(bob, "choose", 1, choice="swap")
    await board.lay(ada, 1, "H9")
    await board.say(bob, "choose", 2, choice="keep")
    heard = await board.lay(bob, 2, "I9")
    assert heard["progress"]["pattern"] == "D4"
    await board.say(ada, "choose", 3, choice="keep")
    heard = await board.lay(ada, 3, "I8")
    assert asked(heard) == ("choice", 1)
    heard = await board.say(bob, "choose", 4, choice="offer")
    assert heard["progress"]["settled"]
    assert heard["progress"]["turn"] == {"kind": "offer", "seat": 1, "count": 10}
    ten = list(points("A1+B1+C1+D1+E1+F1+G1+H1+I1+J1"))
    with pytest.raises(Refusal, match="duplicate_offer"):
        await bob.command("propose", room=room, ply=4, points=[*ten[:9], points("A2")[0]])
    heard = await board.say(bob, "propose", 4, points=ten)
    assert heard["progress"]["turn"] == {"kind": "pick", "seat": 0, "points": ten}
    with pytest.raises(Refusal, match="not_offered"):
        await ada.move(room, 4, points("K1")[0])
    heard = await board.lay(ada, 4, "E1")
    assert heard["events"][0]["seat"] == 0
    assert asked(heard) == ()
    await board.lay(ada, 5, "J9")
    await board.lay(bob, 6, "G8")
    state = await board.eve.enter(room)
    assert (state["black"], len(state["moves"]), state["progress"]["decisions"][-1]["k"]) == (1, 7, "proposed")
    game = await get_json(f"{server.url}/api/games/{room}")
    assert game["moves"][4]["color"] == "black"
    await board.close()


def actions_of(game: Message) -> list[Action]:
    """List the actions in the opening of a stored game, and the moves after it."""
    found: list[Action] = []
    for event in game["events"]:
        match event["k"]:
            case "moved":
                found.append(event["point"])
            case "chose":
                found.append(event["choice"])
            case "declared":
                found.append(event["number"])
            case "proposed":
                found.append(tuple(event["points"]))
    return found


def is_news(v: int, message: Message) -> bool:
    """Whether a message tells of more than that version."""
    return message["t"] == "events" and bool(message["events"][-1]["v"] > v)


async def play_against_a_bot(
    server: ServerProcess, opening: str, rules: str, color: str, level: int, seed: int, prefer: str = ""
) -> Message:
    """Go through an opening against a bot, at random but for the word that is preferred, and two moves beyond it."""
    await bots_ready(server.url)
    chance = Random(seed)
    async with Client(server.ws) as me:
        room = await me.create(level=level, color=color, opening=opening, rules=rules)
        await me.enter(room)
        while True:
            game: Message = await get_json(f"{server.url}/api/games/{room}")
            stones = len(game["moves"])
            after = Opening.replay(opening_rule(opening), ruleset(rules), 15, [])
            for action in actions_of(game):
                if after.turn is None:
                    break
                after.play(action)
            first = 0 if color == "black" else 1
            if after.turn is None and stones >= after.laid + 2:
                return game
            mine = (after.player if after.turn is not None else after.black ^ (stones & 1)) == first
            if not mine:
                await me.wait(partial(is_news, len(game["events"])))
            elif after.turn is None:
                free = [p for p in range(225) if p not in {move["point"] for move in game["moves"]}]
                await me.move(room, stones, chance.choice(free))
            else:
                wanted: Action = draw_action(after, chance, 3)
                if isinstance(after.turn, ChoiceTurn) and prefer in after.turn.words:
                    wanted = prefer
                if isinstance(wanted, str):
                    await me.command("choose", room=room, ply=stones, choice=wanted)
                elif isinstance(wanted, tuple):
                    await me.command("propose", room=room, ply=stones, points=list(wanted))
                elif isinstance(after.turn, NumberTurn):
                    await me.command("declare", room=room, ply=stones, number=wanted)
                else:
                    await me.move(room, stones, wanted)
            me.heard = [message for message in me.heard if is_news(len(game["events"]), message)]


@pytest.mark.parametrize("color", ["black", "white"])
async def test_a_bot_decides_in_swap2(strong: ServerProcess, color: str) -> None:
    game = await play_against_a_bot(strong, "swap2", "freestyle", color, 6, 5, "two")
    decided = [(event["seat"], event["choice"]) for event in game["events"] if event["k"] == "chose"]
    assert {seat for seat, _ in decided} in ({0, 1}, {1})
    assert game["game"]["opening"] == "swap2"
    bot, person = (game["game"][name] for name in ("black", "white"))
    assert {bot.get("level"), person.get("level")} == {6, None}
    assert strong.complaints() == []


async def test_taraguchi_10_with_an_offer_against_a_bot_that_does_not_search(strong: ServerProcess) -> None:
    offers = 0
    for seed in range(40):  # the bot's seed is another each time, and may lead to no offer
        if offers:
            break
        game = await play_against_a_bot(strong, "taraguchi_10", "renju", "black", 1, seed, "offer")
        for event in game["events"]:
            if event["k"] == "proposed":
                offers += 1
                assert len(event["points"]) == 10
                picked = next(each for each in game["events"] if each["v"] == event["v"] + 1)
                assert picked["point"] in event["points"]
                assert picked["seat"] == 1 - event["seat"]
    assert offers
    assert strong.complaints() == []
