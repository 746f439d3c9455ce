"""The words of a hand, and the best sales made of them."""

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
    from .cython_stub import filled, zeros
else:
    from cython.cimports.bwtools._engine.search_kernels import find_alphagrams, scan_block

    from .buffers import filled, zeros

COMPILED = cython.compiled
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS = cython.declare(cython.int, constants.LETTERS)
MOST_SOLD = cython.declare(cython.int, constants.MOST_SOLD)
GOLDEN = cython.declare(cython.ulonglong, constants.GOLDEN)
ALL_ONES = cython.declare(cython.ulonglong, constants.ALL_ONES)
LANES = cython.declare(cython.int, 8)  # in a row of a block, of 64 words each
BLOCK = cython.declare(cython.int, 512)  # words in a block
BYTES = cython.declare(cython.int, 64)  # of a row in a block
MOST_PLANES = cython.declare(cython.int, 6)  # bits of the number of letters in a word
PLANES = cython.declare(cython.int, 3)  # bits of the number of tiles that a word misses, or 7
BASES = cython.declare(cython.int, constants.BASES)
UNKNOWN = cython.declare(cython.int, 255)  # tiles missed by the words of a block
SEARCHES = cython.declare(cython.int, 512)  # searches of small hands that are remembered
SMALL = cython.declare(cython.int, 8)  # letters in a small hand
FEW = cython.declare(cython.int, 64)  # alphagrams of a search that is remembered
ROOM = cython.declare(cython.int, 1 << 14)  # alphagrams: the most of 13 letters and a wild
MOST_FOUND = cython.declare(cython.int, 1 << 12)  # outcomes that tie for the last place
MOST_STEPS = cython.declare(cython.int, 200_000)  # of the branch and bound
# The key of an outcome orders it by revenue, fewer wilds, fewer letters.
DOLLAR = cython.declare(cython.longlong, 1 << 24)
WILD = cython.declare(cython.longlong, 1 << 12)


def _lanes(data: bytes) -> Any:
    """Return little-endian 64-bit numbers."""
    numbers = array("Q", data)
    if byteorder == "big":
        numbers.byteswap()
    return numbers


def _bit_of_each(numbers: bytes, bit: int) -> bytes:
    """Return a byte of ones for each number that has the bit, of zeros for the others."""
    return numbers.translate(bytes(255 * (number >> bit & 1) for number in range(256)))


