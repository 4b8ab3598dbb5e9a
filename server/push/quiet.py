"""Quiet hours: minutes of a person's day between which no notice is sent. Pure."""

from datetime import datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def find_zone(name: str, offset: int) -> tzinfo:
    """A time zone by its IANA name, or where this machine does not know that, by minutes east of Greenwich."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return timezone(timedelta(minutes=offset))


def find_end(quiet: tuple[int, int] | None, zone: tzinfo, now: int) -> int | None:
    """When the quiet hours end that it is now, in milliseconds; None where it is none of them.

    ``quiet`` are their first minute of the day and the first that is not quiet again, perhaps of the next day.
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
    return max(int(woken.timestamp() * 1000), now + 60_000)  # a clock set back may have the minute twice
