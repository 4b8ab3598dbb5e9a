"""The explorer's counts, against all games gone through one by one."""

import random
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bots.learning.study.effort import VERSION
from bots.learning.study.findings import StudiedMove, Study
from gomoku.board import Color
from gomoku.symmetry import COUNT, maps
from server.errors import Refused
from server.protocol.api import Explored, Results
from server.protocol.events import Chose, Ended, Moved, RoomEvent, Seated, TookBack
from server.protocol.values import ChoiceName, ColorName, ReasonName, Rules, Visibility, Who
from server.store.file.migrations import MIGRATIONS
from server.store.games import explorer_index, explorer_lookup, library
from server.store.games.explorer_lookup import Frame, PositionQuery, explore
from server.store.games.imported_games import ImportedGame, insert
from server.store.knowledge import studies
from server.store.people import players
from server.store.records import StoredPlayer
from server.store.sql import Named, Parameters, Row, Statement
from server.store.store import Store
from server.store.writes import Append, NewGame
from tests.server.store.examples import add_player, created

ANN, BOB, BOT = Who("ann000000001", "Ann"), Who("bob000000001", "Bob"), Who(level=3)


@dataclass(frozen=True)
class Made:
    """A game to be put into a store; ``back`` are moves that were played and taken back at its end."""

    moves: tuple[int, ...]
    winner: ColorName | None = "black"
    reason: ReasonName = "resigned"
    rules: Rules = "freestyle"
    size: int = 15
    visibility: Visibility = "public"
    guest: Who = BOB
    start: int = 0
    back: tuple[int, ...] = ()
    ended_at: int = 9_000
    id: str = ""

    @property
    def shown(self) -> bool:
        counts = len(self.moves) - self.start >= explorer_index.LEAST_PLIES and self.reason != "aborted"
        return counts and self.visibility == "public"


async def put(store: Store, game: Made) -> str:
    serial = store.new_serial()
    id = game.id or f"room{serial:08}"
    start = list(game.moves[: game.start])
    made = created(ANN, rules=game.rules, size=game.size, visibility=game.visibility, rated=False, start=start)
    writes: list[NewGame | Append] = [
        NewGame(serial, id, ANN.id, None, made),
        Append(serial, Seated(v=2, at=1_001, seat=1, who=game.guest, black=0), None, game.start),
    ]
    v, plies = 3, game.start
    for point in (*game.moves[game.start :], *game.back):
        moved = Moved(v, 2_000, plies % 2, plies, point, 1, 0, 0, (None, None))
        v, plies = v + 1, plies + 1
        writes.append(Append(serial, moved, None, plies))
    if game.back:
        plies -= len(game.back)
        back = TookBack(v=v, at=3_000, seat=0, plies=len(game.back), left=(None, None))
        writes.append(Append(serial, back, None, plies))
        v += 1
    ended = Ended(v, game.ended_at, game.winner, game.reason, (None, None))
    await store.commit(*writes, Append(serial, ended, None, plies))
    return id


async def count_all(store: Store) -> None:
    while await explorer_index.work(store):
        pass


def stones(moves: Sequence[int]) -> frozenset[tuple[int, Color]]:
    return frozenset((point, Color(1 + ply % 2)) for ply, point in enumerate(moves))


def going_on(games: Sequence[Made], wanted: Sequence[int], size: int) -> Counter[tuple[frozenset[int], str]]:
    """By the images of a move (none for the end) and the result: how often it was played in a position."""
    found: Counter[tuple[frozenset[int], str]] = Counter()
    target = stones(wanted)
    for game in games:
        if not game.shown or game.start > len(wanted) or len(game.moves) < len(wanted):
            continue
        there = stones(game.moves[: len(wanted)])
        fits = [image for image in maps(size) if frozenset((image[at], color) for at, color in there) == target]
        if fits:
            ends = len(game.moves) == len(wanted)
            images = frozenset() if ends else frozenset(image[game.moves[len(wanted)]] for image in fits)
            found[images, game.winner or "draw"] += 1
    return found


