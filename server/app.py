"""The server whole: store, accounts, rooms, lobby, bots and transport, joined."""

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from bots.errors import BotError, NotReady, Stopped
from bots.executor import Executor
from server.accounts.accounts import Accounts
from server.accounts.cleaning import Cleaning
from server.accounts.hashing import Hashing
from server.accounts.messages import AccountMessages
from server.accounts.redeeming import Redeeming
from server.accounts.registry import Registry
from server.accounts.registry_messages import RegistryMessages
from server.accounts.second_factor_messages import SecondFactorMessages
from server.accounts.sessions import Sessions
from server.challenges.keeper import ChallengeKeeper
from server.challenges.messages import ChallengeMessages
from server.classrooms.keeper import Classrooms
from server.classrooms.messages import ClassroomMessages
from server.config import Config
from server.following.player_finder import PlayerFinder
from server.following.presence import FollowedPresence
from server.gauges import Gauges
from server.handlers import Client, Handlers
from server.lobby.lobby import Lobby
from server.lobby.ranking import Entry
from server.metrics import Metrics
from server.moderation.acts import Acts
from server.moderation.blocks import BlockMessages, Blocks
from server.moderation.company import Company
from server.moderation.fair_play import FairPlay
from server.moderation.powers import Powers
from server.moderation.report_messages import ReportMessages
from server.moderation.roles import Roles
from server.moderation.sanctions import Sanctions
from server.moderation.staff_messages import StaffMessages
from server.moderation.waiting_reports import WaitingReports
from server.oidc.flow import OidcFlow
from server.oidc.messages import OidcMessages
from server.oidc.provider import Provider, read_settings
from server.operator.backup_schedule import Backups
from server.operator.checks import Checks
from server.protocol.inbound import Sit
from server.protocol.outbound import AccountInfo, RegistrationChanged, Welcome
from server.protocol.values import PROTOCOL, SettingName, Who
from server.push.messages import PushMessages
from server.push.sender import PushSender
from server.ratings.book import RatingBook
from server.review.lesson_notices import WaitingLessons
from server.rooms import creation
from server.rooms.messages import RoomMessages
from server.rooms.pairing import PairRooms
from server.rooms.plans import PlanMessages
from server.rooms.policy import Policy
from server.rooms.rooms import Rooms
from server.rooms.talk import Talk
from server.rooms.vacations import VacationMessages
from server.running_server import RunningServer
from server.seeks.keeper import SeekKeeper
from server.seeks.messages import SeekMessages
from server.seeks.near_bots import find_bot
from server.seeks.open_rooms import list_open_seeks
from server.staff.act_messages import ActMessages
from server.staff.backup_messages import BackupMessages
from server.staff.check_messages import CheckMessages
from server.staff.evidence_messages import EvidenceMessages
from server.staff.game_lists import GameListMessages
from server.staff.health import HealthMessages
from server.staff.learned_messages import LearnedMessages
from server.staff.live_settings import LiveSettings
from server.staff.people_messages import PeopleMessages
from server.staff.tree_lists import TreeListMessages
from server.staff.uploads import StaffUploads
from server.steady_time import SteadyTime
from server.store.ratings import find_accounts
from server.store.records import StoredPlayer
from server.store.store import Store
from server.studying import Studying
from server.transport.api import Api
from server.transport.gate import Gate
from server.transport.hosts import Hosts, own_names
from server.transport.http import Site
from server.transport.levels import list_levels
from server.transport.proxy import peer_of
from server.transport.sign_in_pages import SignInPages
from server.transport.static import ClientFiles
from server.trees.keeper import TreeKeeper
from server.trees.messages import TreeMessages
from server.trees.uploads import TreeUploads

log = logging.getLogger("tengen")


