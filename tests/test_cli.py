"""The command line as users and scripts call it."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
from shell import bw, streams

from bwtools import __version__
from bwtools.cli import run
from bwtools.lexicon import Lexicon

ROOT = Path(__file__).parent.parent
FORMATS = ["table", "plain", "json", "jsonl", "csv", "tsv"]
BIG = "ab" * 5000
PLAY = ["word", "play", "wild", "length", "pips", "price"]
SELL = ["rank", "revenue", "words", "wilds_used", "left", "wilds_left", "discard"]
EQUITY = ["equity", "stderr", "basis", "trained_on"]
BUY = [
    *("set", "pips", "cost", "affordable", "sell_without", "sell_with", "profit_now"),
    *("value_pass", "value_buy", "gain", "stderr", "basis", "verdict", "trained_on"),
]
CHOOSE = ["tiles", "value", "stderr", "best", "basis", "trained_on"]
DISCARD = ["discard", "keep", "value", "basis", "trained_on"]
DICT = ["name", "words", "sha256", "added", "removed", "skipped", "examples", "source"]
# A command, the fields of its rows, and what it prints as plain text.
COMMANDS: list[tuple[str, list[str], list[str]]] = [
    ("words zaxq", PLAY, ["ZAX", "AX"]),
    ("sell zaxi", SELL, ["ZAX", "AX", "XI", "AI"]),
    ("outs zax --seen rstloie", ["letter", "count", "plays", "revenue", "gain"], []),
    ("buy ing", BUY, ["buy"]),
    ("sell zaxi --by equity --basis rule", [*SELL, *EQUITY], ["ZAX", "AX", "XI", "AI"]),
    ("choose --hand aeinr --basis rule", CHOOSE, ["3"]),
    ("discard aeinrstqz --basis rule", DISCARD, ["A"]),
    ("price DES qUIZ", ["tiles", "pips", "price"], ["16", "49"]),
    ("match q?iz", ["word", "length", "pips", "price"], ["QUIZ"]),
    ("anagram etx.", PLAY, ["EXiT", "nEXT", "sEXT", "TEXt", "vEXT"]),
    ("hooks lane", ["hook", "side", "word"], ["ALANE", "PLANE", "LANES"]),
    ("check quiz Qzxv", ["word", "valid", "house"], ["quiz", "Qzxv"]),
    ("dict info", DICT, ["enable"]),
    ("tiles", ["letter", "count", "pips"], list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")),
]
EMPTY = [
    "words q",
    "sell q",
    "match qqq*",
    "anagram qq",
    "hooks qqq",
    "scan",
    "dict diff common common",
]


def command(*args: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run `bw` in a process of its own, in the home of the tests."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **options.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "bwtools", *args],
        capture_output=options.pop("capture_output", True),
        env=environment,
        timeout=60,
        check=False,
        **options,
    )


@pytest.fixture(autouse=True)
def _compiled(enable: Lexicon) -> None:
    """ENABLE is in the cache before any command asks for it."""
    del enable


# Formats


@pytest.mark.parametrize(("line", "fields", "plain"), COMMANDS, ids=lambda v: str(v)[:20])
def test_every_format_of_a_command_says_the_same(
    line: str, fields: list[str], plain: list[str]
) -> None:
    by_format = {form: bw(*line.split(), "-f", form) for form in FORMATS}
    assert {(done.status, done.err) for done in by_format.values()} in (
        [{(0, "")}, {(1, "")}] if line.startswith("check") else [{(0, "")}]
    )
    rows = by_format["jsonl"].rows
    assert json.loads(by_format["json"].out) == rows
    assert all(list(row) == fields for row in rows)
    for form, delimiter in (("csv", ","), ("tsv", "\t")):
        table = list(csv.DictReader(io.StringIO(by_format[form].out), delimiter=delimiter))
        assert [list(row) for row in table] == [fields] * len(rows)
        assert [list(row.values()) for row in table] == [
            [flat(value) for value in row.values()] for row in rows
        ]
    assert len(by_format["table"].lines) == len(rows) + 1
    if plain:
        assert by_format["plain"].lines == plain
    assert len(by_format["plain"].lines) == len(rows)


def flat(value: Any) -> str:
    """A value of JSON as it stands in a field of CSV."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return " ".join(item["play"] if isinstance(item, dict) else str(item) for item in value)
    return str(value)


@pytest.mark.parametrize("line", EMPTY)
def test_no_rows_are_shown_in_every_format(line: str) -> None:
    by_format = {form: bw(*line.split(), "-f", form) for form in FORMATS}
    assert {(done.status, done.err) for done in by_format.values()} == {(0, "")}
    assert by_format["table"].out == "(none)\n"
    assert by_format["plain"].out == by_format["jsonl"].out == ""
    assert json.loads(by_format["json"].out) == []
    assert len(by_format["csv"].lines) == len(by_format["tsv"].lines) == 1


