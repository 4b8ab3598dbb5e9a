"""Whatever a client says, it gets an answer or a close with the right code, and the others play on."""

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server.protocol.codes import CODES
from tests.kit.client import Client, Message, Refusal
from tests.kit.pair import Pair
from tests.kit.process import ColdServer, ServerProcess

ROOM = "unknownroom1"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    db = tmp_path_factory.mktemp("server") / "tengen.db"
    lifted = {"messages_per_s": 100_000, "message_burst": 100_000, "address_messages_per_s": 1_000_000}
    process = ColdServer(db, bot_pause_ms=0, **lifted).start()
    yield process
    assert process.stop() == 0


@pytest.fixture(autouse=True)
async def pair(server: ServerProcess) -> AsyncIterator[Pair]:
    """Others, who play before and after; the server has nothing to complain of."""
    async with Pair(server.ws) as pair:
        await pair.play()
        yield pair
        await pair.play()
    assert server.complaints() == []


@pytest.fixture
async def client(server: ServerProcess) -> AsyncIterator[Client]:
    async with Client(server.ws) as client:
        yield client


async def answers(client: Client) -> list[Message]:
    """Return the server's messages up to the answer to a marker command."""
    await client.send(t="enter", room=ROOM)
    await client.wait(lambda m: m["t"] == "error" and m.get("room") == ROOM)
    found, client.heard = client.heard, []
    return found


# --- frames -------------------------------------------------------------------------------------------------------

MOVE = {"t": "move", "id": "m", "room": "abcdefgh1234", "ply": 0, "point": 0}
CREATE = {"t": "create", "id": "c", "rules": "freestyle", "size": 15, "clock": {"kind": "none"}}


def changed(message: Message, **fields: Any) -> str:
    return json.dumps(message | fields)


FRAMES: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", "bad_json"),
    "blank": (" \n", "bad_json"),
    "random": (bytes(range(256)), "bad_json"),
    "binary": (b"\x00\xff\x00", "bad_json"),
    "not UTF-8": (b"\xff\xfe{", "bad_json"),
    "not UTF-8 in a key": (b'{"t":"lobby","on":true,"\xff":1}', "bad_json"),
    "not UTF-8 in a tag": (b'{"t":"\xc3"}', "bad_json"),
    "not UTF-8 in a value": (b'{"t":"rename","id":"a","name":"A\xed\xa0\x80a"}', "bad_json"),
    "UTF-16": (json.dumps(MOVE).encode("utf-16"), "bad_json"),
    "cut off": (json.dumps(MOVE)[:-5], "bad_json"),
    "two at once": (json.dumps(MOVE) * 2, "bad_json"),
    "lone surrogate": ('{"t":"rename","id":"a","name":"A\\ud800"}', "bad_json"),
    "surrogates in the wrong order": ('{"t":"rename","id":"a","name":"\\udc00\\ud800a"}', "bad_json"),
    "surrogate as the tag": ('{"t":"\\udfff"}', "bad_json"),
    "NaN": ('{"t":"lobby","on":NaN}', "bad_json"),
    "Infinity": ('{"t":"move","id":"m","room":"abcdefgh1234","ply":0,"point":-Infinity}', "bad_json"),
    "deep arrays": ('{"x":' + "[" * 4000, "bad_json"),
    "deep objects": ('{"x":' + '{"x":' * 800, "bad_json"),
    "deep from the start": ("[" * 4096, "bad_message"),
    "deep and whole": ('{"t":"lobby","on":true,"x":' + "[" * 1900 + "]" * 1900 + "}", "bad_message"),
    "array": ("[]", "bad_message"),
    "null": ("null", "bad_message"),
    "number": ("1", "bad_message"),
    "no tag": ("{}", "bad_message"),
    "unknown tag": ('{"t":"castle"}', "bad_message"),
    "tag of what the server says": ('{"t":"welcome"}', "bad_message"),
    "tag that is no text": ('{"t":[]}', "bad_message"),
    "two tags": ('{"t":"lobby","t":"create","on":true}', "bad_message"),
    "unknown field": ('{"t":"lobby","on":true,"off":false}', "bad_message"),
    "unknown field inside": (changed(CREATE, clock={"kind": "none", "ms": 1}), "bad_message"),
    "field missing": ('{"t":"lobby"}', "bad_message"),
    "text for a truth": ('{"t":"lobby","on":"true"}', "bad_message"),
    "null for an id": (changed(MOVE, id=None), "bad_message"),
    "empty id": (changed(MOVE, id=""), "bad_message"),
    "long id": (changed(MOVE, id="m" * 25), "bad_message"),
    "odd id": (changed(MOVE, id="m m"), "bad_message"),
    "room that is no id": (changed(MOVE, room="../../../etc"), "bad_message"),
    "point below the board": (changed(MOVE, point=-1), "bad_message"),
    "point beyond every board": (changed(MOVE, point=400), "bad_message"),
    "point that is no whole number": (changed(MOVE, point=1.5), "bad_message"),
    "point of 3900 digits": (
        '{"t":"move","id":"m","room":"abcdefgh1234","ply":0,"point":' + "9" * 3900 + "}",
        "bad_message",
    ),
    "1e999": ('{"t":"move","id":"m","room":"abcdefgh1234","ply":1e999,"point":0}', "bad_message"),
    "truth for a number": (changed(MOVE, ply=True), "bad_message"),
    "unknown rules": (changed(CREATE, rules="chess"), "bad_message"),
    "size": (changed(CREATE, size=21), "bad_message"),
    "size of other rules": (changed(CREATE, size=3), "bad_size"),
    "size that the row does not fit on": (changed(CREATE, rules="row_8", size=7), "bad_size"),
    "clock without a kind": (changed(CREATE, clock={}), "bad_message"),
    "clock of an instant": (changed(CREATE, clock={"kind": "per_move", "move_ms": 1}), "bad_message"),
    "clock of 2^63": (
        changed(CREATE, clock={"kind": "fischer", "initial_ms": 2**63, "increment_ms": 0}),
        "bad_message",
    ),
    "level that is not there": (changed(CREATE, level=999), "unknown_level"),
    "level of other rules": (changed(CREATE, level=0), "level_cannot_play"),
    "level below all": (changed(CREATE, level=-1), "bad_message"),
    "since before everything": ('{"t":"enter","room":"abcdefgh1234","since":-1}', "bad_message"),
    "since after everything": (changed({"t": "enter", "room": "abcdefgh1234"}, since=2**70), "unknown_room"),
    "name of nothing": ('{"t":"rename","id":"a","name":"\\u200b\\u200b"}', "bad_name"),
    "name with a NUL": ('{"t":"rename","id":"a","name":"A\\u0000B"}', "bad_name"),
    "name that turns the line": ('{"t":"rename","id":"a","name":"A\\u202eB"}', "bad_name"),
    "name that grows": ('{"t":"rename","id":"a","name":"' + "\\ufdfa" * 3 + '"}', "bad_name"),
    "code that is none": ('{"t":"redeem","id":"a","code":"\\u00df\\u00df\\u00df\\u00df"}', "bad_code"),
    "second hello": ('{"t":"hello","protocol":1}', "hello_first"),
    "unknown room": (json.dumps(MOVE), "unknown_room"),
}


