"""Tests of tile sets, hands and plays, and their notation."""

from __future__ import annotations

import re
import tomllib
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bwtools
from bwtools.errors import IllegalError, InvalidError
from bwtools.tiles import classic, tile_set
from bwtools.tiles.hand import (
    Hand,
    Play,
    lay,
    lay_best,
    lay_words,
    parse_hand,
    parse_letters,
    parse_play,
    parse_word,
)
from bwtools.tiles.tile_set import ALPHABET, build_tiles, load_tiles, price

CLASSIC = load_tiles()
CLASSIC_FILE = Path(bwtools.__file__).parent / "data" / "classic.toml"


def test_classic_has_the_tiles_of_the_box() -> None:
    assert sum(CLASSIC.counts.values()) == 108
    assert (CLASSIC.wild_count, CLASSIC.wild_pips) == (9, 1)
    by_pips = {
        pips: "".join(letter for letter in ALPHABET if CLASSIC.pips[letter] == pips)
        for pips in range(1, 5)
    }
    assert by_pips == {1: "AEINORSTU", 2: "CDGHKLP", 3: "BFMVWY", 4: "JQXZ"}
    assert CLASSIC.counts["E"] == 11
    assert "".join(str(CLASSIC.counts[letter]) for letter in "JQXZS") == "21125"


def test_classic_has_the_numbers_of_the_rules() -> None:
    assert CLASSIC.wilds_dealt == (8, 4, 3, 2)
    assert CLASSIC.money == 200
    assert CLASSIC.die == (2, 3, 4, 5, None, None)
    assert list(CLASSIC.choice) == [2, 3, 4, 5]
    assert CLASSIC.hand_limit == 8
    assert CLASSIC.results == {"fair": 800, "good": 900, "outstanding": 1000}


def test_classic_as_code_is_the_file() -> None:
    data = CLASSIC_FILE.read_bytes()  # after a change, run scripts/make_tiles.py
    assert zlib.crc32(data) == classic.CHECKSUM
    assert build_tiles(tomllib.loads(data.decode()), "classic") == CLASSIC


def test_changed_classic_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = CLASSIC_FILE.read_text("utf-8")
    (tmp_path / "classic.toml").write_text(text.replace("J = [2, 4]", "J = [2, 5]"), "utf-8")
    monkeypatch.setattr(tile_set, "SHIPPED_DATA", str(tmp_path))
    assert load_tiles("classic").pips["J"] == 5


@pytest.mark.parametrize("text", ["aerst??", "S.T*e-ra", "A,E,R,S,T,_.", " t s r e a . . "])
def test_hand_is_read_in_any_case_and_order_with_any_wild_sign(text: str) -> None:
    assert parse_hand(text) == Hand("AERST", 2)


def test_wilds_are_added_to_the_wilds_in_the_text() -> None:
    assert parse_hand("a.", wilds=3) == Hand("A", 4)


def test_hand_may_be_empty() -> None:
    assert parse_hand("") == Hand("", 0)


@pytest.mark.parametrize(
    ("text", "char", "index"),
    [("ab3", "3", 3), ("é", "é", 1), ("a\tb", "\t", 2), ("ab\0", "\0", 3), ("aŉ", "ŉ", 2)],
)
def test_invalid_tile_is_named_with_its_position(text: str, char: str, index: int) -> None:
    with pytest.raises(InvalidError, match=re.escape(f"{char!r} (character {index} of ")):
        parse_hand(text)


def test_error_shortens_a_long_hand() -> None:
    with pytest.raises(InvalidError) as caught:
        parse_hand("a" * 10_000 + "1")
    assert "character 10001" in str(caught.value)
    assert len(str(caught.value)) < 200


def test_negative_wilds_are_rejected() -> None:
    with pytest.raises(InvalidError, match="0 or more, not -1"):
        parse_hand("a", wilds=-1)


def test_letters_reject_a_wild() -> None:
    assert parse_letters("q, a") == "AQ"
    with pytest.raises(InvalidError, match="has a wild in it"):
        parse_letters("qa.")


def test_word_is_read_in_any_case() -> None:
    assert parse_word(" Quiz\n") == "QUIZ"


@pytest.mark.parametrize(
    ("text", "message"),
    [("qu1z", "'1' (character 3"), ("", "a word is missing"), ("  ", "a word is missing")],
)
def test_invalid_word_is_rejected(text: str, message: str) -> None:
    with pytest.raises(InvalidError, match=re.escape(message)):
        parse_word(text)


