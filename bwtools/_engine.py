# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, infer_types=False
"""The core that wants speed: words from a hand, best sales, the worth of a hand, whole games.

One source, compiled by Cython where there is a C compiler and else run by Python, with the same
result to the last bit: all numbers are integers, money is counted in 1/256 dollar, and what is
divided is never negative. Letters are numbers from 0 here, and a hand is a count of each. Nothing
checks its arguments: `value` does.
"""

from __future__ import annotations

from array import array
from functools import cache
from operator import mul
from sys import byteorder
from typing import Any

try:
    import cython

    if not cython.compiled:
        raise ImportError
except ImportError:
    from bwtools import _uncompiled as cython

if cython.compiled:
    from cython.cimports.bwtools._bits import lowest_bit
else:

    def lowest_bit(bits: int) -> int:
        return (bits & -bits).bit_length() - 1


COMPILED = cython.compiled
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS = cython.declare(cython.int, 26)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
LANES = cython.declare(cython.int, 32)  # of 16 words, in a block
BLOCK = cython.declare(cython.int, 512)  # words
BYTES = cython.declare(cython.int, 64)  # of a row in a block
ALL_ONES = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
ITEMS = cython.declare(cython.int, 1 << 14)  # the most that 13 letters can be, and a wild
MOST_TILES = cython.declare(cython.int, 13)  # letters of a hand whose worth is wanted
MOST_SOLD = cython.declare(cython.int, 24)  # letters of a hand whose best sale is wanted
MOST_FOUND = cython.declare(cython.int, 1 << 12)  # outcomes that tie for the last place
DOLLAR = cython.declare(cython.longlong, 1 << 24)  # in a key, above wilds and letters spent
WILD = cython.declare(cython.longlong, 1 << 12)


def _zeros(code: str, size: int) -> Any:
    if cython.compiled:
        return array(code, bytes(size * array(code).itemsize))
    return [0] * size


def _filled(code: str, values: Any) -> Any:
    return array(code, values) if cython.compiled else list(values)


def _halfwords(data: bytes) -> Any:
    """Little-endian numbers of 16 bits."""
    numbers = array("H", data)
    if byteorder == "big":
        numbers.byteswap()
    return numbers


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _rule_out(out: cython.p_ushort, row: cython.p_ushort) -> cython.int:
    j: cython.Py_ssize_t
    for j in range(32):
        out[j] |= row[j]
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lack(once: cython.p_ushort, twice: cython.p_ushort, row: cython.p_ushort) -> cython.int:
    """Count one letter more as lacking in the words of a row: once, or twice and more."""
    j: cython.Py_ssize_t
    for j in range(32):
        twice[j] |= once[j] & row[j]
        once[j] |= row[j]
    return 0


