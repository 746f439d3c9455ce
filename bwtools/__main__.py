"""The command `bw`, also called as `python -m bwtools`."""

import sys


def main() -> None:
    """Run the command `bw` and end the process."""
    try:
        from .cli import main

        main()
    except KeyboardInterrupt:  # while importing
        sys.exit(130)


if __name__ == "__main__":
    main()