def told(answer: Explored) -> Counter[tuple[frozenset[int], str]]:
    found: Counter[tuple[frozenset[int], str]] = Counter()
    left = msgspec.to_builtins(answer.results)
    points = [point for move in answer.moves for point in move.points]
    assert len(points) == len(set(points)), "images are one move"
    for move in answer.moves:
        for color, n in msgspec.to_builtins(move.results).items():
            found[frozenset(move.points), color] += n
            left[color] -= n
    for color, n in left.items():
        found[frozenset(), color] += n
    assert sum(left.values()) == answer.ended
    return +found


async def put_swap2(store: Store, words: Sequence[ChoiceName], points: Sequence[int]) -> None:
    """A game that was resigned while or after it began by swap2: three stones, and two more after the first word."""
    serial = store.new_serial()
    made = created(ANN, rules="freestyle", rated=False, opening="swap2")
    events: list[RoomEvent] = [Seated(v=2, at=1_001, seat=1, who=BOB, black=0)]
    words = list(words)
    for ply, point in enumerate(points):
        if ply in (3, 5) and words:
            word = words.pop(0)
            left = (None, None)
            chose = Chose(
                v=0, at=2_000, seat=1, ply=ply, think_ms=1, lag_ms=0, given_ms=0, left=left, choice=word, black=0
            )
            events.append(chose)
        events.append(Moved(0, 2_000, ply % 2, ply, point, 1, 0, 0, (None, None)))
    events.append(Ended(0, 9_000, "black", "resigned", (None, None)))
    writes = [
        Append(serial, msgspec.structs.replace(event, v=2 + n), None, len(points)) for n, event in enumerate(events)
    ]
    await store.commit(NewGame(serial, f"room{serial:08}", ANN.id, None, made), *writes)


async def test_a_game_that_ended_before_the_colours_were_settled_counts_nowhere(store: Store) -> None:
    points = (112, 113, 98, 0, 14, 30)
    await put_swap2(store, ["two"], points[:5])
    await count_all(store)
    answer = await explore(store, PositionQuery("freestyle", 15, points[:5]))
    assert (answer.results, answer.waiting) == (Results(0, 0, 0), 0)
    await put_swap2(store, ["two", "white"], points)
    await put_swap2(store, ["black"], points[:5])
    await count_all(store)
    answer = await explore(store, PositionQuery("freestyle", 15, points[:5]))
    assert (answer.results, answer.ended) == (Results(2, 0, 0), 1)


