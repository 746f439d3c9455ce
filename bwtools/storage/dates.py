"""Dates and times: UTC in files, local for people."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """Return the time as files have it: ISO 8601, UTC."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"


def local_time(date: str) -> str:
    """Return a time from a file in the local time zone, such as `2026-02-28 20:30:00`.

    A time without a zone, and text that is not a time, are returned as they are.
    """
    try:
        moment = datetime.fromisoformat(date)
        return f"{moment.astimezone():%Y-%m-%d %H:%M:%S}" if moment.tzinfo else date
    except (ValueError, OverflowError, OSError):  # the last two: a year that is out of range
        return date
