"""Whatever players become while rated games go on, in any order or at once: what a room says of its game as it begins
is what the ledger says at its end, and a count of all games anew says the same to the last digit."""

import asyncio
import itertools
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, cast

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from server.accounts.accounts import Accounts
from server.accounts.registry import Registry
from server.accounts.registry_messages import RegistryMessages
from server.accounts.sessions import Sessions
from server.errors import Refused
from server.handlers import Handlers
from server.operator import perform
from server.protocol.inbound import Abort, Create, DeletePlayer, KeepName, Offer, Resign, SignIn, Sit
from server.protocol.values import CorrespondenceSpec, NoClockSpec, UnratedReason
from server.ratings.book import RatingBook
from server.ratings.held import read_ratings
from server.ratings.identity import BotIdentity
from server.ratings.ledger import RatedGame
from server.rooms import judge
from server.rooms.policy import Policy
from server.store.games.ratings import LEAST_PLIES, MOST_AGAINST_BOT
from server.store.people.notices import Notice
from tests.server.accounts.test_registry import SECRET, Page, QuickHashing, come
from tests.server.ratings.rated_games import count_anew, dump, make_rated
from tests.server.rooms.house import House, Time, open_house

PAGES = 5
ACCOUNTS = 3
"""So many of those who are at the pages have kept their names before."""
LEVEL = 1
MANY = 9_999
CLOCKS = (NoClockSpec(), CorrespondenceSpec(move_ms=86_400_000))
WRITTEN = (
    *("games", "actions", "rating_beginnings", "rating_entries", "ratings", "rating_changes", "rating_bots"),
    *("accounts", "players", "tokens", "sign_in_failures"),
)


class Act(NamedTuple):
    """An action of the person at a page; ``what`` is the partner, the game, or the number."""

    kind: str
    page: int
    what: int


KINDS = (
    *("open", "open", "sit", "sit", "pair", "pair", "pair", "bots", "bots", "again"),
    *("keep", "keep", "join", "join", "delete", "move", "move", "back", "resign", "win", "win", "abort", "count"),
)
acts = st.builds(Act, st.sampled_from(KINDS), st.integers(0, PAGES - 1), st.integers(0, 9))
one_by_one = st.lists(acts.map(lambda act: [act]), min_size=10, max_size=40)
at_once = st.lists(st.lists(acts, min_size=1, max_size=3), min_size=6, max_size=20)


class Visitor(Page):
    """A page in a browser, whose messages are answered one after the other; it may be sent away."""

    def __init__(self, player: str) -> None:
        super().__init__(player)
        self.turn = asyncio.Lock()
        self.gone = False

    async def close(self, code: int, reason: str) -> None:
        self.gone = True


class Game(NamedTuple):
    """A game that goes on: who plays against whom or which bot, and why it changes nothing, as its room says."""

    players: frozenset[str]
    level: int | None
    unrated: UnratedReason | None