@pytest.mark.parametrize(("frame", "code"), FRAMES.values(), ids=FRAMES)
async def test_a_bad_frame_gets_one_answer(client: Client, frame: str | bytes, code: str) -> None:
    await client.send_raw(frame, text=True)
    (answer,) = await answers(client)
    assert (answer["t"], answer["code"]) == ("error", code), answer


async def test_what_cannot_be_read_is_named_by_its_id_all_the_same(client: Client) -> None:
    for frame, names in (
        (changed(MOVE, point=-1), {"id": "m", "room": MOVE["room"]}),
        (changed(MOVE, room="../etc"), {"id": "m"}),
        (changed(MOVE, id="m m"), {"room": MOVE["room"]}),
        (changed(MOVE, id=["m"], room=7), {}),
        ('{"t":"castle","id":"x"}', {"id": "x"}),
        ('{"id":"x"}', {"id": "x"}),
        ('["id","x"]', {}),
    ):
        await client.send_raw(frame, text=True)
        (answer,) = await answers(client)
        assert answer.pop("detail")
        assert answer == {"t": "error", "code": "bad_message"} | names


async def test_json_in_a_binary_frame_is_understood_all_the_same(client: Client) -> None:
    await client.send_raw(b'{"t":"lobby","on":true}')
    assert [message["t"] for message in await answers(client)] == ["lobby"]


async def test_a_message_may_have_4096_bytes_and_no_more(client: Client) -> None:
    empty = len(changed(MOVE, id=""))
    await client.send_raw(changed(MOVE, id="m" * (4096 - empty)))
    (answer,) = await answers(client)
    assert answer["code"] == "bad_message"
    await client.send_raw(changed(MOVE, id="m" * (4097 - empty)))
    closed = await client.wait_closed()
    assert closed.rcvd is not None
    assert closed.rcvd.code == 1009


