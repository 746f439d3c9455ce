"""Queries from stdin, and what is said to bad input."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from shell import bw

pytestmark = pytest.mark.usefixtures("enable")  # it is in the cache before any command asks
FORMATS = ["table", "plain", "json", "jsonl", "csv", "tsv"]
BIG = "ab" * 5000


# Queries from stdin


def test_rows_have_their_line_as_first_field() -> None:
    done = bw("words", "-", "--top", "1", "-f", "jsonl", stdin="zax\r\n\n  QUIZ \n")
    assert [next(iter(row)) for row in done.rows] == ["hand", "hand"]
    assert [(row["hand"], row["play"]) for row in done.rows] == [("zax", "ZAX"), ("QUIZ", "QUIZ")]


@pytest.mark.parametrize(
    ("line", "field"),
    [("words -", "hand"), ("sell -", "hand"), ("buy -", "set"), ("price -", "tiles")],
)
@pytest.mark.parametrize("stdin", ["quiz\n", "", "\n \n"])
def test_first_column_is_printed_without_rows(line: str, field: str, stdin: str) -> None:
    heading, *rows = bw(*line.split(), "-f", "csv", stdin=stdin).lines
    assert heading.split(",")[0] == field
    assert bool(rows) == (stdin == "quiz\n")
    table = bw(*line.split(), stdin=stdin).lines
    assert table[0].split()[0] == (field if stdin == "quiz\n" else "(none)")


@pytest.mark.parametrize("form", FORMATS)
def test_bad_line_does_not_affect_other_rows(form: str) -> None:
    good = bw("words", "-", "-f", form, stdin="zax\nquiz\n")
    done = bw("words", "-", "-f", form, stdin="zax\na1\nquiz\n")
    assert done.error.startswith("line 2: '1' (character 2 of 'a1') is not a tile")
    assert (good.status, done.out) == (0, good.out)


def test_every_bad_line_is_an_error() -> None:
    done = bw("sell", "-", "-f", "plain", stdin=b"a1\nax\n\xff\n" + b"a" * 25 + b"\n,\n")
    assert (done.status, done.out) == (2, "AX\n")
    assert [line[:14] for line in done.err.splitlines()] == [
        f"Error: line {number}:" for number in (1, 3, 4, 5)
    ]


def test_byte_order_mark_is_removed_from_the_first_line() -> None:
    assert bw("price", "-", "-f", "plain", stdin="\ufeffDES\nMBL\n").lines == ["16", "64"]


def test_prices_from_stdin_and_arguments_combine() -> None:
    assert bw("price", "DES", "-", "QZ", "-f", "plain", stdin="MBL\n").lines == ["16", "64", "64"]


def test_sets_from_stdin_are_evaluated_separately() -> None:
    done = bw("buy", "-", "--hand", "retas", "-f", "jsonl", stdin="ing\nabcdef\nqz\n")
    assert [row["set"] for row in done.rows] == ["ing", "qz"]
    assert done.error.startswith("line 2: a set has 1 to 5 letters")


# Errors


# What an error says, and the command lines that get it.
BAD: dict[str, list[Sequence[str]]] = {
    "is not a tile: use letters A to Z": [
        *(("words", "ab3"), ("words", "é"), ("words", "a\nb"), ("sell", "é"), ("discard", "a1")),
        *(("price", "a!"), ("price", "é"), ("price", "DES", "a!"), ("anagram", "a1")),
    ],
    "the hand is empty: give letters": [
        *(("words", ""), ("words", " ,-"), ("sell", ""), ("outs", ""), ("discard", "")),
        *(("price", ""), ("anagram", "")),
    ],
    "has a wild in it": [("words", "abc", "--contains", "a."), ("outs", "ab", "--seen", "q.")],
    "'a.' has a wild in it": [("buy", "a.")],
    "a set has 1 to 5 letters, but '": [("buy", ""), ("buy", "abcdef")],
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
    "use only one of them": [("buy", "ing", "--bag", "a", "--seen", "b")],
    "a bag of 1000 tiles is not possible": [("buy", "ing", "--bag-size", "1000")],
    "too much to enumerate for an exact answer": [("choose", "--basis", "exact")],
    "hands cannot be valued with 9 players": [("choose", "--players", "9", "--basis", "value")],
    "in the pattern": [("words", "abc", "--pattern", "["), ("match", "a1")],
    "the pattern is empty": [("words", "abc", "--pattern", ""), ("match", "")],
    "a word is missing": [("hooks", "")],
    "is not a letter": [("hooks", "a.")],
    "is empty or not UTF-8 text": [("check", ""), ("check", " ")],
    "'X' is not a word": [("dict", "add", "enable", "x")],
    "there is no dictionary 'none'": [("dict", "add", "none", "zzz"), ("dict", "info", "none")],
    "there is no dictionary 'enabel'": [("words", "abc", "-d", "enabel")],
    "there is no dictionary ''": [("words", "abc", "-d", "")],
    r"there is no dictionary 'a\nb'": [("words", "abc", "-d", "a\nb")],
    "there is no dictionary 'xxx": [("words", "abc", "-d", "x" * 5000)],
    "there is no tile set 'none'": [("words", "abc", "-t", "none"), ("tiles", "none")],
    "the name of the file is empty": [
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
    "'--wilds': must be a whole number from 0 to": [
        *(("words", "abc", "--wilds", "-1"), ("words", "abc", "--wilds", "x")),
        ("discard", "abc", "--wilds", "9" * 12),
    ],
    "'--top': must be a whole number from 1 to": [
        *(("words", "abc", "--top", "0"), ("words", "abc", "--top", "9" * 25)),
        *(("sell", "abc", "--top", "0"), ("sell", "ab", "--top", "9" * 25)),
    ],
    "'--max-words': must be a whole number of 1": [("sell", "abc", "--max-words", "0")],
    "'--players': must be a whole number of 1": [("choose", "--players", "0")],
    "'--money': must be a whole number from 0": [("buy", "ing", "--money", "-5")],
    "'--min-length': must be a whole number of 2": [("scan", "--min-length", "1")],
}


@pytest.mark.parametrize(
    ("args", "message"),
    [(args, message) for message, lines in BAD.items() for args in lines],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, tuple) else "",
)
def test_bad_input_is_one_line_with_a_reason_and_status_2(
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
        (("quiz", "games/file.jsonl/" * 1000), "(see bw quiz -h)"),
        (("words", "abc", "-t", "'" * 9000 + ".toml"), "'.toml: File name too long"),
    ],
)
def test_error_with_very_long_input_omits_its_middle(args: Sequence[str], end: str) -> None:
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
        (("words", "a", "--wilds", "1e3"), "must be a whole number from 0 to 1000000, not '1e3'"),
        (("buy", "ing", "--time", "nan"), "must be a number from 0 to 1000000, not 'nan'"),
        (("buy", "ing", "--time", "inf"), "must be a number from 0 to 1000000, not 'inf'"),
    ],
)
def test_error_says_what_is_wrong(args: Sequence[str], message: str) -> None:
    assert message in bw(*args).error


def test_ten_thousand_letters_are_a_hand() -> None:
    assert bw("words", BIG, "-f", "plain").lines == bw("words", "aabb", "-f", "plain").lines
    assert bw("sell", BIG, "--max-words", "2", "--top", "1").status == 0
    assert bw("price", BIG, "-f", "plain").out == f"{20_000**2}\n"
    assert bw("anagram", BIG).status == bw("hooks", BIG).status == 0
