"""Tests of reading word lists."""

from __future__ import annotations

import gzip
import io
import random
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marks import slow

from bwtools.errors import InvalidError
from bwtools.lexicon import text_reader, word_list
from bwtools.lexicon.text_reader import read_text
from bwtools.lexicon.word_list import read_definitions, read_words
from bwtools.tiles.tile_set import ALPHABET

ENABLE = Path(__file__).parent.parent / "dictionaries" / "enable.txt"
BOM = "\ufeff"
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1")
CASES = (str.lower, str.upper, str.title, str.swapcase)
ENDINGS = ("\n", "\r\n", "\r")


def words(text: str, encoding: str = "utf-8") -> list[str]:
    return read_words(text.encode(encoding), "list").words


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_common_encodings_are_read(encoding: str) -> None:
    assert words("cat\ncafé\ndog\n", encoding) == ["CAT", "DOG"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_with_a_byte_order_mark_is_read_in_either_order(encoding: str) -> None:
    assert words(f"{BOM}cat\ndog\n", encoding) == ["CAT", "DOG"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_may_have_some_other_letters(encoding: str) -> None:
    result = read_words(("cat\n" * 99 + "Āłź\n").encode(encoding), "list")
    assert (result.words, result.examples) == (["CAT"], ("Āłź",))


def test_utf8_mark_before_latin1_text_is_removed() -> None:
    assert read_words(b"\xef\xbb\xbfcat\ncaf\xe9\n", "list").words == ["CAT"]


@pytest.mark.parametrize("ending", ENDINGS)
def test_all_line_endings_are_read(ending: str) -> None:
    assert words(f"cat{ending}dog{ending}{ending}owl") == ["CAT", "DOG", "OWL"]


def test_words_are_distinct_sorted_capitals() -> None:
    assert words("owl\nCat\nOWL\ncat\nbee\n") == ["BEE", "CAT", "OWL"]


def test_blank_lines_and_comments_are_not_counted_as_skipped() -> None:
    assert read_words(b"# pets\n\n  \n \t# more\ncat\n#\ncat\n", "list") == (["CAT"], 0, ())


@pytest.mark.parametrize("line", ["cat a pet", "cat\ta pet", "cat # a pet", "  cat  ", "cat\t"])
def test_text_after_a_space_or_tab_is_ignored(line: str) -> None:
    assert read_words(line.encode(), "list") == (["CAT"], 0, ())


@pytest.mark.parametrize(
    "entry", ["a", "café", "straße", "ﬁsh", "\u212aelp", "don't", "x-ray", "cat2", "cat#1", "cat,"]
)
def test_entries_other_than_words_are_skipped_and_counted(entry: str) -> None:
    assert read_words(f"cat\n{entry}\n{entry} it\n".encode(), "list") == (["CAT"], 2, (entry,))


def test_first_five_distinct_skipped_entries_are_examples() -> None:
    result = read_words(b"cat\n9\n8\n9\n7\n6\n5\n4\n3\n", "list")
    assert (result.skipped, result.examples) == (8, ("9", "8", "7", "6", "5"))


def test_examples_are_printable_and_short() -> None:
    examples = read_words(f"catnip\nx\x1b[1m\n{'é' * 1000}\n".encode(), "list").examples
    assert all(example.isprintable() and len(example) <= 40 for example in examples)


def test_gzip_is_unpacked() -> None:
    assert read_words(gzip.compress(b"cat\n") + gzip.compress(b"dog\n"), "list").words == [
        "CAT",
        "DOG",
    ]


@pytest.mark.parametrize("letters", [3, *slow(4)])
def test_long_unsorted_list_is_read_whole(letters: int) -> None:
    expected = list(map("".join, product(ALPHABET, repeat=letters)))
    lines = [*expected, *expected[:50_000], *["-"] * 1000]
    random.Random(1).shuffle(lines)
    assert read_words("\n".join(lines).encode(), "list") == (expected, 1000, ("-",))


@given(
    text=st.lists(st.sampled_from(["cat", "dog a pet", "# no", "x1", "q", "", "é", "owl"])),
    size=st.integers(1, 12),
)
def test_list_read_in_pieces_equals_the_list_read_whole(text: list[str], size: int) -> None:
    data = "\n".join(["bee", *text]).encode()
    whole = read_words(data, "list"), read_definitions(data, "list")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_reader, "BLOCK", size)
        assert (read_words(data, "list"), read_definitions(data, "list")) == whole


def test_enable_is_read_unchanged() -> None:
    data = ENABLE.read_bytes()
    assert read_words(data, "enable") == (data.decode().upper().split(), 0, ())


@given(
    entries=st.lists(st.text("abxyzABXYZ", min_size=2, max_size=6), min_size=1),
    noise=st.lists(st.sampled_from(["", "# a cômment", "  ", "q", "naïve", "it's so"]), max_size=5),
    after=st.sampled_from(["", " ", "\t", " a définition", "\t# x"]),
    encoding=st.sampled_from(ENCODINGS),
    case=st.sampled_from(CASES),
    ending=st.sampled_from(ENDINGS),
    packed=st.booleans(),
    rng=st.randoms(use_true_random=False),
)
def test_every_way_to_write_a_list_gives_the_same_words(
    entries: list[str],
    noise: list[str],
    after: str,
    encoding: str,
    case: Callable[[str], str],
    ending: str,
    packed: bool,
    rng: random.Random,
) -> None:
    lines = [case(entry) + after for entry in entries] + noise
    rng.shuffle(lines)
    data = ending.join(lines).encode(encoding)
    result = read_words(gzip.compress(data) if packed else data, "list")
    assert result.words == sorted({entry.upper() for entry in entries})
    assert result.skipped == sum(line in ("q", "naïve", "it's so") for line in noise)


@pytest.mark.parametrize("data", [b"", gzip.compress(b"", mtime=0)])
def test_empty_file_is_an_error(data: bytes) -> None:
    with pytest.raises(InvalidError, match=r"^pets.txt is empty: name a text file"):
        read_words(data, "pets.txt")


@pytest.mark.parametrize("text", [BOM, "\n\n", "# cat\n", "a\n1\n"])
def test_file_without_words_is_an_error(text: str) -> None:
    with pytest.raises(InvalidError, match=r"^pets.txt has no word of two or more letters"):
        read_words(text.encode(), "pets.txt")


def test_error_for_a_file_without_words_quotes_its_entries() -> None:
    with pytest.raises(InvalidError, match=r"\(it has cat,1, dog,2\)"):
        read_words(b"cat,1\ndog,2\n", "pets.csv")


@pytest.mark.parametrize(
    "data",
    [
        b"cat\ndog\n\0\0\0",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\3\xe8",
        "cat\ndog\n".encode("utf-32"),
        b"\1\0\0\0" * 100 + b"\1",
        b"\0\0\0\1" * 100 + b"\1",
        random.Random(1).randbytes(5000),
        random.Random(1).randbytes(5000).replace(b"\0", b""),
    ],
)
def test_binary_file_is_an_error(data: bytes) -> None:
    with pytest.raises(InvalidError, match=r"^pets.bin is binary, not text: name a text file"):
        read_words(data, "pets.bin")


def test_control_characters_except_white_space_make_a_file_binary() -> None:
    for code in (*range(1, 32), 127):
        text = f"cat\n{chr(code)}\n"
        if chr(code) in "\t\n\v\f\r":
            assert words(text) == ["CAT"]
        else:
            with pytest.raises(InvalidError, match=r"^list is binary, not text"):
                words(text)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_truncated_utf16_is_an_error(encoding: str) -> None:
    with pytest.raises(
        InvalidError, match=r"^pets.txt is damaged or cut short: it is not valid UTF"
    ):
        read_words("cat\ndog\n".encode(encoding)[:-1], "pets.txt")


PACKED = gzip.compress(b"cat\ndog\nowl\n" * 100)


@pytest.mark.parametrize(
    "data",
    [
        PACKED[:2],
        PACKED[:-1],
        PACKED[:20],
        PACKED[:-8] + bytes(8),
        PACKED[:12] + b"\xff\xff\xff" + PACKED[15:],
        PACKED + b"cat",
    ],
    ids=["magic only", "one byte short", "cut", "wrong checksum", "damaged", "trailing data"],
)
def test_damaged_gzip_is_an_error(data: bytes) -> None:
    with pytest.raises(InvalidError, match=r"^pets.gz is damaged or cut short: its gzip data"):
        read_words(data, "pets.gz")


def test_gzip_that_unpacks_to_too_much_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_list, "LIST_LIMIT", 1 << 20)
    with pytest.raises(InvalidError, match=r"^pets.gz unpacks to more than"):
        read_words(gzip.compress(b"cat\n" * (1 << 20)), "pets.gz")