def test_a_table_lines_up_under_its_heading() -> None:
    assert bw("words", "quize.", "--pattern", "*i*", "--top", "2").lines == [
        "play   length  pips  price",
        "QUIZ        4    10   $100",
        "EQUId       5     8    $64",
    ]


def test_money_that_is_lost_has_its_sign_in_front() -> None:
    (row,) = bw("buy", "qz", "--hand", "e", "-f", "jsonl").rows
    assert row["profit_now"] < 0
    assert f"-${-row['profit_now']}" in bw("buy", "qz", "--hand", "e").lines[1]


def test_output_that_is_no_terminal_has_no_colour() -> None:
    assert "\x1b" not in bw("words", "quiz").out


def test_the_dictionary_and_tiles_may_be_named_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.txt").write_text("zzz\n")
    text = (ROOT / "bwtools" / "data" / "classic.toml").read_text("utf-8")
    (tmp_path / "mine.toml").write_text(text.replace("Z = [2, 4]", "Z = [2, 9]"))
    monkeypatch.setenv("BW_DICTIONARY", str(tmp_path / "mine.txt"))
    monkeypatch.setenv("BW_TILES", str(tmp_path / "mine.toml"))
    (row,) = bw("words", "zzz", "-f", "jsonl").rows
    assert (row["word"], row["price"]) == ("ZZZ", 729)
    assert bw("dict", "info", "-f", "plain").out == "mine.txt\n"
    assert bw("words", "zzzcat", "-d", "everyday", "-f", "plain").lines == ["ACT", "CAT", "AT"]


# words


def plain(*args: str, stdin: str | bytes = b"") -> list[str]:
    done = bw(*args, "-f", "plain", stdin=stdin)
    assert (done.status, done.err) == (0, "")
    return done.lines


def test_words_have_the_row_of_the_contract() -> None:
    (row,) = bw("words", "etx.", "--pattern", "text", "-f", "jsonl").rows
    assert row == {
        "word": "TEXT",
        "play": "TEXt",
        "wild": "T",
        "length": 4,
        "pips": 7,
        "price": 49,
    }


def test_words_are_filtered() -> None:
    everything = plain("words", "aeinrst")
    assert plain("words", "aeinrst", "--min-length", "7") == [
        word for word in everything if len(word) == 7
    ]
    assert plain("words", "aeinrst", "--max-length", "2") == [
        word for word in everything if len(word) == 2
    ]
    assert plain("words", "aeinrst", "--max-length", "0") == []
    assert plain("words", "aeinrst", "--contains", "tn") == [
        word for word in everything if "T" in word and "N" in word
    ]
    assert plain("words", "aeinrst", "--pattern", "r*[^s]") == [
        word for word in everything if word[0] == "R" and word[-1] != "S"
    ]
    assert plain("words", "aeinrst", "--top", "3") == everything[:3]


def test_filters_act_together() -> None:
    args = ("--pattern", "*t", "--contains", "s", "--max-length", "3", "--top", "2")
    assert (
        plain("words", "aeinrst", *args)
        == [
            word
            for word in plain("words", "aeinrst")
            if word[-1] == "T" and "S" in word and len(word) <= 3
        ][:2]
    )


def test_letters_that_are_asked_for_twice_must_be_there_twice() -> None:
    found = plain("words", "aeinrstt", "--contains", "tt")
    assert found
    assert all(word.count("T") == 2 for word in found)


def test_a_theme_is_a_word_list_of_ones_own(tmp_path: Path) -> None:
    theme = tmp_path / "pets.txt"
    theme.write_text("Cat a pet\ndog\nzzz\n")
    assert sorted(plain("words", "catdog", "--theme", str(theme))) == ["CAT", "DOG"]


def test_sorting_keeps_the_order_of_price_among_equals() -> None:
    by_price = plain("words", "aeqrstuz.")
    assert plain("words", "aeqrstuz.", "--sort", "length") == sorted(
        by_price, key=lambda w: -len(w)
    )
    assert plain("words", "aeqrstuz.", "--sort", "word") == sorted(by_price, key=str.upper)


def test_top_counts_after_sorting() -> None:
    assert plain("words", "quizas", "--sort", "word", "--top", "2") == ["AI", "AIS"]


@pytest.mark.parametrize("hand", ["ETX?", "etx.", "e t,x-_", "x*te"])
def test_a_hand_is_read_in_every_notation(hand: str) -> None:
    assert plain("words", hand) == plain("words", "etx", "--wilds", "1")


# sell, outs, buy, discard, price


