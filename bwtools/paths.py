"""Where files live: what ships with bwtools, what a user makes, and what can be made again."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

_HERE = Path(__file__).parent
# An installed package carries the word lists inside; a checkout has them beside it.
SHIPPED_DICTIONARIES = next(
    (path for path in (_HERE / "dictionaries", _HERE.parent / "dictionaries") if path.is_dir()),
    _HERE / "dictionaries",
)


def data_dir() -> Path:
    """The folder of what a user makes: house words, own dictionaries, games."""
    home = os.environ.get("BW_HOME")
    if home:
        return Path(home)
    import platformdirs

    return Path(platformdirs.user_data_dir("bwtools", appauthor=False))


def cache_dir() -> Path:
    """The folder of compiled dictionaries: what is there can be deleted at any time."""
    home = os.environ.get("BW_HOME")
    if home:
        return Path(home) / "cache"
    import platformdirs

    return Path(platformdirs.user_cache_dir("bwtools", appauthor=False))


def write_aside(path: Path, data: bytes) -> None:
    """Replace a file as a whole: written aside, synced, then renamed. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(aside).replace(path)
    except BaseException:
        Path(aside).unlink()
        raise
