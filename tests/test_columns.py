"""Tables and wrapped text count the columns of the terminal, not characters."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from unicodedata import combining, east_asian_width

import pytest
from shell import bw

from bwtools.cli import output
from bwtools.cli.output import Layout, columns, display_width, print_lines
from bwtools.cli.table.end_texts import standing
from bwtools.cli.terminal import screen
from bwtools.cli.terminal.player_names import check_names
from bwtools.cli.terminal.screen import show
from bwtools.errors import InvalidError
from bwtools.records.record_file import read_game

WIDE, MARKED = "漢字", "Zoe\N{COMBINING DIAERESIS}"  # 4 columns in 2 characters; 3 in 4


def width(text: str) -> int:
    """Return the columns of text of wide characters and combining marks."""
    return sum(0 if combining(char) else 1 + (east_asian_width(char) in "WF") for char in text)


def starts(lines: list[str], cells: list[str]) -> set[int]:
    """Return the columns at which a cell of each line starts."""
    return {width(line[: line.index(cell)]) for line, cell in zip(lines, cells, strict=True)}


def test_columns_align_beside_wide_characters_and_combining_marks() -> None:
    lines = columns([[WIDE, "a", "end"], [MARKED, "b", "end"], ["Ben", "c", "end"]], [False] * 3)
    assert starts(lines, ["a", "b", "c"]) == {6}
    assert starts(lines, ["end"] * 3) == {9}
    lines = columns([[WIDE, "end"], [MARKED, "end"], ["wider", "end"]], [True, False])
    assert starts(lines, ["end"] * 3) == {7}


def test_definitions_and_words_align_in_tables(tmp_path: Path) -> None:
    words = tmp_path / "list.txt"
    words.write_text(f"cat {WIDE}\ndog {MARKED}\n", encoding="utf-8")
    done = bw("check", "-d", str(words), "cat", WIDE, MARKED)
    assert starts(done.out.splitlines(), ["valid", "yes", "no", "no"]) == {6}


def test_saved_games_align_in_tables(own_games: Path) -> None:
    for name in ("Ben", WIDE, MARKED):
        bw("play", "--players", f"{name},club", "--seed", "1")
    del own_games
    lines = bw("games").out.splitlines()
    assert len(lines) == 4
    assert len(starts(lines, ["over", "no", "no", "no"])) == 1


def test_players_align_at_the_table(own_games: Path) -> None:
    del own_games
    out = bw("play", "--players", f"{WIDE},{MARKED},Ben", "--seed", "1").out.splitlines()
    at = next(number for number, line in enumerate(out) if line.split()[:1] == ["money"])
    assert len({width(line[: line.index("$200") + 4]) for line in out[at + 1 : at + 4]}) == 1


def test_standing_at_the_end_aligns_on_the_full_screen(own_games: Path) -> None:
    record = str(own_games / "game.jsonl")
    bw("play", "--players", f"{WIDE},{MARKED},Ben", "--seed", "1", "--record", record)
    lines = standing(read_game(record)).plain.splitlines()
    assert {width(line) for line in lines[1:4]} == {23}


def test_shares_are_percentages_on_the_right(capsys: pytest.CaptureFixture[str]) -> None:
    layout = Layout(fields=("share",), plain="share", shares=("share",))
    rows = [{"share": share} for share in (0.15, 2 / 3, None, 1)]
    print_lines(output._WRITERS["table"](rows, layout))
    assert capsys.readouterr().out.splitlines() == ["share", "  15%", "66.7%", "    -", " 100%"]


def test_text_wraps_at_the_columns_of_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screen, "text_width", lambda: 40)
    show(f"{WIDE} " * 30)
    show(f"{MARKED} " * 30)
    lines = capsys.readouterr().out.splitlines()
    wide, marked = (
        [line for line in lines if line.strip()[0] == text[0]] for text in (WIDE, MARKED)
    )
    assert all(33 <= width(line) <= 40 for line in [*wide[:-1], *marked[:-1]])
    assert list(map(len, map(str.split, wide))) == [8, 7, 7, 7, 1]
    assert list(map(len, map(str.split, marked))) == [10, 9, 9, 2]


def test_table_that_fits_by_characters_only_is_printed_vertically(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "_terminal_size", lambda: (30, 24))
    layout = Layout(fields=("word", "text"), plain="word")
    row = {"word": "A", "text": "漢" * 20}
    print_lines(output._WRITERS["table"]([row], layout))
    word, text = capsys.readouterr().out.splitlines()  # without a heading
    assert "word" in word
    assert "text" in text


@pytest.mark.parametrize("name", ["漢" * 6, "e\N{COMBINING ACUTE ACCENT}" * 12, "é" * 12])
def test_name_of_twelve_columns_is_accepted(name: str) -> None:
    check_names([name])


@pytest.mark.parametrize("name", ["漢" * 7, "\N{COMBINING ACUTE ACCENT}", "n" * 13])
def test_name_of_more_or_no_columns_is_refused(name: str) -> None:
    with pytest.raises(InvalidError, match="cannot be a name"):
        check_names([name])


def test_every_printable_character_has_a_width() -> None:
    printable = filter(str.isprintable, map(chr, range(sys.maxunicode + 1)))
    assert set(map(display_width, printable)) == {0, 1, 2}


def test_latin_text_does_not_import_wcwidth() -> None:
    """Check what would lengthen the start of a command by some 5%."""
    code = (
        "import sys; from bwtools.cli.output import display_width; "
        "from bwtools.cli.terminal.screen import show; "
        "show('± é'); display_width('é'); sys.exit('wcwidth' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
