"""Dates: local for people, UTC in files and for the game of the day."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
from shell import bw

from bwtools.analysis.quiz_scores import Score, save_score
from bwtools.cli.terminal import new_game as command
from bwtools.storage.dates import local_time, now

pytestmark = pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone cannot be set here")


@pytest.fixture(autouse=True)
def set_zone() -> Iterator[Callable[[str], None]]:
    """Set the zone of Los Angeles, and return a function that sets another one."""
    with pytest.MonkeyPatch.context() as patch:

        def set_zone(name: str) -> None:
            patch.setenv("TZ", name)
            time.tzset()

        set_zone("America/Los_Angeles")
        yield set_zone
    time.tzset()


@pytest.mark.parametrize(
    ("date", "local"),
    [
        ("2026-03-01T04:30:00Z", "2026-02-28 20:30:00"),
        ("2026-07-01T04:30:00Z", "2026-06-30 21:30:00"),  # daylight saving time
        ("2026-03-01T04:30:00+02:00", "2026-02-28 18:30:00"),
        ("2026-03-01", "2026-03-01"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        ("at Christmas", "at Christmas"),
        ("", ""),
    ],
)
def test_time_of_a_file_is_shown_in_the_local_zone(date: str, local: str) -> None:
    assert local_time(date) == local


def test_present_time_is_utc() -> None:
    assert abs(datetime.fromisoformat(now()).timestamp() - time.time()) < 60


def test_scores_are_summed_up_by_local_day(own_home: Path) -> None:
    """Save scores of an evening that is on two days in UTC, and of the night after it."""
    for date in ("2026-02-28T23:30:00Z", "2026-03-01T04:30:00Z", "2026-03-01T08:30:00Z"):
        save_score(Score(date, "sell", "revenue", "", "-", "-", 0.0, 1.0, 1.0, True))
    rows = bw("quiz", "--scores", "-f", "jsonl").rows
    assert [(row["date"], row["questions"]) for row in rows] == [
        ("2026-02-28", 2),
        ("2026-03-01", 1),
    ]
    assert b'"date":"2026-03-01T08:30:00Z"' in (own_home / "scores.jsonl").read_bytes()


class TestGame:
    """A game that begins on the evening of 28 February, which is 1 March in UTC."""

    @pytest.fixture(autouse=True)
    def _evening(self, own_games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        del own_games
        monkeypatch.setattr(command, "now", lambda: "2026-03-01T04:30:00Z")

    def test_is_named_and_shown_by_its_local_day(self, tmp_path: Path) -> None:
        bw("play", "--seed", "42", stdin="y\n")
        (row,) = bw("games", "-f", "jsonl").rows
        assert row["name"] == "2026-02-28-20-30-00"
        assert row["date"] == "2026-03-01T04:30:00Z"
        assert bw("resume").lines[0].startswith("The game of 2026-02-28, seed 42: ")
        assert bw("review", "--samples", "12", "--html", str(tmp_path / "page.html")).status == 0
        page = (tmp_path / "page.html").read_text(encoding="utf-8")
        assert "2026-02-28" in page
        assert "2026-03-01" not in page

    def test_of_the_day_has_the_day_of_utc(self) -> None:
        bw("play", "--daily", stdin="y\n")
        path = bw("games", "-f", "plain").lines[0]
        header = json.loads(Path(path).read_text("utf-8").splitlines()[0])
        assert (header["seed"], header["date"]) == (20260301, "2026-03-01T04:30:00Z")
        assert bw("play", "--daily").lines[0].startswith("The game of 2026-03-01, seed 20260301: ")


def test_games_are_listed_by_time_whatever_the_zone_was(
    own_games: Path, set_zone: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    del own_games
    for zone, date in (("Asia/Tokyo", "2026-03-01T04:30:00Z"), ("UTC", "2026-03-01T05:30:00Z")):
        set_zone(zone)
        monkeypatch.setattr(command, "now", lambda date=date: date)
        bw("play", "--seed", "42")
    rows = bw("games", "-f", "jsonl").rows
    assert [row["name"] for row in rows] == ["2026-03-01-13-30-00", "2026-03-01-05-30-00"]
