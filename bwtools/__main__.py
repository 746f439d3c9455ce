"""`python -m bwtools` is `bw`."""

from .cli import main

main()
