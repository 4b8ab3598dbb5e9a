"""The book of ratings: counts every finished rated game in the order of the ends, exactly once.

A game is queued in the transaction of its end, so that a crash loses nothing. The counted games are always a prefix of
the order: if a game appears before counted ones, because it was late, struck or deleted, these are undone, the last
first, and counted again. So the numbers always equal those of a full recount.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from msgspec.structs import astuple

from server.errors import StoreError
from server.protocol.values import UnratedReason
from server.ratings.glicko2 import OURS, SCALE, PlayerRating, RatingSystem, expect, weigh
from server.ratings.held import make_held
from server.ratings.identity import BotIdentity, BotOrigin, find_origin
from server.ratings.ledger import (
    POOLS_BY_NAME,
    HeldRating,
    RatedGame,
    RatingChange,
    RatingLedger,
    RatingPool,
    find_pool,
    name_pool,
)
from server.store.database import Database
from server.store.games import ratings
from server.store.games.ratings import FAMILIES, GameOfKind, Place, UncountedGame
from server.store.sql import BulkStatement, Parameters

FEWEST = 200
"""Fewest games of a kind for an estimate."""
SPREAD = 100.0
"""Standard deviation, in points, of the prior of the advantage, around 0."""
NEAR = 1e-9
MOST_STEPS = 100


class FirstMoveGame(NamedTuple):
    """A game with the ratings before it; ``score`` is that of the player who moved first."""

    first: PlayerRating
    second: PlayerRating
    score: float


class FirstMove(NamedTuple):
    """``points`` of rating that the first move is worth, and their standard ``error``."""

    points: float
    error: float


def estimate(games: Sequence[FirstMoveGame]) -> FirstMove | None:
    """Return the most likely advantage, given the games and `SPREAD`; None for fewer than `FEWEST` games.

    Uses Newton's method on one parameter; the function is concave, so that the maximum is unique.
    """
    if len(games) < FEWEST:
        return None
    points = 0.0
    for _ in range(MOST_STEPS):
        slope, bend = _derivatives(games, points)
        step = slope / bend
        points += step
        if abs(step) < NEAR:
            break
    _, bend = _derivatives(games, points)
    return FirstMove(points, 1 / sqrt(bend))


def _derivatives(games: Sequence[FirstMoveGame], points: float) -> tuple[float, float]:
    """Return the first derivative of the log likelihood, and the negated second."""
    slope, bend = -points / SPREAD**2, 1 / SPREAD**2
    for game in games:
        weight = weigh(game.second) / SCALE
        share = expect(game.first, game.second, points)
        slope += weight * (game.score - share)
        bend += weight * weight * share * (1 - share)
    return slope, bend


log = logging.getLogger("tengen.ratings")

AT_ONCE = 100
"""Games counted or undone in one transaction: some milliseconds of the store."""
MOST_OF_KIND = 5_000
"""Most games, the latest ones, for an estimate of the first move."""
RETRY_S = 5.0


class Counted(NamedTuple):
    """The outcome for the game with id ``game``: the changes of both seats, or the reason why there are none."""

    game: str
    reason: UnratedReason | None
    seats: Sequence[tuple[int, RatingChange]]
    advantage: float


Held = Mapping[tuple[str, RatingPool], HeldRating]
"""Ratings that players have reached."""
OnCounted = Callable[[Sequence[Counted], Held], None]


class _Batch:
    """Games counted together, starting from their players' former ratings."""

    def __init__(self) -> None:
        self.ledger = RatingLedger(self._begin, self._find_system)
        self.bots: dict[str, BotIdentity] = {}
        self.origins: dict[str, BotOrigin] = {}
        self.latest: dict[tuple[int, RatingPool], PlayerRating] = {}
        """Rating of each level's most recent version."""
        self.advantages: dict[str, float] = {}
        self.counts: dict[str, int] = {}
        self.due: dict[str, int] = {}

    def _begin(self, player: str, pool: RatingPool) -> PlayerRating:
        bot = self.bots.get(player)
        if bot is None:
            return PlayerRating()
        before = self.latest.get((bot.level, pool))
        origin = self.origins[player]
        return origin.begin() if before is None else origin.inherit(before)

    def _find_system(self, player: str) -> RatingSystem:
        origin = self.origins.get(player)
        return OURS if origin is None else origin.system

    def count(self, game: RatedGame, kind: str) -> tuple[RatingChange, RatingChange]:
        changes = self.ledger.rate(game)
        self.counts[kind] += 1
        for change in changes:
            bot = self.bots.get(change.player)
            if bot is not None:
                self.latest[bot.level, game.pool] = change.after
        return changes


