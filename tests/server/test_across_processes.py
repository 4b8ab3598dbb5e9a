"""Accounts, learning, studies, trees and staff on two servers of one installation."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.accounts.guard import BY_BOTH
from server.config import Config
from tests.kit.installation import Installation, open_installation
from tests.server.accounts.test_registry import QuickHashing
from tests.server.test_accounts import keep_name, refused
from tests.server.test_installation import until


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.accounts.feature.Hashing", QuickHashing)


@pytest.fixture
async def two(config: Config, template: Path) -> AsyncIterator[Installation]:
    shutil.copy(template, config.db)
    async with open_installation(config) as installation:
        yield installation


async def test_guesses_on_one_server_wait_on_the_other(two: Installation) -> None:
    ada, eve, mallory = await two.connect(0), await two.connect(0), await two.connect(1)
    await keep_name(ada, "Ada")
    two.cut(0)  # the bus is not needed for it
    for _ in range(BY_BOTH.free):
        assert await refused(eve, "sign_in", name="Ada", password="wrong wrong wrong") == "bad_sign_in"
    await until(lambda: any(each.count >= BY_BOTH.free for each in two.apps[1].registry.guard._failures.values()))
    assert await refused(mallory, "sign_in", name="Ada", password="wrong wrong wrong") == "wait"
