"""The server holds against every attack that takes a minute or less."""

from pathlib import Path

import pytest

from tests.attacks.attack import Attack, attacks

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("attack", [each for each in attacks() if each.short], ids=lambda attack: attack.name)
async def test_the_server_holds(attack: Attack, tmp_path: Path) -> None:
    finding = await attack.run(tmp_path)
    assert finding.held, f"{attack.aim}: {finding.figures}"
