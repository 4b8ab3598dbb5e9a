"""Quiet hours: minutes of a person's day in which no notice is sent. Pure."""

from datetime import datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def find_zone(name: str, offset: int) -> tzinfo:
    """Return a time zone by its IANA name, or if the machine does not know that, by minutes east of Greenwich."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return timezone(timedelta(minutes=offset))


def find_end(quiet: tuple[int, int] | None, zone: tzinfo, now: int) -> int | None:
    """Return the end of the present quiet hours in ms; None outside of them.

    ``quiet`` has their first minute of the day, and the first minute after them, perhaps of the next day.
    """
    if quiet is None:
        return None
    start, end = quiet
    local = datetime.fromtimestamp(now / 1000, zone)
    minute = local.hour * 60 + local.minute
    inside = start <= minute < end if start <= end else minute >= start or minute < end
    if not inside:
        return None
    day = local.date() + timedelta(days=int(minute >= end))
    woken = datetime(day.year, day.month, day.day, end // 60, end % 60, tzinfo=zone)
    return max(int(woken.timestamp() * 1000), now + 60_000)  # when clocks are set back, the minute may occur twice
