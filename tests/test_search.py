"""Tests of searching a lexicon, against brute force."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

import pytest
from brute import CLASSIC, dictionaries, hands, lay, tile_sets, words_from
from hypothesis import given
from hypothesis import strategies as st
from marks import slow

from bwtools.errors import InvalidError
from bwtools.lexicon import search
from bwtools.lexicon.house_words import House
from bwtools.lexicon.lexicon import Lexicon, lexicon_from_words
from bwtools.tiles.hand import Hand, parse_hand
from bwtools.tiles.tile_set import ALPHABET, TileSet

ENABLE_HANDS = ["aeinrst", "qqzzjx..", "aabbccddeeff.", "s", "....", "aeiouaeiou........", "vwx"]


def plays(lexicon: Lexicon, hand: Hand) -> list[tuple[str, int]]:
    return [(str(play), pips) for play, pips in search.plays(lexicon, hand)]


@given(words=dictionaries(), hand=hands(), tiles=tile_sets())
def test_words_equal_brute_force_in_order(words: list[str], hand: Hand, tiles: TileSet) -> None:
    lexicon = lexicon_from_words(words, tiles)
    expected = words_from(words, hand, tiles)
    assert plays(lexicon, hand) == expected
    assert search.words(lexicon, hand) == [play.upper() for play, _ in expected]


@given(words=dictionaries(most=60), hand=hands(), tiles=tile_sets())
def test_by_price_groups_words_by_price(words: list[str], hand: Hand, tiles: TileSet) -> None:
    groups = list(search.by_price(lexicon_from_words(words, tiles), hand))
    assert [(-pips, wild) for pips, wild, _ in groups] == sorted({(-p, w) for p, w, _ in groups})
    found = [(pips, wild, word) for pips, wild, listed in groups for word in listed]
    expected = words_from(words, hand, tiles)
    assert found == [(pips, not play.isupper(), play.upper()) for play, pips in expected]


@given(words=dictionaries(), hand=hands())
def test_by_length_separates_words_with_and_without_a_wild(words: list[str], hand: Hand) -> None:
    found = search.by_length(lexicon_from_words(words), hand)
    plays = [play for play in (lay(word, hand) for word in words) if play]
    for lists, wild in zip(found, (False, True), strict=True):
        assert all(len(word) == length for length, words in lists.items() for word in words)
        listed = [word for words in lists.values() for word in words]
        assert sorted(listed) == sorted(p.upper() for p in plays if p.isupper() is not wild)


@pytest.mark.parametrize("text", [*ENABLE_HANDS[:3], *slow(*ENABLE_HANDS[3:])])
def test_words_of_enable_equal_brute_force(enable: Lexicon, text: str) -> None:
    hand = parse_hand(text)
    letters = set(hand.letters)
    near = [word for word in enable if len(set(word) - letters) <= 1]
    assert plays(enable, hand) == words_from(near, hand, CLASSIC)


@pytest.mark.parametrize("wilds", [0, 1, 9])
def test_ten_thousand_letters_make_every_word(enable: Lexicon, wilds: int) -> None:
    words = search.words(enable, Hand("".join(sorted(ALPHABET * 385)), wilds))
    assert sorted(words) == list(enable)


def test_ten_thousand_equal_letters_make_one_word(enable: Lexicon) -> None:
    assert search.words(enable, Hand("A" * 10_000)) == ["AA"]


def test_a_second_wild_adds_no_words(enable: Lexicon) -> None:
    one, many = (search.words(enable, Hand("AEINRST", wilds)) for wilds in (1, 1000))
    assert one == many


def test_wilds_alone_make_no_words(enable: Lexicon) -> None:
    assert search.words(enable, Hand("", 8)) == []
    assert search.words(enable, Hand("")) == []


def house_of(lexicon: Lexicon, added: list[str], removed: list[str]) -> Lexicon:
    house = House(frozenset(added), frozenset(removed))
    return Lexicon(lexicon.name, lexicon.source, lexicon.compiled, lexicon.tiles, house)


@given(words=dictionaries(), added=dictionaries(), hand=hands(), tiles=tile_sets(), data=st.data())
def test_house_words_are_found_in_the_same_order(
    words: list[str], added: list[str], hand: Hand, tiles: TileSet, data: st.DataObject
) -> None:
    removed = data.draw(st.lists(st.sampled_from(words), unique=True)) if words else []
    lexicon = house_of(lexicon_from_words(words, tiles), added, removed)
    effective = (set(words) - set(removed)) | (set(added) - set(words))
    assert plays(lexicon, hand) == words_from(effective, hand, tiles)
    assert list(lexicon) == sorted(effective)
    assert len(lexicon) == len(effective)
    assert search.match(lexicon, "A*") == sorted(w for w in effective if w.startswith("A"))
    held, short = search.by_length(lexicon, hand)
    found = [word for lists in (held, short) for listed in lists.values() for word in listed]
    assert sorted(found) == sorted(w for w in effective if lay(w, hand))


@given(words=dictionaries(), hand=hands(most=6))
def test_anagrams_use_all_letters_and_wilds(words: list[str], hand: Hand) -> None:
    def lacking(word: str) -> str | None:
        left = list(word)
        for letter in hand.letters:
            if letter not in left:
                return None
            left.remove(letter)
        return "".join(sorted(left)) if len(left) == hand.wilds else None

    expected = [(word, lacking(word)) for word in sorted(words) if lacking(word) is not None]
    found = search.anagrams(lexicon_from_words(words), hand)
    assert [(play.upper(), wilds) for play, wilds in found] == expected
    for play, wilds in found:
        assert sorted(char for char in play if char.isupper()) == list(hand.letters)
        assert sorted(char.upper() for char in play if char.islower()) == list(wilds)


def test_wild_is_the_last_of_equal_letters_in_an_anagram() -> None:
    assert search.anagrams(lexicon_from_words(["TEXT"]), parse_hand("etx.")) == [("TEXt", "T")]


def test_anagrams_of_etx_and_a_wild(enable: Lexicon) -> None:
    found = [play for play, _ in search.anagrams(enable, parse_hand("etx?"))]
    assert found == ["EXiT", "nEXT", "sEXT", "TEXt", "vEXT"]


@pytest.mark.parametrize("hand", ["a" * 10_000, "." * 10_000, "q." * 40])
def test_huge_hand_has_no_anagrams(enable: Lexicon, hand: str) -> None:
    assert search.anagrams(enable, parse_hand(hand)) == []


PATTERNS = st.lists(
    st.sampled_from(["A", "B", "c", "D", "?", ".", "*", "*", "[AB]", "[^a]", "[^BD]", "[d]"]),
    min_size=1,
    max_size=7,
).map("".join)


def fits(word: str, pattern: str) -> bool:
    glob = pattern.upper().replace(".", "?").replace("[^", "[!")
    return fnmatchcase(word, glob)


@given(words=dictionaries(most=80), pattern=PATTERNS)
def test_match_equals_shell_patterns(words: list[str], pattern: str) -> None:
    expected = [word for word in sorted(words) if fits(word, pattern)]
    assert search.match(lexicon_from_words(words), pattern) == expected


@pytest.mark.parametrize(
    "pattern", ["Q.IZ*", "*[^AEIOU]q[^u]*", *slow("q?iz*", "un*ly", "?", "*zz*zz*")]
)
def test_match_on_enable_equals_shell_patterns(enable: Lexicon, pattern: str) -> None:
    assert search.match(enable, pattern) == [word for word in enable if fits(word, pattern)]


@pytest.mark.parametrize(
    "pattern",
    [
        "*a" * 5000,
        "*" * 10_000 + "q",
        "?" * 10_000,
        "*?" * 300 + "*",
        "*[aeiou]" * 14 + "*qq",
        "*[^e]*" * 300,
        "*e*s*e*s*e*s*e*s*e*s*e*s*e*s*q",
        "a" * 100_000,
        "[" + "abc" * 10_000 + "]",
    ],
)
def test_no_pattern_takes_exponential_time(enable: Lexicon, pattern: str) -> None:
    found = search.match(enable, pattern)
    assert len(found) < 200_000
    assert all(word in enable for word in found[:3])


@pytest.mark.parametrize(
    "pattern", ["*a" * 30 + "*b", "*[ab]*?" * 20 + "b", "*a?*[^b]" * 10 + "*b*b"]
)
def test_no_word_makes_a_pattern_take_exponential_time(pattern: str) -> None:
    assert search.match(lexicon_from_words(["A" * 63]), pattern) == []


@pytest.mark.parametrize(
    ("pattern", "part"),
    [
        *(("a1", "1"), ("[", "["), ("[]", "[]"), ("[^]", "[^]"), ("a]", "]"), ("[a-e]", "[A-E]")),
        *(("é", "é"), ("(a|b)+", "("), ("a{2}", "{"), ("a b", " "), ("[a\n]", "[A\n]")),
    ],
)
def test_invalid_part_of_a_pattern_is_named(enable: Lexicon, pattern: str, part: str) -> None:
    with pytest.raises(InvalidError, match="^" + re.escape(f"{part!r} in the pattern")):
        search.match(enable, pattern)


def test_many_brackets_are_rejected_quickly(enable: Lexicon) -> None:
    with pytest.raises(InvalidError, match=re.escape("'[' in the pattern '[[[")):
        search.match(enable, "[" * 200_000)


@pytest.mark.parametrize("pattern", ["", "  "])
def test_empty_pattern_is_an_error(enable: Lexicon, pattern: str) -> None:
    with pytest.raises(InvalidError, match="the pattern is empty"):
        search.match(enable, pattern)


@given(words=dictionaries("ABC", 60), word=st.text("ABCabc", min_size=1, max_size=5))
def test_hooks_are_in_front_and_at_the_back(words: list[str], word: str) -> None:
    stem = word.upper()
    expected = [(c, "front", c + stem) for c in ALPHABET if c + stem in words]
    expected += [(c, "back", stem + c) for c in ALPHABET if stem + c in words]
    assert list(search.hooks(lexicon_from_words(words), word)) == expected


@pytest.mark.parametrize(
    ("word", "reason"),
    [("", "a word is missing"), ("a1", "'1' .* is not a letter"), ("é", "'é'"), ("a.", r"'\.'")],
)
def test_hooks_of_an_invalid_word_are_an_error(enable: Lexicon, word: str, reason: str) -> None:
    with pytest.raises(InvalidError, match=reason):
        list(search.hooks(enable, word))


@given(
    words=dictionaries("ABC", 40),
    text=st.text("abcABC é😀.\nß", max_size=60),
    least=st.integers(2, 4),
)
def test_scan_finds_hidden_words_with_offsets(words: list[str], text: str, least: int) -> None:
    capitals = "".join(char.upper() if char in "abc" else char for char in text)
    expected = [
        (capitals[start:end], start, end)
        for start in range(len(text))
        for end in range(start + least, min(len(text), start + 6) + 1)
        if capitals[start:end] in words
    ]
    assert list(search.scan(lexicon_from_words(words), text, least)) == expected


def test_scan_finds_hidden_words_of_enable(enable: Lexicon) -> None:
    found = list(search.scan(enable, "é😀 thequizzes!", 5))
    assert ("QUIZZES", 6, 13) in found
    assert all("é😀 thequizzes!"[start:end].upper() == word for word, start, end in found)


def test_scan_finds_nothing_if_no_word_is_long_enough(enable: Lexicon) -> None:
    assert list(search.scan(enable, "quiz" * 10, 40)) == []
    assert list(search.scan(enable, "", 2)) == []
