"""Tests of the command line as users and scripts call it."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from processes import ROOT
from shell import bw

pytestmark = pytest.mark.usefixtures("enable")  # compiled before any command runs


FORMATS = ["table", "plain", "json", "jsonl", "csv", "tsv"]


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
    "match qqq*",
    "anagram qq",
    "hooks qqq",
    "scan",
    "dict diff everyday everyday",
]


# Formats


@pytest.mark.parametrize(("line", "fields", "plain"), COMMANDS, ids=lambda v: str(v)[:20])
def test_all_formats_of_a_command_have_the_same_content(
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
    """Return a JSON value as text in a CSV field."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return " ".join(item["play"] if isinstance(item, dict) else str(item) for item in value)
    return str(value)


@pytest.mark.parametrize("line", EMPTY)
def test_every_format_shows_that_there_are_no_rows(line: str) -> None:
    by_format = {form: bw(*line.split(), "-f", form) for form in FORMATS}
    assert {(done.status, done.err) for done in by_format.values()} == {(0, "")}
    assert by_format["table"].out == "(none)\n"
    assert by_format["plain"].out == by_format["jsonl"].out == ""
    assert json.loads(by_format["json"].out) == []
    assert len(by_format["csv"].lines) == len(by_format["tsv"].lines) == 1


def test_table_columns_align_with_the_heading() -> None:
    assert bw("words", "quize.", "--pattern", "*i*", "--top", "2").lines == [
        "play   length  pips  price",
        "QUIZ        4    10   $100",
        "EQUId       5     8    $64",
    ]


def test_negative_money_has_its_sign_in_front() -> None:
    (row,) = bw("buy", "qz", "--hand", "e", "-f", "jsonl").rows
    assert row["profit_now"] < 0
    assert f"-${-row['profit_now']}" in bw("buy", "qz", "--hand", "e").lines[1]


def test_output_to_a_file_has_no_colour() -> None:
    assert "\x1b" not in bw("words", "quiz").out


