"""The feature of classes: teachers create accounts for pupils, who sign in with codes."""

from server.accounts import feature as accounts
from server.classrooms.keeper import Classrooms
from server.classrooms.messages import ClassroomMessages
from server.feature import Core, Feature
from server.handlers import Handlers
from server.moderation import feature as moderation


class ClassroomsFeature(Feature):
    """Classes and their pupils."""

    def __init__(self, core: Core) -> None:
        people = core.need(accounts.open)
        staff = core.need(moderation.open)
        classrooms = Classrooms(core.store, people.hashing, staff.roles, people.sessions, core.now)
        self._messages = ClassroomMessages(core.store, classrooms, staff.powers, people.sessions)

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of teachers' messages."""
        self._messages.register(handlers)


def open(core: Core) -> ClassroomsFeature:
    """Open the feature."""
    return ClassroomsFeature(core)