def test_sell_has_the_rows_of_the_contract() -> None:
    rows = bw("sell", "etx?", "--top", "2", "-f", "jsonl").rows
    assert rows[0] == {
        "rank": 1,
        "revenue": 49,
        "words": [
            {
                "word": "EXIT",
                "play": "EXiT",
                "wild": "I",
                "pips": 7,
                "price": 49,
                "alternatives": ["nEXT", "sEXT", "TEXt", "vEXT"],
            }
        ],
        "wilds_used": 1,
        "left": "",
        "wilds_left": 0,
        "discard": "",
    }
    assert rows[1]["rank"] == 2


def test_sell_tells_what_is_over_the_limit_of_eight() -> None:
    (row,) = bw("sell", "qqqqqqqqvvkzax", "--top", "1", "-f", "jsonl").rows
    assert ([sale["word"] for sale in row["words"]], row["left"]) == (["ZAX"], "KQQQQQQQQVV")
    assert row["discard"] == "KVV"


def test_sell_lists_ten_outcomes_if_no_other_number_is_asked_for() -> None:
    assert len(bw("sell", "aeinrst", "-f", "jsonl").rows) == 10
    assert len(bw("sell", "aeinrst", "--top", "25", "-f", "jsonl").rows) == 25


def test_all_outcomes_may_be_asked_for() -> None:
    rows = bw("sell", "zaxi", "--top", "1000000000", "-f", "jsonl").rows
    assert [row["words"][0]["word"] for row in rows] == ["ZAX", "AX", "XI", "AI"]


def test_sell_at_most_some_words() -> None:
    rows = bw("sell", "zaxiqi", "--max-words", "1", "-f", "jsonl").rows
    assert {len(row["words"]) for row in rows} == {1}


def test_kept_tiles_are_counted_among_what_is_left() -> None:
    (row,) = bw("sell", "zax..", "--keep", "z.", "--top", "1", "-f", "jsonl").rows
    assert (row["left"], row["wilds_left"]) == ("Z", 1)
    assert row["wilds_used"] == 1


def test_outs_have_the_rows_of_the_contract() -> None:
    row, *_ = bw("outs", "qiz", "-f", "jsonl").rows
    assert row == {"letter": "U", "count": 4, "plays": ["QUIZ"], "revenue": 100, "gain": 100}


def test_outs_leave_out_what_is_seen() -> None:
    letters = {row["letter"] for row in bw("outs", "qiz", "--seen", "uuuu", "-f", "jsonl").rows}
    assert letters == set("ABCDEFGHIJKLMNOPRSTVWXYZ")


def test_buy_has_the_row_of_the_contract() -> None:
    (row,) = bw(
        "buy", "ing", "--hand", "retas", "--wilds", "2", "--money", "150", "-f", "jsonl"
    ).rows
    assert (row["set"], row["pips"], row["cost"], row["affordable"]) == ("ING", 4, 16, True)
    assert row["profit_now"] == row["sell_with"] - row["sell_without"] - 16
    assert row["gain"] == round(row["value_buy"] - row["value_pass"], 2) > 0 < row["stderr"]
    assert (row["basis"], row["verdict"], row["trained_on"]) == ("lookahead", "buy", None)


def test_a_set_is_shown_in_the_order_given() -> None:
    assert bw("buy", "r-i, n", "-f", "jsonl").rows[0]["set"] == "RIN"


def test_a_set_that_costs_more_than_the_money_is_passed() -> None:
    (row,) = bw("buy", "qz", "--money", "63", "-f", "jsonl").rows
    assert (row["cost"], row["affordable"], row["verdict"]) == (64, False, "pass")
    assert bw("buy", "qz", "--money", "64", "-f", "jsonl").rows[0]["affordable"] is True


def test_discard_gets_down_to_eight_letters_and_keeps_the_wilds_apart() -> None:
    (row,) = bw("discard", "zqxjaeiourst..", "-f", "jsonl").rows
    assert sorted(row["discard"] + row["keep"]) == sorted("ZQXJAEIOURST")
    assert (len(row["discard"]), row["basis"]) == (4, "lookahead")
    assert bw("discard", "abc", "-f", "plain").out == "\n"


def test_prices_of_sets_and_plays() -> None:
    rows = bw("price", "des", "RETiNAS", "q u,i-z", "ab.", "-f", "jsonl").rows
    assert [tuple(row.values()) for row in rows] == [
        *(("DES", 4, 16), ("RETiNAS", 7, 49), ("IQUZ", 10, 100), ("AB?", 5, 25)),
    ]


# match, anagram, hooks, scan, tiles


def test_anagrams_tell_all_the_letters_that_wilds_stand_for() -> None:
    rows = {row["word"]: row for row in bw("anagram", "qz..", "-f", "jsonl").rows}
    assert rows["QUIZ"]["wild"] == "IU"
    assert (rows["QUIZ"]["play"], rows["QUIZ"]["price"]) == ("QuiZ", 100)


