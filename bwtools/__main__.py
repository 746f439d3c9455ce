"""The command `bw`, also called as `python -m bwtools`."""

import gc
import sys


def main() -> None:
    """Run the command `bw` and end the process."""
    gc.disable()  # until the command is imported: nothing before that becomes garbage
    try:
        from .cli import main

        main()
    except KeyboardInterrupt:  # while importing
        sys.exit(130)


if __name__ == "__main__":
    main()
