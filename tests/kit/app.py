"""The parts of a server in this process, by the names that tests have for them."""

from typing import cast

from server import studying
from server.accounts import feature as accounts
from server.challenges import feature as challenges
from server.feature import Core
from server.following import feature as following
from server.learning import feature as learning
from server.lobby import feature as lobby
from server.moderation import feature as moderation
from server.oidc import feature as oidc
from server.push import feature as push
from server.rooms import feature as rooms
from server.seeks import feature as seeks
from server.staff import feature as staff
from server.steady_time import SteadyTime
from server.store.store import Store
from server.transport import feature as transport
from server.trees import feature as trees


class App:
    """A server's open features."""

    def __init__(self, core: Core) -> None:
        self.store = cast(Store, core.store)
        """The store; only tests that are about the file use more of it than a database server's has, too."""
        self.now, self.config, self.executor, self.metrics = core.now, core.config, core.executor, core.metrics
        self.steady = cast(SteadyTime, core.now)  # a server alone has no other
        self.order = list(core.opened)
        """Functions that opened the features, in the order in which these started."""
        self.handlers, self.signals = core.handlers, core.signals
        people = core.need(accounts.open)
        self.sessions, self.registry, self.hashing = people.sessions, people.registry, people.hashing
        staffing = core.need(moderation.open)
        self.roles, self.acts, self.company = staffing.roles, staffing.acts, staffing.company
        self.following = core.need(following.open)
        self.lobby = core.need(lobby.open).lobby
        table = core.need(rooms.open)
        self.rooms, self.talk, self.ratings, self.rating_book = table.rooms, table.talk, table.rooms.ratings, table.book
        self.challenges = core.need(challenges.open).keeper
        self.push = core.need(push.open).sender
        self.tuning = core.need(learning.open).tuning
        self.studying = core.need(studying.open)
        operating = core.need(staff.open)
        self.live, self.rebuilding = operating.live, operating.rebuilding
        self.backups, self.checks = operating.backups, operating.checks
        door = core.need(transport.open)
        self.gate, self.site = door.gate, door.site
        self.seeking = core.need(seeks.open)
        self.seeks = self.seeking.keeper
        self.oidc = core.need(oidc.open).flow
        self.trees = core.need(trees.open)