def test_scan_gives_places_in_characters() -> None:
    rows = bw("scan", "-f", "jsonl", stdin="\ufeff😀 Sequin").rows
    assert {"word": "SEQUIN", "start": 2, "end": 8} in rows


def test_scan_reads_a_file(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes("zwölf quizzes".encode("latin-1"))
    assert "QUIZZES" in plain("scan", str(tmp_path / "text"))


def test_tiles_are_what_is_left_in_the_bag() -> None:
    rows = {row["letter"]: row for row in bw("tiles", "--seen", "eez", "-f", "jsonl").rows}
    assert (rows["E"], rows["Z"]["count"]) == ({"letter": "E", "count": 9, "pips": 1}, 1)
    assert bw("tiles", "classic").out == bw("tiles").out


# dict


def test_the_dictionaries_are_listed() -> None:
    rows = {row["name"]: row for row in bw("dict", "list", "-f", "jsonl").rows}
    assert {"enable", "everyday", "common", "wide"} <= set(rows)
    assert rows["enable"]["words"] == 172_823


def test_a_bad_dictionary_hides_no_other(own_games: Path) -> None:
    (own_games / "dictionaries").mkdir()
    (own_games / "dictionaries" / "bad.txt").write_bytes(b"")
    done = bw("dict", "list", "-f", "plain")
    assert done.lines == ["common", "enable", "everyday", "wide"]
    assert "bad.txt is empty" in done.error


def test_info_shows_a_few_of_what_was_left_out(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("cat\ncafé\nit's\n")
    done = bw("dict", "info", str(tmp_path / "mine.txt"), "-f", "jsonl")
    assert (done.status, done.err) == (0, "")
    assert (done.rows[0]["skipped"], done.rows[0]["examples"]) == (2, ["café", "it's"])
    assert "café it's" in bw("dict", "info", str(tmp_path / "mine.txt")).out


def test_a_table_of_dictionaries_has_no_columns_for_what_there_is_not() -> None:
    assert bw("dict", "info").lines[0].split() == ["name", "words", "skipped", "source"]


def test_a_dictionary_is_built_and_used(tmp_path: Path, own_home: Path) -> None:
    del own_home
    (tmp_path / "list").write_text("zzzq\n")
    assert plain("dict", "build", str(tmp_path / "list"), "--name", "mine") == ["mine"]
    assert plain("words", "zzzq", "-d", "mine") == ["ZZZQ"]


def test_an_export_is_the_list_itself(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("Owl\nCAT a pet\n")
    assert bw("dict", "export", str(tmp_path / "mine.txt")).out == "cat\nowl\n"


# check


def test_check_ends_with_1_if_a_word_is_not_valid() -> None:
    assert bw("check", "quiz", "RETINAS").status == 0
    assert bw("check", "quiz", "qzxv").status == 1


def test_check_prints_only_what_is_asked_for() -> None:
    words = ("quiz", "qzxv", "Retinas", "é")
    assert bw("check", *words, "--valid", "-f", "plain") == (1, "quiz\nRetinas\n", "")
    assert bw("check", *words, "--invalid", "-f", "plain") == (1, "qzxv\né\n", "")
    assert bw("check", *words, "-q") == (1, "", "")
    assert bw("check", "quiz", "-q") == (0, "", "")


def test_check_reads_words_as_they_stand_on_their_lines() -> None:
    done = bw("check", "-", "-f", "jsonl", stdin="\ufeffquiz\r\n\r\n  Qzxv \nWilco\rcat's\n\nowl")
    assert [(row["word"], row["valid"]) for row in done.rows] == [
        *(("quiz", True), ("Qzxv", False), ("Wilco", True), ("cat's", False), ("owl", True)),
    ]
    assert done.status == 1


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-8"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_check_streams_a_long_list_in_any_form(enable: Lexicon, encoding: str, ending: str) -> None:
    words = [*list(enable)[:30_000], "ÄÖÜ", *list(enable)[-30_000:]]
    done = bw("check", "-", "-f", "plain", stdin=ending.join(words).encode(encoding))
    assert (done.status, done.err) == (1, "")
    assert done.lines == words


@pytest.mark.parametrize("shift", range(3))
def test_line_endings_over_the_edge_of_a_block_are_one(shift: int) -> None:
    filling = "q" * (65536 - 10 * 6553 - 1 + shift)
    text = "quizzical\n" * 6553 + filling[: 4 + shift] + "\r\nquiz\r\n"
    done = bw("check", "-", "-f", "plain", stdin=text)
    assert done.lines == ["quizzical"] * 6553 + [filling[: 4 + shift], "quiz"]


def test_a_bad_line_for_check_is_reported_and_the_rest_goes_on() -> None:
    done = bw("check", "-", "-f", "plain", stdin=b"quiz\ncaf\xe9\r\nowl\nna\xefve")
    assert (done.status, done.out) == (2, "quiz\nowl\n")
    first, second = done.err.splitlines()
    assert first.startswith("Error: line 2: this is no UTF-8")
    assert second.startswith("Error: line 4: ")


def test_half_a_character_at_the_end_is_a_bad_line() -> None:
    done = bw("check", "-", "-q", stdin=b"quiz\nowl\xc3")
    assert (done.status, done.err[:15]) == (2, "Error: line 2: ")


def test_check_reads_a_file_and_arguments_together(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("owl\nqzxv\n")
    done = bw("check", "quiz", "-", "--file", str(tmp_path / "list"), "-f", "plain", stdin="cat\n")
    assert done.lines == ["quiz", "cat", "owl", "qzxv"]


def test_a_file_called_dash_is_stdin() -> None:
    assert bw("check", "--file", "-", stdin="zax\n") == bw("check", "-", stdin="zax\n")


def test_a_line_without_end_is_no_word() -> None:
    done = bw("check", "-", "--valid", "-f", "plain", stdin="quiz\n" + BIG * 100 + "\nowl")
    assert (done.status, done.lines) == (1, ["quiz", "owl"])


@pytest.mark.parametrize("word", ['a"b', "a\\b", "tab\tbed", "é", "\x01", "😀"])
def test_odd_words_are_written_as_json(word: str) -> None:
    (row,) = bw("check", "-", "-f", "jsonl", stdin=word).rows
    assert row == {"word": word, "valid": False, "house": False}


# Queries from stdin


def test_rows_carry_the_line_they_answer_in_a_first_field() -> None:
    done = bw("words", "-", "--top", "1", "-f", "jsonl", stdin="zax\r\n\n  QUIZ \n")
    assert [next(iter(row)) for row in done.rows] == ["hand", "hand"]
    assert [(row["hand"], row["play"]) for row in done.rows] == [("zax", "ZAX"), ("QUIZ", "QUIZ")]


@pytest.mark.parametrize(
    ("line", "field"),
    [("words -", "hand"), ("sell -", "hand"), ("buy -", "set"), ("price -", "tiles")],
)
@pytest.mark.parametrize("stdin", ["quiz\n", "", "\n \n"])
def test_the_first_column_is_there_even_without_rows(line: str, field: str, stdin: str) -> None:
    heading, *rows = bw(*line.split(), "-f", "csv", stdin=stdin).lines
    assert heading.split(",")[0] == field
    assert bool(rows) == (stdin == "quiz\n")
    table = bw(*line.split(), stdin=stdin).lines
    assert table[0].split()[0] == (field if stdin == "quiz\n" else "(none)")


@pytest.mark.parametrize("form", FORMATS)
def test_a_bad_line_leaves_the_other_rows_whole(form: str) -> None:
    good = bw("words", "-", "-f", form, stdin="zax\nquiz\n")
    done = bw("words", "-", "-f", form, stdin="zax\na1\nquiz\n")
    assert done.error.startswith("line 2: '1' (character 2 of 'a1') is no tile")
    assert (good.status, done.out) == (0, good.out)


def test_every_bad_line_has_an_error_of_its_own() -> None:
    done = bw("sell", "-", "-f", "plain", stdin=b"a1\nax\n\xff\n" + b"a" * 25 + b"\n,\n")
    assert (done.status, done.out) == (2, "AX\n")
    assert [line[:14] for line in done.err.splitlines()] == [
        f"Error: line {number}:" for number in (1, 3, 4, 5)
    ]


def test_a_bom_is_no_part_of_the_first_line() -> None:
    assert bw("price", "-", "-f", "plain", stdin="\ufeffDES\nMBL\n").lines == ["16", "64"]


def test_prices_from_stdin_and_arguments_mix() -> None:
    assert bw("price", "DES", "-", "QZ", "-f", "plain", stdin="MBL\n").lines == ["16", "64", "64"]


def test_sets_from_stdin_are_judged_one_by_one() -> None:
    done = bw("buy", "-", "--hand", "retas", "-f", "jsonl", stdin="ing\nabcdef\nqz\n")
    assert [row["set"] for row in done.rows] == ["ing", "qz"]
    assert done.error.startswith("line 2: a set has 1 to 5 letters")


# Errors


# What an error says, and the command lines that get it.
BAD: dict[str, list[Sequence[str]]] = {
    "is no tile: use letters A to Z": [
        *(("words", "ab3"), ("words", "é"), ("words", "a\nb"), ("sell", "é"), ("discard", "a1")),
        *(("price", "a!"), ("price", "é"), ("price", "DES", "a!"), ("anagram", "a1")),
    ],
    "the hand is empty: give letters": [
        *(("words", ""), ("words", " ,-"), ("sell", ""), ("outs", ""), ("discard", "")),
        *(("price", ""), ("anagram", "")),
    ],
    "has a wild in it": [("words", "abc", "--contains", "a."), ("outs", "ab", "--seen", "q.")],
    "'a.' has a wild in it": [("buy", "a.")],
    "a set has 1 to 5 letters, and '": [("buy", ""), ("buy", "abcdef")],
    "a hand of 25 letters is too large": [("sell", "a" * 25)],
    "a hand of 10000 letters is too large": [("sell", BIG)],
    "--keep names more Q than": [("sell", "abc", "--keep", "q")],
    "--keep names more A than": [("sell", "abc", "--keep", "aa")],
    "--keep names more wilds than": [("sell", "abc", "--keep", ".")],
    "3 Z tiles are named": [
        *(("sell", "zzz", "--by", "equity"), ("outs", "zzz"), ("buy", "ing", "--bag", "zzz")),
        ("tiles", "--seen", "zzz"),
    ],
    "2 Q tiles are named": [
        *(("choose", "--hand", "q", "--seen", "q"), ("buy", "qq"), ("buy", "q", "--hand", "q")),
    ],
    "5000 A tiles are named": [("discard", BIG)],
    "give one of them": [("buy", "ing", "--bag", "a", "--seen", "b")],
    "a bag of 1000 tiles cannot be": [("buy", "ing", "--bag-size", "1000")],
    "too much to go through for an exact answer": [("choose", "--basis", "exact")],
    "hands cannot be valued with 9 players": [("choose", "--players", "9", "--basis", "value")],
    "in the pattern": [("words", "abc", "--pattern", "["), ("match", "a1")],
    "the pattern is empty": [("words", "abc", "--pattern", ""), ("match", "")],
    "a word is missing": [("hooks", "")],
    "is no letter": [("hooks", "a.")],
    "is empty or no UTF-8 text": [("check", ""), ("check", " ")],
    "'X' is no word": [("dict", "add", "enable", "x")],
    "there is no dictionary 'none'": [("dict", "add", "none", "zzz"), ("dict", "info", "none")],
    "there is no dictionary 'enabel'": [("words", "abc", "-d", "enabel")],
    "there is no dictionary ''": [("words", "abc", "-d", "")],
    r"there is no dictionary 'a\nb'": [("words", "abc", "-d", "a\nb")],
    "there is no dictionary 'xxx": [("words", "abc", "-d", "x" * 5000)],
    "there is no tile set 'none'": [("words", "abc", "-t", "none"), ("tiles", "none")],
    "no file is named: its name is empty": [
        *(("check", "--file", ""), ("scan", ""), ("words", "ax", "--theme", "")),
        *(("dict", "build", "", "--name", "x"), ("play", "--theme", "")),
    ],
    "/: it is a folder: name a file": [
        *(("words", "abc", "-d", "/"), ("words", "abc", "-t", "/"), ("scan", "/")),
        ("dict", "info", "/"),
    ],
    "no/such/file: No such file or directory": [
        *(("words", "abc", "--theme", "no/such/file"), ("check", "--file", "no/such/file")),
        *(("scan", "no/such/file"), ("dict", "build", "no/such/file", "--name", "x")),
    ],
    "cannot read /dev/null/x": [("scan", "/dev/null/x")],
    "there is no game x": [("hint", "x")],
    "two players are called a": [("play", "--players", "a,a")],
    "there is no command '": [("nonsense",), ("",)],
    "No such command 'none'": [("dict", "none")],
    "No such option '--no": [("words", "abc", "--no-such-option"), ("--nonsense",)],
    "Got unexpected extra argument (b)": [("words", "a", "b")],
    "Missing argument": [
        *(("words",), ("price",), ("match",), ("dict", "add", "enable"), ("dict", "diff", "enable"))
    ],
    "Missing option '--name'": [("dict", "build", "x")],
    "'xml' is not one of 'table'": [("words", "abc", "--format", "xml")],
    "'size' is not one of 'price'": [("words", "abc", "--sort", "size")],
    "'--wilds': must be a whole number of 0 to": [
        *(("words", "abc", "--wilds", "-1"), ("words", "abc", "--wilds", "x")),
        ("discard", "abc", "--wilds", "9" * 12),
    ],
    "'--top': must be a whole number of 1 to": [
        *(("words", "abc", "--top", "0"), ("words", "abc", "--top", "9" * 25)),
        *(("sell", "abc", "--top", "0"), ("sell", "ab", "--top", "9" * 25)),
    ],
    "'--max-words': must be a whole number of 1": [("sell", "abc", "--max-words", "0")],
    "'--players': must be a whole number of 1": [("choose", "--players", "0")],
    "'--money': must be a whole number of 0": [("buy", "ing", "--money", "-5")],
    "'--min-length': must be a whole number of 2": [("scan", "--min-length", "1")],
}


@pytest.mark.parametrize(
    ("args", "message"),
    [(args, message) for message, lines in BAD.items() for args in lines],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, tuple) else "",
)
def test_bad_input_is_one_line_that_says_why_and_status_2(
    args: Sequence[str], message: str
) -> None:
    done = bw(*args)
    assert message in done.error
    assert len(done.error) < 300
    assert done.out == ""


@pytest.mark.parametrize(
    ("args", "end"),
    [
        (("hint", "games/file.jsonl/" * 1000), "jsonl: File name too long"),
        (("quiz", "games/file.jsonl/" * 1000), "(bw quiz -h shows how)"),
        (("words", "abc", "-t", "'" * 9000 + ".toml"), "'.toml: File name too long"),
    ],
)
def test_an_error_that_repeats_what_is_very_long_leaves_out_its_middle(
    args: Sequence[str], end: str
) -> None:
    error = bw(*args).error
    assert " ... " in error
    assert error.endswith(end)
    assert len(error) < 1100


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("words", "abc", "-d", "enabel"), "do you mean enable?"),
        (("wrods", "abc"), "there is no command 'wrods': do you mean words?"),
        (("outs", "zzz"), "3 Z tiles are named, but the tile set classic has only 2"),
        (
            ("hint", "bw1 choose 1 1 1 A 200,QQ,0,-"),
            "2 Q tiles are named, but the tile set classic",
        ),
        (("sell", "abc", "--keep", "q"), "--keep names more Q than the hand 'ABC' has"),
        (("sell", "a" * 25), "a hand of 25 letters is too large"),
        (("words", "a", "--wilds", "1e3"), "must be a whole number of 0 to 1000000, not '1e3'"),
        (("buy", "ing", "--time", "nan"), "must be a number of 0 to 1000000, not 'nan'"),
        (("buy", "ing", "--time", "inf"), "must be a number of 0 to 1000000, not 'inf'"),
    ],
)
def test_an_error_says_what_is_wrong(args: Sequence[str], message: str) -> None:
    assert message in bw(*args).error


