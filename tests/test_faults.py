"""Tests of truncated, damaged and irregular files: the file is named, and no answer is wrong.

scripts/check_faults.py does the same at many more places, and fills disks.
"""

from __future__ import annotations

import os
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from shell import Done, bw

from bwtools.errors import InvalidError
from bwtools.evaluation import evaluator, weights
from bwtools.lexicon import house_words as houses
from bwtools.lexicon.house_words import read_house
from bwtools.storage import files, folders
from bwtools.storage.locks import locked

WORDS = ["cat", "dog", "quiz", "retinas", "stainer", "zoo", "tax"]
Fault = Callable[[Path], None]
pytestmark = pytest.mark.skipif(
    not (hasattr(os, "mkfifo") and os.path.exists("/dev/zero")),
    reason="pipes, links and devices are of another kind here",
)
NO_FILES: dict[str, Fault] = {
    "a folder": lambda path: path.mkdir(),
    "a pipe": lambda path: os.mkfifo(path),
    "a link to itself": lambda path: path.symlink_to(path),
    "a link to nowhere": lambda path: path.symlink_to(path.with_name("nowhere")),
    "an endless device": lambda path: path.symlink_to("/dev/zero"),
}
# The messages for a file that a user names, and for one that bwtools keeps.
_LINKS = {
    "a link to itself": "Too many levels of symbolic links",
    "a link to nowhere": "No such file or directory",
}
GIVEN = {
    **_LINKS,
    "a folder": "it is a folder: name a file",
    "a pipe": "it is a pipe, and nobody writes to it",
    "an endless device": "it is a device: name a file",
}
KEPT = {
    **_LINKS,
    "a folder": "Is a directory",
    "a pipe": "it is not a regular file",
    "an endless device": "it is not a regular file",
}


@pytest.fixture
def words_file(tmp_path: Path, own_home: Path) -> Path:
    """Return the path of a word list, with house words in an empty home folder."""
    del own_home
    path = tmp_path / "list.txt"
    path.write_text("".join(f"{word}\n" for word in WORDS))
    bw("dict", "add", str(path), "zzz", "qi")
    bw("dict", "remove", str(path), "dog")
    return path


@pytest.fixture
def house(words_file: Path, own_home: Path) -> Path:
    del words_file
    (path,) = (own_home / "house").glob("*.txt")
    return path


@pytest.fixture
def weights_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the path of the weights for one player, in a copy of the data."""
    shutil.copytree(folders.SHIPPED_DATA, tmp_path / "data")
    monkeypatch.setattr(weights, "SHIPPED_DATA", str(tmp_path / "data"))
    weights.shipped_weights.cache_clear()
    evaluator.evaluator_of.cache_clear()
    yield tmp_path / "data" / "value1.bin"
    weights.shipped_weights.cache_clear()
    evaluator.evaluator_of.cache_clear()


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for writers to pipes: these tests have none."""
    monkeypatch.setattr(files, "_PIPE_TIMEOUT", 0)


def value_of_a_set() -> Done:
    return bw("buy", "ing", "--hand", "aerst", "--basis", "value")


