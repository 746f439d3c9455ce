"""bw in processes of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


def command(*args: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run `bw` in a process of its own, in the home of the tests."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **options.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "bwtools", *args],
        capture_output=options.pop("capture_output", True),
        env=environment,
        timeout=60,
        check=False,
        **options,
    )


posix = pytest.mark.skipif(os.name != "posix", reason="a matter of POSIX shells")


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of sh in which `bw` is a command."""
    define = f'bw() {{ "{sys.executable}" -m bwtools "$@"; }}\n'
    return subprocess.run(
        ["sh", "-c", define + line],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        timeout=60,
        check=False,
    )
