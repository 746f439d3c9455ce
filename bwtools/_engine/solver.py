"""The words of a hand, and what sells best of them."""

from __future__ import annotations

from array import array
from sys import byteorder
from typing import Any

from . import constants

try:
    import cython

    if not cython.compiled:
        raise ImportError
except ImportError:
    from . import cython_stub as cython

if not cython.compiled:
    from .cython_stub import filled, lowest_bit, zeros
else:
    from cython.cimports.bwtools._engine.bits import fetch, lowest_bit

    from .buffers import filled, zeros

COMPILED = cython.compiled
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS = cython.declare(cython.int, constants.LETTERS)
MOST_SOLD = cython.declare(cython.int, constants.MOST_SOLD)
GOLDEN = cython.declare(cython.ulonglong, constants.GOLDEN)
ALL_ONES = cython.declare(cython.ulonglong, constants.ALL_ONES)
LANES = cython.declare(cython.int, 32)  # of 16 words, in a block
BLOCK = cython.declare(cython.int, 512)  # words
BYTES = cython.declare(cython.int, 64)  # of a row in a block
ITEMS = cython.declare(cython.int, 1 << 14)  # the most that 13 letters can be, and a wild
MOST_FOUND = cython.declare(cython.int, 1 << 12)  # outcomes that tie for the last place
MOST_STEPS = cython.declare(cython.int, 200_000)  # words added to others for outcomes wanted
DOLLAR = cython.declare(cython.longlong, 1 << 24)  # in a key, above wilds and letters spent
WILD = cython.declare(cython.longlong, 1 << 12)


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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _joined(lanes: cython.p_ushort) -> cython.ulonglong:
    """Four lanes as one number."""
    return (
        cython.cast(cython.ulonglong, lanes[0])
        | cython.cast(cython.ulonglong, lanes[1]) << 16
        | cython.cast(cython.ulonglong, lanes[2]) << 32
        | cython.cast(cython.ulonglong, lanes[3]) << 48
    )


