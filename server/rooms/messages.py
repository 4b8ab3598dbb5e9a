"""Handlers of room messages: create rooms, take seats, play.

The order is always: validate, commit, acknowledge, broadcast; then schedule what follows.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import get_args

from server.errors import Refused, StoreError
from server.handlers import Client, ClientsOf, Handlers, OnEnd
from server.moderation.company import Company
from server.moderation.fair_play import FairPlay, require_apart
from server.protocol import inbound
from server.protocol.api import GameHistory
from server.protocol.events import Created, Rematched, RoomEvent
from server.protocol.inbound import Answer, Create, Hint, Move, Offer, RoomCommand, Sit
from server.protocol.outbound import Ack, Started, YourMove
from server.protocol.values import CorrespondenceSpec, Who
from server.rooms import creation, judge, plans
from server.rooms.judge.conditional import Followed
from server.rooms.room import Room
from server.rooms.rooms import Rooms
from server.rooms.table import Overtaken, Table
from server.rooms.visits import Visits
from server.signals import CameForward, ClientLeft, Signals
from server.store.games import correspondence, library, room_log
from server.store.games.library import may_see
from server.store.people import player_pairs
from server.store.sql import Conflict
from server.store.writes import NewGame

ROOM_COST = 10
"""Cost of a new room to its address, in messages: it leaves two kilobytes behind, even if it is aborted."""


class RoomMessages:
    """Commands of clients in ``rooms``.

    ``clients_of`` returns a player's connections, ``company`` checks who may begin games with whom, ``fair_play`` who
    may get help; ``greet(client, room)`` is awaited after a client has entered a room.
    """

    def __init__(
        self,
        rooms: Rooms,
        clients_of: ClientsOf,
        company: Company,
        greet: Callable[[Client, str], Awaitable[None]],
        fair_play: FairPlay,
    ) -> None:
        self._rooms = rooms
        self._company = company
        self._fair_play = fair_play
        self._store = rooms.store
        self._executor = rooms.executor
        self._tables = rooms.tables
        self._admission = rooms.admission
        self._clients_of = clients_of
        self.visits = Visits(rooms, greet)

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of these messages."""
        handlers.add(Create, self.create, address_cost=ROOM_COST)
        handlers.add(inbound.Enter, self.visits.enter)
        handlers.add(inbound.Leave, self.visits.leave)
        handlers.add(Sit, self.sit)
        for kind in get_args(inbound.Inbound):
            if issubclass(kind, RoomCommand) and kind not in (Sit, Move):
                handlers.add(kind, self.command)
        handlers.add(Move, self.command, begin=self.begin)

    def subscribe(self, signals: Signals) -> None:
        """Subscribe to clients that leave and to new names."""
        signals.on(ClientLeft, lambda left: self.visits.leave_all(left.client, left.at))
        signals.on(CameForward, lambda came: self.visits.bring_forward(came.client, came.room))

    # --- making ---------------------------------------------------------------------------------------------------

    async def create(self, client: Client, command: Create, at: int) -> None:
        """Create a room with the client in seat 0; a repeated command returns the room that it made first."""
        made = await room_log.find_room_of_command(self._store, client.player, command.id)
        if made is None:
            owner = Who(client.player, client.name)
            source = None if command.from_game is None else await self._find_source(client.player, command.from_game)
            if command.level is None:
                await self._company.require(client.player)
            self._admission.check(client, against_bot=command.level is not None)
            if isinstance(command.clock, CorrespondenceSpec):
                await self._require_slow_game(client.player)
                self._admission.check_slow_open(client)
            serial, ready = self._store.new_serial(), self._executor.ready
            new, events = creation.make_room(command, owner, at, serial, ready, source)
            if command.start:  # a bot that plays on from a position gives advice about it, as a hint does
                games = await self._fair_play.list_own(client.player, client.address)
                require_apart(games, new.created.size, command.start, len(command.start))
            if new.bot is not None:
                self._require_apart(client, new.created, new.created.start)
                self._admission.require_time(client, new.bot.level)
            made = await self._store_new(client, command.id, new, events)
        client.say(Ack(command.id, made))

    async def _find_source(self, player: str, id: str) -> GameHistory:
        """Return the stored game that a player wants to continue; raises Refused."""
        source = await library.find_game(self._store, id)
        if source is None or not may_see(source, player):
            raise Refused(code="unknown_game")
        return source

    async def _store_new(self, client: Client, command_id: str, new: NewGame, events: list[RoomEvent]) -> str:
        """Store a new room and begin it. Return its id, or that of the room that the same command has made before."""
        player, against_bot = client.player, new.bot is not None
        slow_open = isinstance(new.created.clock, CorrespondenceSpec)
        try:
            with (
                self._tables.promise(player, new.id),
                self._admission.promise(client, new.id, against_bot=against_bot, slow_open=slow_open),
            ):
                noted = creation.demand_places(self._rooms.policy, [player], slow=False)
                await self._store.commit(*creation.list_writes(new, events), noted=noted)
        except Conflict:  # the same command, sent again on another connection, was faster
            made = await room_log.find_room_of_command(self._store, player, command_id)
            if made is None:
                await self._require_live_room(player)
                raise Refused(code="no_player") from None  # deleted or joined to an account by another process
            return made
        self._tables.begin(new, events)
        return new.id

    # --- playing --------------------------------------------------------------------------------------------------

    async def sit(self, client: Client, command: Sit, at: int) -> None:
        """Give the client the free seat, and tell the owner of the room that the game begins."""
        with self.visits.begin(client, command.room):
            await self.command(client, command, at)
        table = self._tables.get(command.room)
        owner = None if table is None else table.room.seats[0]
        if owner is not None:
            opponent = Who(client.player, client.name)
            for other in self._clients_of(owner.id):
                if not self.visits.watches(other, command.room):
                    other.say(Started(command.room, opponent))

    async def command(self, client: Client, command: RoomCommand, at: int) -> None:
        """Judge, commit, acknowledge and broadcast. On Refused or StoreError nothing has changed."""
        async with self._tables.hold(command.room) as table:
            await self._carry_through(table, client, command, at)

    async def _carry_through(self, table: Table, client: Client, command: RoomCommand, at: int) -> None:
        """Carry a command out on the last version of the room."""
        while True:
            try:
                await self._carry_out(table, client, command, at)
            except Overtaken:
                continue
            except Refused:
                if not await table.refresh():
                    raise
                continue
            return

    def begin(self, client: Client, move: Move, at: int, on_end: OnEnd) -> bool:
        """Judge a move and begin its commit, whose end acknowledges and broadcasts it: what `command` does, without a
        task. Return False if there is more to do, or a refusal to tell.
        """
        table = self._tables.take_now(move.room)
        if table is None:
            return False
        seat = table.room.seat_of(client.player)
        command_key = f"{seat}.{move.id}"

        def end(fault: Exception | None) -> None:
            if fault is None:
                try:
                    table.apply(events, command_key)
                    table.publish(events, client, Ack(move.id, table.room.id, table.room.v))
                except Exception as error:
                    fault = error
            if fault is None:
                self._tables.give_back(table)
                on_end(None)
            else:
                on_end(self._recover(table, client, move, at, events, fault))

        begun = False
        try:
            if seat is not None and command_key not in table.room.commands and table.room.awaited_until is None:
                self._note_player(table, seat, client, at)
                events = self._judge(table.room, seat, client, move, at)
                table.commit_then(events, command_key, end)
                begun = True
        except Refused:
            pass
        finally:
            if not begun:
                self._tables.give_back(table)
        return begun

    async def _recover(
        self, table: Table, client: Client, move: Move, at: int, events: list[RoomEvent], fault: Exception
    ) -> None:
        """Go on with a move whose commit seemed to fail, as `command` does, and give the table back."""
        try:
            if not isinstance(fault, StoreError) or not await table.catch_up(events):
                raise fault
            await self._carry_through(table, client, move, at)
        finally:
            self._tables.give_back(table)

    async def _carry_out(self, table: Table, client: Client, command: RoomCommand, at: int) -> None:
        """Carry a command out on the room as it is now; raises Overtaken where that was not its last version."""
        room = table.room
        seat = room.seat_of(client.player)
        command_key = f"{seat}.{command.id}"
        if seat is not None and command_key in room.commands:
            if isinstance(command, Sit):  # stored by a commit that seemed to fail: nobody looks from that seat yet
                table.audience.enter(client)
            client.say(Ack(command.id, room.id, room.commands[command_key]))
            return
        if seat is not None:
            self._note_player(table, seat, client, at)
            await table.go_on(seat)
        followed: Followed | None = None
        if isinstance(command, Sit):
            events = await self._take_seat(table, client, command, at)
        elif seat is None:
            raise Refused(code="not_seated")
        elif isinstance(command, Hint):
            self._rooms.hints.require(room, seat)
            self._fair_play.require_no_game(client.player)
            games = await self._fair_play.list_own(client.player, client.address)
            require_apart(games, room.created.size, room.game.moves, len(room.created.start))
            self._rooms.hints.begin(table, client, command)
            return
        else:
            await self._require_again(room, seat, command)
            events = self._judge(room, seat, client, command, at)
            if room.slow:
                followed = judge.follow_plans(room, table.plans, events, at)
                events = followed.events
            if events and isinstance(events[-1], Rematched):
                await self._begin_rematch(table, client, events, events[-1], command_key)
            else:
                changed = () if followed is None else plans.list_changes(table, followed, at)
                await table.commit(events, command_key, following=changed)
        table.publish(events, client, Ack(command.id, room.id, room.v))
        if followed is not None:
            plans.tell_changes(table, followed)
            self._tell_whose_move(room, client)

    def _note_player(self, table: Table, seat: int, client: Client, at: int) -> None:
        table.audience.note_command(seat, at)
        self._admission.move(client, table.room)

    def _judge(self, room: Room, seat: int, client: Client, command: RoomCommand, at: int) -> list[RoomEvent]:
        """Return the events of a seated player's command; raises Refused."""
        if isinstance(command, Move) and room.bot is not None and not room.rated:
            self._require_apart(client, room.created, [*room.game.moves, command.point])
        return judge.decide(room, seat, command, at, client.lag_ms)

    def _require_apart(self, client: Client, created: Created, moves: Sequence[int]) -> None:
        """Raise Refused where a bot's answer here would be advice for a rated game of the client."""
        games = self._fair_play.list_near(client.player, "")
        require_apart(games, created.size, moves, len(created.start))

    def _tell_whose_move(self, room: Room, mover: Client) -> None:
        """Notify the player to move in a game by correspondence, on connections that do not look at it."""
        seat = room.seat_to_act
        who, opponent = (None, None) if seat is None else (room.seats[seat], room.seats[1 - seat])
        if who is not None and opponent is not None and who.id not in ("", mover.player):
            for client in self._clients_of(who.id):
                if not self.visits.watches(client, room.id):
                    client.say(YourMove(room.id, opponent))

    async def _require_slow_game(self, player: str) -> None:
        """Raise Refused where a player has reached the limit of games by correspondence."""
        limit = self._rooms.policy.slow_games_per_player
        if await correspondence.count_games(self._store, player) >= limit:
            raise Refused(code="too_many_rooms", limit=limit)

    async def _require_live_room(self, player: str) -> None:
        """Raise Refused where the store counts as many rooms of a player as they may have."""
        try:
            await creation.require_live_room(self._rooms, player)
        except Refused as refused:
            raise Refused(code=refused.code, limit=refused.detail["limit"]) from None

    async def _explain_place(self, room: Room, *people: str) -> Refused:
        """Return why people could not be given a seat together."""
        if len(people) > 1 and await player_pairs.is_blocked(self._store, *people):
            return Refused(code="not_welcome")
        if room.slow:
            for player in people:
                await self._require_slow_game(player)
        else:
            for player in people:
                await self._require_live_room(player)
        return Refused(code="no_player")

    async def _take_seat(self, table: Table, client: Client, command: Sit, at: int) -> list[RoomEvent]:
        """Commit that the client takes the free seat. Return the stored events."""
        events = judge.sit(table.room, Who(client.player, client.name), at)
        owner = table.room.created.owner.id
        await self._company.require_pair(client.player, owner)
        if table.room.slow:
            await self._require_slow_game(client.player)
        else:
            self._admission.check(client, against_bot=False)
        try:
            with self._tables.promise(client.player, table.room.id):
                await table.commit(
                    events,
                    f"1.{command.id}",
                    noted=[
                        *creation.demand_company(client.player, owner),
                        *creation.demand_places(table.room.policy, [client.player], table.room.slow),
                    ],
                )
        except Conflict:
            raise await self._explain_place(table.room, client.player, owner) from None
        table.audience.seat(client)
        return events

    async def _require_again(self, room: Room, seat: int, command: RoomCommand) -> None:
        """Raise Refused for a rematch, offered or accepted, of two players who may begin no game with each other: a
        block or sanction since the game began holds for the next one.
        """
        if not isinstance(command, Offer | Answer) or command.what != "rematch":
            return
        if isinstance(command, Answer) and not command.accept:
            return
        who, other = room.seats[seat], room.seats[1 - seat]
        if who is not None and other is not None and other.level is None:
            await self._company.require_pair(who.id, other.id)

    async def _begin_rematch(
        self, table: Table, client: Client, events: list[RoomEvent], agreed: Rematched, command_key: str
    ) -> None:
        """Store the agreement together with the next game, and begin that."""
        bot = table.room.bot
        if table.room.slow:
            await self._require_slow_game(client.player)
        else:
            self._admission.check(client, against_bot=bot is not None)
        if bot is not None:
            self._admission.require_time(client, bot.level)
        with self._admission.promise(client, agreed.room, against_bot=bot is not None):
            new, seated = creation.make_rematch(table.room, agreed, self._store.new_serial())
            people = [who.id for who in table.room.seats if who is not None and who.id]
            noted = creation.demand_places(table.room.policy, people, table.room.slow)
            if len(people) > 1:
                noted += creation.demand_company(*people)
            try:
                await table.commit(events, command_key, following=creation.list_writes(new, seated), noted=noted)
            except Conflict:
                raise await self._explain_place(table.room, *people) from None
            self._tables.begin(new, seated)
