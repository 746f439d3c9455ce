"""Tests of messages that name another shipped list with a word."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shell import bw

from bwtools.lexicon.lexicon import Lexicon, change_house_words, lexicon_from_words, open_lexicon
from bwtools.lexicon.shipped_lists import describe_without, has_line, list_with
from bwtools.lexicon.theme import Theme, themed


@given(st.lists(st.text("ab", min_size=1, max_size=4)), st.text("ab", min_size=1, max_size=4))
def test_binary_search_finds_a_line_if_the_file_has_it(words: list[str], word: str) -> None:
    text = "".join(f"{each}\n" for each in sorted(set(words)))
    assert has_line(BytesIO(text.encode()), f"{word}\n".encode()) is (word in words)


@pytest.mark.parametrize(
    ("word", "name"),
    [("qi", "wordnik"), ("ZA", "wordnik"), ("aa", "wordnik"), ("wattest", "enable"), ("qz", None)],
)
def test_largest_list_with_the_word_is_named(word: str, name: str | None) -> None:
    assert list_with(word) == name


def test_message_names_the_list_of_each_word(enable: Lexicon) -> None:
    assert describe_without(enable, ["QI"]) == "enable (it is in wordnik)"
    assert describe_without(enable, ["QZ"]) == "the dictionary enable"
    several = describe_without(enable, ["QI", "QZ", "ZA"])
    assert several == "enable (QI is in wordnik, ZA is in wordnik)"


def test_words_excluded_by_house_or_theme_are_not_looked_up(own_games: Path) -> None:
    del own_games
    change_house_words("enable", remove=["quiz"])
    enable = open_lexicon()
    assert describe_without(enable, ["QUIZ"]) == "the dictionary enable"
    theme = themed(enable, Theme("animals", ("CAT",)))
    assert describe_without(theme, ["QI"]) == "the dictionary enable (theme animals)"
    assert describe_without(lexicon_from_words(["CAT"]), ["QI"]) == "the dictionary words"


def test_check_explains_invalid_words_below_the_table_only() -> None:
    done = bw("check", "qi", "qzq", "quiz", "QI")
    assert done.lines[-1] == "QI is not in enable (it is in wordnik)"
    assert [line.split()[0] for line in done.lines[:-1]] == ["word", "qi", "qzq", "quiz", "QI"]
    for form in ("plain", "json", "jsonl", "csv", "tsv"):
        assert "wordnik" not in bw("check", "qi", "-f", form).out
    many = bw("check", "-", stdin="".join(f"qi\nza{x}\n" for x in "abcdefghijk")).out
    assert many.count("QI is not in") == 1


def test_play_and_define_name_the_list(own_games: Path) -> None:
    del own_games
    done = bw("play", "--seed", "7", stdin="y\nqi\ndefine za\nquit\n")
    assert (
        "No: QI is not in enable (it is in wordnik): if everyone agrees, type accept QI."
        in done.out
    )


def test_first_game_says_how_to_choose_newer_words(own_games: Path) -> None:
    del own_games
    assert "bw play -d wordnik" in bw("play", "--seed", "7", stdin="").out
    assert "bw play -d wordnik" not in bw("play", "--seed", "7", stdin="").out


def test_first_game_in_a_chosen_dictionary_does_not(own_games: Path) -> None:
    del own_games
    assert "wordnik" not in bw("play", "--seed", "7", "-d", "enable", stdin="").out