@cython.cclass
class Solver:
    """Finds the words of a hand among those of a letter-count index, best first.

    The rows of the index are kept by blocks of 512 words, and each block knows which rows it uses
    at all, how long its shortest word is and which letters all its words need. Interpreted, the
    rows are big integers, and a block is a slice of what they leave.

    A word is known by its place in the index. What it spends is an *item*: tiles of the hand, as a
    mask over its tiles in order (of equal ones the last are spent first) and as counts packed into
    64 bits, each below a guard bit.
    """

    def __init__(self, index: Any, pips: Any, wild_pips: Any) -> None:
        """Of a LetterIndex, the pips of A to Z, and those of a wild."""
        size = index.size
        self.index = index
        self.blocks = (size + BYTES - 1) // BYTES
        self.pips = filled("i", pips)
        self.wild_pips = wild_pips
        self.text = filled(
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
        self.text_at = filled("i", text_at or [0])
        self.length_of = filled("B", length_of or [0])
        self.pips_of = filled("i", pips_of or [0])
        self.most_pips = max(pips_of, default=0)
        first_byte = [size] * (self.most_pips + 2)
        for byte in range(size - 1, -1, -1):
            first_byte[pips_of[byte]] = byte
        for worth in range(1, self.most_pips + 2):  # the first with at most so many pips
            first_byte[worth] = min(first_byte[worth], first_byte[worth - 1])
        self.first_byte = filled("i", first_byte)
        self.have = zeros("i", LETTERS)
        self.place = zeros("i", LETTERS)
        self.unit = zeros("Q", LETTERS)
        self.order = zeros("i", LETTERS)
        # The letters in most words first: those that a hand lacks rule most words out.
        held = [index.row(letter, 1).bit_count() for letter in ALPHABET]
        self.common = filled("i", sorted(range(LETTERS), key=lambda c: -held[c]))
        self.used = zeros("i", LETTERS)
        self.hits = zeros("i", BLOCK)
        self.time = self.records = self.seen = self.items = self.found = 0
        self.steps = self.overflow = 0
        self.seen_word = self.seen_item = zeros("i", 1)
        self._make_room(ITEMS)
        self.tally = zeros("i", 2 * (self.most_pips + wild_pips + 2) + 2)
        self.best = zeros("q", 1)
        self.found_key = zeros("q", MOST_FOUND)
        self.found_size = zeros("i", MOST_FOUND)
        self.found_items = zeros("i", MOST_FOUND * MOST_SOLD)
        self.chosen = zeros("i", MOST_SOLD + 1)
        self.rows = self.valid = zeros("H", 1)
        self.start = zeros("i", 1)
        self.most = self.shortest = zeros("B", 1)
        self.need = self.sets = zeros("I", 1)
        self.tile_of = zeros("i", 384)
        if cython.compiled:
            self._build_blocks()
            self._build_sets()

    def _make_room(self, room: Any) -> None:
        """Working space for so many items, a power of two."""
        self.room = room
        self.item_code = zeros("Q", room)  # of all items only: the dearest are known by their mask
        self.item_mask = zeros("i", room)
        self.item_pips = zeros("i", room)
        self.item_wild = zeros("B", room)
        self.item_word = zeros("i", room)
        self.sorted_items = zeros("i", room)
        self.slots = zeros("i", 2 * room)
        self.slot_time = zeros("i", 2 * room)
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
        most = zeros("B", blocks * LETTERS + 1)
        need = filled("I", [(1 << LETTERS) - 1] * (blocks + 1))
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
        start = zeros("i", blocks * LETTERS + 1)
        self.start = start
        at = 0
        for b in range(blocks):
            for j in range(LETTERS):  # in the order in which they are read
                letter = self.common[j]
                self.start[b * LETTERS + letter] = at
                at += self.most[b * LETTERS + letter]
        self.rows = zeros("H", LANES * (at + 1))
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
        self.shortest = zeros("B", blocks + 1)
        for b in range(blocks):
            self.shortest[b] = 255
            for j in range(BYTES * b, min(BYTES * b + BYTES, len(self.length_of))):
                self.shortest[b] = min(self.shortest[b], self.length_of[j])

    def _build_sets(self) -> None:
        """For each word its letters and those it has twice, as sets of 26 bits; 2**31: thrice."""
        index: Any = self.index
        words: cython.int = 8 * index.size
        word: cython.int
        i: cython.int
        at: cython.int
        bit: cython.uint
        once: cython.uint
        twice: cython.uint
        self.sets = zeros("I", 2 * BLOCK * self.blocks + 2)
        for word in range(words):
            once = twice = 0
            at = self.text_at[word >> 3] + (word & 7) * self.length_of[word >> 3]
            for i in range(at, min(at + self.length_of[word >> 3], len(self.text))):
                bit = cython.cast(cython.uint, 1) << self.text[i]
                if twice & bit:
                    twice |= cython.cast(cython.uint, 1) << 31
                if once & bit:
                    twice |= bit
                once |= bit
            self.sets[2 * word] = once
            self.sets[2 * word + 1] = twice

    # The hand

    def hold(self, counts: Any) -> None:
        """Take a hand: how many of A to Z."""
        for letter in range(LETTERS):
            self.have[letter] = counts[letter]

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
        fits: cython.ulonglong
        short: cython.ulonglong
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
        for j in range(8):
            fits = ~_joined(cython.address(twice[4 * j]))
            if not fits:
                continue
            short = _joined(cython.address(once[4 * j]))
            while fits:
                i = lowest_bit(fits)
                fits &= fits - 1
                at = b * BLOCK + j * 64 + i
                fetch(cython.address(self.sets[2 * at]))  # reading it would be waiting for memory
                self.hits[count] = at << 1 | cython.cast(cython.int, short >> i & 1)
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

    def ready(self) -> cython.int:
        """Note for `spend_set` which tile each letter takes, in tables over a quarter of a set."""
        c: cython.int
        i: cython.int
        first: cython.int = 0
        at: cython.int = 0
        size: cython.int
        self.twice = 0
        while first < LETTERS:
            size = 7 if first < 14 else 6
            self.tile_of[at] = 0
            for i in range(1, 1 << size):
                c = first + lowest_bit(i)
                self.tile_of[at + i] = self.tile_of[at + (i & (i - 1))]
                if self.have[c]:
                    self.tile_of[at + i] |= 1 << (self.place[c] + self.have[c] - 1)
            first += size
            at += 1 << size
        for c in range(LETTERS):
            if self.have[c] > 1:
                self.twice |= cython.cast(cython.uint, 1) << c
        return 0

    def spend_set(self, word: cython.int) -> cython.int:
        """As `spend`, but for the packed counts, when `ready`; four times as quick."""
        c: cython.int
        once: cython.uint = self.sets[2 * word]
        twice: cython.uint = self.sets[2 * word + 1]
        lacking: cython.uint = once & ~self.held | twice & ~self.twice
        if twice >> 31:
            return self.spend(word)
        self.mask = (
            self.tile_of[once & 127]
            | self.tile_of[128 + (once >> 7 & 127)]
            | self.tile_of[256 + (once >> 14 & 63)]
            | self.tile_of[320 + (once >> 20)]
        )
        twice &= self.twice
        while twice:
            c = lowest_bit(twice)
            twice &= twice - 1
            self.mask |= 1 << (self.place[c] + self.have[c] - 2)
        self.lacking = lowest_bit(lacking) if lacking else -1
        return self.pips_of[word >> 3]

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

    def clear(self) -> cython.int:
        self.items = 0
        self.time += 1
        return 0

    def dearest(self, wild: cython.int, limit: cython.int) -> cython.int:
        """Find the items of a hand of at most 13 letters with the best prices: at least `limit`.

        With an item come all that have its price or a better one. Returns their number.
        """
        b: cython.int
        i: cython.int
        count: cython.int
        word: cython.int
        full: cython.int
        worth: cython.int
        key: cython.int
        sure: cython.int = 0  # items of more pips than any word to come
        level: cython.int = self.most_pips + 1
        b = self.begin(wild)
        self.clear()
        if cython.compiled:
            self.ready()
        for i in range(self.most_pips + self.wild_pips + 2):
            self.tally[i] = 0
        while b < self.blocks:
            count = self.block(b, wild)
            for i in range(count):
                word = self.hits[i] >> 1
                full = self.spend_set(word) if cython.compiled else self.spend(word)
                while level > full:
                    sure += self.tally[level]
                    level -= 1
                if sure >= limit:
                    return self.items
                worth = full
                if self.lacking >= 0:
                    worth += self.wild_pips - self.pips[self.lacking]
                key = self.mask << 1 | (self.lacking >= 0)
                if self.slot_time[key] == self.time:
                    continue
                self.slot_time[key] = self.time
                self.item_mask[self.items] = self.mask
                self.item_pips[self.items] = worth
                self.item_wild[self.items] = self.lacking >= 0
                self.item_word[self.items] = word
                self.items += 1
                self.tally[worth] += 1
            b += 1
        return self.items

    # Exact sales

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
        """Add to the items chosen, none of more pips than the last, from the tiles of `code`.

        Without records dollars alone count, and what only ties is left out.
        """
        at: cython.int
        item: cython.int
        worth: cython.int
        left: cython.int
        wild: cython.int
        last: cython.int = -1
        more: cython.int = 1 - self.records
        spent: cython.ulonglong
        reached: cython.longlong
        for at in range(first, self.items):
            item = self.sorted_items[at]
            worth = self.item_pips[item]
            if worth != last:
                last = worth
                reached = key + self.bound(pips, wilds, worth, words) * DOLLAR
                if reached < self.best[self.top - 1] + more:
                    break
            wild = self.item_wild[item]
            spent = self.item_code[item]
            if wild > wilds or ((code | self.guards) - spent) & self.guards != self.guards:
                continue
            if self.records:
                self.steps += 1
                if self.overflow or self.steps > MOST_STEPS:
                    self.overflow = 1
                    return 0
            self.chosen[size] = item
            reached = key + cython.cast(cython.longlong, worth) * worth * DOLLAR
            if self.records:
                reached -= wild * WILD + self.size(self.item_mask[item])
            if reached >= self.best[self.top - 1] + more:
                self.keep(size + 1, reached)
            left = pips - worth + wild * self.wild_pips
            if words > 1 and code != spent:
                if (
                    reached + self.bound(left, wilds - wild, worth, words - 1) * DOLLAR
                    >= self.best[self.top - 1] + more
                ):
                    self.extend(size + 1, at, reached, code - spent, left, wilds - wild, words - 1)
        return 0

    def size(self, mask: cython.int) -> cython.int:
        """How many tiles a mask has."""
        count: cython.int = 0
        while mask:
            mask &= mask - 1
            count += 1
        return count

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

    def move(self, old: cython.int, new: cython.int) -> cython.int:
        i: cython.int
        self.found_key[new] = self.found_key[old]
        self.found_size[new] = self.found_size[old]
        for i in range(self.found_size[old]):
            self.found_items[new * MOST_SOLD + i] = self.found_items[old * MOST_SOLD + i]
        return 0

    def sell(self, wilds: cython.int, top: cython.int, words: cython.int) -> cython.int:
        """Find the best outcomes of the hand; `best` has room for `top` keys.

        Returns the dollars of the best, or -1: there is no room for the items.
        """
        i: cython.int
        self.top = top
        self.found = 0
        self.overflow = 0
        self.steps = 0
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
        return str(self.index.text[at : at + length], "ascii")

    def best_sales(self, counts: Any, wilds: Any, top: Any, words: Any) -> Any:
        """The best outcomes of selling at most so many words: `top`, and what ties with the last.

        An outcome is (dollars, items); items are the keys of a second answer, which tells for each
        (mask of the tiles spent, pips, whether a wild is, the words that spend them, as places).
        The hand has at most 24 letters. Raises OverflowError: more tie than there is room for;
        TimeoutError: more combinations are nearly as good than can soon be gone through.
        """
        self.hold(counts)
        if top > len(self.best):
            self.best = zeros("q", top)
        if len(self.seen_word) == 1:
            self.seen_word = zeros("i", self.blocks * BLOCK)
            self.seen_item = zeros("i", self.blocks * BLOCK)
        self.records = 1
        revenue = self._sell_nogil(wilds, top, words)
        while revenue < 0:
            self._make_room(2 * self.room)
            revenue = self._sell_nogil(wilds, top, words)
        self.records = 0
        if self.steps > MOST_STEPS:
            raise TimeoutError("too many outcomes are nearly as good")
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
        marks = zeros("B", self.items)
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
