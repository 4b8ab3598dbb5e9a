from datetime import UTC, datetime

import pytest

from server.push.quiet import find_end, find_zone


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp() * 1000)


def end(quiet: tuple[int, int] | None, zone: str, now: str) -> str | None:
    found = find_end(quiet, find_zone(zone, 0), at(now))
    return None if found is None else datetime.fromtimestamp(found / 1000, UTC).isoformat(timespec="minutes")


NIGHT = (22 * 60, 7 * 60 + 30)
NOON = (12 * 60, 13 * 60)


@pytest.mark.parametrize(
    ("quiet", "zone", "now", "until"),
    [
        (None, "", "2026-03-01T03:00Z", None),
        (NIGHT, "UTC", "2026-03-01T21:59Z", None),
        (NIGHT, "UTC", "2026-03-01T22:00Z", "2026-03-02T07:30+00:00"),
        (NIGHT, "UTC", "2026-03-02T07:29Z", "2026-03-02T07:30+00:00"),
        (NIGHT, "UTC", "2026-03-02T07:30Z", None),
        (NOON, "UTC", "2026-03-02T12:59Z", "2026-03-02T13:00+00:00"),
        (NOON, "UTC", "2026-03-02T13:00Z", None),
        (NIGHT, "Asia/Shanghai", "2026-03-01T14:00Z", "2026-03-01T23:30+00:00"),  # ten in the evening there
        (NIGHT, "Asia/Shanghai", "2026-03-01T03:00Z", None),
        (NIGHT, "Europe/Berlin", "2026-03-28T23:00Z", "2026-03-29T05:30+00:00"),  # an hour less of sleep
        ((0, 0), "UTC", "2026-03-01T12:00Z", None),
    ],
)
def test_a_notice_waits_for_the_end_of_the_quiet_hours(
    quiet: tuple[int, int] | None, zone: str, now: str, until: str | None
) -> None:
    assert end(quiet, zone, now) == until


@pytest.mark.parametrize("name", ["", "Nowhere/None", "/etc/passwd", "../UTC", "Asia"])
def test_a_zone_that_is_not_known_is_so_many_minutes_off(name: str) -> None:
    zone = find_zone(name, 345)
    assert str(datetime.fromtimestamp(0, zone).time()) == "05:45:00"
