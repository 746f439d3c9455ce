"""Run every example of the README again and write what it prints now into its place.

    python scripts/update_readme.py

For after the weights of V have changed. Examples that leave lines out (...) are not touched: the
tests say whether they still hold.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
EXAMPLE = re.compile(r"^\$ (?P<command>.*)\n(?P<printed>(?:(?!\$ |```).*\n)*)", re.MULTILINE)


def main() -> None:
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as home:
        bw = Path(home, "bin", "bw")
        bw.parent.mkdir()
        bw.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m bwtools "$@"\n')
        bw.chmod(0o755)
        path = f"{bw.parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "BW_HOME": home, "PYTHONPATH": str(ROOT)}

        def again(example: re.Match[str]) -> str:
            command = ["sh", "-c", example["command"]]
            done = subprocess.run(
                command, capture_output=True, text=True, env=environment, cwd=home
            )
            printed = example["printed"] if "...\n" in example["printed"] else done.stdout
            return f"$ {example['command']}\n{printed}"

        readme.write_text(EXAMPLE.sub(again, text), encoding="utf-8")


if __name__ == "__main__":
    main()
