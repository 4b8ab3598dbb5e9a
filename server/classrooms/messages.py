"""Handlers of teachers' messages about their classes."""

from collections.abc import Iterable

from server.accounts.sessions import Sessions
from server.classrooms.keeper import Classrooms
from server.handlers import Client, Handlers
from server.moderation.powers import Powers
from server.protocol import inbound
from server.protocol.outbound import Ack, ClassroomInfo, ClassroomList, ClassroomState, PupilCode, PupilCodes, PupilInfo
from server.protocol.values import Who
from server.store.database import Database
from server.store.people import players
from server.store.people.classrooms import StoredClassroom

MAKING_COST = 20
"""Cost of accounts and codes to an address, in messages: each code is hashed."""


class ClassroomMessages:
    """Answers through ``classrooms``, for senders permitted by ``powers``."""

    def __init__(self, store: Database, classrooms: Classrooms, powers: Powers, sessions: Sessions) -> None:
        self._store = store
        self._classrooms = classrooms
        self._powers = powers
        self._sessions = sessions

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of these messages, each guarded by the sender's powers."""
        self._powers.guard(handlers, inbound.ReadClassrooms, self._list)
        self._powers.guard(handlers, inbound.ReadClassroom, self._read)
        self._powers.guard(handlers, inbound.MakeClassroom, self._make)
        self._powers.guard(handlers, inbound.RenameClassroom, self._rename)
        self._powers.guard(handlers, inbound.EndClassroom, self._end)
        self._powers.guard(handlers, inbound.AddPupils, self._add_pupils, MAKING_COST)
        self._powers.guard(handlers, inbound.MakePupilCodes, self._make_codes, MAKING_COST)
        self._powers.guard(handlers, inbound.ReleasePupil, self._release)

    async def _list(self, client: Client, message: inbound.ReadClassrooms, at: int) -> None:
        found = await self._classrooms.list_classrooms(client.player)
        client.say(ClassroomList(message.id, await self._tell(found)))

    async def _read(self, client: Client, message: inbound.ReadClassroom, at: int) -> None:
        await self._show(client, message.id, message.classroom)

    async def _make(self, client: Client, message: inbound.MakeClassroom, at: int) -> None:
        made = await self._classrooms.make(client.player, message.id, message.name)
        await self._show(client, message.id, made.id)

    async def _rename(self, client: Client, message: inbound.RenameClassroom, at: int) -> None:
        await self._classrooms.rename(client.player, message.id, message.classroom, message.name)
        client.say(Ack(message.id))

    async def _end(self, client: Client, message: inbound.EndClassroom, at: int) -> None:
        await self._classrooms.end(client.player, message.id, message.classroom)
        client.say(Ack(message.id))

    async def _add_pupils(self, client: Client, message: inbound.AddPupils, at: int) -> None:
        await self._classrooms.add_pupils(client.player, message.id, message.classroom, message.names)
        await self._show(client, message.id, message.classroom)

    async def _make_codes(self, client: Client, message: inbound.MakePupilCodes, at: int) -> None:
        found = await self._classrooms.find(client.player, message.classroom)
        made = await self._classrooms.make_codes(
            *(client.player, message.id, message.classroom, message.players, message.days),
            address=client.address,
            sign_out=message.sign_out,
        )
        names = await players.read_names(self._store, made.codes)
        codes = [PupilCode(Who(player, names.get(player, "")), code) for player, code in made.codes.items()]
        codes.sort(key=lambda each: players.fold_name(each.who.name))
        client.say(PupilCodes(message.id, (await self._tell([found]))[0], codes, made.expires_at))

    async def _release(self, client: Client, message: inbound.ReleasePupil, at: int) -> None:
        code, until = await self._classrooms.release(client.player, message.id, message.player)
        client.say(Ack(message.id, code=code, expires_at=until))

    async def _show(self, client: Client, command: str, id: str) -> None:
        found = await self._classrooms.find(client.player, id)
        pupils = [
            PupilInfo(
                Who(each.player, each.name),
                each.seen_at,
                each.managed and not each.disabled,
                each.code_until,
                each.code_used,
                bool(self._sessions.anywhere(each.player)),
            )
            for each in await self._classrooms.list_pupils(id)
        ]
        client.say(ClassroomState(command, (await self._tell([found]))[0], pupils))

    async def _tell(self, found: Iterable[StoredClassroom]) -> list[ClassroomInfo]:
        those = list(found)
        names = await players.read_names(self._store, [each.owner for each in those])
        return [
            ClassroomInfo(each.id, each.name, each.pupils, Who(each.owner or "", names.get(each.owner or "", "")))
            for each in those
        ]
