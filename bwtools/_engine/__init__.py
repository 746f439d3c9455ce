"""The compiled core: words of a hand, best sales, hand values and whole games.

The modules are compiled by Cython where there is a C compiler, and run by Python otherwise, with
bit-identical results: all numbers are integers, money is in 1/256 dollar, and only non-negative
numbers are divided. Letters are numbers, A being 0, and a hand is a count of each letter. Arguments
are not checked here, but by the packages `evaluation` and `sales`.

The C types of attributes and of methods called from C are in the .pxd file beside each module.
"""