def test_environment_variables_name_the_dictionary_and_tiles(
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


def test_words_has_the_documented_fields() -> None:
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


def test_filters_combine() -> None:
    args = ("--pattern", "*t", "--contains", "s", "--max-length", "3", "--top", "2")
    assert (
        plain("words", "aeinrst", *args)
        == [
            word
            for word in plain("words", "aeinrst")
            if word[-1] == "T" and "S" in word and len(word) <= 3
        ][:2]
    )


def test_contains_counts_repeated_letters() -> None:
    found = plain("words", "aeinrstt", "--contains", "tt")
    assert found
    assert all(word.count("T") == 2 for word in found)


def test_theme_is_a_word_list(tmp_path: Path) -> None:
    theme = tmp_path / "pets.txt"
    theme.write_text("Cat a pet\ndog\nzzz\n")
    assert sorted(plain("words", "catdog", "--theme", str(theme))) == ["CAT", "DOG"]


def test_sorting_is_stable_by_price() -> None:
    by_price = plain("words", "aeqrstuz.")
    assert plain("words", "aeqrstuz.", "--sort", "length") == sorted(
        by_price, key=lambda w: -len(w)
    )
    assert plain("words", "aeqrstuz.", "--sort", "word") == sorted(by_price, key=str.upper)


def test_top_applies_after_sorting() -> None:
    assert plain("words", "quizas", "--sort", "word", "--top", "2") == ["AI", "AIS"]


@pytest.mark.parametrize("hand", ["ETX?", "etx.", "e t,x-_", "x*te"])
def test_hand_is_read_in_every_notation(hand: str) -> None:
    assert plain("words", hand) == plain("words", "etx", "--wilds", "1")


# sell, outs, buy, discard, price


def test_sell_has_the_documented_fields() -> None:
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


def test_sell_shows_letters_over_the_limit_of_eight() -> None:
    (row,) = bw("sell", "qqqqqqqqvvkzax", "--top", "1", "-f", "jsonl").rows
    assert ([sale["word"] for sale in row["words"]], row["left"]) == (["ZAX"], "KQQQQQQQQVV")
    assert row["discard"] == "KVV"


def test_sell_lists_ten_outcomes_by_default() -> None:
    assert len(bw("sell", "aeinrst", "-f", "jsonl").rows) == 10
    assert len(bw("sell", "aeinrst", "--top", "25", "-f", "jsonl").rows) == 25


def test_sell_can_list_all_outcomes() -> None:
    rows = bw("sell", "zaxi", "--top", "1000000000", "-f", "jsonl").rows
    assert [row["words"][0]["word"] for row in rows] == ["ZAX", "AX", "XI", "AI"]


def test_sell_limits_the_number_of_words() -> None:
    rows = bw("sell", "zaxiqi", "--max-words", "1", "-f", "jsonl").rows
    assert {len(row["words"]) for row in rows} == {1}


def test_sell_keep_leaves_the_reserved_tiles() -> None:
    (row,) = bw("sell", "zax..", "--keep", "z.", "--top", "1", "-f", "jsonl").rows
    assert (row["left"], row["wilds_left"]) == ("Z", 1)
    assert row["wilds_used"] == 1


def test_outs_has_the_documented_fields() -> None:
    row, *_ = bw("outs", "qiz", "-f", "jsonl").rows
    assert row == {"letter": "U", "count": 4, "plays": ["QUIZ"], "revenue": 100, "gain": 100}


def test_outs_exclude_seen_letters() -> None:
    letters = {row["letter"] for row in bw("outs", "qiz", "--seen", "uuuu", "-f", "jsonl").rows}
    assert letters == set("ABCDEFGHIJKLMNOPRSTVWXYZ")


def test_buy_has_the_documented_fields() -> None:
    (row,) = bw(
        "buy", "ing", "--hand", "retas", "--wilds", "2", "--money", "150", "-f", "jsonl"
    ).rows
    assert (row["set"], row["pips"], row["cost"], row["affordable"]) == ("ING", 4, 16, True)
    assert row["profit_now"] == row["sell_with"] - row["sell_without"] - 16
    assert row["gain"] == round(row["value_buy"] - row["value_pass"], 2) > 0 < row["stderr"]
    assert (row["basis"], row["verdict"], row["trained_on"]) == ("lookahead", "buy", None)


def test_set_is_shown_in_the_order_given() -> None:
    assert bw("buy", "r-i, n", "-f", "jsonl").rows[0]["set"] == "RIN"


def test_unaffordable_set_is_passed() -> None:
    (row,) = bw("buy", "qz", "--money", "63", "-f", "jsonl").rows
    assert (row["cost"], row["affordable"], row["verdict"]) == (64, False, "pass")
    assert bw("buy", "qz", "--money", "64", "-f", "jsonl").rows[0]["affordable"] is True


def test_discard_keeps_eight_letters_and_ignores_wilds() -> None:
    (row,) = bw("discard", "zqxjaeiourst..", "-f", "jsonl").rows
    assert sorted(row["discard"] + row["keep"]) == sorted("ZQXJAEIOURST")
    assert (len(row["discard"]), row["basis"]) == (4, "lookahead")
    assert bw("discard", "abc", "-f", "plain").out == "\n"


def test_price_of_sets_and_plays() -> None:
    rows = bw("price", "des", "RETiNAS", "q u,i-z", "ab.", "-f", "jsonl").rows
    assert [tuple(row.values()) for row in rows] == [
        *(("DES", 4, 16), ("RETiNAS", 7, 49), ("IQUZ", 10, 100), ("AB?", 5, 25)),
    ]


# match, anagram, hooks, scan, tiles


def test_anagram_shows_the_letters_of_all_wilds() -> None:
    rows = {row["word"]: row for row in bw("anagram", "qz..", "-f", "jsonl").rows}
    assert rows["QUIZ"]["wild"] == "IU"
    assert (rows["QUIZ"]["play"], rows["QUIZ"]["price"]) == ("QuiZ", 100)


def test_scan_gives_offsets_in_characters() -> None:
    rows = bw("scan", "-f", "jsonl", stdin="\ufeff😀 Sequin").rows
    assert {"word": "SEQUIN", "start": 2, "end": 8} in rows


def test_scan_reports_a_bad_byte_and_keeps_offsets() -> None:
    done = bw("scan", "-f", "jsonl", stdin="é😀\r\né".encode() + b"\xff Sequin")
    assert {"word": "SEQUIN", "start": 7, "end": 13} in done.rows
    assert (done.status, done.err[:31]) == (2, "Error: line 2, byte 3: this is ")


@pytest.mark.parametrize(
    "encode", [lambda t: t.encode("utf-16"), lambda t: gzip.compress(t.encode())]
)
def test_queries_are_read_in_any_encoding(encode: Callable[[str], bytes]) -> None:
    assert bw("price", "-", "-f", "csv", stdin=encode("des\r\nRETiNAS\n")).lines == [
        *("tiles,pips,price", "des,4,16", "RETiNAS,7,49"),
    ]
    assert bw("words", "-", "--top", "1", "-f", "plain", stdin=encode("etx.\n")).err == ""
    assert "SEQUIN" in bw("scan", "-f", "plain", stdin=encode("é Sequin")).lines


def test_comments_among_queries_are_skipped() -> None:
    done = bw("price", "-", "-f", "plain", stdin="# sets\ning\n\n  # and\nret\n")
    assert done == (0, "16\n9\n", "")


def test_bad_query_is_reported_by_position() -> None:
    done = bw("price", "-", "-f", "plain", stdin="dé\nab".encode() + b"\xff\nde\n")
    assert (done.status, done.out) == (2, "9\n")
    assert "Error: line 2, byte 3: this is not UTF-8 text (0xFF)" in done.err


def test_scan_reads_a_file(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes("zwölf quizzes".encode("latin-1"))
    assert "QUIZZES" in plain("scan", str(tmp_path / "text"))


def test_tiles_lists_the_unseen_tiles() -> None:
    rows = {row["letter"]: row for row in bw("tiles", "--seen", "eez", "-f", "jsonl").rows}
    assert (rows["E"], rows["Z"]["count"]) == ({"letter": "E", "count": 9, "pips": 1}, 1)
    assert bw("tiles", "classic").out == bw("tiles").out


# dict


def test_dict_list_shows_the_dictionaries() -> None:
    rows = {row["name"]: row for row in bw("dict", "list", "-f", "jsonl").rows}
    assert {"enable", "everyday", "common", "wide", "wordnik"} <= set(rows)
    assert rows["enable"]["words"] == 172_823


def test_damaged_dictionary_does_not_hide_the_others(own_games: Path) -> None:
    (own_games / "dictionaries").mkdir()
    (own_games / "dictionaries" / "bad.txt").write_bytes(b"")
    done = bw("dict", "list", "-f", "plain")
    assert done.lines == ["common", "enable", "everyday", "wide", "wordnik"]
    assert "bad.txt is empty" in done.error


def test_info_shows_examples_of_skipped_lines(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("cat\ncafé\nit's\n")
    done = bw("dict", "info", str(tmp_path / "mine.txt"), "-f", "jsonl")
    assert (done.status, done.err) == (0, "")
    assert (done.rows[0]["skipped"], done.rows[0]["examples"]) == (2, ["café", "it's"])
    assert "café it's" in bw("dict", "info", str(tmp_path / "mine.txt")).out


def test_table_of_dictionaries_hides_empty_columns() -> None:
    assert bw("dict", "info").lines[0].split() == ["name", "words", "skipped", "source"]


def test_dictionary_is_built_and_used(tmp_path: Path, own_home: Path) -> None:
    del own_home
    (tmp_path / "list").write_text("zzzq\n")
    assert plain("dict", "build", str(tmp_path / "list"), "--name", "mine") == ["mine"]
    assert plain("words", "zzzq", "-d", "mine") == ["ZZZQ"]


def test_export_of_a_list_equals_the_list(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("Owl\nCAT a pet\n")
    assert bw("dict", "export", str(tmp_path / "mine.txt")).out == "cat\nowl\n"