def test_every_error_is_one_line() -> None:
    for data in (b"", b"\0\0\0", b"\x1f\x8b", b"1\x0b\n2\x0c\n"):
        with pytest.raises(InvalidError) as caught:
            read_words(data, "pets.txt")
        assert len(str(caught.value).splitlines()) == 1


def test_bad_byte_in_utf8_is_reported_by_position() -> None:
    data = "cat café\r\ndög".encode() + b" \xff\nowl \xfe\n"
    with pytest.raises(InvalidError, match=r"^pets, line 2, byte 6: .*0xFF"):
        read_words(data, "pets")
    with pytest.raises(InvalidError, match=r"^pets, line 2, byte 6: .*0xFF"):
        read_definitions(gzip.compress(data), "pets")


@given(
    data=st.lists(
        st.sampled_from([b"a", b"\n", b"\r", b"\xe9", "é".encode(), "😀".encode()]), max_size=10
    )
)
def test_text_read_in_blocks_equals_the_text_read_whole(data: list[bytes]) -> None:
    text = "é\n".encode() + b"".join(data)
    results = []
    for size in (1, 2, 3, 1000):
        errors: list[str] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(text_reader, "BLOCK", size)
            pieces = read_text(io.BytesIO(text), "text", errors.append, keep_endings=True)
            results.append(("".join(pieces), errors))
    assert results[0][0] == text.decode(errors="surrogateescape")
    assert results == results[:1] * 4


def test_encoding_is_decided_by_the_whole_list() -> None:
    ascii_block = b"cat\n" * (1 << 16)
    utf8 = b"caf\xe9\n" + ascii_block + "né\n".encode() + b"owl\n"
    with pytest.raises(InvalidError, match=r"^list, line 1, byte 4: "):
        read_words(utf8, "list")
    latin1 = ("owl »Spaß«\n" + "bee schön über größer\n" * 9).encode("latin-1")
    assert read_definitions(ascii_block + latin1, "list")["OWL"] == "»Spaß«"
