"""Numbers that several modules of the engine share."""

LETTERS = 26
MOST_TILES = 13  # letters of a hand whose worth is wanted
MOST_SOLD = 24  # letters of a hand whose best sale is wanted
KEPT = 8  # letters kept, at the most
HEADS = 4  # draws of 2 to 5 tiles
NUMBER = 78  # inputs of the net: behind a letter held once, twice, three times
WILDS = 87
PAIRS = 97
SPARSE = 422  # inputs about what is held
HIDDEN, SECOND = 256, 32  # units of the two layers
SIZES = 3  # inputs of the tiles left in the bag, before one of its own for each of the small sizes:
STEPS = 24
DOLLARS = 2  # inputs of the money, before one for each of the small sets that it cannot pay:
POOR = 10  # pips up to which
SCARCE = 128  # dollars below which the second net has a say
STATE = 56  # bytes of a state: the hand, the bag, the wilds
ANY_MARGIN = 1 << 20  # dollars: no outcome is so far behind
GOLDEN = 0x9E3779B97F4A7C15
ALL_ONES = 0xFFFFFFFFFFFFFFFF  # of 64 bits
