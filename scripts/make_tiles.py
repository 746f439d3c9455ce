"""Remake bwtools/tiles/classic.py, the classic tile set as code, from bwtools/data/classic.toml.

    python scripts/make_tiles.py

Reading TOML would take a tenth of the start-up time of a command.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zlib
from pathlib import Path

from bwtools.tiles.tile_set import build_tiles

PACKAGE = Path(__file__).resolve().parent.parent / "bwtools"
MODULE = PACKAGE / "tiles" / "classic.py"
HEADING = '''\
"""The classic tile set as code: scripts/make_tiles.py makes it from data/classic.toml."""

from __future__ import annotations

from typing import Any
'''


def main() -> None:
    data = (PACKAGE / "data" / "classic.toml").read_bytes()
    entries = build_tiles(tomllib.loads(data.decode()), "classic.toml")._asdict()
    lines = [f"CHECKSUM = {zlib.crc32(data)}  # CRC-32 of classic.toml"]
    lines.append(f"ENTRIES: dict[str, Any] = {entries}")
    MODULE.write_text("\n".join([HEADING, *lines, ""]))
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", MODULE], check=True)


if __name__ == "__main__":
    main()