@pytest.mark.parametrize("char", "ßıſﬁŉé")
def test_letters_other_than_a_to_z_are_rejected_in_words(char: str) -> None:
    with pytest.raises(InvalidError, match="is not a letter"):
        parse_word(f"a{char}")


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("RETiNAS", Play("RETINAS", 3)),
        ("RETINAS", Play("RETINAS")),
        ("retinas", Play("RETINAS")),
        ("Retinas", Play("RETINAS")),
        ("Qi", Play("QI", 1)),
        ("qI", Play("QI", 0)),
        ("qi", Play("QI")),
        ("q", Play("Q")),
        ("REtiNAS", Play("RETINAS")),
    ],
)
def test_one_lower_case_letter_among_capitals_is_a_wild(text: str, play: Play) -> None:
    assert parse_play(text) == play


@given(word=st.text(ALPHABET, min_size=2, max_size=9), data=st.data())
def test_play_survives_a_round_trip_through_text(word: str, data: st.DataObject) -> None:
    play = Play(word, data.draw(st.none() | st.integers(0, len(word) - 1)))
    assert parse_play(str(play)) == play


@given(st.permutations("AAEINRST"), st.integers(0, 8))
def test_hands_of_the_same_tiles_are_equal_in_any_order_and_case(
    letters: list[str], wilds: int
) -> None:
    text = "".join(letters)
    assert Hand(text, wilds) == Hand(text.lower(), wilds) == ("AAEINRST", wilds)
    assert hash(Hand(text, wilds)) == hash(Hand("AAEINRST", wilds))


@pytest.mark.parametrize(
    ("letters", "wilds", "message"),
    [
        ("a1", 0, "'1' (character 2 of 'a1') is not a letter"),
        ("A?", 0, "'?' (character 2 of 'A?') is not a letter"),
        ("ß", 0, "'ß' (character 1 of 'ß') is not a letter"),
        ("A", -1, "the number of wilds must be 0 or more, not -1"),
    ],
)
def test_hand_of_invalid_letters_or_negative_wilds_is_rejected(
    letters: str, wilds: int, message: str
) -> None:
    with pytest.raises(InvalidError, match=re.escape(message)):
        Hand(letters, wilds)


@pytest.mark.parametrize(
    ("word", "wild", "message"),
    [
        ("RETiNAS", None, "'RETiNAS' is not a word in capitals"),
        ("C4T", None, "'4' (character 2 of 'C4T') is not a letter"),
        ("", None, "'' is not a word in capitals"),
        ("CAT", 3, "the wild cannot be at index 3 of CAT"),
        ("CAT", -1, "the wild cannot be at index -1 of CAT"),
    ],
)
def test_play_of_an_invalid_word_or_index_is_rejected(
    word: str, wild: int | None, message: str
) -> None:
    with pytest.raises(InvalidError, match=re.escape(message)):
        Play(word, wild)


def test_tiles_are_added_to_and_removed_from_a_hand() -> None:
    hand = Hand("AERST", 2)
    assert hand.plus("NI", 1) == Hand("AEINRST", 3)
    assert hand.minus("SA", 1) == Hand("ERT", 1)
    assert hand.after(Play("TEAR"), Play("SO", 1)) == Hand("", 1)


def test_repr_and_str_show_the_notation() -> None:
    assert (repr(Hand("tea", 2)), str(Hand("tea", 2))) == ("Hand('AET', 2)", "AET??")
    assert (repr(Hand("")), str(Hand(""))) == ("Hand('')", "")
    assert (repr(Play("RETINAS", 3)), str(Play("RETINAS", 3))) == ("Play('RETINAS', 3)", "RETiNAS")
    assert (repr(Play("TEA")), str(Play("TEA"))) == ("Play('TEA')", "TEA")
    assert repr(CLASSIC) == "<TileSet classic: 108 letter tiles, 9 wilds>"


def test_play_has_letters_and_pips() -> None:
    play = Play("QUIZ", 0)
    assert (str(play), play.wild_letter, play.letters) == ("qUIZ", "Q", "IUZ")
    assert play.pips(CLASSIC) == 7
    assert price(play.pips(CLASSIC)) == 49
    assert (Play("QUIZ").wild_letter, Play("QUIZ").letters) == (None, "IQUZ")