@st.composite
def played(draw: st.DrawFn, size: int = 15) -> list[Made]:
    """Games that share many positions: few points, other orders of them, images of one another."""
    chance = draw(st.randoms(use_true_random=False))
    near = [chance.randrange(size * size) for _ in range(draw(st.integers(1, 3)))]
    base = list(dict.fromkeys([size * size // 2, *near, *chance.sample(range(size * size), min(size * size, 9))]))
    games = []
    for _ in range(draw(st.integers(1, 9))):
        moves = base[: chance.randint(3, len(base))]
        if chance.random() < 0.5:
            black, white = moves[::2], moves[1::2]
            chance.shuffle(black)
            chance.shuffle(white)
            moves = [point for pair in zip(black, [*white, -1], strict=False) for point in pair if point >= 0]
        image = maps(size)[chance.randrange(COUNT)]
        free = [point for point in range(size * size) if point not in map(image.__getitem__, moves)]
        games.append(
            Made(
                tuple(image[point] for point in moves),
                chance.choice(["black", "white", None]),
                chance.choice(["resigned", "resigned", "resigned", "aborted"]),
                visibility=chance.choice(["public", "public", "public", "link", "private"]),
                guest=chance.choice([BOB, BOT]),
                start=chance.choice([0, 0, 0, 2]),
                back=tuple(chance.sample(free, chance.choice([0, 0, 2]))),
            )
        )
    return games


def positions(games: Sequence[Made]) -> Iterator[tuple[int, ...]]:
    """Some positions of games, as they lie there and turned."""
    chance = random.Random(len(games))
    for game in games:
        for ply in {0, 1, 2, 5, len(game.moves) - 1, len(game.moves)}:
            image = maps(15)[chance.randrange(COUNT)]
            yield tuple(image[point] for point in game.moves[:ply])


async def tables(store: Store) -> tuple[list[tuple[object, ...]], ...]:
    """All counts, by what they are of and not by the numbers of their books."""
    edges = "SELECT rules, size, who, key, move, black, draw, white, last FROM edges JOIN books ON book = id"
    passages = "SELECT rules, size, who, key, game, move FROM passages JOIN books ON book = id"
    counted = "SELECT game FROM counted"
    return tuple([sorted(map(tuple, await store.fetch(sql))) for sql in (edges, passages, counted)])


@settings(max_examples=12, deadline=None, phases=[Phase.generate])
@given(played())
async def test_every_position_tells_what_its_games_tell(games: list[Made]) -> None:
    with TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "t.db")
        try:
            await players.insert(store, StoredPlayer(ANN.id, "Ann", 1), b"ann")
            await players.insert(store, StoredPlayer(BOB.id, "Bob", 1), b"bob")
            ids = [await put(store, game) for game in games]
            await count_all(store)
            for moves in positions(games):
                for who, of in (
                    ("all", games),
                    ("people", [game for game in games if game.guest is BOB]),
                    ("bots", [game for game in games if game.guest is BOT]),
                ):
                    answer = await explore(store, PositionQuery("freestyle", 15, moves, who))  # type: ignore[arg-type]
                    assert told(answer) == going_on(of, moves, 15)
                    filtered = await explore(store, PositionQuery("freestyle", 15, moves, who, since=0))  # type: ignore[arg-type]
                    assert told(filtered) == told(answer)
                    for move in answer.moves:
                        after = await explore(store, PositionQuery("freestyle", 15, [*moves, move.points[-1]], who))  # type: ignore[arg-type]
                        assert move.reached == sum(msgspec.to_builtins(after.results).values())

            counted = await tables(store)
            await explorer_index.rebuild(store)
            await count_all(store)
            assert await tables(store) == counted
            await library.delete_game(store, ids[0])
            without = [replace(game) for game in games[1:]]
            for moves in positions(games):
                answer = await explore(store, PositionQuery("freestyle", 15, moves))
                assert told(answer) == going_on(without, moves, 15)
            deleted = await tables(store)
            await explorer_index.rebuild(store)
            await count_all(store)
            assert await tables(store) == deleted
        finally:
            await store.close()


LINE = (112, 113, 97, 127, 98, 128, 99, 129)


@pytest.fixture
async def known(store: Store) -> Store:
    await add_player(store, ANN.id, "Ann")
    await add_player(store, BOB.id, "Bob")
    return store


async def root(store: Store, **wishes: object) -> Results:
    return (await explore(store, PositionQuery("freestyle", 15, [], **wishes))).results  # type: ignore[arg-type]


async def test_what_is_taken_back_is_not_counted(known: Store) -> None:
    await put(known, Made(LINE, back=(0, 1)))
    await put(known, Made(LINE))
    await count_all(known)
    answer = await explore(known, PositionQuery("freestyle", 15, LINE))
    assert (answer.ended, answer.moves) == (2, [])


async def test_an_answer_never_says_that_nothing_waits_of_what_it_has_not_counted(
    known: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch, counted = known.fetch, False

    async def fetch_and_count(sql: str, parameters: Parameters | Named = ()) -> list[Row]:
        """The rows as they were; and all games are counted behind the back of whoever looks at the moves."""
        nonlocal counted
        rows = await fetch(sql, parameters)
        if sql == explorer_lookup._EDGES and not counted:
            counted = True
            await count_all(known)
        return rows

    await put(known, Made(LINE))
    monkeypatch.setattr(known, "fetch", fetch_and_count)
    asked = PositionQuery("freestyle", 15, LINE[:2])
    early = await explore(known, asked)
    assert counted
    assert (told(early), early.waiting) == (Counter(), 1)
    late = await explore(known, asked)
    assert (late.results.black, late.waiting) == (1, 0)


@pytest.mark.parametrize("visibility", ["private", "link"])
async def test_a_game_that_is_not_public_is_in_no_count_and_on_no_list(known: Store, visibility: Visibility) -> None:
    await put(known, Made(LINE, visibility=visibility))
    await count_all(known)
    answer = await explore(known, PositionQuery("freestyle", 15, LINE[:3]))
    assert (answer.results, answer.moves, answer.newest, answer.proven) == (Results(0, 0, 0), [], [], None)
    assert await tables(known) == ([], [], [])


async def test_a_game_that_is_hidden_or_shown_later_moves_its_counts(known: Store) -> None:
    id = await put(known, Made(LINE))
    await put(known, Made(LINE, winner="white"))
    await count_all(known)
    assert await root(known) == Results(1, 0, 1)
    change = "UPDATE games SET visibility = ? WHERE id = ?"
    await known.execute((change, ("private", id)))
    answer = await explore(known, PositionQuery("freestyle", 15, LINE[:3]))
    assert id not in [game.id for game in answer.newest], "not even until it is counted"
    await known.execute(("UPDATE games SET sum = NULL", ()))  # as a migration that changes such rows does
    await known.execute(("INSERT INTO summing SELECT 1, 1, 9", ()))
    known.integrity.unsummed = (1, 9)
    await count_all(known)
    assert await root(known) == Results(0, 0, 1)
    await known.execute((change, ("public", id)))
    await count_all(known)
    assert await root(known) == Results(1, 0, 1)


async def test_a_game_that_is_hidden_while_it_is_counted_is_not(known: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    id = await put(known, Made(LINE))
    found = explorer_index._counting

    def meanwhile(*given: object) -> list[Statement]:
        hide = ("UPDATE games SET visibility = 'private' WHERE id = ?", (id,))
        return [hide, *found(*given)]  # type: ignore[arg-type]

    monkeypatch.setattr(explorer_index, "_counting", meanwhile)
    await count_all(known)
    assert await tables(known) == ([], [], [])


async def test_deleting_a_game_otherwise_takes_its_part_away_too(known: Store) -> None:
    id = await put(known, Made(LINE))
    await put(known, Made(LINE[:6], winner=None))
    await count_all(known)
    await known.execute(("DELETE FROM games WHERE id = ?", (id,)))
    assert await root(known) == Results(0, 1, 0)
    deleted = await tables(known)
    await explorer_index.rebuild(known)
    await count_all(known)
    assert await tables(known) == deleted


async def test_a_damaged_game_is_not_counted_and_can_be_deleted(known: Store) -> None:
    id = await put(known, Made(LINE))
    await put(known, Made(LINE))
    await count_all(known)
    await known.execute(("UPDATE actions SET point = 7 WHERE ply = 3 AND game = 1", ()))
    await library.delete_game(known, id)
    assert await root(known) == Results(1, 0, 0)
    await known.execute(("UPDATE actions SET point = 7 WHERE ply = 3 AND game = 2", ()))
    await explorer_index.rebuild(known)
    await count_all(known)
    assert await root(known) == Results(0, 0, 0)


async def test_files_are_counted_by_themselves(known: Store) -> None:
    await put(known, Made(LINE))
    brought = ImportedGame(
        *("file00000001", ANN.id, "c1", "a.sgf", "public", "freestyle", 15, "X", "Y", LINE, (), None, "agreed_draw"),
        *(None, 5, None, 6),
    )
    await insert(known, brought)
    await count_all(known)
    assert await root(known) == await root(known, who="people") == Results(1, 0, 0)
    assert await root(known, who="files") == Results(0, 1, 0)


async def test_filters_by_day_and_player(known: Store) -> None:
    await put(known, Made(LINE, ended_at=100))
    await put(known, Made(LINE, ended_at=200, winner="white", guest=BOT))
    await put(known, Made(LINE, ended_at=300, winner=None))
    await count_all(known)
    assert await root(known, since=200) == Results(0, 1, 1)
    assert await root(known, until=200) == Results(1, 0, 0)
    assert await root(known, since=150, until=250) == Results(0, 0, 1)
    assert await root(known, players=[BOB.id]) == Results(1, 1, 0)
    assert await root(known, players=[ANN.id]) == Results(1, 1, 1)
    assert await root(known, players=[ANN.id], since=150, who="people") == Results(0, 1, 0)
    assert await root(known, players=[]) == Results(0, 0, 0)
    newest = (await explore(known, PositionQuery("freestyle", 15, LINE[:2], since=150))).newest
    assert [game.ended_at for game in newest] == [300, 200]


async def test_who_goes_through_too_many_games_says_so(known: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.store.games.explorer_lookup.MOST_LOOKED_AT", 2)
    for n in range(3):
        await put(known, Made(LINE, ended_at=100 + n))
    await count_all(known)
    answer = await explore(known, PositionQuery("freestyle", 15, [], since=0))
    assert (answer.partial, answer.results) == (True, Results(2, 0, 0))
    assert not (await explore(known, PositionQuery("freestyle", 15, []))).partial


async def test_another_version_counts_everything_anew(known: Store) -> None:
    await put(known, Made(LINE))
    await count_all(known)
    counted = await tables(known)
    await known.execute(("UPDATE edges SET black = 7", ()), ("UPDATE explorer SET version = 0", ()))
    await explorer_index.rebuild(known)
    assert (await explore(known, PositionQuery("freestyle", 15, []))).waiting == 1
    assert await explorer_index.work(known, rows=2), "in parts, so that others write meanwhile"
    await count_all(known)
    assert await tables(known) == counted


async def test_games_from_before_there_was_an_explorer_are_counted(path: Path) -> None:
    store = await Store.open(path)
    await put(store, Made(LINE))
    await put(store, Made(LINE, visibility="private"))
    await put(store, Made(LINE, reason="aborted"))
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        for kind, names in (
            ("TRIGGER", "passage_made passage_gone game_over game_shown_or_hidden counted_game_gone"),
            ("TABLE", "edges passages books counted uncounted explorer"),
        ):
            for each in names.split():
                connection.execute(f"DROP {kind} {each}")
        (migration,) = MIGRATIONS.glob("0011*.sql")
        connection.executescript(migration.read_text())
    store = await Store.open(path)
    await count_all(store)
    assert await root(store) == Results(1, 0, 0)
    await store.close()


@pytest.mark.parametrize("since", [None, 1])
async def test_all_games_behind_a_number_are_told_in_turn(store: Store, since: int | None) -> None:
    ids = [await put(store, Made(LINE[:9], id=f"game{n:08}")) for n in range(2 * explorer_lookup.NEWEST + 1)]
    hidden = await put(store, Made(LINE[:9], visibility="private"))
    while await explorer_index.work(store):
        pass
    told, before, more = list[str](), None, True
    while more:
        answer = await explore(store, PositionQuery("freestyle", 15, LINE[:2], since=since, before=before))
        assert answer.results == Results(len(ids), 0, 0)
        told += [game.id for game in answer.newest]
        before, more = told[-1], answer.more
    assert told == ids[::-1]
    for other in (hidden, "nothere00000"):
        with pytest.raises(Refused):
            await explore(store, PositionQuery("freestyle", 15, LINE[:2], before=other))


async def test_the_engine_s_estimate_comes_from_the_newest_public_game_that_was_studied(known: Store) -> None:
    async def studied(estimate: int | None, **wishes: object) -> None:
        id = await put(known, Made(LINE, **wishes))  # type: ignore[arg-type]
        moves = tuple(StudiedMove(eval=estimate if ply == 2 else 7) for ply in range(len(LINE)))
        body = studies.pack(Study(version=VERSION, nodes=1000, moves=moves))
        await known.execute(
            ("INSERT INTO analyses SELECT serial, 1, ?, ?, 1 FROM games WHERE id = ?", (VERSION, body, id))
        )

    async def estimate() -> int | None:
        turned = [maps(15)[3][point] for point in LINE[:3]]
        return (await explore(known, PositionQuery("freestyle", 15, turned))).value

    await studied(-40)
    await studied(99, visibility="private")
    await put(known, Made(LINE))
    await count_all(known)
    assert await estimate() == -40
    await studied(500)
    await count_all(known)
    assert await estimate() == 500
    assert (await explore(known, PositionQuery("freestyle", 15, []))).value is None
    await studied(None)
    await count_all(known)
    assert await estimate() is None


def test_a_symmetric_position_has_all_images_of_a_move() -> None:
    frame = Frame(15, [112])
    assert frame.points(frame.points(97)[0]) == [97, 111, 113, 127]
    assert Frame(15, [112, 113]).points(0) in ([0, 210], [0, 14], [14, 224], [210, 224])