MESSAGES: list[Message] = [
    MOVE,
    CREATE | {"level": 1, "color": "black", "visibility": "public", "rated": True},
    CREATE | {"clock": {"kind": "fischer", "initial_ms": 60000, "increment_ms": 0}},
    {"t": "hello", "protocol": 1, "token": "t" * 43, "build": "b", "lang": "en"},
    {"t": "lobby", "on": False},
    {"t": "enter", "room": "abcdefgh1234", "since": 1},
    {"t": "leave", "room": "abcdefgh1234"},
    {"t": "sit", "id": "s", "room": "abcdefgh1234"},
    {"t": "offer", "id": "o", "room": "abcdefgh1234", "what": "draw"},
    {"t": "answer", "id": "a", "room": "abcdefgh1234", "what": "takeback", "accept": True},
    {"t": "claim", "id": "l", "room": "abcdefgh1234", "result": "win"},
    {"t": "rename", "id": "r", "name": "Ada"},
    {"t": "code", "id": "d"},
    {"t": "redeem", "id": "e", "code": "ABCDEFGH"},
]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@st.composite
def nearly_right(draw: st.DrawFn) -> str:
    """A message with one field changed, added or left out."""
    message = dict(draw(st.sampled_from(MESSAGES)))
    name = draw(st.sampled_from([*message, "extra"]))
    if draw(st.booleans()):
        message[name] = draw(VALUES)
    else:
        message.pop(name, None)
    return json.dumps(message)


FRAME = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200).map(lambda text: text.encode(errors="replace")),
    VALUES.map(lambda value: json.dumps(value).encode()),
    nearly_right().map(str.encode),
    st.tuples(nearly_right(), st.integers(0, 200), st.integers(0, 255)).map(
        lambda cut: cut[0].encode()[: cut[1]] + bytes([cut[2]]) + cut[0].encode()[cut[1] + 1 :]
    ),
)


@given(frame=FRAME, text=st.booleans())
@settings(
    max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
async def test_no_frame_breaks_the_connection(client: Client, frame: bytes, text: bool) -> None:
    await client.send_raw(frame[:4096], text=text)
    for answer in await answers(client):
        if answer["t"] == "error":
            assert answer["code"] in CODES
            assert answer["code"] not in ("internal", "store_unavailable"), answer
        else:
            assert answer["t"] in ("ack", "lobby", "lobby_change", "renamed")


# --- the first word -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ('{"t":"lobby","on":true}', "hello_first"),
        (json.dumps(CREATE), "hello_first"),
        (json.dumps(MOVE), "hello_first"),
        ('{"t":"hello"', "bad_json"),
        ('{"t":"hello"}', "bad_message"),
        ('{"t":"hello","protocol":2}', "stale_protocol"),
        ('{"t":"hello","protocol":' + "9" * 40 + "}", "stale_protocol"),
        ('{"t":"hello","protocol":1,"token":"short"}', "bad_message"),
        ('{"t":"hello","protocol":1,"token":"' + "\\u0000" * 43 + '"}', "bad_message"),
        ('{"t":"hello","protocol":1,"lang":"xx"}', "bad_message"),
        ("[" * 4000, "bad_message"),
        ('{"x":' + "[" * 4000, "bad_json"),
    ],
)
async def test_who_begins_wrongly_is_told_and_sent_away(server: ServerProcess, frame: str, code: str) -> None:
    client = Client(server.ws)
    await client.connect()
    await client.send_raw(frame)
    assert await client.wait(lambda m: True) == {"t": "bye", "code": code}
    closed = await client.wait_closed()
    assert closed.rcvd is not None
    assert (closed.rcvd.code, closed.rcvd.reason) == (1008, code)
    await client.close()


async def test_a_token_of_nobody_makes_a_new_guest(server: ServerProcess, pair: Pair) -> None:
    stolen = str(pair.players[0].token)
    async with Client(server.ws, stolen[:-1] + ("A" if stolen[-1] != "A" else "B")) as client:
        assert client.player not in [player.player for player in pair.players]
        assert client.welcome["rooms"] == []
        assert client.welcome["token"] != stolen


# --- a room that is somebody else's -------------------------------------------------------------------------------