class Town:
    """People at some rooms, of whom any may keep a name, sign in to one that is kept, or be deleted."""

    _numbers = itertools.count()

    def __init__(self, house: House) -> None:
        self.house = house
        self.store, self.rooms = house.store, house.rooms
        self._accounts = Accounts(house.store, house.time)
        self._handlers = Handlers()
        self._sessions = Sessions(self._accounts, house.rooms.signals)
        house.messages.register(self._handlers)
        house.messages.subscribe(house.rooms.signals)
        registry = Registry(house.store, QuickHashing(), house.time)
        RegistryMessages(*(registry, self._accounts, self._sessions, house.rooms, house.rooms.signals)).register(
            self._handlers
        )
        self._book = RatingBook(house.store, house.rooms.room_ratings.tell_counted, house.rooms.ratings.forget)
        self._counting = asyncio.Lock()
        self._pages: list[Visitor] = []
        self._said: dict[str, Game] = {}
        """The first recorded state of each game, in the order of their beginnings."""

    async def live(self, happened: list[list[Act]]) -> None:
        """Have some things happen, those of a list at once, end all games, and compare."""
        await self._clear()
        self._pages = [await self._come() for _ in range(PAGES)]
        for page in self._pages[:ACCOUNTS]:
            await self._act("keep", page, 0)
        for together in happened:
            self.house.time.advance(together[0].what)
            accounts = {row["player"] for row in await self.store.fetch("SELECT player FROM accounts")}
            known = list(self._said)
            await asyncio.gather(*(self._do(act) for act in together))
            await self._listen()
            await self._require_none_left_behind()
            if len(together) == 1:  # else who came first is nobody's to say
                await self._require_said(known, accounts)
        for id in await self._list_going():
            await self._play(id, MANY)
        await self._count()
        await self._judge()

    # --- what happens -------------------------------------------------------------------------------------------------

    async def _come(self) -> Visitor:
        page = await come(self._accounts)
        return await self._open_page(page.player, page.token)

    async def _open_page(self, id: str, token: str) -> Visitor:
        visitor = Visitor(id)
        visitor.token, visitor.address = token, f"client {next(self._numbers)}"
        player = await self._accounts.find_by_token(token)
        assert player is not None
        self._sessions.become(cast(Any, visitor), player, token, self.house.time())
        return visitor

    async def _do(self, act: Act) -> None:
        page = self._pages[act.page]
        async with page.turn:
            with suppress(Refused):  # what is refused changes nothing
                if page in self._pages and not page.gone:  # else it was closed meanwhile
                    await self._act(act.kind, page, act.what)
        if page.gone and self._pages[act.page] is page:
            self._sessions.close(page, self.house.time())
            self._pages[act.page] = await self._come()

    async def _send(self, page: Visitor, message: Any) -> dict[str, Any]:
        """Have a message answered; the acknowledgement."""
        await self._handlers.by_type[type(message)].call(page, message, self.house.time())
        return next(each for each in page.take("ack") if each["id"] == message.id)

    async def _act(self, kind: str, page: Visitor, what: int) -> None:
        id, clock = self.house.id(), CLOCKS[what % len(CLOCKS)]
        match kind:
            case "open":
                await self._create(page, clock=clock)
            case "sit":
                waiting = await self._list_ids("started_at IS NULL AND ended_at IS NULL")
                if waiting:
                    await self._send(page, Sit(id, waiting[what % len(waiting)]))
            case "pair":
                room = await self._create(page, clock=clock)
                await self._send(self._pages[what % PAGES], Sit(id, room))
            case "bots":
                for _ in range(1 + what % (MOST_AGAINST_BOT + 1)):
                    await self._create(page, level=LEVEL)
            case "again":
                other = self._pages[what % PAGES]
                if not other.gone and other is not page:
                    self._sessions.close(page, self.house.time())
                    self._pages[self._pages.index(page)] = await self._open_page(other.player, other.token)
            case "keep":
                await self._send(page, KeepName(id, f"Name {next(self._numbers)}", SECRET))
            case "join":
                names = [
                    row["name"]
                    for row in await self.store.fetch(
                        "SELECT name FROM accounts JOIN players ON id = player ORDER BY look"
                    )
                ]
                if names:
                    await self._send(page, SignIn(id, names[what % len(names)], SECRET, join=True))
            case "delete":
                await self._send(page, DeletePlayer(id, SECRET))
            case "resign" | "abort":
                own = await self._list_going("? IN (player0, player1)", page.player)
                if own:
                    room = own[what % len(own)]
                    await self._send(page, Resign(id, room) if kind == "resign" else Abort(id, room))
            case "back":
                own = await self._list_going("? IN (player0, player1)", page.player)
                if own:
                    await self._take_back(own[what % len(own)])
            case "count":
                await self._count()
            case _:
                going = await self._list_going()
                if going:
                    await self._play(going[what % len(going)], MANY if kind == "win" else LEAST_PLIES)

    async def _create(self, page: Visitor, **wishes: Any) -> str:
        wanted: dict[str, Any] = {"rules": "freestyle", "size": 15, "clock": NoClockSpec()} | wishes
        made = await self._send(page, Create(self.house.id(), **wanted, rated=True))
        return str(made["room"])

    async def _play(self, id: str, plies: int) -> None:
        """Some moves more, of two who each make a row; the fifth ends it."""
        with suppress(Refused):  # over meanwhile
            async with self.rooms.tables.hold(id) as table:
                for _ in range(plies):
                    if not table.room.playing:
                        break
                    seat, ply = table.room.seat_to_act, table.room.game.ply
                    assert seat is not None
                    point = ply // 2 + ply % 2 * 15
                    await table.record(judge.move(table.room, seat, ply, point, self.house.time()))

    async def _take_back(self, id: str) -> None:
        """Both sides agree to take the last move back; refused where a bot would have to agree to it."""
        async with self.rooms.tables.hold(id) as table:
            seat, bot = table.room.seat_to_act, any(map(table.room.is_bot, (0, 1)))
            if seat is None:  # it has ended meanwhile
                return
            for each in (0, 1) if bot else (1 - seat, seat):
                if not table.room.is_bot(each):
                    events = judge.decide(table.room, each, Offer("back", id, "takeback"), self.house.time())
                    assert not bot
                    await table.record(events)
            said = self._said.get(id)
            if said is not None and said.unrated is None:
                self._said[id] = said._replace(unrated="took_back")

    async def _count(self) -> None:
        async with self._counting:
            await self._book.catch_up()

    async def _list_going(self, which: str = "1", *values: str) -> list[str]:
        return await self._list_ids(f"started_at IS NOT NULL AND ended_at IS NULL AND {which}", *values)

    async def _list_ids(self, which: str, *values: str) -> list[str]:
        return [
            row["id"] for row in await self.store.fetch(f"SELECT id FROM games WHERE {which} ORDER BY serial", values)
        ]

    # --- what is said -------------------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Note what is said of games that have begun; it is said as long as they go on, also after a look-up anew."""
        for id in await self._list_going():
            async with self.rooms.tables.hold(id) as table:
                for _ in range(2):
                    await settle()
                    who = [each for each in table.room.seats if each is not None]
                    told = None if table.room.rating is None else table.room.rating.unrated
                    level = next((each.level for each in who if each.level is not None), None)
                    game = Game(frozenset(each.id for each in who if each.id), level, told)
                    assert self._said.setdefault(id, game).unrated == told
                    self.rooms.room_ratings.follow(table, [])
                await settle()

    async def _require_none_left_behind(self) -> None:
        """Nobody goes in order not to lose: no game that counts goes on without one of its players."""
        gone = "EXISTS (SELECT 1 FROM players WHERE deleted_at IS NOT NULL AND players.id IN (player0, player1))"
        counts = "EXISTS (SELECT 1 FROM rating_beginnings WHERE game = serial AND reason IS NULL)"
        assert await self._list_going(f"{gone} AND {counts}") == []

    async def _require_said(self, known: list[str], accounts: set[str]) -> None:
        """Check that each newly begun game is recorded with the state that holds then."""
        void = await self._list_ids(f"ended_at IS NOT NULL AND (plies < {LEAST_PLIES} OR reason = 'aborted')")
        before = [self._said[id] for id in known if id not in void]
        for id in [id for id in self._said if id not in known]:
            game, due = self._said[id], None
            if not game.players <= accounts or (game.level is None and len(game.players) < 2):
                due = "no_account"
            elif game.level is not None and before.count(game._replace(unrated=None)) >= MOST_AGAINST_BOT:
                due = "same_bot"
            assert game.unrated == due
            before.append(game)

    # --- what has counted ---------------------------------------------------------------------------------------------

    async def _judge(self) -> None:
        """Compare what was said with the ledger, its numbers with the oracle's, and both with those counted anew."""
        rows = await self.store.fetch(
            """SELECT games.*, entries.reason AS unrated, waits FROM games
            JOIN rating_entries AS entries ON game = serial WHERE started_at IS NOT NULL"""
        )
        found, counting = {row["id"]: row for row in rows}, list[RatedGame]()
        assert set(self._said) <= set(found)
        for id, row in found.items():
            due = self._said[id].unrated if id in self._said else row["unrated"]  # over before anybody asked
            if row["reason"] == "aborted":
                due = "aborted"
            elif due is None and row["plies"] < LEAST_PLIES:
                due = "too_short"
            assert (row["unrated"], row["waits"]) == (due, 0)
            if due is None:
                bot = BotIdentity(row["level1"], row["bot_version"], row["bot_weights"] or 0) if row["level1"] else None
                seats = row["player0"], row["player1"] if bot is None else bot.key
                clock = CLOCKS[row["clock_kind"] == "correspondence"]
                pair = seats[row["black"]], seats[1 - row["black"]]
                counting.append(make_rated(row["serial"], row["ended_at"], *pair, row["winner"], "freestyle", clock))
        players = {player for game in counting for player in (game.first, game.second)}
        held = {(id, pool): each for id in players for pool, each in (await read_ratings(self.store, id)).items()}
        assert held == count_anew(counting)
        before = await dump(self.store)
        said = await perform(self.store, Notice(0, "ratings_recompute", ""), None, untold)
        assert said.endswith(f"of {len(held)} ratings 0 are others than before")
        assert await dump(self.store) == before

    async def _clear(self) -> None:
        """Have nothing left of the life before."""
        for table in self.rooms.tables:
            await self.rooms.forget(table.room.id)
        await self.store.execute(*((f"DELETE FROM {table}", ()) for table in WRITTEN))
        self.rooms.ratings.forget()


