"""Settings that the owner changes while the server runs: stored, logged and applied at once."""

import asyncio
import logging
from typing import get_args

from server.config import Config, list_options
from server.errors import Refused
from server.handlers import Client, Handlers
from server.moderation.powers import Powers
from server.moderation.roles import OWNER
from server.option_kinds import OptionKind
from server.protocol import inbound
from server.protocol.outbound import Ack, SettingList
from server.protocol.staff import SettingInfo
from server.protocol.values import SettingName
from server.signals import SettingsChanged, SettingsStored, Signals
from server.steady_time import Now
from server.store import audit, settings
from server.store.database import Database

log = logging.getLogger(__name__)

NAMES: tuple[SettingName, ...] = get_args(SettingName)
_KINDS: dict[str, OptionKind] = {option.name: option.metadata["kind"] for option in list_options()}


class LiveSettings:
    """Settings of ``config`` that the owner may change, with their values in ``store``.

    Emits `SettingsChanged` with the values of all, at the start and after each change.
    """

    def __init__(
        self,
        store: Database,
        config: Config,
        powers: Powers,
        now: Now,
        signals: Signals,
    ) -> None:
        self._store = store
        self._powers = powers
        self._now = now
        self._signals = signals
        self._defaults: dict[SettingName, str] = {name: str(getattr(config, name)) for name in NAMES}
        self._changed: dict[SettingName, str] = {}
        self._lock = asyncio.Lock()
        """Held over a write, so that the value stored last is the one applied last."""

    async def start(self) -> None:
        """Apply the stored values; skip those that this version no longer takes."""
        self._signals.on(SettingsStored, lambda _: self._read_again())
        self._changed = await self._read_stored()
        self._apply()

    async def _read_stored(self) -> dict[SettingName, str]:
        found: dict[SettingName, str] = {}
        for name, value in (await settings.read_all(self._store)).items():
            if name in NAMES:
                try:
                    _KINDS[name].parse(value)
                except ValueError:
                    log.warning(
                        "stored value %r of the setting %s is not valid; its value at the start holds", value, name
                    )
                else:
                    found[name] = value
        return found

    async def _read_again(self) -> None:
        """Apply the stored values if another process has changed them."""
        async with self._lock:
            stored = await self._read_stored()
            if stored != self._changed:
                self._changed = stored
                self._apply()

    def register(self, handlers: Handlers) -> None:
        """Register the handlers."""
        self._powers.guard(handlers, inbound.ReadSettings, self._read)
        self._powers.guard(handlers, inbound.ChangeSetting, self._change)

    def _apply(self) -> None:
        texts = self._defaults | self._changed
        self._signals.emit(SettingsChanged({name: _KINDS[name].parse(text) for name, text in texts.items()}))

    async def _read(self, client: Client, message: inbound.ReadSettings, at: int) -> None:
        client.say(SettingList(message.id, [self._tell(name) for name in NAMES]))

    def _tell(self, name: SettingName) -> SettingInfo:
        kind, default = _KINDS[name], self._defaults[name]
        changed = name in self._changed
        return SettingInfo(name, self._changed.get(name, default), default, list(kind.names), kind.span, changed)

    async def _change(self, client: Client, message: inbound.ChangeSetting, at: int) -> None:
        name, value = message.setting, message.value
        if value is not None:
            try:
                value = str(_KINDS[name].parse(value.strip()))
            except ValueError:
                raise Refused(code="bad_setting", takes=_KINDS[name].takes) from None
        async with self._lock:
            await self._keep(client.player, message, value)
        await self._signals.settle(SettingsStored())
        client.say(Ack(message.id))

    async def _keep(self, player: str, message: inbound.ChangeSetting, value: str | None) -> None:
        name, now = message.setting, self._now()
        old = self._tell(name).value
        new = self._defaults[name] if value is None else value
        data = {"setting": name, "old": old, "value": new, "note": message.note}
        change = settings.drop(name) if value is None else settings.keep(name, value, now)
        noted = audit.insert(player, message.id, "setting", None, data, now, roles=OWNER)
        if not await audit.execute_once(self._store, player, message.id, noted, change):
            return
        if value is None:
            self._changed.pop(name, None)
        else:
            self._changed[name] = value
        self._apply()
