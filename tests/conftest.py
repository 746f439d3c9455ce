"""What the tests share: one home for compiled dictionaries, and ENABLE opened once."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bwtools.lexicon import lexicon
from bwtools.lexicon.compiled import Compiled
from bwtools.lexicon.house_words import House
from bwtools.lexicon.lexicon import Lexicon, open_lexicon
from bwtools.storage.folders import SHIPPED_DICTIONARIES
from bwtools.tiles.tile_set import TileSet, load_tiles

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder that stands for the user's own: no test sees or changes the real one."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BW_HOME", str(folder))
        for name in [name for name in os.environ if name.startswith("BW_") and name != "BW_HOME"]:
            patch.delenv(name)
        patch.delenv("PYTHONUNBUFFERED", raising=False)  # it hides what is left in buffers
        yield folder


@pytest.fixture(scope="session", autouse=True)
def interrupts() -> None:
    """Processes under test hear Ctrl-C even where the suite itself was told to ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def opened_once() -> Iterator[None]:
    """A dictionary that ships is the same object when it is opened again.

    So what the engine makes of it is made once, and not for every command run in this process. It
    is still read each time; with house words, or another tile set, it is a new one.
    """
    classic, known = load_tiles(), dict[tuple[str, str], Lexicon]()

    def make(name: str, source: str, compiled: Compiled, tiles: TileSet, house: House) -> Lexicon:
        made = Lexicon(name, source, compiled, tiles, house)
        shared = os.path.dirname(source) == SHIPPED_DICTIONARIES and tiles == classic
        kept = shared and not any(house)
        return known.setdefault((source, compiled.sha256), made) if kept else made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lexicon, "Lexicon", make)
        yield


@pytest.fixture(scope="module")
def environment(compiled: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A home of its own: the examples follow one another in it, as a reader types them."""
    folder = tmp_path_factory.mktemp("reader")
    shutil.copytree(compiled, folder / "cache", copy_function=os.link)
    bw = folder / "bin" / "bw"
    bw.parent.mkdir()
    bw.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m bwtools "$@"\n')
    bw.chmod(0o755)
    path = f"{bw.parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "BW_HOME": str(folder), "PYTHONPATH": str(ROOT)}


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for a test that leaves something there."""
    folder = tmp_path / "home"
    monkeypatch.setenv("BW_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def compiled(home: Path) -> Path:
    """The cache with the dictionaries of the game and of its computer players."""
    for name in ("enable", "everyday", "common", "wide"):
        open_lexicon(name)
    return home / "cache"


@pytest.fixture
def own_games(compiled: Path, own_home: Path) -> Path:
    """A home of its own, where no dictionary is to be compiled."""
    shutil.copytree(compiled, own_home / "cache", copy_function=os.link)
    return own_home


@pytest.fixture(scope="session")
def enable(home: Path) -> Lexicon:
    """ENABLE with the classic tile set."""
    del home
    return open_lexicon("enable")
