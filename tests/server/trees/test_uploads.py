"""Files come up by offsets, are gone on with after a lost connection, and are read once, beside everything else."""

import asyncio
import base64
from collections.abc import Callable
from typing import Any, cast

import pytest

from bots.errors import ExecutorFull
from bots.workers.background_work import Work, perform
from bots.workers.fair_queue import Asker
from gomoku.notation import renlib
from server.errors import Refused
from server.protocol.inbound import FileLook, TreeChange, TreeClose, TreeDelete, TreeMerge, UploadChunk, UploadOpen
from server.protocol.outbound import Ack, SeenFile, SeenGame
from server.protocol.values import FileNote, UploadKind, Who
from server.signals import Signals
from server.store.store import Store
from server.store.trees import tree_rows
from server.trees import gathering as module
from server.trees import keeper as keeping
from server.trees.keeper import TreeKeeper
from server.trees.looking import FileLooks
from server.trees.messages import TreeMessages
from server.trees.uploads import TreeUploads
from tests.gomoku.notation.trees import large_tree
from tests.server.store.examples import add_player, finished

DATA = b"".join(renlib.dump(large_tree(800)))


class _Sender:
    """A connection that keeps what it is told."""

    def __init__(self, player: str = "ada", address: str = "192.0.2.1") -> None:
        self.player = player
        self.address = address
        self.told: list[Ack] = []

    def say(self, message: Ack) -> None:
        self.told.append(message)


Sender: Any = _Sender
"""As much of a client as is asked for here."""


class House:
    """Uploads of a store; ``hold`` keeps the process from beginning, ``fault`` is what it dies of."""

    def __init__(self, store: Store, most_bytes: int = 1 << 30) -> None:
        self.now = 1_000_000
        self.store = store
        self.hold = asyncio.Event()
        self.hold.set()
        self.fault: Exception | None = None
        self.ran = 0
        self.signals = Signals()
        self.keeper = TreeKeeper(store, self._run, lambda: self.now, most_bytes, self.signals)
        self.gathering = module.Gathering(lambda: self.now)
        self.uploads = TreeUploads(store, self.keeper, self.gathering)
        self.messages = TreeMessages(store, self.keeper, self.signals, lambda: self.now)

    async def _run(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        progress: Callable[[Any], None] | None = None,
        large: bool,
        asker: Asker,
    ) -> Any:
        assert large
        await self.hold.wait()
        self.ran += 1
        if self.fault is not None:
            raise self.fault
        return perform(Work(function, arguments, reports=progress is not None), progress or print).value

    async def open(
        self, who: Any, id: str = "up", data: bytes = DATA, name: str = "a.lib", kind: UploadKind = "tree"
    ) -> Ack:
        await self.gathering.open(who, UploadOpen(id, kind, name, len(data)), self.now)
        return cast(Ack, who.told[-1])

    async def send(self, who: Any, data: bytes = DATA, id: str = "up", at: int = 0) -> Ack:
        for begin in range(at, len(data), 700):
            piece = base64.b64encode(data[begin : begin + 700]).decode()
            await self.gathering.take(who, UploadChunk(f"{id}-{begin}", id, begin, piece), self.now)
        return cast(Ack, who.told[-1])

    async def close(self, who: Any, id: str = "up", **wishes: Any) -> str | None:
        await self.uploads.close(who, TreeClose("c", id, **wishes), self.now)
        return cast(Ack, who.told[-1]).tree

    async def bring(self, who: Any, id: str = "up", data: bytes = DATA, name: str = "a.lib", **wishes: Any) -> str:
        """The id of the tree, once it is kept."""
        await self.open(who, id, data, name)
        await self.send(who, data, id)
        while (tree := await self.close(who, id, **wishes)) is None:
            pass
        return tree


@pytest.fixture
async def house(store: Store) -> House:
    await add_player(store, "ada", "Ada")
    await add_player(store, "bob", "Bob")
    return House(store)


async def refused(work: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Refused) as error:
        await work
    return error.value.code, error.value.detail


