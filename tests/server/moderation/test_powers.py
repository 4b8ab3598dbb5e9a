"""Powers of staff: which role may lay which sanction upon whom."""

import pytest

from server.errors import Refused
from server.moderation.powers import Powers
from server.moderation.roles import Roles
from server.protocol.values import RoleName, SanctionKind


class Given(Roles):
    """Roles without a store."""

    def __init__(self, of: dict[str, RoleName]) -> None:
        self._of = of


@pytest.mark.parametrize(
    ("role", "target", "kind", "minutes", "may"),
    [
        ("teacher", None, "mute", 60, True),
        ("teacher", None, "timeout", 7 * 24 * 60, True),
        ("teacher", None, "mute", 7 * 24 * 60 + 1, False),
        ("teacher", None, "mute", None, False),
        ("teacher", None, "ban", 60, False),
        ("teacher", "bot", "mute", 60, True),
        ("teacher", "teacher", "mute", 60, False),
        ("moderator", "teacher", "ban", None, True),
        ("moderator", "moderator", "mute", 60, False),
        ("moderator", "owner", "mute", 60, False),
        ("owner", "moderator", "ban", None, True),
        ("owner", "owner", "mute", 60, False),
    ],
)
def test_ranks(role: RoleName, target: RoleName | None, kind: SanctionKind, minutes: int | None, may: bool) -> None:
    powers = Powers(Given({"judge": role} | ({} if target is None else {"other": target})))
    if may:
        powers.require_sanction("judge", "other", kind, minutes)
        return
    with pytest.raises(Refused) as caught:
        powers.require_sanction("judge", "other", kind, minutes)
    assert caught.value.code == "not_staff"
