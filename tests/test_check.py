"""bw check."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell import bw

from bwtools.lexicon.lexicon import Lexicon

pytestmark = pytest.mark.usefixtures("enable")  # it is in the cache before any command asks
BIG = "ab" * 5000


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
    words = [*list(enable)[:10_000], "ÄÖÜ", *list(enable)[-10_000:]]
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
    assert first.startswith("Error: line 2: this is not UTF-8")
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


def test_check_without_words_reads_stdin_as_a_filter_does() -> None:
    assert bw("check", "-f", "plain", stdin="quiz\n") == (0, "quiz\n", "")
