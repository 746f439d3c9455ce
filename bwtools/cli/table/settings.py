"""The settings of the table: colours, pace, and whether the tour was offered."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from os.path import dirname, join

from ...errors import InvalidError
from ...storage.files import make_folder, read_own_file, write_atomically
from ...storage.folders import data_dir

PACES = (0.0, 0.3, 0.6, 1.0, 1.6, 2.5)  # seconds between the events of computer players


@dataclass
class Settings:
    """The settings of the table. A damaged file counts as none; saving may fail in silence."""

    pace: float = 0.6  # one of PACES
    light: bool = False
    toured: bool = False

    def save(self) -> None:
        """Save the settings, if the folder can be written."""
        with suppress(OSError, InvalidError):
            make_folder(dirname(_file()))
            write_atomically(_file(), json.dumps(asdict(self)).encode())

    def change_pace(self, steps: int) -> None:
        """Make the computer players faster or slower by some steps, and save that."""
        at = min(range(len(PACES)), key=lambda index: abs(PACES[index] - self.pace))
        self.pace = PACES[max(0, min(len(PACES) - 1, at + steps))]
        self.save()


def read_settings() -> Settings:
    """Return the saved settings, or those of a first game."""
    settings = Settings()
    with suppress(OSError, ValueError, RecursionError, InvalidError):
        saved = json.loads(read_own_file(_file()))
        for name, value in saved.items() if isinstance(saved, dict) else ():
            if type(value) is type(getattr(settings, name, None)):
                setattr(settings, name, value)
    if settings.pace not in PACES:  # a file that was edited, with a pace that never ends
        settings.pace = Settings.pace
    return settings


def _file() -> str:
    return join(data_dir(), "table.json")