def test_ten_thousand_letters_are_a_hand() -> None:
    assert bw("words", BIG, "-f", "plain").lines == bw("words", "aabb", "-f", "plain").lines
    assert bw("sell", BIG, "--max-words", "2", "--top", "1").status == 0
    assert bw("price", BIG, "-f", "plain").out == f"{20_000**2}\n"
    assert bw("anagram", BIG).status == bw("hooks", BIG).status == 0


def test_the_version_tells_whether_the_engine_is_compiled() -> None:
    assert bw("-V").out.startswith(f"bwtools {__version__}, engine ")
    assert bw("--version") == bw("-V")


# Real processes


def test_python_m_bwtools_is_bw() -> None:
    done = command("words", "zax", "-f", "plain")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"ZAX\nAX\n", b"")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("bw se", ["sell"]),
        ("bw dict ex", ["export"]),
        ("bw sell abc --max-w", ["--max-words"]),
        ("bw nosuch a", ["anagram"]),
    ],
)
def test_a_shell_completes_commands_and_options(words: str, expected: list[str]) -> None:
    asked = {"_BW_COMPLETE": "bash_complete", "COMP_WORDS": words}
    done = command(env={**asked, "COMP_CWORD": str(len(words.split()) - 1)})
    assert done.returncode == 0
    assert [line.split(",")[1] for line in done.stdout.decode().splitlines()] == expected


