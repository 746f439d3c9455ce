"""Numbers that several modules of the engine share."""

LETTERS = 26
MOST_TILES = 13  # letters of a hand whose worth is wanted
MOST_SOLD = 24  # letters of a hand whose best sale is wanted
KEPT = 8  # letters kept, at the most
HEADS = 4  # draws of 2 to 5 tiles
NUMBER = 78  # inputs of the net: behind a letter held once, twice, three times
WILDS = 87
GOLDEN = 0x9E3779B97F4A7C15
ALL_ONES = 0xFFFFFFFFFFFFFFFF  # of 64 bits