def flipped(data: bytes, bit: int) -> bytes:
    damaged = bytearray(data)
    damaged[bit // 8] ^= 1 << bit % 8
    return bytes(damaged)


# House words


def test_truncated_house_list_never_loses_or_changes_words(words_file: Path, house: Path) -> None:
    data, sound = house.read_bytes(), read_house(str(house))
    for end in range(len(data) - 1):
        house.write_bytes(data[:end])
        with pytest.raises(InvalidError, match=re.escape(str(house))):
            read_house(str(house))
    house.write_bytes(data[:-1])  # only the last line feed is missing
    assert read_house(str(house)) == sound
    assert "zzz" in bw("dict", "export", str(words_file)).lines


def test_flipped_bit_never_changes_house_words(house: Path) -> None:
    data, sound = house.read_bytes(), read_house(str(house))
    for bit in range(len(data) * 8):
        house.write_bytes(flipped(data, bit))
        try:
            assert read_house(str(house)) == sound, flipped(data, bit)
        except InvalidError as error:
            assert str(house) in str(error)  # noqa: PT017  some flips change no word


@pytest.mark.parametrize("start", [0, 10, 70, 80])
def test_house_list_of_zeros_is_an_error(words_file: Path, house: Path, start: int) -> None:
    data = house.read_bytes()
    house.write_bytes(data[:start] + bytes(len(data) - start))
    assert str(house) in bw("dict", "export", str(words_file)).error


def test_damaged_house_list_can_be_corrected(words_file: Path, house: Path) -> None:
    house.write_text(house.read_text().replace("+ZZZ\n", ""))
    assert (
        'delete the lines "# House words of bwtools..." and "# sum ..."'
        in bw("dict", "export", str(words_file)).error
    )
    lines = house.read_text().splitlines(keepends=True)
    house.write_text("# ours\n" + "".join(line for line in lines if not line.startswith("#")))
    assert "qi" in bw("dict", "export", str(words_file)).lines
    bw("dict", "add", str(words_file), "zzz")
    assert "zzz" in bw("dict", "export", str(words_file)).lines


def test_damaged_house_list_is_not_overwritten(words_file: Path, house: Path) -> None:
    house.write_bytes(house.read_bytes()[:-9])
    data = house.read_bytes()
    error = bw("dict", "add", str(words_file), "aa").error
    assert error.startswith(f"the house words {house} were changed after bwtools wrote them")
    assert house.read_bytes() == data


@pytest.mark.parametrize("fault", NO_FILES)
def test_house_list_that_is_not_a_file_is_named(words_file: Path, house: Path, fault: str) -> None:
    house.unlink()
    NO_FILES[fault](house)
    error = f"cannot read the house words {house}: {KEPT[fault]}"
    assert bw("words", "cat", "-d", str(words_file)).error == error
    assert bw("dict", "add", str(words_file), "aa").error == error


def test_locked_house_list_is_an_error_after_a_timeout(
    words_file: Path, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(houses, "_LOCK_TIMEOUT", 0)
    data = house.read_bytes()
    with locked(str(house), 0):
        assert f"{house}.lock" in bw("dict", "add", str(words_file), "aa").error
    assert house.read_bytes() == data


# The cache


@pytest.mark.parametrize("fault", NO_FILES)
def test_cache_file_that_is_not_a_file_changes_nothing(
    words_file: Path, own_home: Path, fault: str
) -> None:
    sound = bw("words", "catdog", "-d", str(words_file))
    (cache,) = (own_home / "cache").iterdir()
    cache.unlink()
    NO_FILES[fault](cache)
    assert bw("words", "catdog", "-d", str(words_file)) == sound


# Weights


@pytest.mark.parametrize("bit", [0, 8 * 14, 8 * 18, 8 * 22, 8 * 23 + 1, 8 * 25, 8 * 30, -1])
def test_flipped_bit_in_the_weights_is_an_error(weights_file: Path, bit: int) -> None:
    data = weights_file.read_bytes()
    weights_file.write_bytes(flipped(data, bit % (len(data) * 8)))
    assert f"the weights {weights_file} are" in value_of_a_set().error


@pytest.mark.parametrize("end", [0, 1, 14, 18, 22, 26, 100, -1])
def test_truncated_weights_are_an_error(weights_file: Path, end: int) -> None:
    weights_file.write_bytes(weights_file.read_bytes()[:end])
    assert f"the weights {weights_file} are damaged" in value_of_a_set().error


def test_weights_of_another_engine_are_an_error(
    weights_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "ARRAYS", {**weights.ARRAYS, "more": ("f", 8)})
    assert f"the weights {weights_file} are not those of this engine" in value_of_a_set().error


def test_weights_for_another_number_of_players_are_an_error(weights_file: Path) -> None:
    weights_file.write_bytes(weights_file.with_name("value2.bin").read_bytes())
    assert f"the weights {weights_file} are for 2 players" in value_of_a_set().error


@pytest.mark.parametrize("fault", NO_FILES)
def test_weights_that_are_not_a_file_are_named(weights_file: Path, fault: str) -> None:
    weights_file.unlink()
    NO_FILES[fault](weights_file)
    assert value_of_a_set().error.startswith(
        f"cannot read the weights {weights_file}: {KEPT[fault]}"
    )


# Files that users name


@pytest.mark.parametrize("fault", NO_FILES)
@pytest.mark.parametrize(
    "command",
    [
        "words cat -d FILE",
        "words cat -t FILE",
        "words cat --theme FILE",
        "dict build FILE --name mine",
        "check -d everyday --file FILE",
        "scan -d everyday FILE",
    ],
)
def test_user_file_that_is_not_a_file_is_named_without_blocking(
    own_games: Path, tmp_path: Path, command: str, fault: str
) -> None:
    path = tmp_path / "given.toml"
    NO_FILES[fault](path)
    assert f"{path}: {GIVEN[fault]}" in bw(*command.replace("FILE", str(path)).split()).error
    assert not (own_games / "dictionaries").exists()


def test_slow_pipe_is_read_to_its_end(
    own_games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del own_games
    pipe, waits = tmp_path / "pipe", threading.Event()
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    writer = os.open(pipe, os.O_WRONLY)
    set_blocking = os.set_blocking

    def block(handle: int, blocking: bool) -> None:
        set_blocking(handle, blocking)
        waits.set()

    def write() -> None:
        waits.wait(60)
        os.write(writer, b"cat\nqzx\n")
        os.close(writer)

    monkeypatch.setattr(os, "set_blocking", block)
    thread = threading.Thread(target=write)
    thread.start()
    done = bw("check", "-d", "everyday", "--file", str(pipe), "-f", "csv")
    thread.join()
    os.close(reader)
    assert done.lines[1:] == ["cat,true,false", "qzx,false,false"]


# Games


@pytest.mark.parametrize("fault", [name for name in NO_FILES if name != "a pipe"])
@pytest.mark.parametrize("command", ["replay", "hint", "resume"])
def test_game_that_is_not_a_file_is_named(tmp_path: Path, command: str, fault: str) -> None:
    path = tmp_path / "game.jsonl"
    NO_FILES[fault](path)
    error = f"cannot read the game {path}: {KEPT[fault]}"
    if fault == "a link to nowhere":
        error = f"there is no game {path}: bw games lists the saved games"
    assert bw(command, str(path)).error == error


@pytest.mark.parametrize("command", ["replay", "hint", "review"])
def test_too_long_name_of_a_game_is_named(command: str, own_home: Path) -> None:
    (own_home / "games").mkdir(parents=True)
    assert bw(command, "x" * 300).error.startswith("cannot read the game xxx")


@pytest.mark.parametrize("fault", NO_FILES)
def test_new_game_never_replaces_an_existing_file(
    own_games: Path, tmp_path: Path, fault: str
) -> None:
    del own_games
    path = tmp_path / "game.jsonl"
    NO_FILES[fault](path)
    before = path.lstat()
    done = bw("play", "--record", str(path))
    if fault == "a link to nowhere":  # the game starts at the target of the link
        assert path.exists()
    else:
        assert done.error.endswith(" already exists: name a new file for the game")
    assert path.lstat().st_ino == before.st_ino


def test_file_in_place_of_a_lock_is_named(own_games: Path, tmp_path: Path) -> None:
    del own_games
    (tmp_path / "game.jsonl.lock").mkdir()
    error = bw("play", "--record", str(tmp_path / "game.jsonl")).error
    assert f"({tmp_path / 'game.jsonl.lock'})" in error


def test_unreadable_folder_of_games_is_an_error(own_home: Path) -> None:
    own_home.mkdir()
    (own_home / "games").touch()
    for command in ("games", "resume", "stats"):
        assert f"{own_home / 'games'}: Not a directory" in bw(command).error
