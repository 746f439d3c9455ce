"""Tests of the cache of compiled dictionaries: never a crash, never wrong words."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from marks import slow

from bwtools.lexicon import search
from bwtools.lexicon.lexicon import Lexicon, open_lexicon
from bwtools.tiles.hand import parse_hand
from bwtools.tiles.tile_set import load_tiles

ROOT = Path(__file__).parent.parent
WORDS = ["ACT", "CAT", "CATS", "DOG", "GOD", "QUIZ", "TACT"]


@pytest.fixture
def words_file(tmp_path: Path, own_home: Path) -> Path:
    """Return the path of a list of seven words, with an empty home folder."""
    del own_home
    path = tmp_path / "mine.txt"
    path.write_text("\n".join(WORDS))
    return path


@pytest.fixture
def cached(words_file: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the cache file of the list, which is old enough for its time stamp to be trusted."""
    later = time.time_ns() + 10**10
    monkeypatch.setattr(time, "time_ns", lambda: later)
    open_lexicon(str(words_file))
    (path,) = (own_home / "cache").iterdir()
    return path


def everything(lexicon: Lexicon) -> tuple[list[str], list[str], bool, int, str]:
    """Return what a lexicon answers from its trie and from its index."""
    found = search.words(lexicon, parse_hand("acdgiqostuzt"))
    return list(lexicon), sorted(found), "QUIZ" in lexicon, len(lexicon), lexicon.sha256()


