"""Handler of the list of players, for the owner."""

from server.accounts.sessions import Sessions
from server.handlers import Client, Handlers
from server.moderation.powers import Powers
from server.protocol import inbound
from server.protocol.outbound import PeopleList
from server.protocol.staff import StaffPerson
from server.protocol.values import SanctionKind, Who
from server.store.database import Database
from server.store.people import people_lists
from server.store.people.people_lists import PlayerFound

A_PAGE = 20
"""Players per page: a message must fit a write buffer."""


class PeopleMessages:
    """Answers from ``store``, for staff that ``powers`` allows."""

    def __init__(self, store: Database, powers: Powers, sessions: Sessions) -> None:
        self._store = store
        self._powers = powers
        self._sessions = sessions

    def register(self, handlers: Handlers) -> None:
        """Handle `people`."""
        self._powers.guard(handlers, inbound.ReadPeople, self._list)

    async def _list(self, client: Client, message: inbound.ReadPeople, at: int) -> None:
        find = message.find.strip()
        found = await people_lists.list_people(self._store, message.show, find, message.before, at, A_PAGE + 1)
        page = found[:A_PAGE]
        laid = await people_lists.list_kinds(self._store, [each.id for each in page], at)
        people = [self._tell(each, laid.get(each.id, [])) for each in page]
        client.say(PeopleList(message.id, people, len(found) > A_PAGE))

    def _tell(self, found: PlayerFound, laid: list[SanctionKind]) -> StaffPerson:
        banned: list[SanctionKind] = ["ban"] if found.banned and "ban" not in laid else []
        return StaffPerson(
            *(Who(found.id, found.name), found.created_at, found.seen_at, found.games),
            account_at=found.account_at,
            role=found.role,
            password=found.has_password,
            disabled=found.disabled_at is not None,
            here=bool(self._sessions.anywhere(found.id)),
            sanctions=[*sorted(laid), *banned],
        )
