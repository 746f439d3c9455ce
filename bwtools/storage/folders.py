"""Folders: files shipped with bwtools, the user's data, and the cache.

Paths are strings and this module replaces platformdirs, since pathlib and platformdirs together
would take a quarter of the start-up time of a command.
"""

from __future__ import annotations

import os
import sys
from os.path import dirname, expanduser, isabs, isdir, join

_HERE = dirname(dirname(__file__))

# An installed package has the word lists inside; a checkout has them next to the package.
_INSIDE = join(_HERE, "dictionaries")

SHIPPED_DICTIONARIES = _INSIDE if isdir(_INSIDE) else join(dirname(_HERE), "dictionaries")

SHIPPED_DATA = join(_HERE, "data")

NO_HOME = join(os.sep, "no home folder")  # does not exist, and `make_folder` does not make it


def data_dir() -> str:
    """Return the folder of the user's data: house words, dictionaries, games."""
    return _folder("XDG_DATA_HOME", ".local/share", "Library/Application Support", "")


def cache_dir() -> str:
    """Return the folder of compiled dictionaries; its files can be deleted at any time."""
    return _folder("XDG_CACHE_HOME", ".cache", "Library/Caches", "cache")


def _folder(variable: str, unix: str, mac: str, inside: str) -> str:
    home = os.environ.get("BW_HOME")
    if home:
        return join(home, inside) if inside else home
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA") or join(_home(), "AppData/Local")
        return join(local, "bwtools", inside)
    if sys.platform == "darwin":
        return join(_home(), mac, "bwtools")
    folder = os.environ.get(variable, "")  # a relative one is to be ignored
    return join(folder if isabs(folder) else join(_home(), unix), "bwtools")


def _home() -> str:
    """Return the user's home folder, or `NO_HOME` if there is none, as in some containers."""
    home = expanduser("~")
    return home if isabs(home) and os.environ.get("HOME") != "" else NO_HOME
