"""Players in the HTTP API: profiles of people and bots, the leaderboard, search by name."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from bots.learning.players import published
from bots.levels import list_offered
from server.accounts.look_alikes import make_look
from server.errors import Refused
from server.protocol.api import LevelInfo, Levels
from server.protocol.people import (
    FirstMoveWorth,
    Leaderboard,
    LostGame,
    OpponentScore,
    PlayerProfile,
    PoolRating,
    PuzzleStanding,
    RankedPlayer,
    RulesScore,
)
from server.protocol.query import LeaderboardQuery, PlayersQuery
from server.protocol.values import PoolMark, Who
from server.puzzles.daily import read_days
from server.ratings.glicko2 import OURS, PROVISIONAL, RatingSystem, find_system, grow
from server.ratings.held import Ratings, list_marks, make_held, make_mark, read_ratings
from server.ratings.identity import BotIdentity
from server.ratings.ledger import DAY_MS, POOLS, POOLS_BY_NAME, HeldRating, RatingPool, name_pool
from server.store.database import Database
from server.store.games import ratings as stored
from server.store.people import players, profiles, puzzle_attempts, puzzle_runs
from server.store.people.profiles import GameResult, StrongRating

LEAST_GAMES = 10
"""Fewest games of an anchor in the leaderboard: its rating is known before it plays here."""
MOST_RANKED = 100
MOST_READ = 400
"""Rows read for the leaderboard, before older versions of bots and inactive players are left out."""
MOST_OPPONENTS = 20
GOMOKU = RatingPool("gomoku", False)


async def describe_player(store: Database, name: str, now: int) -> PlayerProfile:
    """Return the profile of the account of this name or id; raises Refused("not_found")."""
    found = await profiles.find_account(store, name)
    if found is None:
        raise Refused(code="not_found")
    held = await read_ratings(store, found.id)
    shown = [await _describe_pool(store, found.id, pool, rating, now) for pool, rating in held.items()]
    solved, failed = await profiles.count_attempts(store, found.id)
    results = await profiles.list_results(store, found.id, None)
    profile = await _summarise(store, Who(found.id, found.name), found.created_at, shown, results)
    puzzles = (solved, failed) if solved + failed else None
    given, standing = await profiles.count_given(store, found.id, None), await _find_standing(store, found.id, now)
    return replace(profile, role=found.role, puzzles=puzzles, at_puzzles=standing, given=given)


async def _find_standing(store: Database, player: str, now: int) -> PuzzleStanding | None:
    held = await puzzle_attempts.find_rating(store, player)
    if held is None:
        return None
    days, best = await read_days(store, player, now), await puzzle_runs.read_best(store, player)
    rating, deviation = round(held.rating), round(held.deviation)
    return PuzzleStanding(rating, deviation, held.games, days.now, days.most, best.get("streak", 0))


async def describe_bot(store: Database, level: int, now: int) -> PlayerProfile:
    """Return the profile of a bot, with the ratings of its most recent version; raises Refused("not_found")."""
    if not any(each.number == level for each in list_offered()):
        raise Refused(code="not_found")
    latest = {POOLS_BY_NAME[each.pool]: each for each in await stored.read_held_by_levels(store, [level])}
    shown = [
        await _describe_pool(store, each.player, pool, make_held(each), now, find_system(each.anchor))
        for pool, each in latest.items()
    ]
    results = await profiles.list_results(store, None, level)
    since = min((game.ended_at for game in results), default=None)
    profile = await _summarise(store, Who(level=level), since, shown, results)
    return replace(profile, given=await profiles.count_given(store, None, level))


async def _describe_pool(
    store: Database, player: str, pool: RatingPool, held: HeldRating, now: int, system: RatingSystem = OURS
) -> PoolRating:
    after = await profiles.list_history(store, player, name_pool(pool), held.games, held.last_at)
    mark = make_mark(grow(held.rating, max(0, now - held.last_at) / DAY_MS, system))
    history = [(each.ended_at, round(each.rating), round(each.deviation)) for each in after]
    return PoolRating(name_pool(pool), mark.rating, mark.deviation, held.games, history)


async def _summarise(
    store: Database, who: Who, since: int | None, ratings: Sequence[PoolRating], results: Sequence[GameResult]
) -> PlayerProfile:
    games = results[: profiles.MOST_GAMES]
    names = await players.read_names(store, {game.players[1 - game.seat] for game in games})
    lost = {game.serial: game for game in games if _score(game) == "lost"}
    lessons = await profiles.list_lessons(store, list(lost))
    profile = await asyncio.to_thread(_count, who, since, ratings, games, names)
    taught = [
        LostGame(game.id, game.ended_at, _opponent(game, names), game.color, lesson.entry, lesson.mistake)
        for lesson in lessons
        for game in (lost[lesson.game],)
    ]
    return replace(profile, lost=taught, partial=len(results) > len(games))


def _count(
    who: Who, since: int | None, ratings: Sequence[PoolRating], games: Sequence[GameResult], names: Mapping[str, str]
) -> PlayerProfile:
    """Count the results of a player's games, which come latest first."""
    by_who: Counter[tuple[Who, str]] = Counter()
    by_rules: Counter[tuple[str, str]] = Counter()
    scores = [_score(game) for game in games]
    for game, score in zip(games, scores, strict=True):
        by_who[_opponent(game, names), score] += 1
        by_rules[game.rules, score] += 1
    games_by_who: Counter[Who] = Counter()
    for (each, _), n in by_who.items():
        games_by_who[each] += n
    longest = run = 0
    for score in scores:
        run = run + 1 if score == "won" else 0
        longest = max(longest, run)
    same = next((n for n, score in enumerate(scores) if score != scores[0]), len(scores))
    return PlayerProfile(
        who=who,
        since=since,
        ratings=list(ratings),
        opponents=[
            OpponentScore(each, by_who[each, "won"], by_who[each, "drawn"], by_who[each, "lost"])
            for each, _ in games_by_who.most_common(MOST_OPPONENTS)
        ],
        rules=[
            RulesScore(rules, by_rules[rules, "won"], by_rules[rules, "drawn"], by_rules[rules, "lost"])  # type: ignore[arg-type]
            for rules in sorted({rules for rules, _ in by_rules})
        ],
        lost=[],
        won_in_all=scores.count("won"),
        drawn_in_all=scores.count("drawn"),
        lost_in_all=scores.count("lost"),
        longest=longest,
        streak=(scores[0], same) if scores else None,  # type: ignore[arg-type]
    )