class RatingBook:
    """Counts the waiting games in ``store``.

    ``on_counted`` receives games once their ratings are stored, and the resulting ratings of their players;
    ``on_undone`` is called when ratings were taken back. ``at_once`` limits a transaction.
    """

    def __init__(
        self,
        store: Database,
        on_counted: OnCounted = lambda counted, held: None,
        on_undone: Callable[[], None] = lambda: None,
        at_once: int = AT_ONCE,
    ) -> None:
        self._store = store
        self._on_counted = on_counted
        self._on_undone = on_undone
        self._at_once = at_once
        self._waiting = asyncio.Event()
        store.on_change(self._waiting.set, ratings.TO_COUNT)

    async def work(self) -> None:
        """Count games as they end, until cancelled."""
        while True:
            self._waiting.clear()
            try:
                await self.catch_up()
            except StoreError as error:
                log.warning("ratings wait: %s", error)
                await asyncio.sleep(RETRY_S)
                continue
            await self._waiting.wait()

    async def catch_up(self) -> int:
        """Count all waiting games. Return their number."""
        counted = 0
        for family in FAMILIES:
            while (step := await self._step(family)) is not None:
                counted += step
        return counted

    async def _step(self, family: str) -> int | None:
        """Undo or count some games of a family. Return the number counted, None if none wait."""
        waiting = await ratings.list_waiting(self._store, family, self._at_once)
        if not waiting:
            return None
        place = waiting[0].ended_at, waiting[0].game
        undone = await ratings.list_counted_since(self._store, family, place, self._at_once)
        if undone:
            await self._undo(family, undone)
            return 0
        return await self._count(family, waiting)

    async def _undo(self, family: str, places: Sequence[Place]) -> None:
        games, first = [game for _, game in places], min(places)
        bulk: dict[BulkStatement, list[Parameters]] = {ratings.SET_RATING: [], ratings.DROP_RATING: []}
        for before in await ratings.list_before(self._store, games, first):
            if before.games is None:
                bulk[ratings.DROP_RATING].append((before.player, before.pool))
            else:
                bulk[ratings.SET_RATING].append(astuple(before))
        await self._store.keep(bulk, *ratings.undo(family, games, first))
        self._on_undone()

    async def _count(self, family: str, waiting: Sequence[UncountedGame]) -> int:
        batch = await self._prepare([game for game in waiting if game.reason is None])
        for kind, games in list(batch.due.items()):
            await self._estimate(family, kind, games)  # before any game that uses it
            batch.advantages[kind] = await self._read_advantage(kind)
        counted, held, bulk, single = await asyncio.to_thread(_fold, batch, waiting)
        await self._store.keep(bulk, *single)
        self._on_counted(counted, held)
        return len(counted)

    async def _prepare(self, games: Sequence[UncountedGame]) -> _Batch:
        """Load the ratings of these games' players, and the worth of the first move in them."""
        batch, people = _Batch(), set[str]()
        for game in games:
            for seat in (0, 1):
                bot = _find_bot(game, seat)
                if bot is None:
                    people.add(_find_player(game, seat))
                else:
                    batch.bots[bot.key] = bot
        bots = await ratings.read_bots(self._store, batch.bots)
        known = {bot.id: BotOrigin(bot.seed, bot.anchor) for bot in bots}
        batch.origins = {key: known.get(key) or find_origin(bot.level) for key, bot in batch.bots.items()}
        for of_bot in await ratings.read_held_by_levels(self._store, {bot.level for bot in batch.bots.values()}):
            held, pool = make_held(of_bot), POOLS_BY_NAME[of_bot.pool]
            batch.ledger.hold(of_bot.player, pool, held)
            batch.latest[of_bot.level, pool] = held.rating
        for of_person in await ratings.read_held(self._store, people):
            batch.ledger.hold(of_person.player, POOLS_BY_NAME[of_person.pool], make_held(of_person))
        for kind in {game.kind for game in games}:
            batch.counts[kind] = await ratings.count_kind(self._store, kind)
            batch.advantages[kind] = await self._read_advantage(kind)
            due, found = find_due(batch.counts[kind]), await ratings.find_first_move(self._store, kind)
            if due and (found is None or found.games < due):
                batch.due[kind] = due
        return batch

    async def _read_advantage(self, kind: str) -> float:
        found = await ratings.find_first_move(self._store, kind)
        return 0.0 if found is None else found.points

    async def _estimate(self, family: str, kind: str, games: int) -> None:
        """Estimate the worth of the first move in games of a kind, after ``games`` of them were counted."""
        listed = await ratings.list_of_kind(self._store, kind, games, MOST_OF_KIND)
        found = await asyncio.to_thread(estimate, [_make_first_move(game) for game in listed])
        if found is None:
            raise StoreError(f"{kind}: of {games} games {len(listed)} are there")
        place = listed[-1].ended_at, listed[-1].game
        await self._store.execute(ratings.keep_first_move((kind, games, family, *place, found.points, found.error)))