async def untold(_: str) -> None:
    """Drop the progress of an act."""


async def settle() -> None:
    """Wait for the look-ups of ratings that are under way."""
    while looking := [task for task in asyncio.all_tasks() if "_look_up" in str(task.get_coro())]:
        await asyncio.wait(looking)


def explore(path: Path, monkeypatch: pytest.MonkeyPatch, lives: st.SearchStrategy[list[list[Act]]], times: int) -> None:
    """Live many lives in one house."""
    policy = Policy(
        bot_pause_ms=0,
        rooms_per_player=MANY,
        bot_games_per_player=MANY,
        bot_games_per_address=MANY,
        slow_games_per_player=MANY,
        slow_open_per_address=MANY,
    )
    with asyncio.Runner() as runner:

        async def open_() -> tuple[Any, House]:
            opened = open_house(path, Time(monkeypatch), policy=policy)
            return opened, await opened.__aenter__()

        opened, house = runner.run(open_())

        @given(lives)
        @settings(
            max_examples=times,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
            database=None,
        )
        def check(happened: list[list[Act]]) -> None:
            runner.run(Town(house).live(happened))

        try:
            check()
        finally:
            runner.run(opened.__aexit__(None, None, None))


def test_what_a_room_says_as_its_game_begins_is_what_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    explore(tmp_path / "tengen.db", monkeypatch, one_by_one, 100)


def test_so_it_is_where_much_happens_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    explore(tmp_path / "tengen.db", monkeypatch, at_once, 100)


@pytest.mark.slow
@pytest.mark.parametrize("lives", [one_by_one, at_once], ids=["one by one", "at once"])
def test_so_it_is_in_many_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lives: st.SearchStrategy[list[list[Act]]]
) -> None:
    explore(tmp_path / "tengen.db", monkeypatch, lives, 300)
