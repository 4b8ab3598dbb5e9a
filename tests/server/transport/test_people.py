"""Profiles of people and bots, the leaderboard, and who is found by a name."""

import pytest

from server.errors import Refused
from server.protocol.api import LevelInfo, Levels
from server.protocol.people import PuzzleStanding
from server.protocol.query import LeaderboardQuery, PlayersQuery
from server.protocol.values import ColorName, Who
from server.ratings.book import RatingBook
from server.ratings.held import Ratings
from server.store.people import players, profiles
from server.store.records import StoredPlayer
from server.store.store import Store
from server.transport import people
from tests.kit.app import App
from tests.kit.http import get, get_json
from tests.server.ratings.rated_games import add_account, end_game
from tests.server.store.bot_games import against_bot
from tests.server.transport.test_routing import path_part

DAY = 86_400_000


async def play(store: Store, games: int = 24, level: int | None = None) -> tuple[Who, Who]:
    """Games of Ada and Bob in turn, one an hour, all won by black; of Ada with a bot where ``level`` says so, so few a
    day that all count."""
    ada = await add_account(store, "ada")
    bob = await add_account(store, "bob") if level is None else Who(level=level)
    apart = 3_600_000 if level is None else 5 * 3_600_000
    for n in range(games):
        pair = (ada, bob) if n % 2 == 0 or level is not None else (bob, ada)
        winner: ColorName = "black" if n % 2 == 0 or level is None else "white"
        await end_game(
            *(store, f"game{n:08}", *pair),
            began_at=DAY + n * apart - 1,
            ended_at=DAY + n * apart,
            winner=winner,
            version="double_threat 1",
        )
    await RatingBook(store).catch_up()
    return ada, bob


async def test_a_profile_has_what_is_public(store: Store) -> None:
    ada, bob = await play(store)
    await end_game(store, "secret000001", ada, bob, ended_at=2 * DAY + 1, visibility="private")
    await end_game(store, "renju0000001", bob, ada, ended_at=2 * DAY + 2, rules="renju", rated=False, winner=None)
    found = await people.describe_player(store, " ADA ", 2 * DAY)
    assert (found.who, found.since) == (ada, 1)
    (rating,) = found.ratings
    assert (rating.pool, rating.games, len(rating.history)) == ("gomoku", 24, 24)
    assert rating.history[0] == (DAY, 1662, 290)
    assert rating.rating == rating.history[-1][1]
    assert [(each.who, each.won, each.drawn, each.lost) for each in found.opponents] == [(bob, 12, 1, 12)]
    told = [(each.rules, each.won, each.drawn, each.lost) for each in found.rules]
    assert told == [("freestyle", 12, 0, 12), ("renju", 0, 1, 0)]
    assert (found.won_in_all, found.drawn_in_all, found.lost_in_all) == (12, 1, 12)
    assert (found.streak, found.longest, found.puzzles, found.partial) == (("drawn", 1), 1, None, False)
    assert await people.describe_player(store, "ada", 2 * DAY) == found  # by the id


async def test_a_profile_has_the_rating_at_puzzles_with_days_and_streak(store: Store) -> None:
    ada, _ = await play(store, games=2)
    assert (await people.describe_player(store, "ada", 9 * DAY)).at_puzzles is None
    await store.execute(
        ("INSERT INTO puzzle_ratings VALUES (?, 1612.4, 87.6, 0.06, 21, ?)", (ada.id, 8 * DAY)),
        *(("INSERT INTO daily_results VALUES (?, ?, 'freestyle', 1, 1)", (ada.id, day)) for day in (2, 3, 4, 7, 8)),
        *(
            ("INSERT INTO puzzle_scores VALUES (?, ?, 8, ?)", (ada.id, *best))
            for best in (("streak", 12), ("storm", 30))
        ),
    )
    found = await people.describe_player(store, "ada", 9 * DAY)
    assert found.at_puzzles == PuzzleStanding(1612, 88, rated=21, days=2, most_days=3, streak=12)
    assert (await people.describe_player(store, "bob", 9 * DAY)).at_puzzles is None


async def test_games_from_a_position_are_no_results(store: Store) -> None:
    ada, bob = await play(store, games=2)
    await against_bot(store, "given0000000", ada, start=[1, 2])
    await against_bot(store, "hidden000000", ada, start=[1, 2], visibility="link")
    bot = await people.describe_bot(store, 3, DAY)
    assert (bot.given, bot.since) == (1, None)
    assert (await people.describe_bot(store, 6, DAY)).given == 0
    found = await people.describe_player(store, "ada", DAY)
    assert [each.who for each in found.opponents] == [bob]
    assert (found.won_in_all + found.drawn_in_all + found.lost_in_all, found.given) == (2, 1)


async def test_who_has_no_account_or_is_gone_has_no_profile(store: Store) -> None:
    await play(store, games=2)
    await players.insert(store, players_row("guest"), b"guest")
    await players.delete(store, "bob", 1)
    for name in ("guest", "bob", "nobody"):
        with pytest.raises(Refused, match="not_found"):
            await people.describe_player(store, name, DAY)
    with pytest.raises(Refused, match="not_found"):
        await people.describe_bot(store, 999, DAY)
    found = await people.describe_player(store, "ada", DAY)
    assert [each.who for each in found.opponents] == [Who()]