def find_due(games: int) -> int:
    """Return the number of games at which the estimate for the next game was due: each time a quarter more; 0 below
    `FEWEST`.
    """
    if games < FEWEST:
        return 0
    due = FEWEST
    while (following := due * 5 // 4) <= games:
        due = following
    return due


def _find_bot(game: UncountedGame, seat: int) -> BotIdentity | None:
    level = game.levels[seat]
    return None if level is None else BotIdentity(level, game.bot_version or "", game.bot_weights or 0)


def _find_player(game: UncountedGame, seat: int) -> str:
    bot = _find_bot(game, seat)
    return game.players[seat] or "" if bot is None else bot.key


def _make_first_move(game: GameOfKind) -> FirstMoveGame:
    black, white = PlayerRating(game.rating0, game.deviation0), PlayerRating(game.rating1, game.deviation1)
    return FirstMoveGame(black, white, game.score)


def _fold(
    batch: _Batch, waiting: Sequence[UncountedGame]
) -> tuple[list[Counted], Held, dict[BulkStatement, list[Parameters]], list[tuple[str, Parameters]]]:
    """Count games in order, up to one after which a new estimate of the first move is due. Return the outcomes, the
    ratings, and the rows to write.
    """
    counted: list[Counted] = []
    bulk: dict[BulkStatement, list[Parameters]] = {statement: [] for statement in ratings.WRITTEN}
    single: list[tuple[str, Parameters]] = []
    changed: dict[tuple[str, RatingPool], int] = {}
    for each in waiting:
        serial, reason = each.game, each.reason
        pool = None if each.rules is None else find_pool(each.rules, each.slow)
        if each.id is None:
            single.append(ratings.forget(serial))
            continue
        if reason is None and each.black is not None and pool is not None:
            black = each.black
            score = 0.5 if each.winner is None else float(each.winner == "black")
            players = _find_player(each, black), _find_player(each, 1 - black)
            advantage = batch.advantages[each.kind]
            game = RatedGame(str(serial), each.ended_at, pool, *players, score, advantage)
            changes = batch.count(game, each.kind)
            seats = list(zip((black, 1 - black), changes, strict=True))
            for seat, change in seats:
                changed[change.player, pool] = serial
                bulk[ratings.INSERT_CHANGE].append(_make_row(batch, game, serial, seat, change))
            bulk[ratings.SET_COUNTED].append((batch.counts[each.kind], serial))
            counted.append(Counted(each.id, None, seats, advantage))
            if find_due(batch.counts[each.kind]) == batch.counts[each.kind]:
                break
        else:
            bulk[ratings.SET_DONE].append((serial, reason))
            counted.append(Counted(each.id, reason, (), 0.0))
    found: dict[tuple[str, RatingPool], HeldRating] = {}
    for (player, pool), serial in changed.items():
        held = batch.ledger.find(player, pool)
        assert held is not None  # it was just changed
        found[player, pool] = held
        rating = held.rating.value, held.rating.deviation, held.rating.volatility
        bulk[ratings.SET_RATING].append((player, name_pool(pool), *rating, held.games, held.last_at, serial))
        bot = batch.bots.get(player)
        if bot is not None:
            bulk[ratings.INSERT_BOT].append((player, bot.level, bot.version, bot.weights, *batch.origins[player]))
    return counted, found, bulk, single


def _make_row(batch: _Batch, game: RatedGame, serial: int, seat: int, change: RatingChange) -> Parameters:
    held = batch.ledger.find(change.player, game.pool)
    assert held is not None
    first = change.player == game.first
    return (
        *(serial, seat, change.player, name_pool(game.pool), game.ended_at, int(first), change.score, change.expected),
        game.advantage if first else -game.advantage,
        *(change.before.value, change.before.deviation),
        *(change.after.value, change.after.deviation, change.after.volatility, held.games),
    )
