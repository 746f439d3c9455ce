"""The weights that are shipped, and what bwtools/data/README.md says about them."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

from bwtools.storage.folders import SHIPPED_DATA


def test_the_readme_gives_the_sum_of_every_file_of_weights() -> None:
    readme = Path(SHIPPED_DATA, "README.md").read_text("utf-8")
    files = sorted(Path(SHIPPED_DATA).glob("*.bin"))
    sums = {path.name: sha256(path.read_bytes()).hexdigest() for path in files}
    assert dict(re.findall(r"\| `([\w.]+)` \| `(\w{64})` \|", readme)) == sums
