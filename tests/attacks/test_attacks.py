"""The server holds against every attack that takes a minute or less."""

import re
from pathlib import Path

import pytest

from tests.attacks.attack import Attack, attacks

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("attack", [each for each in attacks() if each.short], ids=lambda attack: attack.name)
async def test_the_server_holds(attack: Attack, tmp_path: Path) -> None:
    finding = await attack.run(tmp_path)
    assert finding.held, f"{attack.aim}: {finding.figures}"


def test_each_has_a_name_of_its_own_of_words_with_hyphens() -> None:
    names = [each.name for each in attacks()]
    assert len(set(names)) == len(names)
    assert [name for name in names if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)] == []