async def test_a_file_becomes_a_tree_of_its_owner_s(house: House, store: Store) -> None:
    who = Sender()
    id = await house.bring(who, name="26 openings.lib", title="  The\n26 ")
    tree = await tree_rows.find_tree(store, id)
    assert tree is not None
    assert (tree.owner, tree.title, tree.file, tree.visibility, tree.nodes) == (
        *("ada", "The 26", "26 openings.lib", "private", 800),
    )
    assert house.gathering.bytes["tree"] == 0


async def test_every_chunk_says_how_much_is_there_and_an_upload_is_gone_on_with(house: House) -> None:
    who = Sender()
    assert (await house.open(who)).next == 0
    assert (await house.send(who, DATA[:1_400])).next == 1_400
    again = Sender()  # another connection of the same person
    assert (await house.open(again)).next == 1_400
    assert (await house.send(again, at=1_400)).next == len(DATA)
    assert (await house.send(again, DATA[:700])).next == len(DATA)  # the answer was lost, and it comes twice
    assert await house.close(again) is not None
    assert house.ran == 1


async def test_chunks_out_of_order_or_beyond_the_end_are_refused_with_the_place(house: House) -> None:
    who = Sender()
    await house.open(who, data=DATA[:1_000])
    piece = base64.b64encode(DATA[:300]).decode()
    for at in (300, 1):
        assert await refused(house.gathering.take(who, UploadChunk("x", "up", at, piece), 0)) == (
            "wrong_chunk",
            {"next": 0},
        )
    await house.send(who, DATA[:700])
    large = base64.b64encode(b"x" * 301).decode()
    assert await refused(house.gathering.take(who, UploadChunk("x", "up", 700, large), 0)) == (
        "wrong_chunk",
        {"next": 700},
    )
    assert (await refused(house.gathering.take(who, UploadChunk("x", "up", 700, "%%%%"), 0)))[0] == "bad_message"
    assert await refused(house.close(who)) == ("wrong_chunk", {"next": 700})
    assert (await refused(house.gathering.take(who, UploadChunk("x", "other", 0, piece), 0)))[0] == "no_upload"
    assert (await refused(house.send(Sender("bob"))))[0] == "no_upload"
    assert house.ran == 0


async def test_who_asks_while_it_is_read_is_told_so_and_gets_the_one_tree(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "ANSWER_S", 0.0)
    who = Sender()
    house.hold.clear()
    await house.open(who)
    await house.send(who)
    assert [await house.close(who) for _ in range(3)] == [None] * 3
    await house.open(who, "other")
    await house.send(who, id="other")
    assert await refused(house.close(who, "other")) == ("tree_busy", {})
    house.hold.set()
    while (tree := await house.close(who)) is None:
        await asyncio.sleep(0)
    assert await house.close(who) == tree
    assert (await house.open(who)).tree == tree
    assert house.ran == 1


async def test_a_bad_file_is_refused_by_its_place_and_forgotten(house: House, store: Store) -> None:
    who = Sender()
    code, detail = await refused(house.bring(who, data=DATA[:21]))
    assert (code, detail) == ("bad_notation", {"byte": 20, "why": "cut_off", "text": ""})
    assert (await refused(house.close(who)))[0] == "no_upload"
    assert await store.fetch("SELECT 1 FROM trees") == []
    assert house.gathering.bytes["tree"] == 0


async def test_where_nobody_has_time_to_read_it_that_is_said(house: House) -> None:
    house.fault = ExecutorFull("256 are waiting")
    assert (await refused(house.bring(Sender())))[0] == "bots_busy"


async def test_a_player_has_so_many_trees_and_bytes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    who = Sender()
    monkeypatch.setattr(keeping, "MOST_TREES", 1)
    await house.bring(who)
    assert await refused(house.bring(who, "again")) == ("too_many_trees", {"limit": 1})
    monkeypatch.setattr(keeping, "MOST_TREES", 9)
    monkeypatch.setattr(keeping, "MOST_BYTES", 3_000)
    assert await refused(house.bring(who, "again2")) == ("trees_full", {"whose": "yours", "limit": 0})
    assert await house.bring(Sender("bob"))


