"""Tests of dictionaries, by name and file, and of house words."""

from __future__ import annotations

import gzip
import os
from hashlib import sha256
from pathlib import Path

import pytest
from shell import bw

from bwtools.errors import InvalidError
from bwtools.lexicon import search
from bwtools.lexicon.lexicon import (
    Lexicon,
    build_dictionary,
    change_house_words,
    dictionaries,
    find_dictionary,
    lexicon_from_words,
    open_lexicon,
)
from bwtools.tiles.hand import parse_hand

needs_links = pytest.mark.skipif(os.name != "posix", reason="Windows needs rights for links")
WORDS = "cat\ncats\ndog\nact\n"


@pytest.fixture
def mine(tmp_path: Path, own_home: Path) -> str:
    """Return the path of a small word list, with an empty home folder."""
    del own_home
    path = tmp_path / "mine.txt"
    path.write_text(WORDS)
    return str(path)


def sha256_of(words: list[str]) -> str:
    return sha256("".join(f"{word}\n" for word in words).lower().encode()).hexdigest()


def test_enable_is_the_default_and_its_sha256_is_that_of_the_file(enable: Lexicon) -> None:
    assert (enable.name, len(enable)) == ("enable", 172_823)
    assert enable.sha256() == "3f16130220645692ed49c7134e24a18504c2ca55b3c012f7290e3e77c63b1a89"
    assert open_lexicon().source == enable.source


@pytest.mark.parametrize("word", ["QUIZ", "quiz", "Quiz"])
def test_words_are_found_in_any_case(enable: Lexicon, word: str) -> None:
    assert word in enable


@pytest.mark.parametrize("word", ["", "A", "QZXV", "QUI", "QUIZ\n", "ﬁsh", "\udcff", "é", "QU\0IZ"])
def test_other_texts_are_not_words(enable: Lexicon, word: str) -> None:
    assert word not in enable


def test_lexicon_iterates_capitals_in_order(enable: Lexicon) -> None:
    words = list(enable)
    assert words[:2] == ["AA", "AAH"]
    assert words == sorted(words)
    assert sha256_of(words) == enable.sha256()


def test_file_is_opened_by_its_path(mine: str) -> None:
    lexicon = open_lexicon(mine)
    assert (lexicon.name, lexicon.source) == ("mine.txt", mine)
    assert list(lexicon) == ["ACT", "CAT", "CATS", "DOG"]


def test_gzip_file_of_utf16_is_a_dictionary(tmp_path: Path) -> None:
    path = tmp_path / "mine.gz"
    path.write_bytes(gzip.compress("Cat a pet\r\nDÖG\r\n".encode("utf-16")))
    lexicon = open_lexicon(str(path))
    assert list(lexicon) == ["CAT"]
    assert (lexicon.compiled.skipped, lexicon.compiled.examples) == (1, ("DÖG",))


def test_words_too_long_for_any_hand_are_skipped_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("cat\n" + "a" * 63 + "\n" + "a" * 64 + "\n" + "b" * 300 + "\n")
    lexicon = open_lexicon(str(path))
    assert list(lexicon) == ["A" * 63, "CAT"]
    assert lexicon.compiled.skipped == 2


def test_file_with_a_very_long_name_is_a_dictionary(tmp_path: Path) -> None:
    path = tmp_path / ("é" * 120 + ".txt")
    path.write_text(WORDS)
    change_house_words(str(path), add=["zzz"])
    assert "ZZZ" in open_lexicon(str(path))