class App:
    """The parts of one server, joined; `server.lifecycle.start` sets them going."""

    def __init__(self, config: Config, store: Store, executor: Executor, metrics: Metrics) -> None:
        self.config = config
        self.store = store
        self.metrics = metrics
        self.executor = executor
        self._moves = (metrics.moves.labels("person"), metrics.moves.labels("bot"))
        self.now = SteadyTime()
        self.accounts = Accounts(store, self.now)
        self.hashing = Hashing()
        self.registry = Registry(store, self.hashing, self.now, config.registration)
        self.redeeming = Redeeming(self.accounts, self.hashing, self.registry.guard)
        self.files = ClientFiles()
        self.handlers = Handlers()
        self.sessions = Sessions(self.accounts, self.handlers, self._welcome)
        self.push = PushSender(
            *(store, self.now, lambda id: bool(self.sessions.of_player(id)), config.push_contact),
            on_end=lambda end: metrics.push.labels(end).inc(),
        )
        self.blocks = Blocks(store, self.now)
        self.roles = Roles(store)
        self.sanctions = Sanctions(store, self.now)
        self.lobby = Lobby(
            self._lobby_entry,
            lambda: self.sessions.online,
            lambda: self.seeks.list_shown(),  # noqa: PLW0108 - they come into being below
        )
        self.rooms = Rooms(
            store,
            executor,
            self.now,
            policy=Policy.of(config),
            on_change=self._room_changed,
            on_move=self._count_move,
            on_sides=self._tell_sides,
            on_turn=lambda player, room: self.push.tell(player, "your_move", room),
        )
        self.talk = Talk(
            *(store, self.rooms.tables, self.now, config.talk),
            blocks=self.blocks,
            roles=self.roles,
            sanctions=self.sanctions,
        )
        self.company = Company(self.blocks, self.sanctions)
        self.fair_play = FairPlay(self.rooms.list_rated, self.rooms.list_rated_slow)
        self.room_messages = RoomMessages(
            *(self.rooms, self.sessions.of_player, self.company, self.talk.greet), fair_play=self.fair_play
        )
        pairs = PairRooms(self.rooms)
        self.ratings = self.rooms.ratings
        self.seeks = SeekKeeper(
            self.now,
            begin=pairs.begin,
            has_room=self.rooms.admission.has_room,
            list_open=lambda: list_open_seeks(self.lobby.list_open(), self.sessions.address_of),
            sit=self._sit,
            find_bot=partial(find_bot, executor, self.ratings),
            may_meet=self.blocks.may_meet,
            list_excluded=self.company.list_excluded,
            find_accounts=partial(find_accounts, store),
            on_change=self.lobby.seeks_changed,
        )
        self.presence = FollowedPresence(
            store,
            self.now,
            here=lambda player: bool(self.sessions.of_player(player)),
            plays=self.rooms.plays_in_public,
            may_meet=self.company.may_meet,
        )
        self.challenges = ChallengeKeeper(
            store,
            self.now,
            begin=pairs.begin,
            check=creation.check_game,
            clients_of=self.sessions.of_player,
            is_hidden=self.presence.is_hidden,
            is_excluded=self.company.is_excluded,
            may_meet=self.blocks.may_meet,
            read_ratings=self.ratings.read,
            on_given=lambda player, challenge: self.push.tell(player, "challenge", challenge),
        )
        self.challenge_messages = ChallengeMessages(
            self.challenges, PlayerFinder(store, self.sessions, self.presence).find, self.company.require
        )
        self.studying = Studying(
            *(config, store, executor, self.now, self.fair_play),
            on_lesson=self._lesson_found,
        )
        self.waiting_lessons = WaitingLessons(store, self.now, self.sessions.of_player)
        self.waiting_reports = WaitingReports(store, self.sessions, self.roles)
        powers = Powers(self.roles)
        self.acts = Acts(
            *(store, self.accounts, self.sessions, self.now),
            hidden=self.talk.hide,
            settled=self.waiting_reports.changed,
            bound=self.talk.sanctions_changed,
        )
        self.classrooms = Classrooms(store, self.hashing, self.roles, self.sessions, self.now)
        self.rating_book = RatingBook(store, self.rooms.room_ratings.tell_counted, self.ratings.forget)
        self.trees = TreeKeeper(store, executor.run, self.now, config.tree_mib << 20)
        self.gauges = Gauges(store, executor, self.rooms, metrics, self.now)
        self.backups = Backups(
            *(config.db, config.backup_folder, config.backup_every, config.backup_keep),
            on_done=lambda done: metrics.backups.labels("done" if done else "failed").inc(),
        )
        self.checks = Checks(config.db, self.now)
        self.live = RunningServer(
            *(self.rooms, self.sessions, self.studying.publishing, self.studying.tuning, self.studying.analyst),
            blocks=self.blocks,
            roles=self.roles,
            acts=self.acts,
        )
        self.rebuilding = asyncio.Lock()
        self.act_messages = ActMessages(*(store, self.live, powers, self.now), rebuilding=self.rebuilding)
        self.staff_uploads = StaffUploads(store, executor.run, self.live, self.trees, powers, self.now)
        self.settings = LiveSettings(store, config, powers, self.now, self._settings_changed)
        self.gate = Gate(config, self.sessions, self.handlers, metrics, self.now)
        entry = RegistryMessages(self.registry, self.accounts, self.sessions, self.rooms, self._refresh)
        provider = read_settings(config)
        self.oidc = None if provider is None else OidcFlow(Provider(provider), self.now)
        for feature in (
            AccountMessages(self.accounts, self.sessions, self.redeeming),
            entry,
            SecondFactorMessages(self.registry),
            OidcMessages(store, self.oidc, self.registry, entry),
            self.lobby,
            self.fair_play,
            self.studying,
            TreeUploads(store, self.trees, self.now),
            TreeMessages(store, self.trees, self.now),
            self.talk,
            ReportMessages(store, self.talk.read_last, self.waiting_reports.changed),
            self.waiting_reports,
            self.waiting_lessons,
            StaffMessages(store, self.acts, powers, self.sessions),
            EvidenceMessages(store, executor.run, self.acts, powers, self.now),
            HealthMessages(
                *(store, executor, self.rooms, self.sessions, metrics, self.gauges, self.backups),
                powers=powers,
                now=self.now,
            ),
            BackupMessages(store, self.backups, powers, self.now),
            CheckMessages(store, self.checks, self.backups, powers, self.now),
            LearnedMessages(store, executor.run, powers),
            ClassroomMessages(store, self.classrooms, powers, self.sessions),
            PeopleMessages(store, powers, self.sessions),
            GameListMessages(store, self.rooms, powers),
            TreeListMessages(store, powers),
            self.act_messages,
            self.staff_uploads,
            self.settings,
            BlockMessages(self.blocks),
            self.room_messages,
            self.challenge_messages,
            self.presence,
            SeekMessages(self.seeks, pairs.find, self.company.require, self.ratings.read),
            VacationMessages(self.rooms),
            PlanMessages(self.rooms),
            PushMessages(store, self.push),
        ):
            feature.register(self.handlers)
        self.handlers.on_join(self._tell_online)
        self.handlers.on_leave(self._tell_online)
        self.cleaning = Cleaning(
            store,
            lambda: self.sessions.players,
            self.now,
            lambda room: self.rooms.tables.get(room) is not None,
            talk_days=config.talk_days,
        )
        self.hosts = Hosts(own_names(config.host), config.public_origins)
        api = Api(store, partial(list_levels, executor), self.now, executor.run, self.ratings, self.fair_play, powers)
        pages = SignInPages(self.oidc, config.public_origins)
        self.site = Site(config, store, self.accounts, self.files, metrics, api, self.hosts, pages)

    def _welcome(self, player: StoredPlayer, token: str | None) -> Welcome:
        rooms = self.rooms.tables.of_player(player.id)
        named = None if player.named is None else bool(player.named)
        waiting = self.rooms.tables.waiting(rooms)
        account = None
        if player.account_at is not None:
            account = AccountInfo(
                player.account_at,
                player.role,
                player.codes,
                bool(player.has_password),
                bool(player.is_vouched),
                bool(player.has_totp),
            )
        return Welcome(
            *(PROTOCOL, self.files.build, self.now(), Who(player.id, player.name), rooms, token, named, waiting),
            account=account,
            registration=self.registry.registration,
            blocked=self.blocks.list_ids(player.id),
            provider="" if self.oidc is None else self.oidc.provider.settings.label,
            push=self.push.public_key,
        )

    def _lesson_found(self, player: str, game: str) -> None:
        self.push.tell(player, "lesson", game)
        self.waiting_lessons.changed(player)

    def _tell_online(self, client: Client, at: int) -> None:
        """Whose tables show who is here: those of a client that came or left."""
        if client.player:
            self.lobby.online_changed(self.rooms.tables.of_player(client.player))

    def _lobby_entry(self, room: str) -> Entry | None:
        table = self.rooms.tables.get(room)
        line = None if table is None else table.make_lobby_line()
        if line is None:
            return None
        people = [who.id for who in line.seats if who is not None and who.id]
        addresses = list(filter(None, map(self.sessions.address_of, people)))
        return Entry(line, next(iter(people), ""), next(iter(addresses), ""), here=bool(addresses))

    def _room_changed(self, id: str) -> None:
        self.lobby.changed(id)
        table = self.rooms.tables.get(id)
        for who in () if table is None else table.room.seats:
            if who is not None and who.id:
                self.presence.changed(who.id)

    async def _sit(self, client: Client, room: str) -> Who:
        """Have a client take the free seat of a room; whom it plays there."""
        await self.room_messages.sit(client, Sit(f"seek.{room}", room), self.now())
        table = self.rooms.tables.get(room)
        return (None if table is None else table.room.seats[0]) or Who()

    async def _refresh(self, *players: str) -> None:
        """These players have other blocks, challenges or another role than before."""
        await self.blocks.refresh(*players)
        await self.challenges.note_others(*players)
        await self.roles.refresh()

    def _settings_changed(self, values: dict[SettingName, Any]) -> None:
        """These hold from now on."""
        if values["registration"] != self.registry.registration:
            self.registry.registration = values["registration"]
            for client in self.sessions.clients:
                client.say(RegistrationChanged(self.registry.registration))
        watchers = values["talk_watchers"]
        self.talk.allow(values["talk"], None if watchers == "same" else watchers)
        self.rooms.limit(
            rooms_per_player=values["rooms_per_player"],
            bot_games_per_player=values["bot_games_per_player"],
            bot_games_per_address=values["bot_games_per_address"],
            bot_games=values["bot_games"],
        )

    def _tell_sides(self, room: str) -> None:
        self.talk.sides_changed(room)
        self.fair_play.games_changed()

    def _count_move(self, by_bot: bool) -> None:
        self._moves[by_bot].inc()

    # --- the background ---------------------------------------------------------------------------------------------

    async def respond(self, connection: ServerConnection, request: Request) -> Response | None:
        """Everything that is not the realtime protocol."""
        return await self.site.respond(request, peer_of(connection))

    async def warm_up(self) -> None:
        """Make the levels ready whose engines are compiled; people play meanwhile."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            await self.executor.warm_up(lambda part: log.info("preparing the strongest bots: %s", part))
        except Stopped:
            return
        except NotReady as error:
            log.error("the strongest bots cannot play until the next start: %s", error)  # noqa: TRY400 - one line
            return
        log.info("the strongest bots are ready, after %.1f s", loop.time() - began)
        with suppress(BotError):  # hints and puzzles: who asks first waits for no start
            await self.executor.get_ready_to_answer()