def freeze_status(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a file keep its size and times when it is written to, as with a coarse clock."""
    kept, stat = path.stat(), os.stat
    monkeypatch.setattr(
        os, "stat", lambda name, **options: kept if name == str(path) else stat(name, **options)
    )


def test_unchanged_list_is_not_read_again(
    words_file: Path, cached: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = cached.read_bytes()
    freeze_status(words_file, monkeypatch)
    words_file.write_bytes(b"")
    assert everything(open_lexicon(str(words_file)))[:2] == (WORDS, WORDS)
    assert cached.read_bytes() == compiled


@pytest.mark.parametrize("copied", [False, True], ids=["just written", "copied with its time"])
def test_change_right_after_reading_is_noticed(
    words_file: Path, copied: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if copied:
        os.utime(words_file, (0, 0))
    freeze_status(words_file, monkeypatch)
    open_lexicon(str(words_file))
    words_file.write_text("\n".join(WORDS).replace("DOG", "OWL"))
    assert "OWL" in open_lexicon(str(words_file))


def test_file_compiled_for_another_tile_set_is_ignored(
    words_file: Path, cached: Path, own_home: Path
) -> None:
    classic = load_tiles()
    dear = classic._replace(pips=dict(classic.pips) | {"A": 9})
    right = everything(open_lexicon(str(words_file), dear))
    (other,) = set((own_home / "cache").iterdir()) - {cached}
    made = other.read_bytes()
    other.write_bytes(cached.read_bytes())  # as if both had the same name
    assert everything(open_lexicon(str(words_file), dear)) == right
    assert other.read_bytes() == made


def test_truncated_file_is_made_again(words_file: Path, cached: Path) -> None:
    right = everything(open_lexicon(str(words_file)))
    compiled = cached.read_bytes()
    for size in [*range(80), *range(80, len(compiled), 97), len(compiled) - 1]:
        cached.write_bytes(compiled[:size])
        assert everything(open_lexicon(str(words_file))) == right
        assert len(cached.read_bytes()) == len(compiled)


def test_flipped_bit_is_noticed_anywhere(words_file: Path, cached: Path) -> None:
    right = everything(open_lexicon(str(words_file)))
    compiled = cached.read_bytes()
    places = [*range(60), *range(60, len(compiled), 53), len(compiled) - 1]
    for number, at in enumerate(places):
        damaged = bytearray(compiled)
        damaged[at] ^= 1 << number % 8
        cached.write_bytes(damaged)
        assert everything(open_lexicon(str(words_file))) == right
        assert cached.read_bytes() == compiled


@pytest.mark.parametrize(
    "foreign",
    [b"", b"x", b"words\n" * 1000, bytes(5000), b"bwtools dictionary, compiled\n", b"{}" * 50],
)
def test_foreign_file_is_replaced(words_file: Path, cached: Path, foreign: bytes) -> None:
    right = everything(open_lexicon(str(words_file)))
    compiled = cached.read_bytes()
    cached.write_bytes(foreign)
    assert everything(open_lexicon(str(words_file))) == right
    assert cached.read_bytes() == compiled


def test_file_with_trailing_bytes_is_replaced(words_file: Path, cached: Path) -> None:
    compiled = cached.read_bytes()
    cached.write_bytes(compiled + b"x")
    assert list(open_lexicon(str(words_file))) == WORDS
    assert cached.read_bytes() == compiled


def test_file_of_another_version_is_replaced(words_file: Path, cached: Path) -> None:
    compiled = cached.read_bytes()
    cached.write_bytes(compiled.replace(b"version 4\n", b"version 3\n", 1))
    assert list(open_lexicon(str(words_file))) == WORDS
    assert cached.read_bytes() == compiled


def test_file_of_another_dictionary_is_replaced(
    words_file: Path, cached: Path, tmp_path: Path, own_home: Path
) -> None:
    other = tmp_path / "other.txt"
    other.write_text("owl\n")
    open_lexicon(str(other))
    (path,) = (own_home / "cache").glob("other*")
    cached.write_bytes(path.read_bytes())
    assert list(open_lexicon(str(words_file))) == WORDS


def test_folder_in_place_of_the_file_costs_only_time(words_file: Path, cached: Path) -> None:
    cached.unlink()
    cached.mkdir()
    assert list(open_lexicon(str(words_file))) == WORDS
    assert not [path for path in cached.parent.iterdir() if path != cached]


def test_cache_folder_that_is_a_file_costs_only_time(words_file: Path, own_home: Path) -> None:
    own_home.mkdir()
    (own_home / "cache").touch()
    assert list(open_lexicon(str(words_file))) == WORDS


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() == 0, reason="this user may write everywhere"
)
def test_read_only_home_costs_only_time(words_file: Path, own_home: Path) -> None:
    own_home.mkdir(mode=0o555)
    assert list(open_lexicon(str(words_file))) == WORDS


def test_no_temporary_files_remain(words_file: Path, cached: Path) -> None:
    for _ in range(3):
        cached.write_bytes(b"")
        open_lexicon(str(words_file))
    assert list(cached.parent.iterdir()) == [cached]


@pytest.mark.parametrize("old", [False, True], ids=["just written", "long there"])
def test_changed_list_is_noticed(
    words_file: Path, old: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if old:
        later = time.time_ns() + 10**10
        monkeypatch.setattr(time, "time_ns", lambda: later)
    open_lexicon(str(words_file))
    words_file.write_text("\n".join([*WORDS, "ZZZ"]))
    assert list(open_lexicon(str(words_file))) == [*WORDS, "ZZZ"]


def test_change_that_keeps_size_and_time_is_noticed(words_file: Path) -> None:
    status = words_file.stat()
    open_lexicon(str(words_file))
    words_file.write_text("\n".join(WORDS).replace("DOG", "OWL"))
    os.utime(words_file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert "OWL" in open_lexicon(str(words_file))
    assert "DOG" not in open_lexicon(str(words_file))


def test_list_replaced_by_renaming_is_noticed(words_file: Path, cached: Path) -> None:
    del cached
    status = words_file.stat()
    other = words_file.with_name("other")
    other.write_text("\n".join(WORDS).replace("DOG", "OWL"))
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    other.replace(words_file)
    assert "OWL" in open_lexicon(str(words_file))


def test_touched_list_keeps_its_words(words_file: Path, cached: Path) -> None:
    os.utime(words_file, (0, 0))
    assert list(open_lexicon(str(words_file))) == WORDS
    assert cached.exists()


def test_tile_sets_with_other_pips_do_not_share_an_index(words_file: Path) -> None:
    classic = load_tiles()
    other = classic._replace(pips=dict.fromkeys(classic.pips, 2) | {"D": 9})
    for _ in range(2):
        assert search.words(open_lexicon(str(words_file), other), parse_hand("dogcat"))[0] == "DOG"
        assert search.words(open_lexicon(str(words_file)), parse_hand("dogact"))[0] == "DOG"
        assert search.words(open_lexicon(str(words_file)), parse_hand("quizdog"))[0] == "QUIZ"
        assert search.words(open_lexicon(str(words_file), other), parse_hand("quizdog"))[0] == "DOG"


pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")


@pipes
def test_pipe_in_place_of_the_cache_file_does_not_block(words_file: Path, cached: Path) -> None:
    cached.unlink()
    os.mkfifo(cached)
    assert list(open_lexicon(str(words_file))) == WORDS
    assert cached.is_file()


@pipes
def test_named_pipe_is_a_dictionary_and_is_not_cached(tmp_path: Path, own_home: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("\n".join(WORDS),))
    writer.start()
    assert list(open_lexicon(str(pipe))) == WORDS
    writer.join()
    assert not (own_home / "cache").exists()


@pytest.mark.parametrize("count", [4, *slow(16)])
def test_processes_may_start_concurrently_on_an_empty_cache(words_file: Path, count: int) -> None:
    code = "import sys; from bwtools import open_lexicon as o; print(*o(sys.argv[1]))"
    command = [sys.executable, "-c", code, str(words_file)]
    processes = [
        subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(count)
    ]
    for process in processes:
        assert process.communicate() == (" ".join(WORDS) + "\n", "")
        assert process.returncode == 0