@pytest.mark.skipif(os.name != "posix", reason="file names are bytes only on POSIX")
def test_file_whose_name_is_not_utf8_is_a_dictionary(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/caf\xe9.txt"
    Path(os.fsdecode(path)).write_text(WORDS)
    assert len(open_lexicon(os.fsdecode(path))) == 4


@pytest.mark.parametrize(
    ("name", "near"), [("enabel", "enable"), ("ENABLE", "enable"), ("every", "everyday")]
)
def test_unknown_name_suggests_the_nearest_names(name: str, near: str) -> None:
    with pytest.raises(InvalidError, match=f"'{name}', and no such file: .* {near}"):
        open_lexicon(name)


def test_unknown_name_suggests_all_names_if_none_is_near() -> None:
    with pytest.raises(InvalidError, match="common or enable or everyday or wide"):
        open_lexicon("qqqqqq")


def test_link_to_itself_is_distinguished_from_an_unknown_name(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "link")
    with pytest.raises(InvalidError, match=r"cannot read the word list .*: Too many levels of"):
        open_lexicon(str(tmp_path / "link"))


@pytest.mark.parametrize("name", ["", "x" * 5000, "a\0b", "no/such/file.txt"])
def test_odd_name_is_an_unknown_dictionary(name: str) -> None:
    with pytest.raises(InvalidError, match="there is no dictionary"):
        open_lexicon(name)


def test_folder_is_rejected_as_a_dictionary(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="it is a folder: name a file"):
        open_lexicon(str(tmp_path))


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="there are no devices here")
def test_device_is_rejected_as_a_dictionary() -> None:
    with pytest.raises(InvalidError, match="it is a device: name a file"):
        open_lexicon("/dev/null")


def test_known_names_are_those_of_word_lists() -> None:
    assert set(dictionaries()) >= {"enable", "everyday", "common", "wide"}
    assert not any("COPYRIGHT" in name for name in dictionaries())


def test_lexicon_of_words_in_memory() -> None:
    lexicon = lexicon_from_words(["dog", "cat", "DOG"])
    assert list(lexicon) == ["CAT", "DOG"]
    assert lexicon.sha256() == sha256_of(["cat", "dog"])


def test_empty_lexicon_finds_nothing() -> None:
    lexicon = lexicon_from_words([])
    assert (len(lexicon), list(lexicon), "CAT" in lexicon) == (0, [], False)
    assert search.words(lexicon, parse_hand("cat.")) == []
    assert search.match(lexicon, "*") == []


NOT_WORDS = [
    ("a", "'A' is not a word"),
    ("c4t", "'4' .* is not a letter"),
    ("", "a word is missing"),
]
NOT_WORDS += [("b" * 64, "'BBB.* is not a word of 2 to 63 letters")]


@pytest.mark.parametrize(("word", "reason"), NOT_WORDS)
def test_lexicon_from_words_rejects_other_texts(word: str, reason: str) -> None:
    with pytest.raises(InvalidError, match=reason):
        lexicon_from_words([word])


def test_house_words_take_effect_at_once(mine: str) -> None:
    change_house_words(mine, add=["zzz", "qi"], remove=["dog"])
    lexicon = open_lexicon(mine)
    assert list(lexicon) == ["ACT", "CAT", "CATS", "QI", "ZZZ"]
    assert (len(lexicon), "zzz" in lexicon, "dog" in lexicon) == (5, True, False)
    assert lexicon.sha256() == sha256_of(["act", "cat", "cats", "qi", "zzz"])
    assert lexicon.house.added == {"ZZZ", "QI"}
    assert lexicon.house.removed == {"DOG"}


def test_adding_and_removing_the_same_word_cancel_out(mine: str) -> None:
    before = open_lexicon(mine).sha256()
    change_house_words(mine, add=["zzz"], remove=["dog"])
    change_house_words(mine, add=["dog"], remove=["zzz"])
    lexicon = open_lexicon(mine)
    assert not any(lexicon.house)
    assert lexicon.sha256() == before


def test_redundant_house_words_are_not_saved(mine: str) -> None:
    assert not any(change_house_words(mine, add=["cat"], remove=["zzz"]))