@cython.cclass
class Finder:
    """Finds the words of a hand among those of a letter-count index, best first.

    The rows of the index are kept by blocks of 256 words, and each block knows which rows it uses
    at all, how long its shortest word is and which letters all its words need. Interpreted, the
    rows are big integers, and a block is a slice of what they leave.

    A word is known by its place in the index. What it spends is an *item*: tiles of the hand, as a
    mask over its tiles in order (of equal ones the last are spent first) and as counts packed into
    64 bits, each below a guard bit.
    """

    blocks: cython.int
    rows: cython.ushort[::1]
    valid: cython.ushort[::1]
    start: cython.int[::1]
    most: cython.uchar[::1]
    need: cython.uint[::1]
    shortest: cython.uchar[::1]
    text: cython.uchar[::1]
    text_at: cython.int[::1]
    length_of: cython.uchar[::1]
    pips_of: cython.int[::1]
    first_byte: cython.int[::1]
    most_pips: cython.int
    pips: cython.int[::1]
    wild_pips: cython.int
    # The hand.
    have: cython.int[::1]
    place: cython.int[::1]
    unit: cython.ulonglong[::1]
    code: cython.ulonglong
    guards: cython.ulonglong
    order: cython.int[::1]
    common: cython.int[::1]
    held: cython.uint
    tiles: cython.int
    hand_pips: cython.int
    # A word spent.
    used: cython.int[::1]
    mask: cython.int
    spent: cython.ulonglong
    lacking: cython.int
    # The items found.
    hits: cython.int[::1]
    items: cython.int
    room: cython.int
    item_code: cython.ulonglong[::1]
    item_mask: cython.int[::1]
    item_pips: cython.int[::1]
    item_wild: cython.uchar[::1]
    item_word: cython.int[::1]
    last_item: cython.int
    records: cython.int
    seen: cython.int
    seen_word: cython.int[::1]
    seen_item: cython.int[::1]
    slots: cython.int[::1]
    slot_time: cython.int[::1]
    slot_bits: cython.int
    time: cython.int
    tally: cython.int[::1]
    sorted_items: cython.int[::1]
    # The best outcomes.
    top: cython.int
    best: cython.longlong[::1]
    found: cython.int
    overflow: cython.int
    found_key: cython.longlong[::1]
    found_size: cython.int[::1]
    found_items: cython.int[::1]
    chosen: cython.int[::1]
    # Interpreted only.
    index: Any
    fits_bytes: Any
    short_bytes: Any

    def __init__(self, index: Any, pips: Any, wild_pips: Any) -> None:
        """Of a LetterIndex, the pips of A to Z, and those of a wild."""
        size = index.size
        self.index = index
        self.blocks = (size + BYTES - 1) // BYTES
        self.pips = _filled("i", pips)
        self.wild_pips = wild_pips
        self.text = _filled(
            "B", bytes(index.text).translate(bytes((c - 65) % 256 for c in range(256)))
        )
        text_at: list = []
        length_of: list = []
        pips_of: list = []
        at = 0
        for cell in index.cells:
            text_at += range(at, at + (cell.end - cell.first) * 8 * cell.length, 8 * cell.length)
            length_of += [cell.length] * (cell.end - cell.first)
            pips_of += [cell.pips] * (cell.end - cell.first)
            at += cell.words * cell.length
        self.text_at = _filled("i", text_at or [0])
        self.length_of = _filled("B", length_of or [0])
        self.pips_of = _filled("i", pips_of or [0])
        self.most_pips = max(pips_of, default=0)
        first_byte = [size] * (self.most_pips + 2)
        for byte in range(size - 1, -1, -1):
            first_byte[pips_of[byte]] = byte
        for worth in range(1, self.most_pips + 2):  # the first with at most so many pips
            first_byte[worth] = min(first_byte[worth], first_byte[worth - 1])
        self.first_byte = _filled("i", first_byte)
        self.have = _zeros("i", LETTERS)
        self.place = _zeros("i", LETTERS)
        self.unit = _zeros("Q", LETTERS)
        self.order = _zeros("i", LETTERS)
        # The letters in most words first: those that a hand lacks rule most words out.
        held = [index.row(letter, 1).bit_count() for letter in ALPHABET]
        self.common = _filled("i", sorted(range(LETTERS), key=lambda c: -held[c]))
        self.used = _zeros("i", LETTERS)
        self.hits = _zeros("i", BLOCK)
        self.time = self.records = self.seen = 0
        self.seen_word = self.seen_item = _zeros("i", 1)
        self._make_room(ITEMS)
        self.tally = _zeros("i", 2 * (self.most_pips + wild_pips + 2) + 2)
        self.best = _zeros("q", 1)
        self.found_key = _zeros("q", MOST_FOUND)
        self.found_size = _zeros("i", MOST_FOUND)
        self.found_items = _zeros("i", MOST_FOUND * MOST_SOLD)
        self.chosen = _zeros("i", MOST_SOLD + 1)
        self.rows = self.valid = _zeros("H", 1)
        self.start = _zeros("i", 1)
        self.most = self.shortest = _zeros("B", 1)
        self.need = _zeros("I", 1)
        if cython.compiled:
            self._build_blocks()

    def _make_room(self, room: Any) -> None:
        """Working space for so many items, a power of two."""
        self.room = room
        self.item_code = _zeros("Q", room)
        self.item_mask = _zeros("i", room)
        self.item_pips = _zeros("i", room)
        self.item_wild = _zeros("B", room)
        self.item_word = _zeros("i", room)
        self.sorted_items = _zeros("i", room)
        self.slots = _zeros("i", 2 * room)
        self.slot_time = _zeros("i", 2 * room)
        self.slot_bits = (2 * room).bit_length() - 1
        self.time = 0

    def _build_blocks(self) -> None:
        """Cut the rows of the index into blocks, and leave out those that a block does not use."""
        index: Any = self.index
        blocks: Any = self.blocks
        letter: cython.int
        k: cython.int
        b: cython.int
        j: cython.int
        at: cython.int
        row: cython.ushort[::1]
        packed = {}
        most = _zeros("B", blocks * LETTERS + 1)
        need = _filled("I", [(1 << LETTERS) - 1] * (blocks + 1))
        valid = _halfwords(index.all.to_bytes(blocks * BYTES + 2, "little"))
        self.most, self.need, self.valid = most, need, valid
        for (char, k), data in index.packed_rows.items():
            letter = ord(char) - 65
            row = packed[letter, k] = _halfwords(bytes(data) + bytes(blocks * BYTES - index.size))
            for b in range(blocks):
                for j in range(LANES):
                    if row[LANES * b + j]:
                        if self.most[b * LETTERS + letter] < k:
                            self.most[b * LETTERS + letter] = k
                        break
        start = _zeros("i", blocks * LETTERS + 1)
        self.start = start
        at = 0
        for b in range(blocks):
            for j in range(LETTERS):  # in the order in which they are read
                letter = self.common[j]
                self.start[b * LETTERS + letter] = at
                at += self.most[b * LETTERS + letter]
        self.rows = _zeros("H", LANES * (at + 1))
        for (letter, k), data in packed.items():
            row = data
            for b in range(blocks):
                if self.most[b * LETTERS + letter] >= k:
                    at = LANES * (self.start[b * LETTERS + letter] + k - 1)
                    for j in range(LANES):
                        self.rows[at + j] = row[LANES * b + j]
        for letter in range(LETTERS):
            if (letter, 1) not in packed:
                for b in range(blocks):
                    self.need[b] &= ~(cython.cast(cython.uint, 1) << letter)
                continue
            row = packed[letter, 1]
            for b in range(blocks):
                for j in range(LANES):
                    if self.valid[LANES * b + j] & ~row[LANES * b + j]:
                        self.need[b] &= ~(cython.cast(cython.uint, 1) << letter)
                        break
        self.shortest = _zeros("B", blocks + 1)
        for b in range(blocks):
            self.shortest[b] = 255
            for j in range(BYTES * b, min(BYTES * b + BYTES, len(self.length_of))):
                self.shortest[b] = min(self.shortest[b], self.length_of[j])

    # The hand

    def hold(self, counts: Any) -> None:
        """Take a hand: how many of A to Z."""
        for letter in range(LETTERS):
            self.have[letter] = counts[letter]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin(self, wild: cython.int) -> cython.int:
        """Make ready to search for the words of the hand in `have`; the first block to look at."""
        c: cython.int
        h: cython.int
        i: cython.int
        bits: cython.int
        place: cython.int = 0
        shift: cython.int = 0
        rank: cython.int = 0
        pips: cython.int = 0
        dearest: cython.int = 0
        code: cython.ulonglong = 0
        guards: cython.ulonglong = 0
        one: cython.ulonglong = 1
        held: cython.uint = 0
        for i in range(LETTERS):
            if self.have[self.common[i]] == 0:
                self.order[rank] = self.common[i]
                rank += 1
        for i in range(LETTERS):
            if self.have[self.common[i]]:
                self.order[rank] = self.common[i]
                rank += 1
        for c in range(LETTERS):
            h = self.have[c]
            self.place[c] = place
            self.unit[c] = 0
            if self.pips[c] > dearest:
                dearest = self.pips[c]
            if h:
                held |= cython.cast(cython.uint, 1) << c
                place += h
                pips += h * self.pips[c]
                bits = 1
                while h >> bits:
                    bits += 1
                if shift + bits < 64:
                    self.unit[c] = one << shift
                    code |= cython.cast(cython.ulonglong, h) << shift
                    guards |= one << (shift + bits)
                shift += bits + 1
        self.tiles = place
        self.hand_pips = pips
        self.code = code
        self.guards = guards
        self.held = held
        if not cython.compiled:
            self._find_all(wild)
        if wild:
            pips += dearest
        if pips > self.most_pips:
            pips = self.most_pips
        return self.first_byte[pips] // BYTES

    def _find_all(self, wild: Any) -> None:
        """Interpreted: all words of the hand at once, as bitsets that `block` takes slices of."""
        index: Any = self.index
        have: Any = self.have
        once = twice = 0
        for c in range(LETTERS):
            letter = chr(65 + c)
            lacking = index.row(letter, have[c] + 1)
            if wild:
                twice |= once & lacking | index.row(letter, have[c] + 2)
            once |= lacking
        fits = index.all & ~(twice if wild else once)
        size = BYTES * self.blocks
        self.fits_bytes = fits.to_bytes(size, "little")
        self.short_bytes = (fits & once).to_bytes(size, "little")

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def block(self, b: cython.int, wild: cython.int) -> cython.int:
        """Put the words of a block that the hand makes into `hits`: place << 1 | needs a wild."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        c: cython.Py_ssize_t
        h: cython.int
        most: cython.int
        at: cython.Py_ssize_t
        count: cython.int = 0
        missing: cython.uint
        fits: cython.uint
        once = cython.declare(cython.ushort[32])
        twice = cython.declare(cython.ushort[32])
        if not cython.compiled:
            return self._slice(b)
        missing = self.need[b] & ~self.held
        if wild:
            missing &= missing - 1
        if missing or self.shortest[b] > self.tiles + wild:
            return 0
        for j in range(32):
            once[j] = 0
            twice[j] = ~self.valid[32 * b + j]
        for i in range(LETTERS):
            c = self.order[i]
            h = self.have[c]
            most = self.most[b * LETTERS + c]
            if most > h:
                at = 32 * (self.start[b * LETTERS + c] + h)
                if not wild:
                    _rule_out(twice, cython.address(self.rows[at]))
                    continue
                _lack(once, twice, cython.address(self.rows[at]))
                if most > h + 1:
                    _rule_out(twice, cython.address(self.rows[at + 32]))
        for j in range(32):
            fits = 0xFFFF ^ twice[j]
            while fits:
                at = lowest_bit(fits)
                fits &= fits - 1
                self.hits[count] = (b * BLOCK + j * 16 + at) << 1 | cython.cast(
                    cython.int, once[j] >> at & 1
                )
                count += 1
        return count

    def _slice(self, b: Any) -> int:
        fits = int.from_bytes(self.fits_bytes[BYTES * b : BYTES * b + BYTES], "little")
        if not fits:
            return 0
        short = int.from_bytes(self.short_bytes[BYTES * b : BYTES * b + BYTES], "little")
        count = 0
        while fits:
            lowest = fits & -fits
            fits ^= lowest
            at = lowest.bit_length() - 1
            self.hits[count] = (b * BLOCK + at) << 1 | (short >> at & 1)
            count += 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def spend(self, word: cython.int) -> cython.int:
        """Set what a word spends: mask, packed counts, the letter lacking. Returns its pips."""
        byte: cython.int = word >> 3
        length: cython.int = self.length_of[byte]
        at: cython.Py_ssize_t = self.text_at[byte] + (word & 7) * length
        mask: cython.int = 0
        spent: cython.ulonglong = 0
        lacking: cython.int = -1
        i: cython.Py_ssize_t
        c: cython.Py_ssize_t
        u: cython.int
        for i in range(at, at + length):
            c = self.text[i]
            u = self.used[c]
            if u < self.have[c]:
                self.used[c] = u + 1
                mask |= 1 << (self.place[c] + self.have[c] - 1 - u)
                spent += self.unit[c]
            else:
                lacking = c
        for i in range(at, at + length):
            self.used[self.text[i]] = 0
        self.mask = mask
        self.spent = spent
        self.lacking = lacking
        return self.pips_of[byte]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add(
        self,
        code: cython.ulonglong,
        mask: cython.int,
        pips: cython.int,
        wild: cython.int,
        word: cython.int,
    ) -> cython.int:
        """Add an item that is not there yet. Returns whether it is new; none fits: items is -1."""
        key: cython.ulonglong = code << 1 | wild
        last: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << self.slot_bits) - 1
        at: cython.ulonglong = (key * GOLDEN & ALL_ONES) >> (64 - self.slot_bits)
        item: cython.Py_ssize_t
        while self.slot_time[at] == self.time:
            item = self.slots[at]
            if self.item_code[item] == code and self.item_wild[item] == wild:
                self.last_item = item
                return 0
            at = (at + 1) & last
        if self.items == self.room:
            self.items = -1
            return 0
        item = self.items
        self.slot_time[at] = self.time
        self.slots[at] = item
        self.item_code[item] = code
        self.item_mask[item] = mask
        self.item_pips[item] = pips
        self.item_wild[item] = wild
        self.item_word[item] = word
        self.last_item = item
        self.items = item + 1
        return 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def clear(self) -> cython.int:
        self.items = 0
        self.time += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def dearest(self, wild: cython.int, limit: cython.int) -> cython.int:
        """Find the items of the hand with the best prices: at least `limit`, if there are.

        With an item come all that have its price or a better one. Returns their number.
        """
        b: cython.int
        i: cython.int
        count: cython.int
        word: cython.int
        full: cython.int
        worth: cython.int
        sure: cython.int = 0  # items of more pips than any word to come
        level: cython.int = self.most_pips + 1
        b = self.begin(wild)
        self.clear()
        for i in range(self.most_pips + self.wild_pips + 2):
            self.tally[i] = 0
        while b < self.blocks:
            count = self.block(b, wild)
            for i in range(count):
                word = self.hits[i] >> 1
                full = self.pips_of[word >> 3]
                while level > full:
                    sure += self.tally[level]
                    level -= 1
                if sure >= limit:
                    return self.items
                self.spend(word)
                worth = full
                if self.lacking >= 0:
                    worth += self.wild_pips - self.pips[self.lacking]
                if self.add(self.spent, self.mask, worth, self.lacking >= 0, word):
                    self.tally[worth] += 1
            b += 1
        return self.items

    # Exact sales

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def all_items(self, wild: cython.int) -> cython.int:
        """Find every item of the hand, those with a wild for a letter held too; sorted.

        Returns their number, or -1: there is no room.
        """
        b: cython.int
        c: cython.int
        i: cython.int
        h: cython.int
        count: cython.int
        plain: cython.int
        worth: cython.int
        b = self.begin(wild)
        self.clear()
        self.seen = 0
        while b < self.blocks:
            count = self.block(b, wild)
            for i in range(count):
                worth = self.spend(self.hits[i] >> 1)
                if self.lacking >= 0:
                    worth += self.wild_pips - self.pips[self.lacking]
                self.add(self.spent, self.mask, worth, self.lacking >= 0, self.hits[i] >> 1)
                if self.items < 0:
                    return -1
                if self.records:
                    self.seen_word[self.seen] = self.hits[i] >> 1
                    self.seen_item[self.seen] = self.last_item
                    self.seen += 1
            b += 1
        if wild:
            plain = self.items
            for i in range(plain):
                if self.item_wild[i]:
                    continue
                for c in range(LETTERS):
                    h = self.have[c]
                    if h and self.item_mask[i] >> (self.place[c] + h - 1) & 1:
                        b = self.place[c] + h - 1
                        while b > self.place[c] and self.item_mask[i] >> (b - 1) & 1:
                            b -= 1
                        self.add(
                            self.item_code[i] - self.unit[c],
                            self.item_mask[i] ^ (1 << b),
                            self.item_pips[i] + self.wild_pips - self.pips[c],
                            True,
                            self.item_word[i],
                        )
                        if self.items < 0:
                            return -1
        self.sort()
        return self.items

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sort(self) -> cython.int:
        """Order the items by falling pips, within them those without a wild first."""
        i: cython.int
        key: cython.int
        total: cython.int = 0
        size: cython.int = 2 * (self.most_pips + self.wild_pips + 2)
        for i in range(size + 1):
            self.tally[i] = 0
        for i in range(self.items):
            self.tally[size - 2 * self.item_pips[i] + self.item_wild[i] - 1] += 1
        for i in range(size + 1):
            key = self.tally[i]
            self.tally[i] = total
            total += key
        for i in range(self.items):
            key = size - 2 * self.item_pips[i] + self.item_wild[i] - 1
            self.sorted_items[self.tally[key]] = i
            self.tally[key] += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bound(
        self, pips: cython.int, wilds: cython.int, cap: cython.int, words: cython.int
    ) -> cython.longlong:
        """No words of at most `cap` pips bring more dollars than this; see `sales`."""
        with_wild: cython.int = words
        plain: cython.int
        rest: cython.longlong
        total: cython.longlong
        if cap <= 0:
            return 0
        if cap > self.wild_pips and pips // (cap - self.wild_pips) < with_wild:
            with_wild = pips // (cap - self.wild_pips)
        if wilds < with_wild:
            with_wild = wilds
        pips -= with_wild * (cap - self.wild_pips)
        plain = pips // cap
        if words - with_wild < plain:
            plain = words - with_wild
        pips -= plain * cap
        total = cython.cast(cython.longlong, with_wild + plain) * cap * cap
        if with_wild + plain < words and pips:
            rest = pips
            if wilds > with_wild:
                rest += self.wild_pips
            if rest > cap:
                rest = cap
            total += rest * rest
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def extend(
        self,
        size: cython.int,
        first: cython.int,
        key: cython.longlong,
        code: cython.ulonglong,
        pips: cython.int,
        wilds: cython.int,
        words: cython.int,
    ) -> cython.int:
        """Add to the items chosen, none of more pips than the last, from the tiles of `code`."""
        at: cython.int
        item: cython.int
        worth: cython.int
        left: cython.int
        wild: cython.int
        last: cython.int = -1
        spent: cython.ulonglong
        reached: cython.longlong
        for at in range(first, self.items):
            item = self.sorted_items[at]
            worth = self.item_pips[item]
            if worth != last:
                last = worth
                if key + self.bound(pips, wilds, worth, words) * DOLLAR < self.best[self.top - 1]:
                    break
            wild = self.item_wild[item]
            spent = self.item_code[item]
            if wild > wilds or ((code | self.guards) - spent) & self.guards != self.guards:
                continue
            self.chosen[size] = item
            reached = key + cython.cast(cython.longlong, worth) * worth * DOLLAR - wild * WILD
            reached -= self.size(self.item_mask[item])
            if reached >= self.best[self.top - 1]:
                self.keep(size + 1, reached)
            left = pips - worth + wild * self.wild_pips
            if words > 1 and code != spent:
                if (
                    reached + self.bound(left, wilds - wild, worth, words - 1) * DOLLAR
                    >= self.best[self.top - 1]
                ):
                    self.extend(size + 1, at, reached, code - spent, left, wilds - wild, words - 1)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def size(self, mask: cython.int) -> cython.int:
        """How many tiles a mask has."""
        count: cython.int = 0
        while mask:
            mask &= mask - 1
            count += 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(self, size: cython.int, key: cython.longlong) -> cython.int:
        """Keep the items chosen as an outcome, and its key among the best."""
        i: cython.int
        kept: cython.int = 0
        i = self.top - 1
        while i > 0 and self.best[i - 1] < key:
            self.best[i] = self.best[i - 1]
            i -= 1
        if self.best[i] < key:
            self.best[i] = key
        if self.found == MOST_FOUND:
            for i in range(self.found):
                if self.found_key[i] >= self.best[self.top - 1]:
                    self.move(i, kept)
                    kept += 1
            self.found = kept
            if kept == MOST_FOUND:
                self.overflow = 1
                return 0
        self.found_key[self.found] = key
        self.found_size[self.found] = size
        for i in range(size):
            self.found_items[self.found * MOST_SOLD + i] = self.chosen[i]
        self.found += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def move(self, old: cython.int, new: cython.int) -> cython.int:
        i: cython.int
        self.found_key[new] = self.found_key[old]
        self.found_size[new] = self.found_size[old]
        for i in range(self.found_size[old]):
            self.found_items[new * MOST_SOLD + i] = self.found_items[old * MOST_SOLD + i]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sell(self, wilds: cython.int, top: cython.int, words: cython.int) -> cython.int:
        """Find the best outcomes of the hand; `best` has room for `top` keys.

        Returns the dollars of the best, or -1: there is no room for the items.
        """
        i: cython.int
        self.top = top
        self.found = 0
        self.overflow = 0
        for i in range(top):
            self.best[i] = -DOLLAR
        if self.all_items(wilds > 0) < 0:
            return -1
        self.extend(0, 0, 0, self.code, self.hand_pips, wilds, words)
        return (
            cython.cast(cython.int, (self.best[0] + DOLLAR - 1) // DOLLAR)
            if self.best[0] > 0
            else 0
        )

    # For Python

    def words(self, counts: Any, wild: cython.int) -> Any:
        """Every word of a hand in the order of the index: place << 1 | needs a wild."""
        b: cython.int
        i: cython.int
        count: cython.int
        total: cython.int = 0
        found: cython.int[::1]
        self.hold(counts)
        b = self.begin(wild)
        out = array("i", bytes(4 * BLOCK * (self.blocks - b + 1)))
        found = out
        with cython.nogil:
            while b < self.blocks:
                count = self.block(b, wild)
                for i in range(count):
                    found[total + i] = self.hits[i]
                total += count
                b += 1
        return out[:total]

    def spell(self, word: Any) -> str:
        """The word at a place in the index, in capitals."""
        byte, length = word >> 3, self.length_of[word >> 3]
        at = self.text_at[byte] + (word & 7) * length
        return "".join([chr(65 + self.text[i]) for i in range(at, at + length)])

    def best_sales(self, counts: Any, wilds: Any, top: Any, words: Any) -> Any:
        """The best outcomes of selling at most so many words: `top`, and what ties with the last.

        An outcome is (dollars, items); items are the keys of a second answer, which tells for each
        (mask of the tiles spent, pips, whether a wild is, the words that spend them, as places).
        The hand has at most 24 letters. Raises OverflowError: more tie than there is room for.
        """
        self.hold(counts)
        if top > len(self.best):
            self.best = _zeros("q", top)
        if len(self.seen_word) == 1:
            self.seen_word = _zeros("i", self.blocks * BLOCK)
            self.seen_item = _zeros("i", self.blocks * BLOCK)
        self.records = 1
        revenue = self._sell_nogil(wilds, top, words)
        while revenue < 0:
            self._make_room(2 * self.room)
            revenue = self._sell_nogil(wilds, top, words)
        self.records = 0
        if self.overflow:
            raise OverflowError("too many outcomes tie")
        found = [self._outcome(i) for i in range(self.found) if self._is_best(i)]
        return found, self._spellings({item for _, items in found for item in items})

    def _sell_nogil(self, wilds: cython.int, top: cython.int, words: cython.int) -> Any:
        revenue: cython.int
        with cython.nogil:
            revenue = self.sell(wilds, top, words)
        return revenue

    def _is_best(self, i: Any) -> bool:
        return bool(self.found_key[i] >= self.best[self.top - 1])

    def _outcome(self, i: Any) -> Any:
        items = tuple([self.found_items[i * MOST_SOLD + j] for j in range(self.found_size[i])])
        return sum([self.item_pips[item] * self.item_pips[item] for item in items]), items

    def _spellings(self, wanted: Any) -> Any:
        """The items wanted, with the words that spend their tiles."""
        i: cython.int
        c: cython.int
        item: cython.int
        spelled: dict = {item: [] for item in wanted}
        spellers: dict = {item: [item] for item in wanted}  # of words' own items
        for item in wanted:
            if self.item_wild[item]:  # a wild may stand for a letter that is held
                for c in range(LETTERS):
                    if self.have[c]:
                        i = self.find(self.item_code[item] + self.unit[c])
                        if i >= 0:
                            spellers.setdefault(i, []).append(item)
        marks = _zeros("B", self.items)
        is_wanted: cython.uchar[::1] = marks
        for item in spellers:
            is_wanted[item] = 1
        for i in range(self.seen):
            if is_wanted[self.seen_item[i]]:
                for item in spellers[self.seen_item[i]]:
                    spelled[item].append(self.seen_word[i])
        return {
            item: (
                self.item_mask[item],
                self.item_pips[item],
                bool(self.item_wild[item]),
                spelled[item],
            )
            for item in wanted
        }

    def find(self, code: cython.ulonglong) -> cython.int:
        """The item without a wild that spends what packed counts say, or -1."""
        key: cython.ulonglong = code << 1
        last: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << self.slot_bits) - 1
        at: cython.ulonglong = (key * GOLDEN & ALL_ONES) >> (64 - self.slot_bits)
        while self.slot_time[at] == self.time:
            if self.item_code[self.slots[at]] == code and not self.item_wild[self.slots[at]]:
                return self.slots[at]
            at = (at + 1) & last
        return -1


# The net

HIDDEN = cython.declare(cython.int, 256)
SECOND = cython.declare(cython.int, 32)
HEADS = cython.declare(cython.int, 4)  # draws of 2 to 5 tiles
KEPT = cython.declare(cython.int, 8)  # letters kept, at the most
NUMBER = cython.declare(cython.int, 78)  # inputs: behind a letter held once, twice, three times
WILDS = cython.declare(cython.int, 87)
PAIRS = cython.declare(cython.int, 97)
SPARSE = cython.declare(cython.int, 422)
STEPS = cython.declare(cython.int, 24)  # bag sizes with an input of their own
RICH = cython.declare(cython.int, 200)  # dollars from which money makes no difference
POOR = cython.declare(cython.int, 10)  # pips up to which what a set costs is an input of its own
SCARCE = cython.declare(cython.int, 128)  # dollars below which another net has a say
ONE = cython.declare(cython.int, 4096)  # the whole of a share


@cython.cclass
class Net:
    """The worth of what is kept at the end of a turn: further money expected, in 1/256 dollar.

    Four numbers, one for each size of the next draw: a level by tiles left in the bag, a quadratic
    form of the letters kept, and a net of 256 and 32 units over letters, pairs, bag and money. The
    inputs of the bag and of money are linear, so that the rows of the first layer for each count of
    a letter and each bag size are made beforehand. Interpreted, a row is one integer of 256 lanes.

    Below $128 a second net, of the same form, is added by how much is lacking, and who can neither
    buy nor sell any more has nothing to expect. Games hardly ever come to that: the first net is
    trained without such states, which vary so much that they would disturb it.
    """

    players: cython.int
    total: cython.int
    counts: cython.int[::1]
    pair: cython.int[::1]
    sparse: cython.short[::1]
    bag_row: cython.short[::1]
    active: cython.int[::1]
    trained: cython.int
    bag_at: cython.int[::1]
    size_row: cython.short[::1]
    money_row: cython.short[::1]
    context: cython.short[::1]
    second: cython.short[::1]
    second_bias: cython.int[::1]
    third: cython.short[::1]
    third_bias: cython.int[::1]
    level: cython.int[::1]
    quad: cython.int[::1]
    quad_late: cython.int[::1]
    rank: cython.int[::1]
    rank_late: cython.int[::1]
    faces: cython.int[::1]
    choice: cython.int
    die: cython.int
    mix: cython.int[::1]
    least: cython.int  # dollars that the cheapest set costs
    poor: Net
    has_poor: cython.bint
    # What is kept, the bag, and the answer.
    kept: cython.int[::1]
    size: cython.int
    left: cython.int
    late: cython.int
    heads: cython.int[::1]
    # Interpreted only.
    lanes: Any
    context_lanes: Any
    second_lanes: Any
    bias_lanes: Any
    weights: Any

    def __init__(self, weights: Any, counts: Any, faces: Any, choice: Any) -> None:
        """Of the arrays of a weights file, the tiles A to Z in the bag at first, and the die.

        `faces` counts those with 2 to 5, `choice` those where the leader chooses.
        """
        self.weights = weights
        self.players = weights["players"]
        self.trained = len(weights["level"]) // HEADS - 1
        self.total = max(1, sum(counts))
        self.counts = _filled("i", counts)
        self.faces = _filled("i", faces)
        self.choice = choice
        self.die = sum(faces) + choice
        self.second = _filled("h", weights["second"])
        self.second_bias = _filled("i", weights["second_bias"])
        self.third = _filled("h", weights["third"])
        self.third_bias = _filled("i", weights["third_bias"])
        self.level = _filled("i", weights["level"])
        self.quad = _filled("i", weights["quad"])
        self.quad_late = _filled("i", weights["quad_late"])
        self.rank = _filled("i", weights["rank"])
        self.rank_late = _filled("i", weights["rank_late"])
        self.mix = _filled("i", weights["mix"])
        self.pair = _zeros("i", LETTERS * LETTERS)
        at = PAIRS
        for i in range(LETTERS):
            for j in range(i + 1, LETTERS):
                self.pair[i * LETTERS + j] = self.pair[j * LETTERS + i] = at
                at += 1
        self.kept = _zeros("i", MOST_TILES)
        self.active = _zeros("i", 64)
        self.heads = _zeros("i", HEADS)
        self.context = _zeros("h", HIDDEN)
        self.left = self.late = self.size = self.least = 0
        self.sparse = self.bag_row = self.size_row = self.money_row = _zeros("h", 1)
        self.bag_at = _zeros("i", LETTERS)
        self.has_poor = "poor_sparse" in weights
        if self.has_poor:
            parts = {**weights, "quad": [0] * SPARSE, "level": [0] * len(weights["level"])}
            parts["quad_late"] = parts["quad"]
            for name in list(weights):
                if name.startswith("poor_"):
                    parts[name[5:]] = parts.pop(name)
            self.poor = Net(parts, counts, faces, choice)
        self.lanes = {}
        self.context_lanes = 0
        self.second_lanes = self.bias_lanes = []
        if cython.compiled:
            self._build_rows()
        else:
            self._build_lanes()

    def _share_row(self, letter: Any, left: Any) -> Any:
        """What the first layer gets from so many of a letter in the bag."""
        share = left * ONE // max(1, self.counts[letter])
        row = self.weights["share"][letter * HIDDEN : letter * HIDDEN + HIDDEN]
        return [(w * share + 2048) >> 12 for w in row]

    def _size_row(self, left: Any) -> Any:
        """What the first layer gets from so many tiles in the bag, with the constants."""
        share, size, bias = self.weights["share"], self.weights["size"], self.weights["bias"]
        part = left * ONE // self.total
        inputs = [
            part,
            min(ONE, left * ONE // (40 * self.players)),
            min(ONE, left * ONE // (12 * self.players)),
        ]
        letters = [c for c in range(LETTERS) if self.counts[c]]
        row = []
        for j in range(HIDDEN):
            total = bias[j] * ONE - part * sum([share[c * HIDDEN + j] for c in letters])
            for i, value in enumerate(inputs):
                total += value * size[i * HIDDEN + j]
            if left < STEPS:
                total += ONE * size[(len(inputs) + left) * HIDDEN + j]
            row.append((total + 2048) >> 12)
        return row

    def _money_row(self, money: Any) -> Any:
        """What the first layer gets from so many dollars, below $200: sets cost squares."""
        inputs = [max(0, 80 - money) * ONE // 80, (RICH - money) * ONE // RICH]
        inputs += [ONE if money < pips * pips else 0 for pips in range(2, POOR + 1)]
        weights = self.weights["money"]
        return [
            (sum([value * weights[i * HIDDEN + j] for i, value in enumerate(inputs)]) + 2048) >> 12
            for j in range(HIDDEN)
        ]

    def _build_rows(self) -> None:
        rows = array("h")
        for letter in range(LETTERS):
            self.bag_at[letter] = len(rows)
            for left in range(self.counts[letter] + 1):
                rows.extend(self._share_row(letter, left))
        self.bag_row = rows
        self.size_row = array("h", [v for r in range(self.total + 1) for v in self._size_row(r)])
        self.money_row = array("h", [v for money in range(RICH) for v in self._money_row(money)])
        self.sparse = array("h", self.weights["sparse"]) + array("h", bytes(2 * HIDDEN))

    def _build_lanes(self) -> None:
        """The second and the third layer as an integer of all outputs for each input."""
        self.second_lanes = [
            _lanes([self.second[o * HIDDEN + j] for o in range(SECOND)], 32) for j in range(HIDDEN)
        ]
        self.bias_lanes = _lanes(self.second_bias, 32)

    def _lane(self, kind: str, at: Any, money: Any = 0) -> Any:
        """Interpreted: a row of the first layer as one integer."""
        key = kind, at, money
        row = self.lanes.get(key)
        if row is None:
            if kind == "sparse":
                values = self.weights["sparse"][at * HIDDEN : at * HIDDEN + HIDDEN]
            elif kind == "share":
                values = self._share_row(at, money)
            else:
                values = self._size_row(at) if kind == "size" else self._money_row(money)
            row = self.lanes[key] = _lanes(values, 16)
        return row

    def _sum_context(self, bag: Any) -> None:
        row = self._lane("size", self.left)
        for letter in range(LETTERS):
            if self.counts[letter]:
                row += self._lane("share", letter, bag[letter])
        self.context_lanes = row

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def see(self, bag: cython.int[::1]) -> cython.int:
        """Take what is left in the bag: how many of A to Z."""
        c: cython.Py_ssize_t
        j: cython.Py_ssize_t
        at: cython.Py_ssize_t
        left: cython.int = 0
        for c in range(LETTERS):
            left += bag[c]
        self.left = left
        if self.has_poor:
            self.poor.see(bag)
        self.late = left * 256 // (40 * self.players)
        if self.late > 256:
            self.late = 256
        if not cython.compiled:
            self._sum_context(bag)
            return left
        for j in range(HIDDEN):
            self.context[j] = self.size_row[left * HIDDEN + j]
        for c in range(LETTERS):
            if self.counts[c]:
                at = self.bag_at[c] + bag[c] * HIDDEN
                _add_row(cython.address(self.context[0]), cython.address(self.bag_row[at]))
        return left

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def term(self, feature: cython.int) -> cython.int:
        """A term of the quadratic form, in 1/256 dollar."""
        return self.quad[feature] + (self.quad_late[feature] * self.late >> 8)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hint(self, feature: cython.int) -> cython.int:
        """A term of the form by which outcomes are ranked before the net values the best."""
        return self.rank[feature] + (self.rank_late[feature] * self.late >> 8)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def look(self, wilds: cython.int, money: cython.int) -> cython.int:
        """Set `heads` for the letters `kept`, of which there are `size`, in order."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        c: cython.Py_ssize_t
        copies: cython.int = 0
        last: cython.int = -1
        distinct: cython.int = 0
        active: cython.int = 2
        quad: cython.int
        letters = cython.declare(cython.int[8])
        if money < self.least and (self.size == 0 or (self.size == 1 and wilds == 0)):
            for i in range(HEADS):  # nothing can be bought or sold ever again
                self.heads[i] = 0
            return 0
        self.active[0] = NUMBER + self.size
        self.active[1] = WILDS + (wilds if wilds < 9 else 9)
        for i in range(self.size):
            c = self.kept[i]
            copies = copies + 1 if c == last else 1
            if copies <= 3:
                self.active[active] = 3 * c + copies - 1
                active += 1
            if copies == 1:
                for j in range(distinct):
                    self.active[active] = self.pair[letters[j] * LETTERS + c]
                    active += 1
                letters[distinct] = c
                distinct += 1
            last = c
        quad = 0
        for i in range(active):
            quad += self.term(self.active[i])
        if cython.compiled:
            self.forward(active, money, quad)
        else:
            self._forward(active, money, quad)
        if self.has_poor and money < SCARCE:
            self.look_poor(wilds, money)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def look_poor(self, wilds: cython.int, money: cython.int) -> cython.int:
        """Correct `heads` by the second net."""
        i: cython.int
        for i in range(self.size):
            self.poor.kept[i] = self.kept[i]
        self.poor.size = self.size
        self.poor.look(wilds, money)
        for i in range(HEADS):
            self.heads[i] += self.poor.heads[i] * (SCARCE - money) >> 7
            if self.heads[i] < 0:
                self.heads[i] = 0
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def forward(self, active: cython.int, money: cython.int, quad: cython.int) -> cython.int:
        i: cython.int
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        at: cython.Py_ssize_t
        left: cython.int = self.left if self.left < self.trained else self.trained
        x: cython.int
        total: cython.longlong
        first = cython.declare(cython.short[256])
        second = cython.declare(cython.int[32])
        for j in range(256):
            first[j] = self.context[j]
        while active & 3:  # rows by fours: the row of zeros fills up
            self.active[active] = SPARSE
            active += 1
        for i in range(0, active, 4):
            _add_rows(
                first,
                cython.address(self.sparse[self.active[i] * 256]),
                cython.address(self.sparse[self.active[i + 1] * 256]),
                cython.address(self.sparse[self.active[i + 2] * 256]),
                cython.address(self.sparse[self.active[i + 3] * 256]),
            )
        if money < RICH:
            _add_row(first, cython.address(self.money_row[money * 256]))
        for j in range(256):
            first[j] = first[j] if first[j] > first[j] >> 3 else first[j] >> 3
        for k in range(32):
            x = self.second_bias[k]
            at = k * 256
            for j in range(256):
                x += first[j] * self.second[at + j]
            x >>= 13
            second[k] = x if x > 0 else x >> 3
        for k in range(HEADS):
            total = self.third_bias[k]
            for j in range(32):
                total += cython.cast(cython.longlong, second[j]) * self.third[k * 32 + j]
            self.heads[k] = (
                self.level[k * (self.trained + 1) + left]
                + quad
                + cython.cast(cython.int, total >> 7)
            )
        return 0

    def _forward(self, active: Any, money: Any, quad: Any) -> None:
        """The same with integers of many lanes."""
        row = self.context_lanes
        for i in range(active):
            row += self._lane("sparse", self.active[i])
        if money < RICH:
            row += self._lane("money", 0, money)
        first = [x if x > 0 else x >> 3 for x in _unlane(row, 16, HIDDEN)]
        row = sum(map(mul, first, self.second_lanes), self.bias_lanes)
        second = [x >> 13 for x in _unlane(row, 32, SECOND)]
        second = [x if x > 0 else x >> 3 for x in second]
        left = min(self.left, self.trained)
        for k in range(HEADS):
            total = self.third_bias[k] + sum(map(mul, second, self.third[k * SECOND :]))
            level = self.level[k * (self.trained + 1) + left]
            self.heads[k] = level + quad + (total >> 7)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def worth(self, leads: cython.int) -> cython.longlong:
        """The heads as one number, in 1/256 dollar times the faces of the die.

        Who leads the next round takes the best number on *choice*; others take what they take.
        """
        k: cython.int
        total: cython.longlong = 0
        best: cython.longlong = self.heads[0]
        mixed: cython.longlong = 0
        for k in range(HEADS):
            total += cython.cast(cython.longlong, self.heads[k]) * self.faces[k]
            mixed += cython.cast(cython.longlong, self.heads[k]) * self.mix[k]
            if self.heads[k] > best:
                best = self.heads[k]
        if not leads:
            best = mixed >> 8
        return total + best * self.choice


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_row(total: cython.p_short, row: cython.p_short) -> cython.int:
    j: cython.Py_ssize_t
    for j in range(256):
        total[j] += row[j]
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_rows(
    total: cython.p_short,
    one: cython.p_short,
    two: cython.p_short,
    three: cython.p_short,
    four: cython.p_short,
) -> cython.int:
    j: cython.Py_ssize_t
    for j in range(256):
        total[j] += one[j] + two[j] + three[j] + four[j]
    return 0


