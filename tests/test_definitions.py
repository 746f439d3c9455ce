"""Tests of definitions: reading, caching and showing them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import script
from shell import bw

from bwtools.errors import InvalidError
from bwtools.lexicon.definitions import read_definitions_of
from bwtools.lexicon.lexicon import Lexicon, lexicon_from_words, open_lexicon
from bwtools.lexicon.word_list import read_definitions

LIST = "quiz a short test\nQi\tvital force\ncat\tan animal\ndog # no comment\ncat\tto vomit\naa\n"


@pytest.fixture
def mine(tmp_path: Path, own_home: Path) -> str:
    """Return the path of a list with definitions of some words."""
    del own_home
    path = tmp_path / "mine.txt"
    path.write_text(LIST)
    return str(path)


def definitions_in(text: str) -> dict[str, str]:
    return read_definitions(text.encode(), "list")


def test_definition_follows_its_word_after_a_space_or_tab() -> None:
    assert definitions_in("quiz a short test\n  qi\t vital\tforce \n") == {
        "QUIZ": "a short test",
        "QI": "vital force",
    }


@pytest.mark.parametrize(
    "line", ["cat", "cat ", "cat # a pet", "cat \u202e", "# cat a pet", "c4t a pet", "a b"]
)
def test_lines_without_a_definition_define_nothing(line: str) -> None:
    assert definitions_in(f"{line}\nqi life\n") == {"QI": "life"}


def test_senses_of_a_word_are_distinct_and_in_the_order_of_the_list() -> None:
    assert (
        definitions_in("cat zoology\ndog pet\nCat animal\ncat zoology\n")["CAT"]
        == "zoology; animal"
    )


def test_definitions_have_no_control_characters() -> None:
    tricky = "a\x1b[2Jb\x07\x9b1mc\u202ed\x0be\u2028f\x85g"
    text = "#" * 1000 + f"\ncat {tricky}\n"  # few enough control characters for a text file
    assert definitions_in(text)["CAT"] == "a [2Jb 1mc d e f g"


@given(st.dictionaries(st.text("ABYZ", min_size=2, max_size=5), st.text("xyz;é", min_size=1)))
def test_every_word_has_exactly_the_definition_in_the_list(
    tmp_path_factory: pytest.TempPathFactory, meanings: dict[str, str]
) -> None:
    path = tmp_path_factory.mktemp("lists") / "some.txt"
    path.write_text("AAAAAA\n" + "".join(f"{word} {text}\n" for word, text in meanings.items()))
    definitions = read_definitions_of(str(path))
    asked = {*meanings, "AAAAAA", "", "\0", "A", "ÄB", "ZZZZZZ", *(word[:-1] for word in meanings)}
    assert {word: definitions.get(word) for word in asked} == {
        word: meanings.get(word) for word in asked
    }
    assert bool(definitions) is bool(meanings)


def test_rows_have_definitions_only_on_request(mine: str) -> None:
    plain = bw("check", "qi", "aa", "-d", mine, "-f", "jsonl").rows
    assert [set(row) for row in plain] == [{"word", "valid", "house"}] * 2
    asked = bw("check", "qi", "aa", "-d", mine, "-D", "-f", "jsonl").rows
    assert [row["definition"] for row in asked] == ["vital force", None]


@pytest.mark.parametrize(
    "command", [["words", "catq"], ["match", "c*"], ["anagram", "cat"], ["hooks", "ca"]]
)
def test_commands_about_words_show_definitions(mine: str, command: list[str]) -> None:
    rows = bw(*command, "-d", mine, "-D", "-f", "jsonl").rows
    assert [(row["word"], row["definition"]) for row in rows] == [("CAT", "an animal; to vomit")]


def test_table_and_csv_have_a_column_for_definitions(mine: str) -> None:
    assert bw("words", "quiz", "-d", mine, "-D").out == (
        "play  length  pips  price  definition\n"
        "QUIZ       4    10   $100  a short test\n"
        "QI         2     5    $25  vital force\n"
    )
    assert bw("check", "cat", "-d", mine, "-D", "-f", "csv").out == (
        "word,valid,house,definition\ncat,true,false,an animal; to vomit\n"
    )


def test_plain_format_has_no_definitions(mine: str) -> None:
    done = bw("check", "cat", "zzz", "-d", mine, "-D", "-f", "plain")
    assert (done.status, done.out) == (1, "cat\nzzz\n")


def test_list_without_definitions_has_those_of_wordnet() -> None:
    done = bw("check", "quiz", "Mice", "leaves", "quixotry", "-D", "-f", "jsonl")
    quiz, mice, leaves, quixotry = (row["definition"] for row in done.rows)
    assert quiz.startswith("(noun) an examination consisting of a few short questions; (verb) ")
    assert mice.startswith("MOUSE: (noun) any of numerous small rodents")
    assert re.fullmatch(r"LEAF: .*; LEAVE: .*", leaves)
    assert (quixotry, done.err) == (None, "")


def test_wordnet_defines_most_words_of_enable(enable: Lexicon) -> None:
    wordnet = enable.definitions
    words = list(enable)[::7]
    defined = [definition for word in words if (definition := wordnet.get(word))]
    assert 0.60 < len(defined) / len(words) < 0.63
    assert all(re.match(r"([A-Z]+: )?\((noun|verb|adjective|adverb)\) ", text) for text in defined)


@pytest.mark.parametrize("command", [["words", "c4t"], ["match", "["], ["check", ""]])
def test_invalid_input_is_reported_without_a_warning(command: list[str]) -> None:
    assert bw(*command, "-D").error == bw(*command).error


def test_house_word_has_no_definition(mine: str) -> None:
    bw("dict", "add", mine, "zorf")
    (row,) = bw("check", "zorf", "-d", mine, "-D", "-f", "jsonl").rows
    assert (row["valid"], row["house"], row["definition"]) == (True, True, None)


def test_dictionary_in_memory_has_the_definitions_of_wordnet() -> None:
    assert lexicon_from_words(["cat"]).definitions.get("cat")


def test_definitions_are_cached_only_on_request(mine: str, own_home: Path) -> None:
    bw("check", "cat", "-d", mine)
    assert len(list((own_home / "cache").iterdir())) == 1
    bw("check", "cat", "-d", mine, "-D")
    assert len(list((own_home / "cache").iterdir())) == 2


def test_changed_list_has_its_new_definitions(mine: str) -> None:
    bw("check", "cat", "-d", mine, "-D")
    Path(mine).write_text("cat a whip\n")
    assert open_lexicon(mine).definitions.get("cat") == "a whip"


@pytest.mark.parametrize("at", range(0, 200, 7))
def test_damaged_cache_file_is_made_again(mine: str, own_home: Path, at: int) -> None:
    assert open_lexicon(mine).definitions.get("qi") == "vital force"
    (kept,) = (own_home / "cache").glob("*.bwm")
    data = kept.read_bytes()
    at = min(at, len(data) - 1)
    kept.write_bytes(data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :])
    assert open_lexicon(mine).definitions.get("qi") == "vital force"
    kept.write_bytes(data[:at])
    assert open_lexicon(mine).definitions.get("qi") == "vital force"


def test_pipe_is_not_read_again_for_definitions(mine: str) -> None:
    lexicon = open_lexicon(mine)
    os.unlink(mine)
    os.mkfifo(mine)
    with pytest.raises(InvalidError, match="is a pipe, which can be read only once"):
        _ = lexicon.definitions


def test_built_dictionary_has_definitions(mine: str) -> None:
    bw("dict", "build", mine, "--name", "own")
    (row,) = bw("words", "qi", "-d", "own", "-D", "-f", "jsonl").rows
    assert row["definition"] == "vital force"


def test_define_shows_the_definition_of_a_word_in_a_game(mine: str) -> None:
    typed = script("define cat", "define aa", "define zorf", "define 7", "quit")
    out = bw("play", "--seed", "1", "-d", mine, stdin=typed).out
    assert "CAT: an animal; to vomit" in out
    assert "The dictionary mine.txt has AA, but no definition of it." in out
    assert "ZORF is not in the dictionary mine.txt." in out
    assert "No: " in out


def test_define_shows_the_definition_of_wordnet(own_games: Path) -> None:
    del own_games
    out = bw("play", "--seed", "1", stdin=script("define quiz", "define quixotry", "quit")).out
    text = " ".join(out.split())
    assert "QUIZ: (noun) an examination" in text
    assert "The dictionary enable has QUIXOTRY, but no definition of it." in text
