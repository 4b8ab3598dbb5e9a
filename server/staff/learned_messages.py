"""Handlers of what bots have learned, for the owner: patterns, weights, proven positions."""

from bots.engine import Numbers
from bots.errors import BotError
from bots.executor import Execute
from bots.workers.fair_queue import Asker
from server.errors import Refused, to_refusal
from server.handlers import Client, Handlers
from server.moderation.powers import Powers
from server.protocol import inbound
from server.protocol.outbound import PatternList, ProofList, WeightsCompared, WeightsList
from server.protocol.staff import ProofPool, StaffPattern, WeightsVersion
from server.staff import learned_process
from server.store.database import Database
from server.store.knowledge import weights
from server.store.knowledge.weights import TREE, Version

A_PAGE = 20
"""Rows per page: a message must fit a write buffer."""
COMPARE = learned_process.compare


class LearnedMessages:
    """Answers from ``store``, for staff that ``powers`` allows. ``run`` calls a function in a background process, as
    `bots.executor.Executor.run` does."""

    def __init__(self, store: Database, run: Execute, powers: Powers) -> None:
        self._store = store
        self._run = run
        self._powers = powers

    def register(self, handlers: Handlers) -> None:
        """Register the handlers."""
        self._powers.guard(handlers, inbound.ReadPatterns, self._list_patterns)
        self._powers.guard(handlers, inbound.ReadWeights, self._list_weights)
        self._powers.guard(handlers, inbound.CompareWeights, self._compare)
        self._powers.guard(handlers, inbound.ReadProofs, self._count_proofs)

    async def _list_patterns(self, client: Client, message: inbound.ReadPatterns, at: int) -> None:
        find = message.find.strip()
        found = await weights.list_patterns(self._store, client.player, message.state, find, message.before, A_PAGE)
        listed = [
            StaffPattern(
                *(each.number, each.key, each.rules, each.learned_at, each.taught),
                imported=each.imported,
                shown=each.shown,
            )
            for each in found.shown
        ]
        on, off = await weights.count_patterns(self._store)
        client.say(PatternList(message.id, listed, found.more, on, off))

    async def _list_weights(self, client: Client, message: inbound.ReadWeights, at: int) -> None:
        found = await weights.list_versions(self._store, message.before, A_PAGE, _tell)
        used = await weights.read_in_use(self._store)
        client.say(WeightsList(message.id, found.shown, used.version, used.frozen, found.more, found.broken))

    async def _compare(self, client: Client, message: inbound.CompareWeights, at: int) -> None:
        one, other = await self._find(message.version), await self._find(message.other)
        asker = Asker(client.address, client.player)
        try:
            differences, differing, all = await self._run(COMPARE, one, other, awaited=True, asker=asker)
        except BotError as error:
            raise to_refusal(error, "the comparison of weights") from None
        client.say(WeightsCompared(message.id, differences, differing, all))

    async def _find(self, version: int) -> Numbers | None:
        """Return the numbers of a version, None for the program's own. Refused("unknown_weights")."""
        if version == TREE:
            return None
        found = await weights.find_version(self._store, version)
        if found is None:
            raise Refused(code="unknown_weights")
        return found.numbers

    async def _count_proofs(self, client: Client, message: inbound.ReadProofs, at: int) -> None:
        pools = [
            ProofPool(pool.rules, pool.size, pool.won, pool.proofs - pool.won, pool.bytes, pool.dropped)
            for pool in await weights.count_proofs(self._store)
        ]
        client.say(ProofList(message.id, pools))


def _tell(version: Version) -> WeightsVersion:
    interval = None
    if version.low is not None and version.high is not None:
        interval = version.low, version.high
    return WeightsVersion(
        *(version.version, version.at, version.state, version.games, version.parent, len(version.points)),
        elo=version.elo,
        interval=interval,
        note=version.note,
    )