def _lanes(values: Any, bits: int) -> Any:
    """Signed numbers as one integer, each in a lane of 16 or 32 bits: lanes add up as numbers."""
    half = 1 << (bits - 1)
    code = "H" if bits == 16 else "I"
    raised = array(code, [value + half for value in values])
    if byteorder == "big":
        raised.byteswap()
    return int.from_bytes(raised.tobytes(), "little") - _halves(bits, len(raised))


def _unlane(row: Any, bits: int, size: int) -> Any:
    half = 1 << (bits - 1)
    lanes = array("H" if bits == 16 else "I")
    lanes.frombytes((row + _halves(bits, size)).to_bytes(size * bits // 8, "little"))
    if byteorder == "big":
        lanes.byteswap()
    return [lane - half for lane in lanes]


@cache
def _halves(bits: int, size: int) -> Any:
    return int.from_bytes((1 << (bits - 1)).to_bytes(bits // 8, "little") * size, "little")


# Decisions and games

CANDIDATES = cython.declare(cython.int, 1 << 14)
MOST_WIDTH = cython.declare(cython.int, 64)
SEATS = cython.declare(cython.int, 4)
STATE = cython.declare(cython.int, 56)  # bytes of a state recorded for training
STEP = cython.declare(cython.ulonglong, 6364136223846793005)
DRIFT = cython.declare(cython.ulonglong, 1442695040888963407)
NEVER = cython.declare(cython.longlong, -(1 << 60))


@cython.cclass
class Master:
    """Decides by the worth of what is kept, without looking ahead, and plays whole games.

    A sale is chosen word by word. All items of the best `limit` prices are ranked by price and a
    quadratic form; the net values the first `width`. Letters over the limit of 8 are thrown away
    by the form, and for the best outcome exchanged as long as the net prefers it.

    Totals are in 1/256 dollar times the faces of the die.
    """

    finder: Finder
    net: Net
    limit: cython.int
    width: cython.int
    hand_limit: cython.int
    unit: cython.longlong  # of a dollar in totals
    sure: cython.longlong  # by which buying leads when passing is not tried
    # The tiles of the hand in hand: letter, worth alone, worth with another.
    letter: cython.int[::1]
    alone: cython.int[::1]
    joint: cython.int[::1]
    by_number: cython.int[::1]
    rest: cython.int[::1]
    # The candidates.
    count: cython.int
    outcome_item: cython.int[::1]
    outcome_kept: cython.int[::1]
    outcome_revenue: cython.int[::1]
    outcome_score: cython.int[::1]
    seen: cython.int[::1]
    seen_time: cython.int[::1]
    time: cython.int
    ranked: cython.int[::1]
    ranks: cython.int
    value: cython.longlong[::1]
    # What was decided.
    best_item: cython.int
    best_kept: cython.int
    best_revenue: cython.int
    # A turn: the hand at work, how the turn ends, and how it ends in the other case.
    work: cython.int[::1]
    buys: cython.int
    end: cython.int[::1]
    end_wilds: cython.int
    end_money: cython.int
    sold: cython.int[::1]
    sales: cython.int
    other: cython.int[::1]
    other_sold: cython.int[::1]
    # The table.
    players: cython.int
    hands: cython.int[::1]
    wilds: cython.int[::1]
    money: cython.int[::1]
    bag: cython.int[::1]
    drawn: cython.int[::1]
    order: cython.uchar[::1]
    die: cython.uchar[::1]
    trace: cython.ulonglong
    named: cython.int[::1]
    # Chance and exploration, for training.
    chance: cython.ulonglong
    explores: cython.int
    side: cython.int[::1]
    side_wilds: cython.int
    side_money: cython.int
    start_money: cython.int
    start_wilds: cython.int

    def __init__(
        self,
        finder: Finder,
        net: Net,
        hand_limit: Any,
        start_money: Any,
        start_wilds: Any,
        limit: Any = 100,
        width: Any = 24,
        sure: Any = 10,
    ) -> None:
        self.finder = finder
        self.net = net
        self.hand_limit = hand_limit
        self.start_money = start_money
        self.start_wilds = start_wilds
        self.limit = limit
        self.width = width
        self.unit = 256 * self.net.die
        self.sure = sure * self.unit
        self.players = self.net.players
        if net.has_poor:
            held = [self.finder.pips[c] for c in range(LETTERS) if net.counts[c]]
            self.net.least = (2 * min(held or [1])) ** 2
        for_tiles = MOST_TILES + 1
        self.letter = _zeros("i", for_tiles)
        self.alone = _zeros("i", for_tiles)
        self.joint = _zeros("i", for_tiles * 16)
        self.by_number = _zeros("i", 9)
        self.rest = _zeros("i", for_tiles)
        self.outcome_item = _zeros("i", CANDIDATES + 1)
        self.outcome_kept = _zeros("i", CANDIDATES + 1)
        self.outcome_revenue = _zeros("i", CANDIDATES + 1)
        self.outcome_score = _zeros("i", CANDIDATES + 1)
        self.seen = _zeros("i", CANDIDATES)
        self.seen_time = _zeros("i", CANDIDATES)
        self.time = 0
        self.ranked = _zeros("i", MOST_WIDTH + 1)
        self.value = _zeros("q", MOST_WIDTH + 1)
        self.work = _zeros("i", LETTERS)
        self.end = _zeros("i", LETTERS)
        self.other = _zeros("i", LETTERS)
        self.sold = _zeros("i", MOST_TILES)
        self.other_sold = _zeros("i", MOST_TILES)
        self.named = _zeros("i", HEADS)
        self.sales = self.buys = 0
        self.side = _zeros("i", LETTERS)
        self.hands = _zeros("i", SEATS * LETTERS)
        self.wilds = _zeros("i", SEATS)
        self.money = _zeros("i", SEATS)
        self.bag = _zeros("i", LETTERS)
        self.drawn = _zeros("i", SEATS * LETTERS)
        self.order = self.die = _zeros("B", 1)
        self.explores = self.trace = self.chance = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lay_out(self) -> cython.int:
        """Number the tiles of the finder's hand, with their terms of the quadratic form."""
        c: cython.int
        d: cython.int
        i: cython.int
        j: cython.int
        at: cython.int
        for c in range(LETTERS):
            for i in range(self.finder.have[c]):
                at = self.finder.place[c] + i
                self.letter[at] = c
                self.alone[at] = self.net.hint(3 * c + i) if i < 3 else 0
        for i in range(self.finder.tiles):
            c = self.letter[i]
            for j in range(i):
                d = self.letter[j]
                at = 0
                if self.finder.place[c] == i and self.finder.place[d] == j:
                    at = self.net.hint(self.net.pair[c * LETTERS + d])
                self.joint[i * 16 + j] = at
                self.joint[j * 16 + i] = at
        for i in range(KEPT + 1):
            self.by_number[i] = self.net.hint(NUMBER + i)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def consider(
        self,
        item: cython.int,
        spent: cython.int,
        wild: cython.int,
        wilds: cython.int,
        revenue: cython.int,
    ) -> cython.int:
        """Add the outcome that leaves all but the tiles spent, and so many wilds."""
        mask: cython.int = ((1 << self.finder.tiles) - 1) ^ spent
        size: cython.int = 0
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        at: cython.Py_ssize_t
        score: cython.int
        key: cython.int
        while mask:
            self.rest[size] = lowest_bit(mask)
            mask &= mask - 1
            size += 1
        while size > self.hand_limit:
            size = self.drop(size)
        score = self.by_number[size] + self.net.hint(WILDS + (wilds if wilds < 9 else 9))
        for i in range(size):
            at = self.rest[i]
            mask |= 1 << at
            score += self.alone[at]
            for j in range(i):
                score += self.joint[at * 16 + self.rest[j]]
        score += revenue * 256
        key = mask << 1 | wild
        if self.seen_time[key] == self.time:
            at = self.seen[key]
            if revenue <= self.outcome_revenue[at]:
                return 0
        else:
            at = self.count
            self.count += 1
            self.seen_time[key] = self.time
            self.seen[key] = at
        self.outcome_item[at] = item
        self.outcome_kept[at] = mask
        self.outcome_revenue[at] = revenue
        self.outcome_score[at] = score
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def drop(self, size: cython.int) -> cython.int:
        """Take the tile that the form misses least out of `rest`. Returns the size left."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        at: cython.Py_ssize_t
        loss: cython.int
        least: cython.int = 0
        worst: cython.int = -1
        for i in range(size):
            at = self.rest[i]
            if i + 1 < size and self.letter[self.rest[i + 1]] == self.letter[at]:
                continue  # of equal tiles the last goes first
            loss = self.alone[at]
            for j in range(size):
                if j != i:
                    loss += self.joint[at * 16 + self.rest[j]]
            if worst < 0 or loss < least:
                least = loss
                worst = i
        for i in range(worst, size - 1):
            self.rest[i] = self.rest[i + 1]
        return size - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rank(self) -> cython.int:
        """Put the outcomes of the best scores into `ranked`; of equal ones the first."""
        i: cython.int
        at: cython.int
        ranks: cython.int = 0
        for i in range(self.count):
            if ranks == self.width:
                if self.outcome_score[i] <= self.outcome_score[self.ranked[ranks - 1]]:
                    continue
                at = ranks - 1
            else:
                at = ranks
                ranks += 1
            while at > 0 and self.outcome_score[self.ranked[at - 1]] < self.outcome_score[i]:
                self.ranked[at] = self.ranked[at - 1]
                at -= 1
            self.ranked[at] = i
        self.ranks = ranks
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluate(
        self,
        mask: cython.int,
        wilds: cython.int,
        money: cython.int,
        revenue: cython.int,
        leads: cython.int,
    ) -> cython.longlong:
        """The total of an outcome: what it brings, and the worth of the tiles of the mask."""
        size: cython.int = 0
        while mask:
            self.net.kept[size] = self.letter[lowest_bit(mask)]
            mask &= mask - 1
            size += 1
        self.net.size = size
        self.net.look(wilds, money + revenue)
        return self.unit * revenue + self.net.worth(leads)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def decide(self, wilds: cython.int, money: cython.int, leads: cython.int) -> cython.longlong:
        """Choose what to sell next from the finder's hand, or nothing (item -1), and what to keep.

        Returns the total.
        """
        i: cython.int
        at: cython.int
        item: cython.int
        worth: cython.int
        best: cython.longlong = NEVER
        items: cython.int = self.finder.dearest(wilds > 0, self.limit)
        stuck: cython.bint = items == 0 and money < self.net.least
        self.lay_out()
        self.time += 1
        self.count = 0
        self.consider(-1, 0, 0, wilds, 0)
        for item in range(items):
            worth = self.finder.item_pips[item]
            self.consider(
                item,
                self.finder.item_mask[item],
                self.finder.item_wild[item],
                wilds - self.finder.item_wild[item],
                worth * worth,
            )
        self.rank()
        for i in range(self.ranks):
            at = self.ranked[i]
            item = self.outcome_item[at]
            self.value[i] = self.evaluate(
                self.outcome_kept[at],
                wilds - self.finder.item_wild[item] if item >= 0 else wilds,
                money,
                self.outcome_revenue[at],
                leads,
            )
            if self.value[i] > best:
                best = self.value[i]
                self.take(at)
        best = self.exchange(wilds, money, leads, best)
        return 0 if stuck else best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take(self, at: cython.int) -> cython.int:
        self.best_item = self.outcome_item[at]
        self.best_kept = self.outcome_kept[at]
        self.best_revenue = self.outcome_revenue[at]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def exchange(
        self, wilds: cython.int, money: cython.int, leads: cython.int, best: cython.longlong
    ) -> cython.longlong:
        """Exchange tiles kept for tiles thrown away while the worth grows. Returns the total."""
        spent: cython.int = 0
        gone: cython.int
        kept: cython.int
        i: cython.int
        j: cython.int
        mask: cython.int
        better: cython.int = -1
        tiles: cython.int = self.finder.tiles
        value: cython.longlong
        if self.best_item >= 0:
            spent = self.finder.item_mask[self.best_item]
            wilds -= self.finder.item_wild[self.best_item]
        while better:
            better = 0
            kept = self.best_kept
            gone = ((1 << tiles) - 1) ^ spent ^ kept
            if not gone:
                break
            for i in range(tiles):
                if not kept >> i & 1 or (
                    i + 1 < tiles and self.letter[i + 1] == self.letter[i] and kept >> (i + 1) & 1
                ):
                    continue
                for j in range(tiles):
                    if not gone >> j & 1 or self.letter[j] == self.letter[i]:
                        continue
                    if j and gone >> (j - 1) & 1 and self.letter[j - 1] == self.letter[j]:
                        continue  # of equal tiles the first is kept
                    mask = kept ^ (1 << i) ^ (1 << j)
                    value = self.evaluate(mask, wilds, money, self.best_revenue, leads)
                    if value > best:
                        best = value
                        better = 1
                        self.best_kept = mask
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sell_out(self, wilds: cython.int, money: cython.int, leads: cython.int) -> cython.longlong:
        """Sell from the hand at `work` and throw away, as set in `end`. Returns the total."""
        c: cython.int
        i: cython.int
        scrap: cython.int
        first: cython.int = 1
        before: cython.int = money
        total: cython.longlong
        self.sales = 0
        while True:
            for c in range(LETTERS):
                self.finder.have[c] = self.work[c]
            total = self.decide(wilds, money, leads)
            if self.explores and first:
                self.stray(wilds, money)
            first = 0
            if self.best_item < 0:
                for c in range(LETTERS):
                    self.end[c] = 0
                for i in range(self.finder.tiles):
                    if self.best_kept >> i & 1:
                        self.end[self.letter[i]] += 1
                scrap = self.sell_scrap()
                if not scrap:
                    break
                money += scrap * scrap
                continue
            for i in range(self.finder.tiles):
                if self.finder.item_mask[self.best_item] >> i & 1:
                    self.work[self.letter[i]] -= 1
            wilds -= self.finder.item_wild[self.best_item]
            money += self.best_revenue
            self.record(self.finder.item_word[self.best_item])
        self.note(self.best_kept)
        self.end_wilds = wilds
        self.end_money = money
        return total + self.unit * (money - before)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sell_scrap(self) -> cython.int:
        """Sell the dearest word of the tiles that would be thrown away. Returns its pips, or 0."""
        c: cython.int
        i: cython.int
        item: cython.int
        items: cython.int
        tiles: cython.int = 0
        best: cython.int = 0
        for c in range(LETTERS):
            self.finder.have[c] = self.work[c] - self.end[c]
            tiles += self.finder.have[c]
        if tiles < 2:
            return 0
        items = self.finder.dearest(0, 1)
        if not items:
            return 0
        for item in range(items):
            if self.finder.item_pips[item] > self.finder.item_pips[best]:
                best = item
        for c in range(LETTERS):
            for i in range(self.finder.have[c]):
                if self.finder.item_mask[best] >> (self.finder.place[c] + i) & 1:
                    self.work[c] -= 1
        self.record(self.finder.item_word[best])
        return self.finder.item_pips[best]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def record(self, word: cython.int) -> cython.int:
        self.sold[self.sales] = word
        self.sales += 1
        self.note(word)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note(self, number: cython.int) -> cython.int:
        """Add a decision to the trace, by which two runs are compared."""
        self.trace = (
            self.trace ^ cython.cast(cython.ulonglong, number & 0xFFFFFFF)
        ) * GOLDEN & ALL_ONES
        self.trace ^= self.trace >> 29
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep_all(
        self, at: cython.int, wilds: cython.int, money: cython.int, leads: cython.int
    ) -> cython.longlong:
        """The total of keeping the hand of a seat as it is: no more letters than may be kept.

        It is nothing where nothing can be bought or sold ever again.
        """
        c: cython.int
        i: cython.int
        size: cython.int = 0
        for c in range(LETTERS):
            for i in range(self.hands[at + c]):
                self.net.kept[size] = c
                size += 1
        self.net.size = size
        self.net.look(wilds, money)
        if money < self.net.least:
            for c in range(LETTERS):
                self.finder.have[c] = self.hands[at + c]
            if self.finder.dearest(wilds > 0, 1) == 0:
                for i in range(HEADS):
                    self.net.heads[i] = 0
        return self.net.worth(leads)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def turn(self, seat: cython.int, leads: cython.int) -> cython.longlong:
        """Buy or pass, sell and discard for a seat: `end` says how. Returns the total."""
        c: cython.int
        at: cython.int = seat * LETTERS
        wilds: cython.int = self.wilds[seat]
        money: cython.int = self.money[seat]
        other_wilds: cython.int
        other_money: cython.int
        other_sales: cython.int
        cost: cython.int = 0
        stay: cython.longlong
        bought: cython.longlong = NEVER
        self.buys = 0
        for c in range(LETTERS):
            cost += self.drawn[at + c] * self.finder.pips[c]
            self.work[c] = self.hands[at + c] + self.drawn[at + c]
        cost *= cost
        if cost <= money:
            stay = self.keep_all(at, wilds, money, leads)
            bought = self.sell_out(wilds, money - cost, leads) - self.unit * cost
            if bought - stay > self.sure and not self.explores:
                self.note(1)
                self.buys = 1
                return bought
            for c in range(LETTERS):
                self.other[c] = self.end[c]
            for c in range(self.sales):
                self.other_sold[c] = self.sold[c]
        other_sales = self.sales
        other_wilds = self.end_wilds
        other_money = self.end_money
        for c in range(LETTERS):
            self.work[c] = self.hands[at + c]
        stay = self.sell_out(wilds, money, leads)
        if self.explores and self.random(60) == 0 and cost <= money:
            bought = stay + 1 if bought <= stay else NEVER
        if bought < stay:
            self.note(0)
            return stay
        self.note(1)
        self.buys = 1
        for c in range(LETTERS):
            self.end[c] = self.other[c]
        for c in range(other_sales):
            self.sold[c] = self.other_sold[c]
        self.sales = other_sales
        self.end_wilds = other_wilds
        self.end_money = other_money
        return bought

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def last_sale(self, at: cython.int, wilds: cython.int) -> cython.int:
        """The dollars of the best sale of a hand at a seat."""
        c: cython.int
        for c in range(LETTERS):
            self.finder.have[c] = self.hands[at + c]
        return self.finder.sell(wilds, 1, MOST_SOLD)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose(self, seat: cython.int) -> cython.int:
        """The best number to draw, for the leader, before the draw; ends the game with the last."""
        k: cython.int
        best: cython.int = 2
        most: cython.longlong = NEVER
        value: cython.longlong
        self.keep_all(seat * LETTERS, self.wilds[seat], self.money[seat], 0)
        for k in range(2, 6):
            if k * self.players > self.net.left:
                value = cython.cast(cython.longlong, 256) * self.last_sale(
                    seat * LETTERS, self.wilds[seat]
                )
            else:
                value = self.net.heads[k - 2]
            if value > most:
                most = value
                best = k
            if k * self.players > self.net.left:
                break
        self.named[best - 2] += 1
        self.note(best)
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def finish(self) -> cython.int:
        """The last round: every seat sells what sells best."""
        seat: cython.int
        for seat in range(self.players):
            self.money[seat] += self.last_sale(seat * LETTERS, self.wilds[seat])
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def round(self, gone: cython.int, leader: cython.int, number: cython.int) -> cython.int:
        """Play a round, drawing from the order behind what is gone; 0 for a number is *choice*.

        Returns how many tiles are gone then, or -1: it was the last round.
        """
        c: cython.int
        i: cython.int
        seat: cython.int
        turn: cython.int
        left: cython.int = self.net.see(self.bag)
        if number == 0:
            number = self.choose(leader)
        if number * self.players > left:
            self.finish()
            return -1
        for i in range(self.players * LETTERS):
            self.drawn[i] = 0
        for turn in range(self.players):
            seat = (leader + turn) % self.players
            for i in range(number):
                c = self.order[gone]
                gone += 1
                self.drawn[seat * LETTERS + c] += 1
                self.bag[c] -= 1
        self.net.see(self.bag)
        for turn in range(self.players):
            seat = (leader + turn) % self.players
            self.turn(seat, turn == 1 or self.players == 1)
            for c in range(LETTERS):
                self.hands[seat * LETTERS + c] = self.end[c]
            self.wilds[seat] = self.end_wilds
            self.money[seat] = self.end_money
        return gone

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play(self, leader: cython.int) -> cython.int:
        """Play the table to the end. Returns the number of rounds."""
        gone: cython.int = 0
        rounds: cython.int = 0
        while gone >= 0:
            gone = self.round(gone, leader, self.die[rounds])
            leader = (leader + 1) % self.players
            rounds += 1
        return rounds

    # Training

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random(self, below: cython.int) -> cython.int:
        """A random number from 0 up to, not including, `below`."""
        self.chance = self.chance * STEP + DRIFT & ALL_ONES
        return cython.cast(
            cython.int, (self.chance >> 33) * cython.cast(cython.ulonglong, below) >> 31
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def stray(self, wilds: cython.int, money: cython.int) -> cython.int:
        """Record an outcome not taken as the side state, and sometimes take it."""
        rank: cython.int = self.random(self.ranks)
        at: cython.int = self.ranked[rank]
        item: cython.int = self.outcome_item[at]
        i: cython.int
        for i in range(LETTERS):
            self.side[i] = 0
        for i in range(self.finder.tiles):
            if self.outcome_kept[at] >> i & 1:
                self.side[self.letter[i]] += 1
        self.side_wilds = wilds - (self.finder.item_wild[item] if item >= 0 else 0)
        self.side_money = money + self.outcome_revenue[at]
        if self.random(40) == 0:
            self.take(at)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def shuffle(self) -> cython.int:
        """Put the tiles of the bag into `order` at random. Returns how many there are."""
        c: cython.int
        i: cython.int
        size: cython.int = 0
        other: cython.int
        for c in range(LETTERS):
            for i in range(self.bag[c]):
                other = self.random(size + 1)
                self.order[size] = self.order[other]
                self.order[other] = c
                size += 1
        return size

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write(
        self,
        states: cython.uchar[::1],
        dollars: cython.int[::1],
        row: cython.int,
        hand: cython.int[::1],
        first: cython.int,
        wilds: cython.int,
        money: cython.int,
        final: cython.int,
    ) -> cython.int:
        """Record a state at the end of a turn."""
        c: cython.int
        at: cython.int = row * STATE
        for c in range(LETTERS):
            states[at + c] = hand[first + c]
            states[at + LETTERS + c] = self.bag[c]
        states[at + 52] = wilds
        dollars[2 * row] = money
        dollars[2 * row + 1] = final
        return row + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write_poor(
        self, states: cython.uchar[::1], dollars: cython.int[::1], row: cython.int
    ) -> cython.int:
        """Record the side state as if most of it were lost: games hardly ever come to that.

        Half the time some tiles of the bag are held instead, which nobody would have kept.
        """
        c: cython.int
        i: cython.int
        kept: cython.int = self.random(5)
        wilds: cython.int = self.random((self.side_wilds if self.random(4) == 0 else 2) + 1)
        room: cython.int = self.net.left if self.net.left < KEPT else KEPT
        more: cython.int = 0
        at: cython.int
        for c in range(LETTERS):
            for i in range(self.side[c]):
                if self.random(4) >= kept:
                    self.side[c] -= 1
            room -= self.side[c]
            self.drawn[c] = 0
        if room > 0 and self.random(2):
            more = self.random((room if room < 6 else 6) + 1)
        for i in range(more):
            at = self.random(self.net.left - i)
            c = 0
            while at >= self.bag[c]:
                at -= self.bag[c]
                c += 1
            self.bag[c] -= 1
            self.side[c] += 1
            self.drawn[c] += 1
        row = self.write(
            states,
            dollars,
            row,
            self.side,
            0,
            wilds if wilds < self.side_wilds else self.side_wilds,
            self.random(self.random(120) + 1),
            -2,
        )
        for c in range(LETTERS):
            self.bag[c] += self.drawn[c]
        return row

    def gather(
        self,
        seed: cython.ulonglong,
        games: cython.int,
        explores: cython.int,
        states: cython.uchar[::1],
        dollars: cython.int[::1],
    ) -> Any:
        """Play games, with some random actions or not, and record the states at the ends of turns.

        A state is the hand, the bag and the wilds, in 56 bytes; dollars are the money then and at
        the end, or -1 for a state that was an alternative, -2 for a poor one. Returns the number
        of states.
        """
        row: cython.int = 0
        start: cython.int
        i: cython.int
        gone: cython.int
        leader: cython.int
        seat: cython.int
        self.chance = seed
        self.order = _zeros("B", self.net.total + 1)
        with cython.nogil:
            for i in range(games):
                start = row
                for gone in range(LETTERS):
                    self.bag[gone] = self.net.counts[gone]
                self.shuffle()
                self.explores = explores
                self.new_game()
                gone = 0
                leader = 0
                while gone >= 0:
                    gone = self.round(gone, leader, self.roll())
                    leader = (leader + 1) % self.players
                    if gone >= 0:
                        seat = self.random(self.players)
                        row = self.write(
                            states,
                            dollars,
                            row,
                            self.hands,
                            seat * LETTERS,
                            self.wilds[seat],
                            self.money[seat],
                            seat,
                        )
                    if gone >= 0 and explores:
                        row = self.write(
                            states, dollars, row, self.side, 0, self.side_wilds, self.side_money, -1
                        )
                    if gone >= 0 and explores > 1:
                        row = self.write_poor(states, dollars, row)
                for gone in range(start, row):
                    if dollars[2 * gone + 1] >= 0:
                        dollars[2 * gone + 1] = self.money[dollars[2 * gone + 1]]
                self.explores = 0
        return row

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def roll(self) -> cython.int:
        """A random face of the die: a number, or 0 for *choice*."""
        k: cython.int
        face: cython.int = self.random(self.net.die)
        for k in range(HEADS):
            face -= self.net.faces[k]
            if face < 0:
                return k + 2
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def new_game(self) -> cython.int:
        """Seat the players; exploring, one in five has other money, one in five other wilds."""
        seat: cython.int
        i: cython.int
        for i in range(self.players * LETTERS):
            self.hands[i] = 0
        for seat in range(self.players):
            self.money[seat] = self.start_money
            self.wilds[seat] = self.start_wilds
            if self.explores and self.random(5) == 0:
                self.money[seat] = self.random(self.start_money + 1)
            if self.explores and self.random(5) == 0:
                self.wilds[seat] = self.random(self.start_wilds + 1)
        return 0

    def label(
        self,
        seed: cython.ulonglong,
        states: cython.uchar[::1],
        dollars: cython.int[::1],
        labels: cython.longlong[::1],
        draws: cython.uchar[::1],
        first: cython.int,
        end: cython.int,
        samples: cython.int,
    ) -> None:
        """Set the labels of states: for draws of 2 to 5 the sum, over samples, of the totals.

        A sample is a draw from the bag and the best that can be made of it under the present net.
        What was drawn is set too, summed over samples: counts of A to Z.
        """
        row: cython.int
        self.chance = seed
        self.order = _zeros("B", self.net.total + 1)
        with cython.nogil:
            for row in range(first, end):
                self.label_one(states, dollars, labels, draws, row, samples)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def label_one(
        self,
        states: cython.uchar[::1],
        dollars: cython.int[::1],
        labels: cython.longlong[::1],
        draws: cython.uchar[::1],
        row: cython.int,
        samples: cython.int,
    ) -> cython.int:
        c: cython.int
        k: cython.int
        i: cython.int
        sample: cython.int
        left: cython.int = 0
        used: cython.int = 0
        need: cython.int
        sum_: cython.longlong
        for c in range(LETTERS):
            self.hands[c] = states[row * STATE + c]
        self.wilds[0] = states[row * STATE + 52]
        for k in range(HEADS):
            sum_ = 0
            need = (k + 2) * self.players
            for sample in range(samples):
                for c in range(LETTERS):
                    self.bag[c] = states[row * STATE + LETTERS + c]
                    self.drawn[c] = 0
                if left - used < need:
                    left = self.shuffle()
                    used = 0
                if left < need:
                    sum_ = self.unit * samples * self.last_sale(0, self.wilds[0])
                    break
                for i in range(need):
                    c = self.order[used + i]
                    self.bag[c] -= 1
                    if i < k + 2:
                        self.drawn[c] += 1
                        draws[(row * HEADS + k) * LETTERS + c] += 1
                used += need
                self.money[0] = dollars[2 * row]
                self.net.see(self.bag)
                sum_ += self.turn(0, self.random(self.players) == 0)
            labels[row * HEADS + k] = sum_
        return 0

    def label_by_games(
        self,
        seed: cython.ulonglong,
        states: cython.uchar[::1],
        dollars: cython.int[::1],
        labels: cython.longlong[::1],
        first: cython.int,
        end: cython.int,
    ) -> None:
        """Set the labels of states to what a game that is played on from each brings.

        The other seats begin with nothing but wilds and money.
        """
        row: cython.int
        k: cython.int
        gone: cython.int
        leader: cython.int
        self.chance = seed
        self.order = _zeros("B", self.net.total + 1)
        with cython.nogil:
            for row in range(first, end):
                for k in range(HEADS):
                    self.new_game()
                    for gone in range(LETTERS):
                        self.hands[gone] = states[row * STATE + gone]
                        self.bag[gone] = states[row * STATE + LETTERS + gone]
                    self.wilds[0] = states[row * STATE + 52]
                    self.money[0] = dollars[2 * row]
                    self.shuffle()
                    leader = self.random(self.players)
                    gone = self.round(0, leader, k + 2)
                    while gone >= 0:
                        leader = (leader + 1) % self.players
                        gone = self.round(gone, leader, self.roll())
                    labels[row * HEADS + k] = self.unit * (self.money[0] - dollars[2 * row])

    # For Python

    def deal(self, hands: Any, wilds: Any, money: Any, bag: Any, order: Any, die: bytes) -> None:
        """Set the table: a hand (counts of A to Z), wilds and dollars a seat, and the bag.

        `order` and `die` are bytes: letters from 0, and the faces of the rounds to come, 0 for
        *choice*.
        """
        for seat, hand in enumerate(hands):
            for letter in range(LETTERS):
                self.hands[seat * LETTERS + letter] = hand[letter]
            self.wilds[seat] = wilds[seat]
            self.money[seat] = money[seat]
        for letter in range(LETTERS):
            self.bag[letter] = bag[letter]
        self.order = _filled("B", bytes(order) + b"\0")
        self.die = _filled("B", die)
        self.trace = 0

    def _sit(self, hand: Any, wilds: Any, money: Any, bag: Any) -> None:
        """Give the first seat a hand (counts of A to Z), and see the bag."""
        for letter in range(LETTERS):
            self.hands[letter] = hand[letter]
            self.bag[letter] = bag[letter]
            self.work[letter] = hand[letter]
        self.wilds[0] = wilds
        self.money[0] = money
        self.net.see(self.bag)

    def heads(self, hand: Any, wilds: cython.int, money: cython.int, bag: Any) -> Any:
        """What a hand of at most 8 letters is worth before draws of 2 to 5, in 1/256 dollar."""
        self._sit(hand, wilds, money, bag)
        self.keep_all(0, wilds, money, 0)
        return [self.net.heads[k] for k in range(HEADS)]

    def worth(
        self, hand: Any, wilds: cython.int, money: cython.int, bag: Any, leads: cython.int
    ) -> Any:
        """The total of keeping a hand of at most 8 letters at the end of a turn."""
        self._sit(hand, wilds, money, bag)
        return self.keep_all(0, wilds, money, leads)

    def sell(
        self, hand: Any, wilds: cython.int, money: cython.int, bag: Any, leads: cython.int
    ) -> Any:
        """Sell and discard. Returns the total, the words, and what is left: hand, wilds, money."""
        total: cython.longlong
        self._sit(hand, wilds, money, bag)
        with cython.nogil:
            total = self.sell_out(wilds, money, leads)
        return self._ended(total)

    def _ended(self, total: Any) -> Any:
        words = [self.sold[i] for i in range(self.sales)]
        end = [self.end[letter] for letter in range(LETTERS)]
        return total, words, end, self.end_wilds, self.end_money

    def discard(
        self, hand: Any, wilds: cython.int, money: cython.int, bag: Any, leads: cython.int
    ) -> Any:
        """What is kept of a hand, nothing being sold: counts of A to Z."""
        limit = self.limit
        self._sit(hand, wilds, money, bag)
        self.finder.hold(hand)
        self.limit = 0
        self.decide(wilds, money, leads)
        self.limit = limit
        kept = [0] * LETTERS
        for i in range(self.finder.tiles):
            kept[self.letter[i]] += self.best_kept >> i & 1
        return kept

    def outcomes(
        self, hand: Any, wilds: cython.int, money: cython.int, bag: Any, leads: cython.int
    ) -> Any:
        """The outcomes of selling a word or nothing that the net valued, in no order.

        An outcome is (total, word or -1, mask of the tiles spent, whether a wild is, mask of the
        tiles kept); masks are over the letters of the hand from A to Z.
        """
        self._sit(hand, wilds, money, bag)
        self.finder.hold(hand)
        total: cython.longlong = self.decide(wilds, money, leads)
        found = []
        for i in range(self.ranks):
            at = self.ranked[i]
            item = self.outcome_item[at]
            best = item == self.best_item
            value = max(total, self.value[i]) if best else self.value[i]
            kept = self.best_kept if best else self.outcome_kept[at]
            if item < 0:
                found.append((value, -1, 0, False, kept))
                continue
            word, spent = self.finder.item_word[item], self.finder.item_mask[item]
            found.append((value, word, spent, bool(self.finder.item_wild[item]), kept))
        return found

    def number(self, hand: Any, wilds: Any, money: Any, bag: Any) -> Any:
        """The number that a leader with a hand of at most 8 letters names."""
        self._sit(hand, wilds, money, bag)
        return self.choose(0)

    def take_turn(
        self,
        hand: Any,
        wilds: Any,
        money: Any,
        bag: Any,
        drawn: Any,
        leads: cython.int,
    ) -> Any:
        """Whether to buy a set (counts of A to Z), not in the bag any more, and then as `sell`."""
        total: cython.longlong
        self._sit(hand, wilds, money, bag)
        for letter in range(LETTERS):
            self.drawn[letter] = drawn[letter]
        with cython.nogil:
            total = self.turn(0, leads)
        return bool(self.buys), self._ended(total)

    def after_draws(
        self,
        hand: Any,
        wilds: cython.int,
        money: cython.int,
        bag: Any,
        draws: cython.uchar[::1],
        number: cython.int,
        leads: cython.int,
    ) -> Any:
        """The totals of the best turn after each draw: bought or passed, sold, thrown away.

        A draw is `number` letters for each player, those of this one first. The bag is the one
        before the draw.
        """
        i: cython.int
        j: cython.int
        c: cython.int
        need: cython.int = number * self.players
        count: cython.int = len(draws) // need
        totals: cython.longlong[::1]
        self._sit(hand, wilds, money, bag)
        out = array("q", bytes(8 * count))
        totals = out
        with cython.nogil:
            for i in range(count):
                for c in range(LETTERS):
                    self.drawn[c] = 0
                for j in range(need):
                    c = draws[i * need + j]
                    self.bag[c] -= 1
                    if j < number:
                        self.drawn[c] += 1
                self.net.see(self.bag)
                totals[i] = self.turn(0, leads)
                for j in range(need):
                    self.bag[draws[i * need + j]] += 1
        return out

    def last_revenue(self, hand: Any, wilds: cython.int) -> Any:
        """The dollars of the best sale of a hand of at most 13 letters."""
        for letter in range(LETTERS):
            self.hands[letter] = hand[letter]
        return self.last_sale(0, wilds)

    def numbers_named(self) -> Any:
        """How often 2, 3, 4 and 5 were named on *choice* in the games so far."""
        return [self.named[k] for k in range(HEADS)]

    def decisions(self) -> Any:
        """A sum over the decisions since the last deal, by which two runs are compared."""
        return self.trace

    def play_out(self, leader: cython.int = 0) -> Any:
        """Play the table from the start of a round to the end. Returns the money of the seats."""
        with cython.nogil:
            self.play(leader)
        return [self.money[seat] for seat in range(self.players)]