def test_completion_is_set_up_by_one_line() -> None:
    done = command(env={"_BW_COMPLETE": "zsh_source"})
    assert done.returncode == 0
    assert b"compdef" in done.stdout


posix = pytest.mark.skipif(os.name != "posix", reason="a matter of POSIX shells")


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of sh in which `bw` is a command."""
    define = f'bw() {{ "{sys.executable}" -m bwtools "$@"; }}\n'
    return subprocess.run(
        ["sh", "-c", define + line],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        timeout=60,
        check=False,
    )


@posix
@pytest.mark.parametrize("line", ["words aeinrstlgo..", "dict export", "-h"])
def test_a_closed_pipe_ends_quietly(line: str) -> None:
    done = shell(f"{{ bw {line}; echo $? >&2; }} | true")
    assert done.stderr == b"0\n"


@posix
def test_the_lines_before_a_pipe_closes_are_all_there() -> None:
    done = shell("{ bw check - -f plain; echo $? >&2; } < dictionaries/enable.txt | head -n 2")
    assert (done.stdout, done.stderr) == (b"aa\naah\n", b"0\n")


@posix
@pytest.mark.parametrize("line", ["words -", "check -", "scan", "price -"])
def test_closed_stdin_is_one_error(line: str) -> None:
    done = shell(f"bw {line} <&-")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"Error: standard input is closed")
    assert done.stderr.count(b"\n") == 1


@posix
@pytest.mark.parametrize(
    ("line", "status"), [("words zax", 2), ("words q", 2), ("check -q quiz", 0)]
)
def test_closed_stdout_is_one_error_if_something_is_to_be_printed(line: str, status: int) -> None:
    done = shell(f"bw {line} >&-")
    assert done.returncode == status
    assert done.stderr.count(b"\n") == (status == 2)


@posix
def test_closed_stderr_changes_no_status() -> None:
    assert shell("bw words a1 2>&-").returncode == 2
    assert shell("bw play --seed 1 2>&- </dev/null").returncode == 0
    assert shell("printf 'you\nquit\n' | bw track 2>&-").returncode == 0


@pytest.mark.parametrize(
    ("closed", "line", "status", "told"),
    [
        ("stdin", "check", 2, "no word to check: give words"),
        ("stdin", "quiz --seed 1", 0, "1. Round "),
        ("stdout", "words -", 2, "standard output is closed"),
    ],
)
def test_a_process_may_have_no_such_stream(closed: str, line: str, status: int, told: str) -> None:
    with streams(b"q\n") as (out, err):
        kept = getattr(sys, closed)  # its end would close what is below it
        setattr(sys, closed, None)
        assert run(line.split()) == status
        assert told in (out.getvalue() + err.getvalue()).decode()
        del kept


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
def test_a_full_disk_is_one_error() -> None:
    done = shell("bw words aeinrst > /dev/full")
    assert (done.returncode, done.stderr) == (2, b"Error: cannot go on: No space left on device\n")
    assert shell("bw words a1 2> /dev/full").returncode == 2
    done = shell("bw simulate --players novice --games 1 --plot /dev/full -f plain")
    assert done.returncode == 2
    assert done.stderr == b"Error: cannot write /dev/full: No space left on device\n"


@posix
def test_the_c_locale_changes_nothing() -> None:
    done = shell("bw check é quiz -f plain", LC_ALL="C")
    assert done.returncode == 1
    assert done.stdout == "é\nquiz\n".encode()
    assert done.stderr == b""


@posix
@pytest.mark.parametrize("line", ["words 'caf\\351'", "check 'caf\\351'", "words ab -d 'caf\\351'"])
def test_bytes_that_are_no_utf8_in_arguments_are_one_error(line: str) -> None:
    done = shell(f'bw $(printf "{line}" | tr -d "\'")')
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"Error: ")
    assert done.stderr.count(b"\n") == 1


@posix
def test_bytes_that_are_no_utf8_on_stdin_are_an_error_each() -> None:
    done = shell("printf 'caf\\351\\nax\\n' | bw words - -f plain")
    assert (done.returncode, done.stdout) == (2, b"AX\n")
    assert done.stderr.startswith(b"Error: line 1: ")


@posix
def test_an_interrupt_ends_with_130() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "bwtools", "words", "-", "-f", "plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"ax\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"AX\n"  # and a program may ask line by line
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err


def test_the_installed_command_is_the_module(monkeypatch: pytest.MonkeyPatch) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    monkeypatch.setattr(sys, "argv", ["bw", "-h"])
    with pytest.raises(SystemExit) as end:
        resolve_name(project["scripts"]["bw"])()
    assert end.value.code == 0


def test_an_interrupt_while_modules_load_ends_with_130(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt")
    done = subprocess.run(
        [sys.executable, "-m", "bwtools", "words", "ax"],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@posix
@pytest.mark.parametrize(("term", "bold"), [("xterm", True), ("dumb", False)])
def test_a_terminal_gets_a_bold_heading(term: str, bold: bool) -> None:
    ours, theirs = os.openpty()
    subprocess.run(
        [sys.executable, "-m", "bwtools", "words", "quiz"],
        stdout=theirs,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": term},
        timeout=60,
        check=True,
    )
    shown = os.read(ours, 4096)
    os.close(ours)
    os.close(theirs)
    assert (b"\x1b[1mplay" in shown) is bold
    assert b"QUIZ" in shown


@posix
def test_check_answers_line_by_line() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "bwtools", "check", "-", "-f", "jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdin
    assert process.stdout
    for word, valid in (("quiz", True), ("qzxv", False)):
        process.stdin.write(f"{word}\n".encode())
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["valid"] is valid
    process.communicate(timeout=60)
    assert process.returncode == 1


def test_check_without_words_reads_stdin_as_a_filter_does() -> None:
    assert bw("check", "-f", "plain", stdin="quiz\n") == (0, "quiz\n", "")