@pytest.mark.parametrize(
    ("word", "hand", "play"),
    [
        ("TEST", "EST.", "TESt"),
        ("TEST", "ESTT.", "TEST"),
        ("EXIT", "ETX.", "EXiT"),
        ("AA", "A.", "Aa"),
    ],
)
def test_lay_best_uses_a_wild_only_if_necessary(word: str, hand: str, play: str) -> None:
    assert str(lay_best(word, parse_hand(hand))) == play


@pytest.mark.parametrize(
    ("word", "hand", "message"),
    [
        ("QUIZ", "UIZ", "for QUIZ you hold no Q tile"),
        ("QUIZ", "IZ", "for QUIZ you hold no Q or U tile"),
        ("PIZZAZA", "AIPZZ", "for PIZZAZA you hold only 1 A tile and 2 Z tiles"),
        ("TATTOO", "ATT", "for TATTOO you hold only 2 T tiles and no O tile"),
        ("QUIZ", "IZ.", "for QUIZ two wilds needed (for Q, U), one allowed"),
        ("ZZZ", "Z......", "for ZZZ two wilds needed (for Z, Z), one allowed"),
    ],
)
def test_missing_tiles_are_named(word: str, hand: str, message: str) -> None:
    with pytest.raises(IllegalError, match=f"^{re.escape(message)}$"):
        lay_best(word, parse_hand(hand))


def test_many_words_are_laid_greedily() -> None:
    hand = Hand("A" * 12 + "E" * 2 + "T" * 12, 10)  # 12 to the power of 10 ways
    laid = lay_words(["tea"] * 12, hand, CLASSIC)
    assert laid == (Play("TEA"),) * 2 + (Play("TEA", 1),) * 10


def test_written_wild_is_laid_even_if_the_letter_is_held() -> None:
    assert lay("RETiNAS", parse_hand("AEINRST.")) == Play("RETINAS", 3)


def test_play_in_one_case_is_laid_the_best_way() -> None:
    assert lay("tests", parse_hand("ESST.")) == Play("TESTS", 3)
    assert lay("TESTS", parse_hand("ESSTT.")) == Play("TESTS")


@pytest.mark.parametrize(
    ("text", "hand", "message"),
    [
        ("RETiNAS", "AEINRST", "for RETiNAS you hold no wild"),
        ("RETiNAS", "AENRS.", "for RETiNAS you hold no T tile"),
    ],
)
def test_play_without_its_tiles_in_the_hand_is_illegal(text: str, hand: str, message: str) -> None:
    with pytest.raises(IllegalError, match=f"^{message}$"):
        lay(text, parse_hand(hand))


def test_bag_holds_the_unseen_tiles() -> None:
    left = CLASSIC.bag_without("EE", "QE")
    assert (left["E"], left["Q"], left["A"]) == (8, 0, 8)


def test_too_many_tiles_of_a_letter_is_an_error_naming_it() -> None:
    with pytest.raises(IllegalError, match=r"^3 Z tiles are named, but .* classic has only 2"):
        CLASSIC.bag_without("ZZ", "Z")


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_copy_of_the_classic_file_equals_classic(tmp_path: Path) -> None:
    assert load_tiles(written(tmp_path, CLASSIC_FILE.read_text("utf-8"))) == CLASSIC


def test_tile_set_file_may_start_with_a_byte_order_mark(tmp_path: Path) -> None:
    assert load_tiles(written(tmp_path, "\ufeff" + CLASSIC_FILE.read_text("utf-8"))) == CLASSIC


def test_changed_copy_differs_from_classic(tmp_path: Path) -> None:
    text = CLASSIC_FILE.read_text("utf-8")
    text = text.replace("E = [11, 1]", "E = [10, 2]").replace("money = 200", "money = 150")
    mine = load_tiles(written(tmp_path, text))
    assert (mine.counts["E"], mine.pips["E"], mine.money) == (10, 2, 150)


def test_unlisted_letter_has_no_tiles() -> None:
    mine = build_tiles(changed("letters.Q", None), "mine")
    assert (mine.counts["Q"], mine.pips["Q"]) == (0, 1)


def test_layout_of_a_tile_set_builds_the_same_tile_set() -> None:
    assert build_tiles(CLASSIC.layout(), "copy") == CLASSIC


def changed(where: str, value: Any) -> dict[str, Any]:
    """Return the classic data with another value of an entry, or without the entry (None)."""
    data = part = CLASSIC.layout()
    *tables, last = where.split(".")
    for table in tables:
        part = part[table]
    if value is None:
        del part[last]
    else:
        part[last] = value
    return data


