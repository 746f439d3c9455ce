"""Configuration of the suite, and shared fixtures: a home folder, and dictionaries opened once."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest
from doc_examples import make_home
from hypothesis import settings
from track_table import Track, enter

from bwtools.lexicon import lexicon
from bwtools.lexicon.compiled import Compiled, compile_file
from bwtools.lexicon.house_words import House
from bwtools.lexicon.lexicon import Lexicon, open_lexicon
from bwtools.storage.folders import SHIPPED_DICTIONARIES
from bwtools.storage.locks import locked
from bwtools.tiles.tile_set import TileSet, load_tiles

ROOT = Path(__file__).parent.parent
MOST_PROCESSES = 8  # more would take longer to start than they save


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run the whole suite in several processes, and chosen tests in this process.

    The options of pytest-xdist (-n, --dist) override this; without it there is one process.
    """
    option = config.option
    if hasattr(config, "workerinput"):
        return  # this is a worker
    if getattr(option, "numprocesses", 0) is None and option.dist == "no":
        whole = config.args_source is not pytest.Config.ArgsSource.ARGS and not option.keyword
        if whole and not option.usepdb and not option.collectonly:
            cores = os.cpu_count() or 1
            # Half as many again as there are cores, since tests of the screen wait at times.
            option.numprocesses = min(cores * 3 // 2 or 1, option.maxprocesses or MOST_PROCESSES)
            option.dist = "worksteal"


def pytest_configure(config: pytest.Config) -> None:
    """Try fewer examples of a property if slow tests are excluded."""
    settings.register_profile("thorough", derandomize=True, deadline=None, database=None)
    settings.register_profile("quick", settings.get_profile("thorough"), max_examples=20)
    settings.load_profile("quick" if config.option.markexpr == "not slow" else "thorough")


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Replace the folders of the user, so that no test sees or changes them."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BW_HOME", str(folder))
        patch.setenv("TZ", "UTC")
        if hasattr(time, "tzset"):
            time.tzset()
        for name in [name for name in os.environ if name.startswith("BW_") and name != "BW_HOME"]:
            patch.delenv(name)
        patch.delenv("PYTHONUNBUFFERED", raising=False)  # it hides bugs with unflushed buffers
        yield folder


@pytest.fixture(scope="session", autouse=True)
def unsynced() -> Iterator[None]:
    """Do not wait for the disk. Tests of syncing replace os.fsync themselves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def interrupts() -> None:
    """Make processes under test react to Ctrl-C even if the suite ignores it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def shared(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder shared by the workers, for dictionaries compiled once."""
    del home
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    folder = folder / "shared"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session", autouse=True)
def opened_once(shared: Path) -> Iterator[None]:
    """Open each shipped dictionary once, for any home folder of a test.

    It is compiled by the first process that asks, in the shared folder, and read from there by
    the others. Without house words, and with the classic tile set, it is one object in each
    process, so that the engine's tables are built once and not for every command.
    """
    classic = load_tiles()
    compiled = dict[tuple[str, tuple[tuple[str, int], ...]], Compiled]()
    opened = dict[tuple[str, str], Lexicon]()

    def compile_once(path: str, pips: Mapping[str, int]) -> Compiled:
        if os.path.dirname(path) != SHIPPED_DICTIONARIES:
            return compile_file(path, pips)
        key = path, tuple(sorted(pips.items()))
        if key not in compiled:
            with locked(str(shared / "lock"), 600), pytest.MonkeyPatch.context() as patch:
                patch.setenv("BW_HOME", str(shared))
                compiled[key] = compile_file(path, pips)
        return compiled[key]

    def make(
        kind: type[Lexicon], _: str, source: str, compiled: Compiled, tiles: TileSet, house: House
    ) -> Lexicon:
        made = object.__new__(kind)
        plain = os.path.dirname(source) == SHIPPED_DICTIONARIES and tiles == classic
        kept = plain and not any(house)
        return opened.setdefault((source, compiled.sha256), made) if kept else made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lexicon, "compile_file", compile_once)
        patch.setattr(Lexicon, "__new__", make)
        yield


@pytest.fixture(scope="module")
def environment(compiled: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return an environment with a home folder, in which examples run one after the other."""
    folder = tmp_path_factory.mktemp("reader")
    shutil.copytree(compiled, folder / "cache", copy_function=os.link)
    return make_home(folder)


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Set an empty home folder for a test that writes files there."""
    folder = tmp_path / "home"
    monkeypatch.setenv("BW_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def compiled(shared: Path) -> Path:
    """Return a cache with the dictionaries of the game and of its computer players."""
    for name in ("enable", "everyday", "common", "wide"):
        open_lexicon(name)
    return shared / "cache"


@pytest.fixture
def own_games(compiled: Path, own_home: Path) -> Path:
    """Set an empty home folder with compiled dictionaries."""
    shutil.copytree(compiled, own_home / "cache", copy_function=os.link)
    return own_home


@pytest.fixture(scope="session")
def enable(home: Path) -> Lexicon:
    """Return ENABLE with the classic tile set."""
    del home
    return open_lexicon("enable")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a record that a test makes."""
    return tmp_path / "game.jsonl"


@pytest.fixture
def track(path: Path) -> Track:
    """Return a function that enters lines about a game of Anna and you."""
    return partial(enter, path)