@cython.final
@cython.cclass
class Solver:
    """Finds the words of a hand in a letter-count index, highest price first, and the best sales.

    The rows of the index are stored in blocks of 512 words. A block has a row for each letter, of
    the words with it; then one for each letter, of the words with two of it; then those with more
    that it uses. Each tile of a hand selects a row, and the number of tiles that a word misses
    is its length less the number of these rows that it is in. It is counted for all words of a
    block at once, in *planes*: one bit of the number for each word. Interpreted, the rows are big
    integers, and a block is a slice of the result.

    Many draws are tried with the same hand. So the numbers of missing tiles are remembered for the
    latest hands, the *bases*, and only the rows of the drawn tiles are read.

    A word is identified by its position in the index. An *alphagram* is the letter tiles that a
    word uses, with a wild or without. It is stored as a mask over the tiles of the hand, in order
    (of equal tiles the last are used first), and as a code: the count of each letter, packed into
    64 bits with a guard bit above each count.
    """

    def __init__(
        self, index: Any, pips: Any, wild_pips: Any, original: Solver | None = None
    ) -> None:
        """Take a LetterIndex, the pips of A to Z, and those of a wild.

        `original` is a solver of the same, whose tables are shared.
        """
        self.index = index
        self.blocks = (index.size + BYTES - 1) // BYTES
        self.pips = filled("i", pips)
        self.wild_pips = wild_pips
        self.text = index.text
        if original is None:
            self._build_bytes()
            self.letter_sets = zeros("I", 1)
        else:
            self._share_tables(original)
        self.hand = zeros("i", LETTERS)
        self.first_tile = zeros("i", LETTERS)
        self.unit = zeros("Q", LETTERS)
        self.tile_rows = zeros("i", 2 * LETTERS + len(index.packed_rows))
        self.rare_tiles = zeros("i", len(index.packed_rows) + 1)
        self.base = self.last_base = -1
        self.base_hands = zeros("i", BASES * LETTERS)
        self.base_planes = zeros("Q", LANES)
        self.base_least = zeros("B", 1)
        self.known_hand = zeros("Q", 2 * SEARCHES)
        self.known_size = filled("i", [-1] * SEARCHES)
        self.known_alphagram = zeros("i", 1)
        self.known_word = zeros("i", 1)
        self.used = zeros("i", LETTERS)
        self.hits = zeros("i", BLOCK)
        self.time = self.detailed = self.spellings = self.alphagrams = self.outcomes = 0
        self.steps = self.overflow = 0
        self.spelling_word = self.spelling_alphagram = zeros("i", 1)
        self._make_room(ROOM)
        self.tally = zeros("i", 2 * (self.most_pips + wild_pips + 2) + 2)
        self.best = zeros("q", 1)
        self.outcome_key = zeros("q", MOST_FOUND)
        self.outcome_size = zeros("i", MOST_FOUND)
        self.outcome_alphagrams = zeros("i", MOST_FOUND * MOST_SOLD)
        self.chosen = zeros("i", MOST_SOLD + 1)
        if not cython.compiled:
            self.search = filled("B", [])
        else:
            if original is None:
                self._build_blocks()
            self._point()

    def _point(self) -> None:
        """Compiled: give the innermost loops the addresses of all arrays."""
        self.search.rows = cython.address(self.rows[0])
        self.search.lengths = cython.address(self.lengths[0])
        self.search.needs = cython.address(self.block_needs[0])
        self.search.letter_sets = cython.address(self.letter_sets[0])
        self.search.start = cython.address(self.block_start[0])
        self.search.more = cython.address(self.block_more[0])
        self.search.rank = cython.address(self.rank[0])
        self.search.text_at = cython.address(self.text_at[0])
        self.search.word_pips = cython.address(self.pips_of[0])
        self.search.letter_pips = cython.address(self.pips[0])
        self.search.most = cython.address(self.block_most[0])
        self.search.shortest = cython.address(self.block_shortest[0])
        self.search.longest = cython.address(self.block_longest[0])
        self.search.word_length = cython.address(self.length_of[0])
        self.search.text = cython.address(self.text[0])
        self.search.blocks = self.blocks
        self.search.most_pips = self.most_pips
        self.search.wild_pips = self.wild_pips
        self.search.hand = cython.address(self.hand[0])
        self.search.first_tile = cython.address(self.first_tile[0])
        self.search.rare_tiles = cython.address(self.rare_tiles[0])
        self.search.tile_rows = cython.address(self.tile_rows[0])
        self.search.found_mask = cython.address(self.alphagram_mask[0])
        self.search.found_pips = cython.address(self.alphagram_pips[0])
        self.search.found_wild = cython.address(self.alphagram_wild[0])
        self.search.found_word = cython.address(self.alphagram_word[0])
        self.search.tally = cython.address(self.tally[0])

    def with_shared_tables(self) -> Solver:
        """Return another solver of the same words, for use at the same time."""
        return Solver(self.index, self.pips, self.wild_pips, self)

    def _share_tables(self, original: Any) -> None:
        other = cython.declare(Solver, original)
        self.text_at, self.length_of, self.pips_of = other.text_at, other.length_of, other.pips_of
        self.most_pips, self.first_byte = other.most_pips, other.first_byte
        self.letter_sets = other.letter_sets
        if cython.compiled:
            self.rows, self.lengths, self.rank = other.rows, other.lengths, other.rank
            self.block_start, self.block_more = other.block_start, other.block_more
            self.block_most, self.most_equal = other.block_most, other.most_equal
            self.block_needs = other.block_needs
            self.block_shortest, self.block_longest = other.block_shortest, other.block_longest

    @cython.locals(byte=cython.int, end=cython.int, at=cython.int, length=cython.int)
    @cython.locals(pips=cython.int)
    def _build_bytes(self) -> None:
        """Set where the words of each byte of a row are in the text, their length and pips."""
        index: Any = self.index
        size = max(1, index.size)
        self.text_at = zeros("i", size)
        self.length_of = zeros("B", size)
        self.pips_of = zeros("i", size)
        self.most_pips = max([cell.pips for cell in index.cells], default=0)
        first_byte = [index.size] * (self.most_pips + 2)
        for cell in reversed(index.cells):
            at, length, pips, end = cell.start, cell.length, cell.pips, cell.end
            for byte in range(cell.first, end):
                self.text_at[byte] = at
                self.length_of[byte] = length
                self.pips_of[byte] = pips
                at += 8 * length
            first_byte[pips] = cell.first
        for most in range(1, self.most_pips + 2):  # the first with at most this many pips
            first_byte[most] = min(first_byte[most], first_byte[most - 1])
        self.first_byte = filled("i", first_byte)

    def _make_room(self, room: Any) -> None:
        """Allocate space for `room` alphagrams, a power of two.

        If memory is short, all remains as it was: the innermost loops know the old addresses.
        """
        codes, pips = zeros("Q", room), zeros("i", room)
        masks, wild = zeros("i", room), zeros("B", room)
        words, by_pips = zeros("i", room), zeros("i", room)
        slots, slot_time = zeros("i", 2 * room), zeros("i", 2 * room)
        self.alphagram_code, self.alphagram_pips = codes, pips  # codes: not by `best_alphagrams`
        self.alphagram_mask, self.alphagram_wild = masks, wild
        self.alphagram_word, self.by_pips = words, by_pips
        self.slots, self.slot_time = slots, slot_time
        self.slot_bits = (2 * room).bit_length() - 1
        self.time = 0
        self.room = room

    def _make_more_room(self) -> None:
        """Allocate space for more alphagrams, a power of two as before."""
        self._make_room_for_words(2 * self.room)
        self._make_room(2 * self.room)
        if cython.compiled:
            self._point()

    def _make_room_for_words(self, room: Any) -> None:
        """Allocate space for the words of `room` alphagrams."""
        self.spelling_alphagram = zeros("i", 2 * room)
        self.spelling_word = zeros("i", 2 * room)

    @cython.locals(letter=cython.int, k=cython.int, b=cython.int, j=cython.int, at=cython.int)
    @cython.locals(row=cython.ulonglong[::1], valid=cython.ulonglong[::1])
    def _build_blocks(self) -> None:
        """Cut the rows of the index into blocks."""
        index: Any = self.index
        blocks: Any = self.blocks
        packed = {}
        valid = _lanes(index.all.to_bytes(blocks * BYTES + 8, "little"))
        # Hands hold common letters most: their rows are next to each other.
        self.rank = filled("i", map(constants.RAREST_FIRST[::-1].index, ALPHABET))
        self.most_equal = zeros("i", LETTERS)  # tiles of a letter that a word can use
        self.block_most = zeros("B", blocks * LETTERS + 1)
        self.block_needs = filled("I", [(1 << LETTERS) - 1] * (blocks + 1))
        for (char, k), data in index.packed_rows.items():
            letter = ord(char) - 65
            self.most_equal[letter] = max(k, self.most_equal[letter])
            row = packed[letter, k] = _lanes(bytes(data) + bytes(blocks * BYTES - len(data)))
            for b in range(blocks):
                for j in range(LANES):
                    if row[LANES * b + j]:
                        if self.block_most[b * LETTERS + letter] < k:
                            self.block_most[b * LETTERS + letter] = k
                        break
        self.block_start = zeros("i", blocks + 1)
        self.block_more = zeros("i", blocks * LETTERS + 1)
        at = 0
        for b in range(blocks):
            self.block_start[b] = at
            at += 2 * LETTERS * LANES
            for letter in range(LETTERS):
                self.block_more[b * LETTERS + letter] = at - self.block_start[b] - 2 * LANES
                if self.block_most[b * LETTERS + letter] > 2:
                    at += (self.block_most[b * LETTERS + letter] - 2) * LANES
        self.rows = zeros("Q", at + LANES)
        for (letter, k), data in packed.items():
            row = data
            for b in range(blocks):
                if self.block_most[b * LETTERS + letter] >= k:
                    at = self.block_start[b] + self.row_at(b, letter, k)
                    for j in range(LANES):
                        self.rows[at + j] = row[LANES * b + j]
        for letter in range(LETTERS):
            if (letter, 1) not in packed:
                for b in range(blocks):
                    self.block_needs[b] &= ~(cython.cast(cython.uint, 1) << letter)
                continue
            row = packed[letter, 1]
            for b in range(blocks):
                for j in range(LANES):
                    if valid[LANES * b + j] & ~row[LANES * b + j]:
                        self.block_needs[b] &= ~(cython.cast(cython.uint, 1) << letter)
                        break
        self.block_shortest = filled("B", [255] * (blocks + 1))
        self.block_longest = zeros("B", blocks + 1)
        self.lengths = zeros("Q", blocks * MOST_PLANES * LANES + 1)
        lengths = bytes(self.length_of)[: index.size].ljust(blocks * BYTES, b"\0")
        for j in range(index.size):
            b = j // BYTES
            self.block_shortest[b] = min(self.block_shortest[b], self.length_of[j])
            self.block_longest[b] = max(self.block_longest[b], self.length_of[j])
        for k in range(MOST_PLANES):  # all ones where there is no word
            row = _lanes(_bit_of_each(lengths, k))
            for b in range(blocks):
                at = (b * MOST_PLANES + k) * LANES
                for j in range(LANES):
                    self.lengths[at + j] = row[LANES * b + j] | ~valid[LANES * b + j]

    def row_at(self, b: cython.int, letter: cython.int, k: cython.int) -> cython.int:
        """Return where in a block the row of the words with at least `k` of a letter is."""
        if k <= 2:
            return ((k - 1) * LETTERS + self.rank[letter]) * LANES
        return self.block_more[b * LETTERS + letter] + (k - 1) * LANES

    @cython.locals(words=cython.int, word=cython.int, i=cython.int, at=cython.int)
    @cython.locals(bit=cython.uint, once=cython.uint, twice=cython.uint)
    def build_letter_sets(self) -> None:
        """Set for each word its letters, and those it has twice, as sets of 26 bits.

        Bit 31 of the second set says that the word has a letter three times. Only a policy needs
        the sets, for `best_alphagrams`.
        """
        index: Any = self.index
        words = 8 * index.size
        if not cython.compiled or len(self.letter_sets) > 1:
            return
        self.letter_sets = zeros("I", 2 * BLOCK * self.blocks + 2)
        for word in range(words):
            once = twice = 0
            at = self.text_at[word >> 3] + (word & 7) * self.length_of[word >> 3]
            for i in range(at, min(at + self.length_of[word >> 3], len(self.text))):
                bit = cython.cast(cython.uint, 1) << (self.text[i] - 65)
                if twice & bit:
                    twice |= cython.cast(cython.uint, 1) << 31
                if once & bit:
                    twice |= bit
                once |= bit
            self.letter_sets[2 * word] = once
            self.letter_sets[2 * word + 1] = twice
        self._point()

    # The words of a hand

    @cython.locals(c=cython.int)
    def take_hand(self, counts: cython.int[::1], first: cython.int) -> cython.int:
        """Set the letters of the hand: 26 counts of A to Z, from the index `first`."""
        for c in range(LETTERS):
            self.hand[c] = counts[first + c]
        return 0

    @cython.locals(c=cython.int, h=cython.int, bits=cython.int, place=cython.int)
    @cython.locals(shift=cython.int, pips=cython.int, highest=cython.int)
    @cython.locals(code=cython.ulonglong, guards=cython.ulonglong, one=cython.ulonglong)
    def begin(self, wild: cython.int) -> cython.int:
        """Prepare to search for the words of `hand`. Return the first block that can have any."""
        place = shift = pips = highest = 0
        code = guards = 0
        one = 1
        for c in range(LETTERS):
            h = self.hand[c]
            self.first_tile[c] = place
            self.unit[c] = 0
            if self.pips[c] > highest:
                highest = self.pips[c]
            if h:
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
        if cython.compiled:
            self.list_tiles()
        else:
            self._find_all(wild)
        if wild:
            pips += highest
        if pips > self.most_pips:
            pips = self.most_pips
        return self.first_byte[pips] // BYTES

    @cython.locals(c=cython.int, k=cython.int, first=cython.int, held=cython.int)
    @cython.locals(common=cython.int, rare=cython.int, bit=cython.uint)
    def list_tiles(self) -> cython.int:
        """List the rows of the tiles of the hand, or of those drawn to the base.

        A third and further tile of a letter has a row only in some blocks.
        """
        common = rare = first = 0
        self.search.held = self.search.held_twice = 0
        self.search.base_planes = cython.NULL
        if self.base >= 0:
            first = self.base * self.blocks
            self.search.base_hand = cython.address(self.base_hands[self.base * LETTERS])
            self.search.base_planes = cython.address(self.base_planes[first * PLANES * LANES])
            self.search.base_least = cython.address(self.base_least[first])
            first = 0
        for c in range(LETTERS):
            if not self.hand[c]:
                continue
            bit = cython.cast(cython.uint, 1) << c
            self.search.held |= bit
            if self.hand[c] > 1:
                self.search.held_twice |= bit
            if self.base >= 0:
                first = self.base_hands[self.base * LETTERS + c]
            held = self.hand[c] if self.hand[c] < self.most_equal[c] else self.most_equal[c]
            for k in range(first + 1, held + 1):
                if k <= 2:
                    self.tile_rows[common] = self.row_at(0, c, k)
                    common += 1
                else:
                    self.rare_tiles[rare] = k << 8 | c
                    rare += 1
        self.search.tiles = self.tiles
        self.search.common = common
        self.search.rare = rare
        self.search.drawn = common + rare
        return 0

    @cython.locals(c=cython.int, i=cython.int, slot=cython.int)
    def set_base(self, counts: cython.int[::1], first: cython.int) -> cython.int:
        """Search from now on for hands that are this one with up to 5 tiles drawn to it."""
        if not cython.compiled:
            return 0
        for i in range(BASES):
            slot = (self.last_base + BASES - i) % BASES
            c = 0
            while c < LETTERS and self.base_hands[slot * LETTERS + c] == counts[first + c]:
                c += 1
            if c == LETTERS:
                self.base = slot
                return 0
        self.last_base = self.base = (self.last_base + 1) % BASES
        for c in range(LETTERS):
            self.base_hands[self.base * LETTERS + c] = counts[first + c]
        for i in range(self.blocks):
            self.base_least[self.base * self.blocks + i] = UNKNOWN
        return 0

    def make_bases(self) -> None:
        """Allocate space for the bases, which `set_base` needs, and for remembered searches."""
        if cython.compiled and len(self.base_least) == 1:
            self.known_alphagram = zeros("i", SEARCHES * FEW)
            self.known_word = zeros("i", SEARCHES * FEW)
            self.base_planes = zeros("Q", BASES * self.blocks * PLANES * LANES)
            self.base_least = filled("B", bytes([UNKNOWN]) * (BASES * self.blocks))

    def _find_all(self, wild: Any) -> None:
        """Interpreted: find all words at once, as bitsets from which blocks are cut."""
        index: Any = self.index
        hand: Any = self.hand
        once = twice = 0
        for c in range(LETTERS):
            letter = chr(65 + c)
            missing = index.row(letter, hand[c] + 1)
            if wild:
                twice |= once & missing | index.row(letter, hand[c] + 2)
            once |= missing
        fits = index.all & ~(twice if wild else once)
        size = BYTES * self.blocks
        self.fits_bytes = fits.to_bytes(size, "little")
        self.short_bytes = (fits & once).to_bytes(size, "little")

    def scan_block(self, b: cython.int, wild: cython.int) -> cython.int:
        """Find the words of a block that can be laid. Return their number.

        A hit is word << 1 | whether it needs a wild.
        """
        if not cython.compiled:
            return self._slice_block(b)
        return scan_block(cython.address(self.search), b, wild, cython.address(self.hits[0]))

    def _slice_block(self, b: Any) -> int:
        """Interpreted: as `scan_block`."""
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

    # The tiles that a word uses

    @cython.locals(byte=cython.int, length=cython.int, at=cython.Py_ssize_t, mask=cython.int)
    @cython.locals(spent=cython.ulonglong, missing=cython.int, u=cython.int)
    @cython.locals(i=cython.Py_ssize_t, c=cython.Py_ssize_t)
    def lay(self, word: cython.int) -> cython.int:
        """Set `mask`, `spent` and `missing` (the letter of a wild, or -1). Return the pips."""
        byte = word >> 3
        length = self.length_of[byte]
        at = self.text_at[byte] + (word & 7) * length
        mask = 0
        spent = 0
        missing = -1
        for i in range(at, at + length):
            c = self.text[i] - 65
            u = self.used[c]
            if u < self.hand[c]:
                self.used[c] = u + 1
                mask |= 1 << (self.first_tile[c] + self.hand[c] - 1 - u)
                spent += self.unit[c]
            else:
                missing = c
        for i in range(at, at + length):
            self.used[self.text[i] - 65] = 0
        self.mask = mask
        self.spent = spent
        self.missing = missing
        return self.pips_of[byte]

    # The alphagrams of a hand

    def clear(self) -> cython.int:
        """Forget all alphagrams."""
        self.alphagrams = 0
        self.time += 1
        return 0

    @cython.locals(key=cython.ulonglong, last=cython.ulonglong, at=cython.ulonglong)
    @cython.locals(found=cython.Py_ssize_t)
    def add_alphagram(
        self,
        code: cython.ulonglong,
        mask: cython.int,
        pips: cython.int,
        wild: cython.int,
        word: cython.int,
    ) -> cython.int:
        """Set `last_alphagram` to an alphagram, adding it if it is new.

        If there is no room, `alphagrams` is set to -1.
        """
        key = code << 1 | wild
        last = (cython.cast(cython.ulonglong, 1) << self.slot_bits) - 1
        at = (key * GOLDEN & ALL_ONES) >> (64 - self.slot_bits)
        while self.slot_time[at] == self.time:
            found = self.slots[at]
            if self.alphagram_code[found] == code and self.alphagram_wild[found] == wild:
                self.last_alphagram = found
                return 0
            at = (at + 1) & last
        if self.alphagrams == self.room:
            self.alphagrams = -1
            return 0
        found = self.alphagrams
        self.slot_time[at] = self.time
        self.slots[at] = found
        self.alphagram_code[found] = code
        self.alphagram_mask[found] = mask
        self.alphagram_pips[found] = pips
        self.alphagram_wild[found] = wild
        self.alphagram_word[found] = word
        self.last_alphagram = found
        self.alphagrams = found + 1
        return 0

    @cython.locals(b=cython.int, i=cython.int, c=cython.int, slot=cython.int, at=cython.int)
    @cython.locals(low=cython.ulonglong, high=cython.ulonglong)
    def best_alphagrams(self, wild: cython.int, limit: cython.int) -> cython.int:
        """Find at least the `limit` alphagrams of the highest price. Return their number.

        With an alphagram, all of the same or a higher price are found. The hand has at most 13
        letters. Small hands occur again and again: their alphagrams are remembered.
        """
        b = self.begin(wild)
        if not cython.compiled or self.base >= 0 or self.tiles > SMALL or limit > 1023:
            return self.search_alphagrams(b, wild, limit)
        low = limit << 1 | wild
        high = 0
        for c in range(LETTERS // 2):
            low = low << 4 | self.hand[c]
            high = high << 4 | self.hand[c + LETTERS // 2]
        slot = (((low ^ high * GOLDEN) * GOLDEN) >> 55) & (SEARCHES - 1)
        at = slot * FEW
        if (
            self.known_size[slot] < 0
            or self.known_hand[2 * slot] != low
            or self.known_hand[2 * slot + 1] != high
        ):
            self.search_alphagrams(b, wild, limit)
            if self.alphagrams > FEW or len(self.known_word) == 1:
                return self.alphagrams
            self.known_hand[2 * slot] = low
            self.known_hand[2 * slot + 1] = high
            self.known_size[slot] = self.alphagrams
            for i in range(self.alphagrams):
                self.known_word[at + i] = self.alphagram_word[i]
                self.known_alphagram[at + i] = (
                    self.alphagram_pips[i] << SMALL | self.alphagram_mask[i]
                ) << 1 | self.alphagram_wild[i]
            return self.alphagrams
        self.alphagrams = self.known_size[slot]
        for i in range(self.alphagrams):
            self.alphagram_word[i] = self.known_word[at + i]
            self.alphagram_wild[i] = self.known_alphagram[at + i] & 1
            self.alphagram_mask[i] = self.known_alphagram[at + i] >> 1 & ((1 << SMALL) - 1)
            self.alphagram_pips[i] = self.known_alphagram[at + i] >> (SMALL + 1)
        return self.alphagrams

    def search_alphagrams(self, b: cython.int, wild: cython.int, limit: cython.int) -> cython.int:
        """Do as `best_alphagrams`, from block `b` on, after `begin`."""
        if not cython.compiled:
            return self._search_alphagrams(b, wild, limit)
        self.alphagrams = find_alphagrams(cython.address(self.search), b, wild, limit)
        return self.alphagrams

    def _search_alphagrams(self, b: Any, wild: Any, limit: Any) -> int:
        """Interpreted: as `search_alphagrams`."""
        seen = set()
        tally: Any = [0] * (self.most_pips + self.wild_pips + 2)
        sure = self.alphagrams = 0  # `sure`: those with more pips than any word to come
        level = self.most_pips + 1
        while b < self.blocks:
            # The first word of a block has the most pips of those to come.
            words: Any = [b * BLOCK, *[hit >> 1 for hit in self.hits[: self.scan_block(b, wild)]]]
            for i, word in enumerate(words):
                while level > self.pips_of[word >> 3]:
                    sure += tally[level]
                    level -= 1
                if sure >= limit:
                    return self.alphagrams
                if not i:
                    continue
                pips: Any = self.lay(word)
                is_wild: Any = self.missing >= 0
                if (self.mask, is_wild) not in seen:
                    seen.add((self.mask, is_wild))
                    if is_wild:
                        pips += self.wild_pips - self.pips[self.missing]
                    self.alphagram_mask[self.alphagrams] = self.mask
                    self.alphagram_pips[self.alphagrams] = pips
                    self.alphagram_wild[self.alphagrams] = is_wild
                    self.alphagram_word[self.alphagrams] = word
                    self.alphagrams += 1
                    tally[pips] += 1
            b += 1
        return self.alphagrams

    @cython.locals(b=cython.int, i=cython.int, count=cython.int, word=cython.int, pips=cython.int)
    def all_alphagrams(self, wild: cython.int) -> cython.int:
        """Find all alphagrams and sort them. Return their number, or -1 if there is no room."""
        b = self.begin(wild)
        self.clear()
        self.spellings = 0
        while b < self.blocks:
            count = self.scan_block(b, wild)
            for i in range(count):
                word = self.hits[i] >> 1
                pips = self.lay(word)
                if self.missing >= 0:
                    pips += self.wild_pips - self.pips[self.missing]
                self.add_alphagram(self.spent, self.mask, pips, self.missing >= 0, word)
                if self.alphagrams < 0:
                    return -1
                if self.detailed:
                    if self.spellings == 2 * self.room:
                        return -1
                    self.spelling_word[self.spellings] = word
                    self.spelling_alphagram[self.spellings] = self.last_alphagram
                    self.spellings += 1
            b += 1
        if wild and self.add_wild_for_held() < 0:
            return -1
        self.sort()
        return self.alphagrams

    def list_alphagrams(self, counts: Any, wild: Any) -> None:
        """Find all alphagrams of at most 31 letters, whatever room that takes."""
        self.take_hand(filled("i", counts), 0)
        while self.all_alphagrams(wild) < 0:
            self._make_more_room()

    @cython.locals(i=cython.int, c=cython.int, last=cython.int, bit=cython.int, plain=cython.int)
    def add_wild_for_held(self) -> cython.int:
        """Add alphagrams with a wild in place of a letter that is held. Return -1 without room."""
        plain = self.alphagrams
        for i in range(plain):
            if self.alphagram_wild[i]:
                continue
            for c in range(LETTERS):
                last = self.first_tile[c] + self.hand[c] - 1
                if self.hand[c] and self.alphagram_mask[i] >> last & 1:
                    bit = last
                    while bit > self.first_tile[c] and self.alphagram_mask[i] >> (bit - 1) & 1:
                        bit -= 1
                    self.add_alphagram(
                        self.alphagram_code[i] - self.unit[c],
                        self.alphagram_mask[i] ^ (1 << bit),
                        self.alphagram_pips[i] + self.wild_pips - self.pips[c],
                        True,
                        self.alphagram_word[i],
                    )
                    if self.alphagrams < 0:
                        return -1
        return 0

    @cython.locals(i=cython.int, key=cython.int, total=cython.int, size=cython.int)
    def sort(self) -> cython.int:
        """Sort the alphagrams by falling pips, those without a wild first among equals."""
        total = 0
        size = 2 * (self.most_pips + self.wild_pips + 2)
        for i in range(size + 1):
            self.tally[i] = 0
        for i in range(self.alphagrams):
            self.tally[size - 2 * self.alphagram_pips[i] + self.alphagram_wild[i] - 1] += 1
        for i in range(size + 1):
            key = self.tally[i]
            self.tally[i] = total
            total += key
        for i in range(self.alphagrams):
            key = size - 2 * self.alphagram_pips[i] + self.alphagram_wild[i] - 1
            self.by_pips[self.tally[key]] = i
            self.tally[key] += 1
        return 0

    # Branch and bound

    @cython.locals(with_wild=cython.int, plain=cython.int)
    @cython.locals(rest=cython.longlong, total=cython.longlong)
    def revenue_bound(
        self, pips: cython.int, wilds: cython.int, cap: cython.int, words: cython.int
    ) -> cython.longlong:
        """Return an upper bound of the revenue; see `sales.branch_and_bound`."""
        with_wild = words
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

    @cython.locals(at=cython.int, found=cython.int, worth=cython.int, left=cython.int)
    @cython.locals(wild=cython.int, last=cython.int, more=cython.int)
    @cython.locals(spent=cython.ulonglong, reached=cython.longlong)
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
        """Add one more alphagram to those chosen, with at most the pips of the last of them.

        `code`, `pips` and `wilds` describe the tiles left; `words` is how many may still be sold.
        Unless `detailed`, only the revenue counts, and outcomes that tie with the best are skipped.
        """
        last = -1
        more = 1 - self.detailed
        for at in range(first, self.alphagrams):
            found = self.by_pips[at]
            worth = self.alphagram_pips[found]
            if worth != last:
                last = worth
                reached = key + self.revenue_bound(pips, wilds, worth, words) * DOLLAR
                if reached < self.best[self.top - 1] + more:
                    break
            wild = self.alphagram_wild[found]
            spent = self.alphagram_code[found]
            if wild > wilds or ((code | self.guards) - spent) & self.guards != self.guards:
                continue
            if self.detailed:
                self.steps += 1
                if self.overflow or self.steps > MOST_STEPS:
                    self.overflow = 1
                    return 0
            self.chosen[size] = found
            reached = key + cython.cast(cython.longlong, worth) * worth * DOLLAR
            if self.detailed:
                reached -= wild * WILD + self.tile_count(self.alphagram_mask[found])
            if reached >= self.best[self.top - 1] + more:
                self.add_outcome(size + 1, reached)
            left = pips - worth + wild * self.wild_pips
            if words > 1 and code != spent:
                if (
                    reached + self.revenue_bound(left, wilds - wild, worth, words - 1) * DOLLAR
                    >= self.best[self.top - 1] + more
                ):
                    self.extend(size + 1, at, reached, code - spent, left, wilds - wild, words - 1)
        return 0

    @cython.locals(count=cython.int)
    def tile_count(self, mask: cython.int) -> cython.int:
        """Return the number of tiles in a mask."""
        count = 0
        while mask:
            mask &= mask - 1
            count += 1
        return count

    @cython.locals(i=cython.int, kept=cython.int)
    def add_outcome(self, size: cython.int, key: cython.longlong) -> cython.int:
        """Record the chosen alphagrams as an outcome, and its key if it is among the best."""
        kept = 0
        i = self.top - 1
        while i > 0 and self.best[i - 1] < key:
            self.best[i] = self.best[i - 1]
            i -= 1
        if self.best[i] < key:
            self.best[i] = key
        if self.outcomes == MOST_FOUND:
            for i in range(self.outcomes):
                if self.outcome_key[i] >= self.best[self.top - 1]:
                    self.move_outcome(i, kept)
                    kept += 1
            self.outcomes = kept
            if kept == MOST_FOUND:
                self.overflow = 1
                return 0
        self.outcome_key[self.outcomes] = key
        self.outcome_size[self.outcomes] = size
        for i in range(size):
            self.outcome_alphagrams[self.outcomes * MOST_SOLD + i] = self.chosen[i]
        self.outcomes += 1
        return 0

    @cython.locals(i=cython.int, found=cython.int)
    def move_outcome(self, old: cython.int, new: cython.int) -> cython.int:
        self.outcome_key[new] = self.outcome_key[old]
        self.outcome_size[new] = self.outcome_size[old]
        for i in range(self.outcome_size[old]):
            found = self.outcome_alphagrams[old * MOST_SOLD + i]
            self.outcome_alphagrams[new * MOST_SOLD + i] = found
        return 0

    @cython.locals(i=cython.int)
    def sell(self, wilds: cython.int, top: cython.int, words: cython.int) -> cython.int:
        """Find the `top` best outcomes; `best` has room for their keys.

        Return the revenue of the best, or -1 if there is no room for the alphagrams.
        """
        self.top = top
        self.outcomes = 0
        self.overflow = 0
        self.steps = 0
        for i in range(top):
            self.best[i] = -DOLLAR
        if self.all_alphagrams(wilds > 0) < 0:
            return -1
        self.extend(0, 0, 0, self.code, self.hand_pips, wilds, words)
        if self.best[0] <= 0:
            return 0
        return cython.cast(cython.int, (self.best[0] + DOLLAR - 1) // DOLLAR)

    # Called from Python

    @cython.locals(b=cython.int, i=cython.int, count=cython.int, total=cython.int)
    @cython.locals(found=cython.int[::1])
    def words(self, counts: Any, wild: cython.int) -> Any:
        """Return every word of a hand in index order: word << 1 | whether it needs a wild."""
        total = 0
        self.take_hand(filled("i", counts), 0)
        b = self.begin(wild)
        out = array("i", bytes(4 * BLOCK * (self.blocks - b + 1)))
        found = out
        with cython.nogil:
            while b < self.blocks:
                count = self.scan_block(b, wild)
                for i in range(count):
                    found[total + i] = self.hits[i]
                total += count
                b += 1
        return out[:total]

    def spell(self, word: Any) -> str:
        """Return the letters of a word, in capitals."""
        byte, length = word >> 3, self.length_of[word >> 3]
        at = self.text_at[byte] + (word & 7) * length
        return str(self.index.text[at : at + length], "ascii")

    @cython.locals(revenue=cython.int)
    def best_revenue(self, counts: Any, wilds: cython.int, words: cython.int) -> Any:
        """Return the revenue of the best sale of up to `words` words.

        The hand has at most 24 letters. Return -1 if there is no room for its alphagrams.
        """
        self.take_hand(filled("i", counts), 0)
        with cython.nogil:
            revenue = self.sell(wilds, 1, words)
        return int(revenue)

    def best_sales(self, counts: Any, wilds: Any, top: Any, words: Any) -> Any:
        """Return the `top` best outcomes of selling up to `words` words, and ties with the last.

        The first result is a list of outcomes, each a tuple of alphagrams. The second gives for
        each alphagram the mask of its tiles, its pips and its words. The hand has at most 24
        letters. Raise OverflowError if there is no room for all ties, and TimeoutError if too many
        combinations are nearly as good as the best.
        """
        self.take_hand(filled("i", counts), 0)
        if top > len(self.best):
            self.best = zeros("q", top)
        if len(self.spelling_word) == 1:
            self._make_room_for_words(self.room)
        self.detailed = 1
        try:
            while not self._try_to_sell(wilds, top, words):
                self._make_more_room()
        finally:
            self.detailed = 0
        if self.steps > MOST_STEPS:
            raise TimeoutError("too many outcomes are nearly as good")
        if self.overflow:
            raise OverflowError("too many outcomes tie")
        found = [
            tuple([self.outcome_alphagrams[i * MOST_SOLD + j] for j in range(self.outcome_size[i])])
            for i in range(self.outcomes)
            if self._is_best(i)
        ]
        return found, self._spellings({each for outcome in found for each in outcome})

    @cython.locals(revenue=cython.int)
    def _try_to_sell(self, wilds: cython.int, top: cython.int, words: cython.int) -> bool:
        """Run `sell` without the interpreter lock. Return whether there was room."""
        with cython.nogil:
            revenue = self.sell(wilds, top, words)
        return bool(revenue >= 0)

    def _is_best(self, i: Any) -> bool:
        return bool(self.outcome_key[i] >= self.best[self.top - 1])

    @cython.locals(i=cython.int, c=cython.int, found=cython.int, is_wanted=cython.uchar[::1])
    def _spellings(self, wanted: Any) -> Any:
        """Return the mask, the pips and the words of each alphagram wanted."""
        spelled: dict = {found: [] for found in wanted}
        spellers: dict = {found: [found] for found in wanted}  # of the alphagrams of words
        for found in wanted:
            if self.alphagram_wild[found]:  # the wild may stand for a letter that is held
                for c in range(LETTERS):
                    if self.hand[c]:
                        i = self.find(self.alphagram_code[found] + self.unit[c])
                        if i >= 0:
                            spellers.setdefault(i, []).append(found)
        marks = zeros("B", self.alphagrams)
        is_wanted = marks
        for found in spellers:
            is_wanted[found] = 1
        for i in range(self.spellings):
            if is_wanted[self.spelling_alphagram[i]]:
                for found in spellers[self.spelling_alphagram[i]]:
                    spelled[found].append(self.spelling_word[i])
        return {
            found: (self.alphagram_mask[found], self.alphagram_pips[found], words)
            for found, words in spelled.items()
        }

    @cython.locals(key=cython.ulonglong, last=cython.ulonglong, at=cython.ulonglong)
    def find(self, code: cython.ulonglong) -> cython.int:
        """Return the alphagram without a wild that has a code, or -1."""
        key = code << 1
        last = (cython.cast(cython.ulonglong, 1) << self.slot_bits) - 1
        at = (key * GOLDEN & ALL_ONES) >> (64 - self.slot_bits)
        while self.slot_time[at] == self.time:
            if self.alphagram_code[self.slots[at]] == code and (
                not self.alphagram_wild[self.slots[at]]
            ):
                return self.slots[at]
            at = (at + 1) & last
        return -1