async def refused(client: Client, t: str, **fields: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        await client.command(t, **fields)
    return refusal.value.code


@pytest.mark.parametrize("looks", [False, True])
async def test_the_id_of_a_room_gives_no_power_over_it(client: Client, pair: Pair, looks: bool) -> None:
    room = pair.room
    before = await client.enter(room)
    if not looks:
        await client.send(t="leave", room=room)
    assert await refused(client, "sit", room=room) == "seat_taken"
    assert await refused(client, "move", room=room, ply=2, point=200) == "not_seated"
    for t in ("resign", "abort"):
        assert await refused(client, t, room=room) == "not_seated"
    for what in ("draw", "takeback", "rematch"):
        assert await refused(client, "offer", room=room, what=what) == "not_seated"
        for accept in (True, False):
            assert await refused(client, "answer", room=room, what=what, accept=accept) == "not_seated"
    for result in ("win", "draw"):
        assert await refused(client, "claim", room=room, result=result) == "not_seated"
    after = await client.enter(room)
    assert (after["v"], after["moves"], after["seats"]) == (before["v"], before["moves"], before["seats"])


async def test_a_command_of_another_player_is_not_answered_by_its_id(client: Client, pair: Pair) -> None:
    black, white = pair.players
    room = await black.create()
    await white.command("sit", room=room, id="same")
    await black.move(room, 0, 0, id="same-too")
    assert await refused(white, "move", room=room, ply=0, point=0, id="same-too") == "wrong_ply"
    assert await refused(client, "move", room=room, ply=0, point=0, id="same-too") == "not_seated"
    assert await refused(client, "sit", room=room, id="same") == "seat_taken"


async def test_moves_that_break_the_rules(pair: Pair) -> None:
    black, white = pair.players
    assert await refused(white, "move", room=pair.room, ply=2, point=100) == "not_your_turn"
    assert await refused(black, "move", room=pair.room, ply=2, point=0) == "occupied"
    assert await refused(black, "move", room=pair.room, ply=2, point=225) == "off_board"
    for ply in (0, 1, 3, 400):
        assert await refused(black, "move", room=pair.room, ply=ply, point=100) == "wrong_ply"
    assert await refused(black, "abort", room=pair.room) == "too_late_to_abort"
    assert await refused(black, "claim", room=pair.room, result="win") == "still_here"
    assert await refused(black, "answer", room=pair.room, what="draw", accept=True) == "no_offer"
    assert await refused(black, "offer", room=pair.room, what="rematch") == "not_over"
    assert await refused(black, "sit", room=pair.room) == "own_room"


async def test_a_game_that_has_not_begun_or_is_over_takes_no_moves(client: Client, pair: Pair) -> None:
    room = await client.create()
    assert await refused(client, "move", room=room, ply=0, point=0) == "not_started"
    assert await refused(client, "resign", room=room) == "not_started"
    assert await refused(client, "sit", room=room) == "own_room"
    await client.command("abort", room=room)
    assert await refused(pair.players[0], "sit", room=room) == "game_over"
    for t, fields in (("move", {"ply": 0, "point": 0}), ("resign", {}), ("abort", {}), ("offer", {"what": "draw"})):
        assert await refused(client, t, room=room, **fields) == "game_over"
    assert await refused(client, "offer", room=room, what="rematch") == "not_over"


async def test_who_looked_at_a_private_room_before_it_filled_sees_nothing_of_the_game(
    client: Client, pair: Pair
) -> None:
    black, white = pair.players
    room = await black.create(visibility="private")
    await client.enter(room)
    await client.wait(lambda m: m["t"] == "talk" and m["room"] == room)
    await white.command("sit", room=room)
    told = await client.wait(lambda m: m["t"] == "error" and m.get("room") == room)
    assert told["code"] == "private_room"
    await black.move(room, 0, 112)
    assert [message for message in await answers(client) if message.get("room") == room] == []
    with pytest.raises(Refusal, match="private_room"):
        await client.enter(room)


@pytest.mark.parametrize("since", [10_000, 2**63, 10**40])
async def test_a_version_that_never_was_is_answered_and_alarms_nobody(client: Client, since: int) -> None:
    """The log, in which `pair` finds no complaint, believes no client that the file has gone back."""
    room = await client.create()
    await client.send(t="enter", room=room, since=since)
    answer = await client.wait(lambda message: message["t"] == "error")
    assert (answer["code"], answer["room"]) == ("set_back", room)


async def test_looking_for_rooms_that_are_not_there_uses_up_nothing(client: Client, pair: Pair) -> None:
    for number in range(30):
        assert await refused(client, "sit", room=f"nowhere{number:05}") == "unknown_room"
    await client.enter(pair.room)


async def test_one_connection_watches_twenty_rooms_at_most(client: Client, server: ServerProcess) -> None:
    async with Client(server.ws) as first, Client(server.ws) as second, Client(server.ws) as third:
        rooms = [await owner.create() for owner in (first, second, third) for _ in range(7)]
        for room in rooms[:20]:
            await client.enter(room)
        with pytest.raises(Refusal, match="too_many_rooms"):
            await client.enter(rooms[20])
        await client.send(t="leave", room=rooms[0])
        await client.enter(rooms[20])
        for owner in (first, second, third):
            for room in owner.welcome["rooms"]:
                await owner.command("abort", room=room)