async def test_the_server_and_an_address_have_so_many_bytes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await add_player(store, "ada", "Ada")
    house = House(store, most_bytes=3_000)
    await house.bring(Sender())
    assert (await refused(house.bring(Sender(), "again")))[1]["whose"] == "server"
    house = House(store)
    monkeypatch.setattr(keeping, "DAILY_BYTES", 2 * len(DATA))
    await house.bring(Sender(), "b")
    await house.bring(Sender(), "c")
    assert (await refused(house.bring(Sender(), "d")))[1]["whose"] == "address"
    await house.bring(Sender(address="192.0.2.2"), "e")
    house.now += keeping.DAY_MS // 2
    await house.bring(Sender(), "f")


async def test_uploads_that_are_left_are_forgotten(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    who = Sender()
    for id in ("a", "b", "c"):  # the first one has to go
        await house.open(who, id)
        await house.send(who, DATA[:700], id)
        house.now += 1
    assert house.gathering.bytes["tree"] == 1_400
    assert (await refused(house.close(who, "a")))[0] == "no_upload"
    house.now += module.KEPT_MS
    await house.open(who, "d")
    assert house.gathering.bytes["tree"] == 0
    monkeypatch.setattr(module, "MOST_BYTES", 2_000)
    await house.send(who, DATA[:1_400], "d")
    far = Sender("bob", "192.0.2.2")
    await house.open(far)
    await house.send(far, DATA[:700])  # too much in all: who has most loses it
    assert house.gathering.bytes["tree"] == 700
    assert (await refused(house.close(who, "d")))[0] == "no_upload"


async def test_games_that_one_may_see_are_merged_and_private_ones_seal_the_tree(house: House, store: Store) -> None:
    ada, bob = Who("ada", "Ada"), Who("bob", "Bob")
    await finished(store, "game00000001", ada, Who(level=1), ended_at=1, plies=4)
    await finished(store, "game00000002", ada, Who(level=1), ended_at=2, plies=6, visibility="private")
    messages = house.messages

    async def merge(who: Any, id: str) -> tree_rows.StoredTree:
        while True:
            await messages.merge(who, TreeMerge(id, "All", visibility="public"), 0)
            if who.told[-1].tree is not None:
                found = await tree_rows.find_tree(store, who.told[-1].tree)
                assert found is not None
                return found

    own, others = await merge(Sender(), "m"), await merge(Sender("bob"), "m")
    assert (own.sealed, own.visibility, own.nodes) == (True, "private", 7)
    assert (others.sealed, others.visibility, others.nodes) == (False, "public", 5)
    assert (await merge(Sender(), "m")).id == own.id
    assert house.ran == 2
    assert bob.id
    change = messages.change(Sender(), TreeChange("x", own.id, visibility="link"), 0)
    assert (await refused(change))[0] == "tree_sealed"
    nothing = messages.merge(Sender(), TreeMerge("n", "All", result="draw"), 0)
    assert (await refused(nothing))[0] == "no_games"


async def test_only_its_owner_changes_or_deletes_a_tree(house: House) -> None:
    id = await house.bring(Sender())
    for command in (TreeChange("x", id, "Mine"), TreeChange("x", id, visibility="public")):
        assert (await refused(house.messages.change(Sender("bob"), command, 0)))[0] == "unknown_tree"
    assert (await refused(house.messages.delete(Sender("bob"), TreeDelete("x", id), 0)))[0] == "unknown_tree"
    who = Sender()
    await house.messages.change(who, TreeChange("x", id, "Other", "link"), 0)
    tree = await tree_rows.find_tree(house.store, id)
    assert tree is not None
    assert (tree.title, tree.visibility) == ("Other", "link")
    for _ in range(2):  # sent twice, done once
        await house.messages.delete(who, TreeDelete("x", id), 0)
    assert house.keeper.going.is_set()
    assert await tree_rows.find_tree(house.store, id) is None


async def test_a_federations_file_is_taken_once_its_terms_are_accepted(house: House, store: Store) -> None:
    who = Sender()
    data = b'<database><games><game id="1"><move>h8 i9</move></game></games></database>'
    file: dict[str, Any] = {"name": "renjunet.rif", "data": data}
    await house.open(who, **file)
    await house.send(who, data)
    assert await refused(house.close(who)) == ("terms_needed", {})
    assert house.ran == 0
    tree = await tree_rows.find_tree(store, await house.bring(who, terms=True, **file))
    assert tree is not None
    assert (tree.visibility, tree.nodes) == ("private", 3)


# --- looks --------------------------------------------------------------------------------------------------------


class Looking(House):
    """A house where files are looked at before they are kept."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.looks = FileLooks(self._look, self.gathering, self.keeper.spend)
        self.stopped = 0
        self.large: list[bool] = []

    async def _look(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        asker: Asker,
        large: bool = False,
        awaited: bool = False,
    ) -> Any:
        assert large is not awaited
        self.large.append(large)
        try:
            return await self._run(function, *arguments, large=True, asker=asker)
        except asyncio.CancelledError:
            self.stopped += 1
            raise

    async def look(self, who: Any, id: str = "up", **wishes: Any) -> SeenFile | None:
        await self.looks.look(who, FileLook("l", id, **wishes), self.now)
        return cast(Ack, who.told[-1]).file

    async def seen(self, data: bytes, name: str = "a.sgf", **wishes: Any) -> SeenFile:
        """Upload a file and return its inspection."""
        who = Sender()
        await self.open(who, data=data, name=name)
        await self.send(who, data)
        found = await self.look(who, **wishes)
        assert found is not None
        return found


@pytest.fixture
async def looking(store: Store) -> Looking:
    await add_player(store, "ada", "Ada")
    return Looking(store)


async def test_what_a_file_holds_is_shown_before_it_is_kept(looking: Looking) -> None:
    text = (
        "(;GM[4]SZ[15]PB[Иван]PW[Bob]RE[B+R]DT[1985]RU[Renju];B[hh]C[ход];W[ih](;B[aa])(;B[bb]))\n"
        "(;GM[4]SZ[15];B[hh];W[hh])"
    )
    found = await looking.seen(text.encode("cp1251"))
    first = SeenGame(
        *(1, 15, 3, "Иван", "Bob", "1985", "B+R", "renju"), left_out={"nodes of variations": 1, "comments": 1}
    )
    assert found.games == [first, SeenGame(2, 15, 1)]
    assert (found.format, found.encoding, found.count, found.nodes) == ("sgf", "cp1251", 2, 7)
    assert found.texts == ["Иван", "ход"]
    assert (found.notes, found.skipped) == ([FileNote("stone_twice", "line", 2, "H8")], 1)
    assert looking.large == [False]


async def test_people_look_again_by_another_encoding_and_keep_the_file_so(looking: Looking, store: Store) -> None:
    data = "(;GM[4]SZ[15]PB[öö];B[hh])".encode("cp1252")
    assert (await looking.seen(data)).texts == ["цц"]
    who = Sender()
    again = await looking.look(who, encoding="cp1252")
    assert again is not None
    assert (again.encoding, again.texts) == ("cp1252", ["öö"])
    assert await refused(looking.look(who, encoding="utf-8")) == (
        "bad_notation",
        {"line": 1, "why": "not_encoded", "text": "utf-8"},
    )
    while (id := await looking.close(who, encoding="cp1252", title="Two")) is None:
        pass
    tree = await tree_rows.find_tree(store, id)
    assert tree is not None
    assert (tree.encoding, tree.title) == ("cp1252", "Two")


async def test_a_look_that_takes_longer_is_asked_for_again(looking: Looking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.trees.looking.ANSWER_S", 0.0)
    monkeypatch.setattr("server.trees.looking.SMALL", 0)
    looking.hold.clear()
    who = Sender()
    await looking.open(who)
    await looking.send(who)
    assert await looking.look(who) is None
    assert await looking.look(who) is None
    looking.hold.set()
    while (found := await looking.look(who)) is None:
        await asyncio.sleep(0)
    assert (found.format, found.nodes, looking.large, looking.ran) == ("lib", 800, [True], 1)
    await looking.look(who)
    await looking.looks.close()


@pytest.mark.parametrize(("small", "stopped"), [(1 << 20, 0), (0, 1)])
async def test_a_look_that_nobody_wants_any_more_stops_no_process_that_others_share(
    looking: Looking, monkeypatch: pytest.MonkeyPatch, small: int, stopped: int
) -> None:
    monkeypatch.setattr("server.trees.looking.ANSWER_S", 0.0)
    monkeypatch.setattr("server.trees.looking.SMALL", small)
    looking.hold.clear()
    who = Sender()
    await looking.open(who)
    await looking.send(who)
    assert await looking.look(who) is None
    await asyncio.sleep(0)
    assert await looking.look(who, encoding="cp1252") is None  # instead of the first
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert looking.stopped == stopped
    looking.hold.set()
    while (found := await looking.look(who, encoding="cp1252")) is None:
        await asyncio.sleep(0)
    assert found.encoding == "cp1252"
    await looking.looks.close()


async def test_looks_at_two_files_of_a_player_go_on_side_by_side(
    looking: Looking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.trees.looking.ANSWER_S", 0.0)
    looking.hold.clear()
    who = Sender()
    for id in ("up", "other"):
        await looking.open(who, id)
        await looking.send(who, id=id)
        assert await looking.look(who, id) is None
    looking.hold.set()
    for id in ("up", "other"):
        while (found := await looking.look(who, id)) is None:
            await asyncio.sleep(0)
        assert found.nodes == 800
    assert looking.ran == 2


async def test_files_that_are_looked_at_take_bounded_memory_and_a_bounded_share_of_a_day(
    looking: Looking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.trees.looking.ANSWER_S", 0.0)
    monkeypatch.setattr("server.trees.looking.MOST_READ", 1)
    looking.hold.clear()
    ada, bob = Sender(), Sender("bob")
    for who in (ada, bob):
        await looking.open(who)
        await looking.send(who)
    assert await looking.look(ada) is None
    await asyncio.sleep(0)

    async def asked() -> None:
        while await looking.look(bob) is None:
            await asyncio.sleep(0)

    assert await refused(asked()) == ("tree_busy", {})
    looking.hold.set()
    while await looking.look(ada) is None:
        await asyncio.sleep(0)
    monkeypatch.setattr("server.trees.looking.SMALL", 0)
    monkeypatch.setattr(keeping, "DAILY_BYTES", len(DATA))
    await asked()
    assert (await refused(asked()))[0] == "trees_full"


async def test_nothing_is_seen_of_what_has_not_come(looking: Looking) -> None:
    assert (await refused(looking.look(Sender())))[0] == "no_upload"
    await looking.open(Sender())
    assert (await refused(looking.look(Sender())))[0] == "wrong_chunk"
    assert (await refused(looking.look(Sender("bob"))))[0] == "no_upload"


async def test_a_file_of_no_games_says_why(looking: Looking) -> None:
    with pytest.raises(Refused) as error:
        await looking.seen(b"(;GM[1]SZ[19];B[aa])")
    assert (error.value.code, error.value.detail["why"]) == ("bad_notation", "other_game")
    again = await looking.look(Sender(), any_game=True)
    assert again is not None
    assert [note.why for note in again.notes] == ["taken_for_five"]


async def test_a_tree_belongs_to_the_account_that_its_owner_has_joined_meanwhile(house: House, store: Store) -> None:
    who = Sender()
    await add_player(store, "ann", "Ann")
    await house.open(who)
    await house.send(who)
    await store.execute(("UPDATE players SET alias_of = 'ann' WHERE id = ?", (who.player,)))
    tree = await house.bring(who)
    assert [each.id for each in await tree_rows.list_own(store, "ann")] == [tree]


async def test_a_deleted_player_is_left_no_tree(house: House, store: Store) -> None:
    who = Sender()
    await store.execute(("UPDATE players SET deleted_at = 1 WHERE id = ?", (who.player,)))
    assert (await refused(house.bring(who)))[0] == "unknown_tree"
    assert await store.fetch("SELECT 1 FROM trees") == []
