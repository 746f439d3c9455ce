"""The pictures of the table in the documentation: they show what the program shows."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "scripts"))

from make_pictures import FOLDER, SCENES, picture  # noqa: E402


@pytest.mark.parametrize(
    "name",
    [name if name == "buy" else pytest.param(name, marks=pytest.mark.slow) for name in SCENES],
)
def test_a_picture_shows_what_the_table_shows(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for variable in ("BW_HOME", "COLORTERM", "TERM", "NO_COLOR"):
        monkeypatch.setenv(variable, "")  # restored later: the script sets them
    assert picture(SCENES[name], str(tmp_path)) == (FOLDER / f"{name}.svg").read_text("utf-8")