@pytest.mark.parametrize("ruled", [{"add": ["zzz"]}, {"remove": ["dog"]}])
def test_house_word_that_the_list_adopts_no_longer_counts(
    mine: str, ruled: dict[str, list[str]]
) -> None:
    change_house_words(mine, **ruled)
    Path(mine).write_text("cat\nzzz\n")
    lexicon = open_lexicon(mine)
    assert (list(lexicon), len(lexicon), any(lexicon.house)) == (["CAT", "ZZZ"], 2, False)


def test_dictionaries_do_not_share_house_words(mine: str, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = tmp_path / "other" / "mine.txt"
    other.write_text(WORDS)
    change_house_words(mine, add=["zzz"])
    assert "ZZZ" not in open_lexicon(str(other))


def test_shipped_list_opened_by_path_has_the_same_house_words(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(find_dictionary("everyday"))
    change_house_words("everyday", add=["zzz"])
    monkeypatch.chdir(path.parent)
    assert "ZZZ" in open_lexicon(str(path))
    assert "ZZZ" in open_lexicon("everyday.txt")
    assert (own_home / "house" / "everyday.txt").is_file()


@needs_links
@pytest.mark.parametrize(
    ("target", "path"),
    [
        ("real", "link/words.txt"),
        ("real/words.txt", "link"),
        ("home", "link/dictionaries/ours.txt"),
        ("home/dictionaries", "link/ours.txt"),
        ("home/dictionaries/ours.txt", "link"),
    ],
)
def test_house_words_apply_to_a_list_opened_through_links(
    target: str, path: str, mine: str, tmp_path: Path
) -> None:
    (tmp_path / "real").mkdir()
    build_dictionary(mine, "ours")
    Path(mine).rename(tmp_path / "real" / "words.txt")
    (tmp_path / "link").symlink_to(tmp_path / target)
    linked, direct = str(tmp_path / path), str(tmp_path / path.replace("link", target))
    change_house_words(linked, add=["zzz"])
    change_house_words(direct, add=["qi"])
    for name in (linked, direct):
        assert open_lexicon(name).house.added == {"ZZZ", "QI"}
        if target.startswith("home"):
            assert open_lexicon(name).reopen_name == "ours"


@needs_links
def test_house_words_apply_with_a_home_that_is_a_link(
    mine: str, own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_dictionary(mine, "ours")
    change_house_words("ours", add=["zzz"])
    (tmp_path / "link").symlink_to(own_home)
    monkeypatch.setenv("BW_HOME", str(tmp_path / "link"))
    for name in ("ours", str(own_home / "dictionaries" / "ours.txt")):
        assert "zzz" in open_lexicon(name)
        assert open_lexicon(name).reopen_name == "ours"


def test_concurrent_changes_of_house_words_are_all_saved(mine: str) -> None:
    change_house_words(mine, add=["aaa"])
    change_house_words(mine, add=["bbb"])
    assert open_lexicon(mine).house.added == {"AAA", "BBB"}


@pytest.mark.parametrize(("word", "reason"), NOT_WORDS)
def test_invalid_house_word_is_rejected(mine: str, word: str, reason: str) -> None:
    with pytest.raises(InvalidError, match=reason):
        change_house_words(mine, add=["zzz", word])
    assert "ZZZ" not in open_lexicon(mine)


@pytest.mark.parametrize(
    "line", [b"zzz", b"+z1", b"*zzz", b"+", b"+a", b"+caf\xe9", b"# \0", "+stra\xdfe".encode()]
)
def test_damaged_house_list_is_an_error_that_names_the_line(own_home: Path, line: bytes) -> None:
    change_house_words("everyday", add=["zzz"])
    path = own_home / "house" / "everyday.txt"
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(InvalidError, match=r"^line 4 of the house words .*everyday.txt is damaged"):
        open_lexicon("everyday")


@pytest.mark.parametrize(
    "text",
    [
        "+zzz\n",
        "\n+ZZZ\n",
        "# ours\n\n+ zzz",
        "\ufeff+Zzz\r\n",
        "\ufeff# a\tb\r\n\r\n+zzz \t\r\n \t\r\n",
        "  # a\xa0b\u2028c\n\t+zzz\n\n\n",
        "+zzz # as Zo\xeb said\n#\n",
        "+zzz\r#\tat Christmas\r",
        "# sum of our rulings\n+zzz\n",
    ],
)
def test_house_list_may_be_written_by_hand(own_home: Path, text: str) -> None:
    path = own_home / "house" / "everyday.txt"
    path.parent.mkdir(parents=True)
    path.write_bytes(text.encode())
    assert open_lexicon("everyday").house.added == {"ZZZ"}
    change_house_words("everyday", add=["qqq"])
    assert open_lexicon("everyday").house.added == {"ZZZ", "QQQ"}


def test_changing_house_words_keeps_comments(own_home: Path) -> None:
    path = own_home / "house" / "everyday.txt"
    path.parent.mkdir(parents=True)
    path.write_text("# At Ann's\ttable\n\n+zzz # as in sleep\n-cat\n\n  # from Ben\n+ qqq\n\n")
    change_house_words("everyday", add=["vvv", "aaa", "cat"])
    heading, *lines, checksum = path.read_text().split("\n")[:-1]
    assert (heading[:24], checksum[:6]) == ("# House words of bwtools", "# sum ")
    ours = ["# At Ann's\ttable", "", "+zzz # as in sleep", "", "  # from Ben", "+ qqq"]
    assert lines == [*ours, "+AAA", "+VVV"]
    change_house_words("everyday", remove=["vvv", "aaa"])
    assert path.read_text().split("\n")[1:-2] == ours
    assert path.read_text().count("# House words of bwtools") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_pipe_in_place_of_the_house_list_does_not_block(own_home: Path) -> None:
    (own_home / "house").mkdir(parents=True)
    os.mkfifo(own_home / "house" / "everyday.txt")
    with pytest.raises(InvalidError, match="it is not a regular file"):
        open_lexicon("everyday")


def test_home_that_is_a_file_has_no_house_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("BW_HOME", str(tmp_path / "file"))
    assert "CAT" in open_lexicon("everyday")
    with pytest.raises(InvalidError, match=r"cannot write the house words .*set BW_HOME"):
        change_house_words("everyday", add=["zzz"])
    with pytest.raises(InvalidError, match=r"cannot write the dictionary .*set BW_HOME"):
        build_dictionary(find_dictionary("everyday"), "mine")


def test_built_dictionary_has_a_name(mine: str) -> None:
    assert build_dictionary(mine, "my-list_2").name == "my-list_2"
    Path(mine).unlink()
    assert list(open_lexicon("my-list_2")) == ["ACT", "CAT", "CATS", "DOG"]
    assert "my-list_2" in dictionaries()


def test_only_word_lists_are_known_by_name(mine: str, own_home: Path) -> None:
    build_dictionary(mine, "ours")
    (own_home / "dictionaries" / "notes.md").write_text("about ours")
    assert set(dictionaries()) == {"common", "enable", "everyday", "ours", "wide", "wordnik"}


def test_rebuilding_replaces_the_words_and_keeps_house_words(mine: str) -> None:
    build_dictionary(mine, "ours")
    change_house_words("ours", add=["zzz"])
    Path(mine).write_text("owl\n")
    build_dictionary(mine, "ours")
    assert list(open_lexicon("ours")) == ["OWL", "ZZZ"]


@pytest.mark.parametrize("name", ["", "a b", "../x", "é", "-", ".hidden", "a/b"])
def test_name_of_a_dictionary_is_letters_and_digits(mine: str, name: str) -> None:
    with pytest.raises(InvalidError, match="is not a valid name: use letters"):
        build_dictionary(mine, name)


def test_name_of_a_shipped_dictionary_is_reserved(mine: str) -> None:
    with pytest.raises(InvalidError, match="enable is a dictionary of bwtools"):
        build_dictionary(mine, "enable")


def test_file_without_words_is_not_built(tmp_path: Path, own_home: Path) -> None:
    (tmp_path / "empty").touch()
    with pytest.raises(InvalidError, match="is empty"):
        build_dictionary(str(tmp_path / "empty"), "mine")
    assert not (own_home / "dictionaries").exists()


def test_house_words_apply_in_every_command(mine: str) -> None:
    assert bw("dict", "add", mine, "zzz", "tac").status == 0
    assert bw("dict", "remove", mine, "dog", "act").status == 0
    of_mine = ("-d", mine, "-f", "plain")
    assert bw("words", "zzzdogcat", *of_mine).lines == ["ZZZ", "CAT", "TAC"]
    assert bw("words", "zzdg.", *of_mine).lines == ["ZZz"]
    (row,) = bw("sell", "zzzcatdog", "-d", mine, "--top", "1", "-f", "jsonl").rows
    assert [(sale["play"], sale["alternatives"]) for sale in row["words"]] == [
        ("ZZZ", []),
        ("CAT", ["TAC"]),
    ]
    (best, *_) = bw("outs", "zzdg", "-d", mine, "-f", "jsonl").rows
    assert best["gain"] == 0
    (best, *_) = bw("outs", "zz.", "-d", mine, "-f", "jsonl").rows
    assert (best["letter"], best["plays"], best["gain"]) == ("A", ["ZZz"], 0)
    assert bw("match", "?*", *of_mine).lines == ["CAT", "CATS", "TAC", "ZZZ"]
    assert bw("match", "z*", *of_mine).lines == ["ZZZ"]
    assert bw("anagram", "tca", *of_mine).lines == ["CAT", "TAC"]
    assert bw("anagram", "do.", *of_mine).lines == []
    assert bw("hooks", "ta", *of_mine).lines == ["TAC"]
    scanned = bw("scan", "--min-length", "3", *of_mine, stdin="dogzzzz tact")
    assert scanned.lines == ["ZZZ", "ZZZ", "TAC"]
    checked = bw("check", "zzz", "dog", "cat", "qqq", "-d", mine, "-f", "jsonl")
    assert [tuple(row.values()) for row in checked.rows] == [
        ("zzz", True, True),
        ("dog", False, True),
        ("cat", True, False),
        ("qqq", False, False),
    ]
    assert bw("dict", "export", mine, "-f", "plain").lines == ["cat", "cats", "tac", "zzz"]
    (info,) = bw("dict", "info", mine, "-f", "jsonl").rows
    assert (info["words"], info["added"], info["removed"]) == (4, ["TAC", "ZZZ"], ["ACT", "DOG"])


def test_diff_compares_dictionaries_with_their_house_words(mine: str, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("cat\nowl\n")
    bw("dict", "add", mine, "zzz")
    bw("dict", "add", str(other), "dog")
    rows = bw("dict", "diff", mine, str(other), "-f", "jsonl").rows
    assert [(row["word"], row["only"]) for row in rows] == [
        ("ACT", mine),
        ("CATS", mine),
        ("OWL", str(other)),
        ("ZZZ", mine),
    ]


def test_sha256_of_info_is_that_of_the_exported_list(mine: str) -> None:
    bw("dict", "add", mine, "zzz")
    exported = bw("dict", "export", mine)
    (info,) = bw("dict", "info", mine, "-f", "jsonl").rows
    assert info["sha256"] == sha256(exported.out.encode()).hexdigest()


def test_exported_list_is_a_dictionary_with_the_same_words(mine: str, tmp_path: Path) -> None:
    bw("dict", "remove", mine, "dog")
    copy = tmp_path / "copy.txt"
    copy.write_text(bw("dict", "export", mine).out)
    assert open_lexicon(str(copy)).sha256() == open_lexicon(mine).sha256()


def test_accepting_a_word_again_returns_the_same_lexicon(enable: Lexicon) -> None:
    once = enable.with_words({"ZORF"})
    assert enable.with_words({"ZORF"}) is once
    assert enable.with_words({"QZXV"}) is not once
