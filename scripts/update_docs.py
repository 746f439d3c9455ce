"""Run the examples of README.md and docs/ again and write what they print now into their places.

    python scripts/update_docs.py [PAGE...]

For use after a message, an output or the weights of V have changed. Look at the difference before
committing it: the script takes whatever is printed.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from doc_examples import PAGES, make_home, run_page


def main() -> None:
    for page in [Path(name).resolve() for name in sys.argv[1:]] or PAGES:
        text = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as home:
            environment = make_home(Path(home))
            os.environ["BW_HOME"] = home
            sys.path.insert(0, home)
            os.chdir(home)
            updated = run_page(text, environment, slow=True)
            os.chdir("/")
            sys.path.remove(home)
        if updated != text:
            page.write_text(updated, encoding="utf-8")
            print(f"updated {page}")


if __name__ == "__main__":
    main()