ENTRIES = [
    *("name", "letters", "wild", "rules", "solo", "wild.count", "wild.pips", "wild.dealt"),
    *("rules.money", "rules.die", "rules.choice", "rules.hand_limit"),
]


@pytest.mark.parametrize("where", ENTRIES)
def test_missing_entry_is_named(where: str) -> None:
    missing = {"wild": "wild.pips", "rules": "rules.choice"}.get(where, where)
    with pytest.raises(InvalidError, match=f"^mine: {missing} is missing: see classic.toml$"):
        build_tiles(changed(where, None), "mine")


@pytest.mark.parametrize("value", [3, "x", [1], [[1]], 1.5, True, {"x": 1}, -1, 10**9])
@pytest.mark.parametrize("where", [*ENTRIES[1:], "letters.A", "solo.fair"])
def test_entry_of_a_wrong_type_is_one_clear_error(where: str, value: Any) -> None:
    right: dict[str, list[Any]] = {
        "wild.count": [3],
        "wild.dealt": [[1]],
        "rules.money": [3],
        "rules.die": [[1]],
        "rules.hand_limit": [3],
        "solo": [{"x": 1}],
        "solo.fair": [3],
    }
    if value in right.get(where, []) and not isinstance(value, bool):
        build_tiles(changed(where, value), "mine")
        return
    with pytest.raises(InvalidError) as caught:
        build_tiles(changed(where, value), "mine")
    message = str(caught.value)
    assert re.match(rf"mine: (the pips of )?{where}\b", message)
    assert not re.search("object|argument|subscript|attribute", message)


@pytest.mark.parametrize(
    ("where", "value", "message"),
    [
        ("letters.a", [1, 1], "letters.a is not a letter A to Z"),
        ("letters.Ä", [1, 1], "letters.Ä is not a letter A to Z"),
        ("letters.A", [1], "letters.A must be [count, pips]"),
        ("letters.A", [1, 2, 3], "letters.A must be [count, pips]"),
        ("letters.A", [1, 101], "the pips of letters.A must be a whole number from 0 to 100"),
        ("wild.pips", 2, "a wild may not have more pips than the letter it stands for"),
        ("rules.choice", [5, 2], "rules.choice must be [minimum, maximum], not [5, 2]"),
        ("rules.die", ["chance"], "rules.die must be a whole number from 1 to 100, not 'chance'"),
        ("rules.die", [], "rules.die must be a list of faces, not []"),
        ("rules.money", 16**5000, "not a number of thousands of digits"),
        ("rules.die", [[16**5000]], "not a number of thousands of digits"),
        ("rules.money", [[[[[[[[1]]]]]]]], "not [[[[[[[...]]]]]]]"),
        ("name", 7, "name must be printable text, not 7"),
        ("name", "a\x1b", r"name must be printable text, not 'a\x1b'"),
        ("solo.a\x1b", 1, r"a name in solo must be printable text, not 'a\x1b'"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",  # pytest cannot write 16**5000
)
def test_wrong_entry_is_reported(where: str, value: Any, message: str) -> None:
    with pytest.raises(InvalidError, match=re.escape(message)):
        build_tiles(changed(where, value), "mine")


@pytest.mark.parametrize(
    "text",
    ["name = ", "[letters\n", "a = 1\na = 2", "x = " + "[" * 10_000, f"[{'a' * 9000}]\n" * 2],
)
def test_invalid_toml_is_an_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(InvalidError, match="is not a TOML file") as caught:
        load_tiles(written(tmp_path, text))
    assert "mine.toml" in str(caught.value)
    assert len(str(caught.value)) < 600


def test_binary_file_is_rejected_as_a_tile_set(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(b"\xff\xfe\0\1")
    with pytest.raises(InvalidError, match=r", line \d+, byte \d+: this is not UTF-8 text \(0x"):
        load_tiles(str(tmp_path / "mine.toml"))


def test_folder_is_rejected_as_a_tile_set(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match=r"tile set .*: it is a folder: name a file$"):
        load_tiles(str(tmp_path))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        *((name, "there is no tile set '") for name in ("nothing", "", "x" * 5000, "a\0b")),
        ("../classic", r"cannot read the tile set \.\./classic: No such file"),
    ],
)
def test_unknown_tile_set_is_one_error(name: str, reason: str) -> None:
    with pytest.raises(InvalidError, match=reason):
        load_tiles(name)
