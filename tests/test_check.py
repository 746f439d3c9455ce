"""Tests of `bw check`."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import click
import pytest
from shell import bw

from bwtools.cli.commands.check import _stream
from bwtools.errors import InvalidError
from bwtools.lexicon.lexicon import Lexicon

pytestmark = pytest.mark.usefixtures("enable")  # compiled before any command runs
BIG = "ab" * 5000


# check


def test_status_is_1_if_a_word_is_invalid() -> None:
    assert bw("check", "quiz", "RETINAS").status == 0
    assert bw("check", "quiz", "qzxv").status == 1


def test_valid_and_invalid_filter_the_output() -> None:
    words = ("quiz", "qzxv", "Retinas", "é")
    assert bw("check", *words, "--valid", "-f", "plain") == (1, "quiz\nRetinas\n", "")
    assert bw("check", *words, "--invalid", "-f", "plain") == (1, "qzxv\né\n", "")
    assert bw("check", *words, "-q") == (1, "", "")
    assert bw("check", "quiz", "-q") == (0, "", "")


def test_words_are_printed_as_on_their_lines() -> None:
    done = bw("check", "-", "-f", "jsonl", stdin="\ufeffquiz\r\n\r\n  Qzxv \nWilco\rcat's\n\nowl")
    assert [(row["word"], row["valid"]) for row in done.rows] == [
        *(("quiz", True), ("Qzxv", False), ("Wilco", True), ("cat's", False), ("owl", True)),
    ]
    assert done.status == 1


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-8"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_long_list_is_streamed_in_every_format(enable: Lexicon, encoding: str, ending: str) -> None:
    words = [*list(enable)[:10_000], "ÄÖÜ", *list(enable)[-10_000:]]
    done = bw("check", "-", "-f", "plain", stdin=ending.join(words).encode(encoding))
    assert (done.status, done.err) == (1, "")
    assert done.lines == words


@pytest.mark.parametrize("shift", range(3))
def test_line_ending_across_two_blocks_is_one(shift: int) -> None:
    filling = "q" * (65536 - 10 * 6553 - 1 + shift)
    text = "quizzical\n" * 6553 + filling[: 4 + shift] + "\r\nquiz\r\n"
    done = bw("check", "-", "-f", "plain", stdin=text)
    assert done.lines == ["quizzical"] * 6553 + [filling[: 4 + shift], "quiz"]


def test_bad_line_is_reported_and_the_others_are_checked() -> None:
    done = bw(
        "check", "-", "-f", "plain", stdin="né\nquiz\n".encode() + b"caf\xe9\r\nowl\nna\xefve"
    )
    assert (done.status, done.out) == (2, "né\nquiz\nowl\n")
    first, second = done.err.splitlines()
    assert first.startswith("Error: line 3, byte 4: this is not UTF-8 text (0xE9)")
    assert second.startswith("Error: line 5, byte 3: ")


def test_incomplete_character_at_the_end_is_a_bad_line() -> None:
    done = bw("check", "-", "-q", stdin="né\nowl".encode() + b"\xc3")
    assert (done.status, done.err[:15]) == (2, "Error: line 2, ")


LIST = "# pets\nCat a tame animal\n\n  owl\tflies\ncafé\nQzxv # not one\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1"])
@pytest.mark.parametrize("packed", [False, True])
def test_list_is_read_as_the_dictionary_option_reads_it(
    encoding: str, packed: bool, tmp_path: Path
) -> None:
    path = tmp_path / "list"
    data = LIST.encode(encoding)
    path.write_bytes(gzip.compress(data) if packed else data)
    expected = (1, "Cat\nowl\ncafé\nQzxv\n", "")
    assert bw("check", "--file", str(path), "-f", "plain") == expected
    assert bw("check", "-", "-f", "plain", stdin=path.read_bytes()) == expected
    own = bw(
        "check", "cat", "owl", "caf", "cafe", "qzxv", "--valid", "-d", str(path), "-f", "plain"
    )
    assert own.lines == ["cat", "owl", "qzxv"]


@pytest.mark.parametrize("data", [b"cat\0owl\n", "cat\nowl\n".encode("utf-32"), bytes(9000)])
def test_binary_data_is_an_error(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_bytes(data)
    for args in (("check", "--file", str(path)), ("check", "cat", "-d", str(path))):
        assert bw(*args, "-q").error.startswith(f"{path} is binary, not text: ")
    assert bw("check", stdin=data).error.startswith("standard input is binary, not text: ")


def test_damaged_gzip_data_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "list.gz"
    path.write_bytes(gzip.compress(LIST.encode())[:-4])
    done = bw("check", "--file", str(path), "-q")
    assert (done.status, done.err.splitlines()[-1][: len(str(path)) + 25]) == (
        2,
        f"Error: {path} is damaged or cut",
    )


def test_file_and_arguments_are_checked_together(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("owl\nqzxv\n")
    done = bw("check", "quiz", "-", "--file", str(tmp_path / "list"), "-f", "plain", stdin="cat\n")
    assert done.lines == ["quiz", "cat", "owl", "qzxv"]


def test_file_called_dash_is_stdin() -> None:
    assert bw("check", "--file", "-", stdin="zax\n") == bw("check", "-", stdin="zax\n")


def test_endless_line_is_an_invalid_word() -> None:
    done = bw("check", "-", "--valid", "-f", "plain", stdin="quiz\n" + BIG * 100 + "\nowl")
    assert (done.status, done.lines) == (1, ["quiz", "owl"])


@pytest.mark.parametrize("word", ['a"b', "a\\b", "tab\vbed", "é", "\x01", "😀"])
def test_odd_words_are_valid_json(word: str) -> None:
    (row,) = bw("check", "-", "-f", "jsonl", stdin=word).rows
    assert row == {"word": word, "valid": False, "house": False}


def test_stdin_is_read_without_words() -> None:
    assert bw("check", "-f", "plain", stdin="quiz\n") == (0, "quiz\n", "")


def test_binary_data_without_a_line_end_is_refused_at_once() -> None:
    class Zeros(io.RawIOBase):
        """Data like that of /dev/zero, which ends after ten reads with another error."""

        reads = 0

        def read1(self, size: int) -> bytes:
            self.reads += 1
            assert self.reads < 10, "it goes on to read"
            return bytes(size)

    with (
        click.Context(click.Command("check")),
        pytest.raises(InvalidError, match="the list is binary, not text"),
    ):
        list(_stream(Zeros(), "the list"))
