"""The core that wants speed: words from a hand, best sales, the worth of a hand, whole games.

One source, compiled by Cython where there is a C compiler and else run by Python, with the same
result to the last bit: all numbers are integers, money is counted in 1/256 dollar, and what is
divided is never negative. Letters are numbers from 0 here, and a hand is a count of each. Nothing
checks its arguments: `value` and `sales` do.

A class has the types of its attributes and of the methods called from C in the .pxd file beside it.
"""
