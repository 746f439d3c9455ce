"""Numbers that several modules of the engine share."""

LETTERS = 26
MOST_TILES = 13  # letters in a hand to value
MOST_SOLD = 24  # letters in a hand to find the best sale of
MOST_IN_PLAY, MOST_WILDS = 31, 63  # letters of a hand and the bag, wilds, in exact endings
# The letters from the one that the fewest words of ENABLE have to the one that most have.
RAREST_FIRST = "JQXZWKVFYBHGMPUDCLOTNRAISE"
MOST_KEPT = 8  # letters in a leave
BASES = 16  # hands for which draws are tried at the same time
HEADS = 4  # outputs of the net: the next draw is of 2, 3, 4 or 5 tiles
# Inputs of the net about the leave. The first 78 are: a letter held once, twice, three times.
SIZE_INPUTS = 78  # offset of the inputs for the number of letters
WILD_INPUTS = 87  # offset of those for the number of wilds
PAIR_INPUTS = 97  # offset of those for pairs of different letters
LEAVE_INPUTS = 422  # number of inputs about the leave
HIDDEN, SECOND = 256, 32  # units of the two layers
BAG_INPUTS = 3  # inputs about the number of tiles in the bag, then
SMALL_BAGS = 24  # one input for each number below this
MONEY_INPUTS = 2  # inputs about the money, then
CHEAP_PIPS = 10  # one for each set of 2 up to this many pips that the money cannot buy
SCARCE_MONEY = 128  # dollars below which the second net contributes
# V near ruin is too low. These amounts are added, in 1/1024 of V with plenty of money, if V is 0/8
# to 8/8 of that. They come from 3,431 leaves with less than $128, each played out 8 times, alone
# and at tables of 2 to 4. scripts/check_ruin.py measures the remaining error. If there are fewer
# than FULL_BAG tiles in the bag, the addition is reduced in proportion.
RUIN_LIFT = (0, 72, 96, 96, 88, 56, 20, 0, 0)
FULL_BAG = 64
ANY_MARGIN = 1 << 20  # dollars: more than any two outcomes differ by
GOLDEN = 0x9E3779B97F4A7C15  # multiplier of the hash functions
ALL_ONES = 0xFFFFFFFFFFFFFFFF  # 64 bits