def _score(game: GameResult) -> str:
    if game.winner is None:
        return "drawn"
    return "won" if game.winner == game.color else "lost"


def _opponent(game: GameResult, names: Mapping[str, str]) -> Who:
    return game.find_who(1 - game.seat, names)


async def rank_players(store: Database, query: LeaderboardQuery, now: int) -> Leaderboard:
    """Rank the strongest players of a pool, with reliable ratings and the most recent version of each bot."""
    held = await profiles.list_strongest(store, query.pool, MOST_READ)
    last: dict[int, int] = {}
    for each in held:
        if each.level is not None:
            last[each.level] = max(last.get(each.level, 0), each.last_at)
    ranked = []
    for each in held:
        deviation = _deviation(each, now)
        if each.anchor and each.games < LEAST_GAMES:
            continue
        if deviation < PROVISIONAL and (each.level is None or each.last_at == last[each.level]):
            who = Who(each.player, each.name or "") if each.level is None else Who(level=each.level)
            ranked.append(RankedPlayer(who, round(each.rating), round(deviation), each.games, each.last_at))
    worth = []
    for found in await profiles.list_first_moves(store, POOLS_BY_NAME[query.pool].family):
        rules, size, opening = found.kind.split(" ")
        worth.append(
            FirstMoveWorth(rules, int(size), opening, round(found.points), round(found.error), found.games)  # type: ignore[arg-type]
        )
    return Leaderboard(query.pool, ranked[:MOST_RANKED], worth)


def _deviation(held: StrongRating, now: int) -> float:
    grown = grow(make_held(held).rating, max(0, now - held.last_at) / DAY_MS, find_system(held.anchor))
    return grown.deviation


async def search_players(store: Database, query: PlayersQuery) -> list[Who]:
    """Return the accounts whose names begin with the query."""
    look = make_look(query.name)
    return [Who(id, name) for id, name in await profiles.search_accounts(store, look)] if look else []


async def list_own(ratings: Ratings, viewer: str | None) -> list[PoolMark]:
    """Return the viewer's ratings; raises Refused("bad_token") without a viewer."""
    if viewer is None:
        raise Refused(code="bad_token")
    return list_marks(await ratings.read(viewer), POOLS)


async def add_ratings(ratings: Ratings, levels: Levels) -> Levels:
    """Return the ladder with the present ratings of the bots on this server."""
    offered = {level.number: level for level in list_offered()}

    async def rated(info: LevelInfo) -> LevelInfo:
        level = offered.get(info.level)
        if level is None:
            return info
        weights = published.weights_in_use() if level.weighs else 0
        held = (await ratings.read(BotIdentity(level.number, level.version, weights).key)).get(GOMOKU)
        return info if held is None else replace(info, rating=make_mark(held.rating))

    return Levels([await rated(info) for info in levels.levels])
