"""Settings and blocks on two servers of one installation, whatever the bus loses."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.config import Config
from server.signals import PlayersChanged
from tests.kit.installation import Installation, open_installation
from tests.server.test_installation import until
from tests.server.test_talk import keep_role


@pytest.fixture
async def two(config: Config, template: Path) -> AsyncIterator[Installation]:
    shutil.copy(template, config.db)
    async with open_installation(config) as installation:
        yield installation


async def test_settings_of_the_owner_hold_everywhere_and_no_process_undoes_another(two: Installation) -> None:
    near, far = two.apps
    owner = await two.connect(0)
    await keep_role((near, two.addresses[0]), owner, "owner")
    await near.signals.settle(PlayersChanged(()))
    await until(lambda: far.roles.of(owner.player) == "owner")
    elsewhere = await two.connect(1, owner.token)
    await owner.command("change_setting", setting="talk", value="free")
    await until(lambda: far.talk.level == "free")
    two.cut(1)
    await owner.command("change_setting", setting="talk_watchers", value="off")
    two.mend(1)
    await until(lambda: far.talk.watchers == "off")
    await elsewhere.command("change_setting", setting="registration", value="closed")
    await until(lambda: near.registry.registration == "closed")
    for app in two.apps:
        assert (app.talk.level, app.talk.watchers, app.registry.registration) == ("free", "off", "closed")
