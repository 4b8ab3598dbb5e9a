"""Handlers of evidence about a player's rated games."""

from collections import Counter
from collections.abc import Sequence

from bots.errors import BotError
from bots.executor import Execute
from bots.workers.fair_queue import Asker
from server.errors import Refused, to_refusal
from server.handlers import Client, Handlers
from server.moderation.acts import Acts
from server.moderation.powers import Powers
from server.moderation.roles import JUDGES
from server.protocol import inbound
from server.protocol.evidence import EvidenceFigures, EvidenceGame
from server.protocol.outbound import Ack, PlayerEvidence
from server.protocol.values import RatingPoolName, Who
from server.staff.evidence import LEAST_GAMES, EvidenceMaterial, SeatInGame, compute
from server.steady_time import Now
from server.store import audit
from server.store.database import Database
from server.store.games import evidence
from server.store.games.evidence import GameNear, GameOfPlayer
from server.store.people import players

MOST_GAMES = 50
"""Latest games that are examined."""
MOST_AT_ONCE = 20
"""Games that one command queues for study."""
COMPUTE = compute


class EvidenceMessages:
    """Answers staff that ``powers`` allows. ``run`` calls a function in a background process, as
    `bots.executor.Executor.run` does; ``now`` is in ms."""

    def __init__(
        self,
        store: Database,
        run: Execute,
        acts: Acts,
        powers: Powers,
        now: Now,
    ) -> None:
        self._store = store
        self._run = run
        self._acts = acts
        self._powers = powers
        self._now = now

    def register(self, handlers: Handlers) -> None:
        """Register the handlers."""
        self._powers.guard(handlers, inbound.ReadEvidence, self._read)
        self._powers.guard(handlers, inbound.StudyGames, self._study)

    async def _read(self, client: Client, message: inbound.ReadEvidence, at: int) -> None:
        player = await self._find(client, message.player)
        noted = audit.insert(client.player, message.id, "evidence", player.id, {}, self._now(), roles=JUDGES)
        await audit.execute_once(self._store, client.player, message.id, noted)
        games = await evidence.list_rated(self._store, player.id, MOST_GAMES)
        pool: RatingPoolName = Counter(game.pool for game in games).most_common(1)[0][0] if games else "gomoku"
        rating = next((game.rating0 for game in games if game.pool == pool), 0.0)
        near = await evidence.list_near(self._store, player.id, pool, rating) if games else []
        own, opponents, others = await self._compute(Asker(client.address, client.player), games, near)
        names = await players.read_names(self._store, {game.players[1 - game.seat] for game in games})
        listed = [
            EvidenceGame(
                game.id,
                game.ended_at,
                game.find_who(1 - game.seat, names),
                "studied" if game.studied else "waiting" if game.waiting else "none",
            )
            for game in games
        ]
        client.say(PlayerEvidence(message.id, player, listed, LEAST_GAMES, pool, own, opponents, others))

    async def _compute(
        self, asker: Asker, games: Sequence[GameOfPlayer], near: Sequence[GameNear]
    ) -> list[EvidenceFigures]:
        """Read the games of the player, of their opponents, and of players of a similar rating. Raises Refused."""
        studied = [game for game in games if game.studied]
        own = [SeatInGame(game.serial, game.seat, game.slow) for game in studied]
        opponents = [
            SeatInGame(game.serial, 1 - game.seat, game.slow) for game in studied if game.levels[1 - game.seat] is None
        ]
        others = [SeatInGame(game.serial, game.seat, game.slow) for game in near]
        serials = sorted({side.serial for side in (*own, *others)})
        moves: dict[int, list[tuple[int, int, int]]] = {}
        for move in await evidence.read_moves(self._store, serials):
            moves.setdefault(move.game, []).append((move.seat, move.point, move.think_ms))
        studies = await evidence.read_studies(self._store, serials)
        material = EvidenceMaterial((own, opponents, others), studies, moves)
        try:
            found: list[EvidenceFigures] = await self._run(COMPUTE, material, awaited=True, asker=asker)
        except BotError as error:
            raise to_refusal(error, f"the evidence of {len(studies)} games") from None
        return found

    async def _study(self, client: Client, message: inbound.StudyGames, at: int) -> None:
        player = await self._find(client, message.player)
        if not await audit.has_command(self._store, client.player, message.id):
            games = await evidence.list_rated(self._store, player.id, MOST_GAMES)
            wanted = [game.serial for game in games if not game.studied and not game.waiting][:MOST_AT_ONCE]
            noted = audit.insert(
                *(client.player, message.id, "study_games", player.id, {"games": len(wanted)}, self._now()),
                roles=JUDGES,
            )
            queued = (evidence.queue_idle(serial, self._now()) for serial in wanted)
            await audit.execute_once(self._store, client.player, message.id, noted, *queued)
        client.say(Ack(message.id))

    async def _find(self, client: Client, target: str) -> Who:
        """Find the player. Refused: "no_player"; "not_staff" for moderators about themselves."""
        if not self._powers.may_judge(client.player, target):
            raise Refused(code="not_staff")
        found = await self._acts.find_player(target)
        return Who(found.id, found.name)