async def test_a_lost_game_has_its_lesson(store: Store) -> None:
    await play(store, games=4)
    lesson = "INSERT INTO lessons (game, at, entry, mistake, method, line) VALUES (?, 1, 6, 5, 'vcf', '[]')"
    await store.execute(*((lesson, (serial,)) for serial in (1, 2, 3)))
    found = await people.describe_player(store, "ada", DAY)
    (lost,) = found.lost
    assert (lost.game, lost.color, lost.entry, lost.mistake) == ("game00000001", "white", 6, 5)


async def test_the_history_of_many_games_is_some_of_them(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "MOST_POINTS", 7)
    monkeypatch.setattr(profiles, "MOST_GAMES", 9)
    await play(store)
    found = await people.describe_player(store, "ada", 2 * DAY)
    history = found.ratings[0].history
    assert len(history) == 7
    assert (history[-1][0], history[-1][1]) == (DAY + 23 * 3_600_000, found.ratings[0].rating)
    assert found.partial
    assert found.won_in_all + found.lost_in_all == 9


async def test_the_strongest_are_those_who_are_known(store: Store) -> None:
    ada, _ = await play(store, games=25)
    cy = await add_account(store, "cy")
    await end_game(store, "cy0000000001", cy, ada, ended_at=3 * DAY)
    await RatingBook(store).catch_up()
    board = await people.rank_players(store, LeaderboardQuery(), 3 * DAY)
    assert {each.who.id for each in board.players} == {"ada", "bob"}
    assert [each.rating for each in board.players] == sorted((each.rating for each in board.players), reverse=True)
    assert (board.pool, board.first_moves) == ("gomoku", [])
    assert (await people.rank_players(store, LeaderboardQuery("renju"), 3 * DAY)).players == []
    assert (await people.rank_players(store, LeaderboardQuery(), 3_000 * DAY)).players == []  # who knows by now?
    await players.delete(store, "bob", 1)
    board = await people.rank_players(store, LeaderboardQuery(), 3 * DAY)
    assert [each.who for each in board.players] == [ada]


async def test_a_bot_has_a_profile_and_a_place_and_a_rating_on_the_ladder(store: Store) -> None:
    ada, bot = await play(store, level=6)
    found = await people.describe_bot(store, 6, 7 * DAY)
    assert (found.who, found.won_in_all, found.lost_in_all) == (bot, 12, 12)
    assert [(each.pool, each.games) for each in found.ratings] == [("gomoku", 24)]
    board = await people.rank_players(store, LeaderboardQuery(), 7 * DAY)
    assert {each.who for each in board.players} == {ada, bot}
    for n in range(8):
        at = 7 * DAY + n
        await end_game(store, f"later{n:07}", ada, bot, began_at=at - 1, ended_at=at, version="double_threat 2")
    await RatingBook(store).catch_up()
    board = await people.rank_players(store, LeaderboardQuery(), 8 * DAY)
    assert {each.who for each in board.players} == {ada}  # the version that plays now has too few results
    levels = Levels([LevelInfo(6, {}, {}, [], []), LevelInfo(5, {}, {}, [], [])])
    first, second = (await people.add_ratings(Ratings(store), levels)).levels
    assert first.rating is not None
    assert second.rating is None


async def test_a_bot_shows_nothing_of_games_that_are_not_public(store: Store) -> None:
    ada, bot = await add_account(store, "ada"), Who(level=6)
    before = await people.describe_bot(store, 6, DAY)
    assert before.since is None
    for n, visibility in enumerate(("private", "link")):
        id = f"secret{n:06}"
        await end_game(store, id, ada, bot, ended_at=DAY + n, version="double_threat 1", visibility=visibility)
    await RatingBook(store).catch_up()
    assert await people.describe_bot(store, 6, 2 * DAY) == before
    assert (await people.describe_player(store, "ada", 2 * DAY)).since == 1
    await end_game(store, "public000001", ada, bot, ended_at=3 * DAY, version="double_threat 1")
    assert (await people.describe_bot(store, 6, 4 * DAY)).since == 3 * DAY


async def test_names_are_found_by_their_beginning_and_look(store: Store) -> None:
    await play(store, games=1)
    assert [who.id for who in await people.search_players(store, PlayersQuery("A"))] == ["ada"]
    assert await people.search_players(store, PlayersQuery("zz")) == []
    assert await people.search_players(store, PlayersQuery()) == []


def players_row(id: str) -> StoredPlayer:
    return StoredPlayer(id, id, 1)


async def test_every_name_that_somebody_has_opens_over_http(running: tuple[App, str]) -> None:
    app, address = running
    page = address.replace("ws", "http", 1).removesuffix("/ws")
    kept = ["a/b", "a\\b", "..", "...", "%2F", "100%", "?#&", "a b", "五子棋", "Ж/王", "//", "--", "A.", "'\"<>", "Zoë"]
    for n, name in enumerate(kept):  # some from before they were refused
        id = f"kept{n:08}"
        await players.insert(app.store, StoredPlayer(id, name, 1), id.encode())
        await app.store.execute(("INSERT INTO accounts (player, look, created_at) VALUES (?, ?, 1)", (id, id)))
    for n, name in enumerate(kept):
        found = await get_json(f"{page}/api/players/{path_part(name)}")
        assert found["who"] == {"id": f"kept{n:08}", "name": name}
        status, body = await get(f"{page}/players/{path_part(name)}")
        assert (status, b"<html" in body) == (200, True), name
