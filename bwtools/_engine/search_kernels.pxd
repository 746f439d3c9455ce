# The innermost loops of the search for words, and of ranking what may be sold.
from bwtools._engine.vectors cimport lowest_bit

cdef extern from *:
    """
    /* A dictionary in blocks of 512 words, a hand or a base with tiles drawn to it, and the alphagrams
       found; see Solver. */
    typedef struct {
        const unsigned long long *rows, *lengths;
        const unsigned int *needs, *letter_sets;
        const int *start, *more, *rank, *text_at, *word_pips, *letter_pips;
        const unsigned char *most, *shortest, *longest, *word_length, *text;
        int blocks, most_pips, wild_pips;
        const int *hand, *first_tile, *rare_tiles;
        int *tile_rows; /* with room for the rare tiles */
        int tiles, common, rare, drawn;
        unsigned int held, held_twice;
        const int *base_hand;
        unsigned long long *base_planes; /* NULL without a base */
        unsigned char *base_least;
        int *found_mask, *found_pips, *found_word, *tally;
        unsigned char *found_wild;
        int found, level, sure; /* alphagrams; those with more pips than any word to come */
        int tile_of[384];
        unsigned long long seen[256];
    } bw_search;

    /* Subtract the bits of a row from the numbers in `size` planes. */
    BW_INLINE void bw_subtract(bw_lanes *planes, int size, bw_lanes borrow) {
        for (int k = 0; k < size; k++) {
            bw_lanes before = planes[k];
            planes[k] = before ^ borrow;
            borrow &= ~before;
        }
    }

    BW_INLINE void bw_count(unsigned long long *out, const unsigned long long *lengths, int size,
                            const unsigned long long *block, const int *at, int rows) {
        for (int part = 0; part < BW_PARTS; part++) {
            bw_lanes planes[6], many;
            for (int k = 0; k < size; k++)
                planes[k] = ((const bw_lanes *)(lengths + 8 * k))[part];
            for (int i = 0; i < rows; i++)
                bw_subtract(planes, size, ((const bw_lanes *)(block + at[i]))[part]);
            many = planes[0] ^ planes[0];
            for (int k = 3; k < size; k++) many |= planes[k];
            for (int k = 0; k < 3; k++) ((bw_lanes *)(out + 8 * k))[part] = planes[k] | many;
        }
    }

    BW_INLINE int bw_least_missing(const unsigned long long *planes) {
        unsigned long long least[8], lower[8];
        int number = 0;
        for (int j = 0; j < 8; j++) least[j] = ~0ULL;
        for (int k = 2; k >= 0; k--) {
            unsigned long long any = 0;
            for (int j = 0; j < 8; j++) any |= lower[j] = least[j] & ~planes[8 * k + j];
            if (!any) number |= 1 << k;
            else for (int j = 0; j < 8; j++) least[j] = lower[j];
        }
        return number;
    }

    BW_INLINE int bw_row_at(const bw_search *s, int b, int letter, int k) {
        if (k <= 2) return ((k - 1) * 26 + s->rank[letter]) * 8;
        return s->more[b * 26 + letter] + (k - 1) * 8;
    }

    BW_INLINE void bw_count_missing(unsigned long long *out, const bw_search *s, int b,
                                    const int *at, int rows) {
        const unsigned long long *block = s->rows + s->start[b], *lengths = s->lengths + 48 * b;
        if (s->longest[b] < 8) bw_count(out, lengths, 3, block, at, rows);
        else if (s->longest[b] < 16) bw_count(out, lengths, 4, block, at, rows);
        else bw_count(out, lengths, 6, block, at, rows);
    }

    BW_INLINE void bw_count_base(bw_search *s, int b) {
        int at[64], rows = 0;
        for (int c = 0; c < 26; c++)
            for (int k = 1; k <= s->base_hand[c]; k++)
                if (k <= 2 || k <= s->most[b * 26 + c]) at[rows++] = bw_row_at(s, b, c, k);
        bw_count_missing(s->base_planes + 24 * b, s, b, at, rows);
        s->base_least[b] = bw_least_missing(s->base_planes + 24 * b);
    }

    /* Subtract rows from the missing tiles of the words of a block. */
    BW_INLINE int bw_find_fits(unsigned long long *fits, unsigned long long *one,
                               const unsigned long long *missing, const unsigned long long *block,
                               const int *at, int rows, int allowed) {
        unsigned long long any = 0;
        for (int part = 0; part < BW_PARTS; part++) {
            bw_lanes planes[3], found;
            for (int k = 0; k < 3; k++)
                planes[k] = ((const bw_lanes *)(missing + 8 * k))[part];
            for (int i = 0; i < rows; i++)
                bw_subtract(planes, 3, ((const bw_lanes *)(block + at[i]))[part]);
            found = ~(planes[2] | planes[1]);
            if (!allowed) found &= ~planes[0];
            ((bw_lanes *)one)[part] = planes[0];
            ((bw_lanes *)fits)[part] = found;
            any |= BW_ANY(found);
        }
        return any != 0;
    }

    /* Return the first block from b on that may have words of the hand, and read it soon. */
    BW_INLINE int bw_next_block(bw_search *s, int b, int wild) {
        for (; b < s->blocks; b++) {
            unsigned int needed = s->needs[b] & ~s->held;
            if (needed & (wild ? needed - 1 : needed)) continue;
            if (s->shortest[b] > s->tiles + wild) continue;
            if (s->base_planes) {
                if (s->base_least[b] == 255) bw_count_base(s, b);
                if (s->base_least[b] > s->drawn + wild) continue;
                for (int k = 0; k < 3; k++) bw_fetch(s->base_planes + 24 * b + 8 * k);
            }
            for (int i = 0; i < s->common; i++) bw_fetch(s->rows + s->start[b] + s->tile_rows[i]);
            break;
        }
        return b;
    }

    BW_INLINE int bw_scan(bw_search *s, int b, int wild, int *hits) {
        unsigned long long counted[24], fits[8], one[8];
        const unsigned long long *missing = counted;
        int rows = s->common, count = 0;
        for (int i = 0; i < s->rare; i++) {
            int c = s->rare_tiles[i] & 255, k = s->rare_tiles[i] >> 8;
            if (k <= s->most[b * 26 + c]) s->tile_rows[rows++] = bw_row_at(s, b, c, k);
        }
        if (s->base_planes) missing = s->base_planes + 24 * b;
        else {
            bw_count_missing(counted, s, b, s->tile_rows, rows);
            rows = 0;
        }
        if (!bw_find_fits(fits, one, missing, s->rows + s->start[b], s->tile_rows, rows, wild))
            return 0;
        for (int j = 0; j < 8; j++)
            for (unsigned long long left = fits[j]; left; left &= left - 1) {
                int i = bw_lowest_bit(left), word = 512 * b + 64 * j + i;
                bw_fetch(s->letter_sets + 2 * word); /* read soon: do not wait then */
                hits[count++] = word << 1 | (int)(one[j] >> i & 1);
            }
        return count;
    }

    BW_CLONES int bw_scan_block(bw_search *s, int b, int wild, int *hits) {
        return bw_next_block(s, b, wild) == b ? bw_scan(s, b, wild, hits) : 0;
    }

    /* Make tables of the tiles that sets of letters use, over a quarter of the letters each. */
    BW_INLINE void bw_make_tables(bw_search *s) {
        int *table = s->tile_of;
        for (int first = 0; first < 26; first += first < 14 ? 7 : 6) {
            int size = first < 14 ? 7 : 6;
            table[0] = 0;
            for (int c = 0; c < size; c++) { /* each letter doubles the table */
                int held = s->hand[first + c], half = 1 << c;
                int tile = held ? 1 << (s->first_tile[first + c] + held - 1) : 0;
                for (int i = 0; i < half; i++) table[half + i] = table[i] | tile;
            }
            table += 1 << size;
        }
    }

    /* Return the tiles that a word uses; set the letter that a wild stands for, or -1. */
    BW_INLINE int bw_lay(const bw_search *s, int word, int *wild_for) {
        unsigned int once = s->letter_sets[2 * word], twice = s->letter_sets[2 * word + 1];
        unsigned int missing = (once & ~s->held) | (twice & ~s->held_twice);
        int mask = 0;
        if (twice >> 31) { /* a letter three times */
            int used[26] = {0}, byte = word >> 3, length = s->word_length[byte];
            const unsigned char *text = s->text + s->text_at[byte] + (word & 7) * length;
            *wild_for = -1;
            for (int i = 0; i < length; i++) {
                int c = text[i] - 65;
                if (used[c] == s->hand[c]) *wild_for = c;
                else mask |= 1 << (s->first_tile[c] + s->hand[c] - 1 - used[c]++);
            }
            return mask;
        }
        mask = s->tile_of[once & 127] | s->tile_of[128 + (once >> 7 & 127)] |
               s->tile_of[256 + (once >> 14 & 63)] | s->tile_of[320 + (once >> 20)];
        for (twice &= s->held_twice; twice; twice &= twice - 1) {
            int c = bw_lowest_bit(twice);
            mask |= 1 << (s->first_tile[c] + s->hand[c] - 2);
        }
        *wild_for = missing ? bw_lowest_bit(missing) : -1;
        return mask;
    }

    /* Add the alphagrams of words. Return whether there are enough. */
    BW_INLINE int bw_add_words(bw_search *s, const int *hits, int count, int limit) {
        for (int i = 0; i < count; i++) {
            int word = hits[i] >> 1, full = s->word_pips[word >> 3], wild_for, mask, pips, key;
            while (s->level > full) s->sure += s->tally[s->level--];
            if (s->sure >= limit) return 1;
            mask = bw_lay(s, word, &wild_for);
            key = mask << 1 | (wild_for >= 0);
            if (s->seen[key >> 6] >> (key & 63) & 1) continue;
            s->seen[key >> 6] |= 1ULL << (key & 63);
            pips = wild_for < 0 ? full : full + s->wild_pips - s->letter_pips[wild_for];
            s->found_mask[s->found] = mask;
            s->found_pips[s->found] = pips;
            s->found_wild[s->found] = wild_for >= 0;
            s->found_word[s->found++] = word;
            s->tally[pips]++;
        }
        return 0;
    }

    BW_CLONES int bw_find_alphagrams(bw_search *s, int b, int wild, int limit) {
        int hits[2][512], count = 0, turn = 0;
        s->found = s->sure = 0;
        s->level = s->most_pips + 1;
        bw_make_tables(s);
        for (int i = 0; i < s->most_pips + s->wild_pips + 2; i++) s->tally[i] = 0;
        for (int i = 0; i < ((2 << s->tiles) + 63) >> 6; i++) s->seen[i] = 0;
        for (b = bw_next_block(s, b, wild); b < s->blocks;) {
            int now = b, before = count;
            b = bw_next_block(s, b + 1, wild); /* is read meanwhile */
            count = bw_scan(s, now, wild, hits[turn]);
            turn = !turn;
            if (bw_add_words(s, hits[turn], before, limit)) return s->found;
            while (s->level > s->word_pips[64 * now]) s->sure += s->tally[s->level--];
            if (s->sure >= limit) return s->found;
        }
        bw_add_words(s, hits[!turn], count, limit);
        return s->found;
    }

    BW_INLINE void bw_add_pairs(bw_ints *sums, const int *pairs, int tile, int sign) {
        const bw_ints *row = (const bw_ints *)(pairs + 16 * tile);
        for (int part = 0; part < BW_INTS; part++) sums[part] += sign * row[part];
    }

    BW_CLONES int bw_rank_leave(const int *letter, const int *term, const int *pairs,
                                const int *by_size, int limit, int *leave) {
        bw_ints sums[BW_INTS];
        const int *with_others = (const int *)sums; /* of each tile: its terms with those kept */
        int score = 0, size = 0, kept = *leave;
        for (int part = 0; part < BW_INTS; part++) sums[part] = (bw_ints){0};
        for (int left = kept; left; left &= left - 1, size++)
            bw_add_pairs(sums, pairs, bw_lowest_bit(left), 1);
        for (; size > limit; size--) {
            int worst = -1, least = 0;
            for (int left = kept; left;) {
                int tile = bw_lowest_bit(left), loss = term[tile] + with_others[tile];
                left &= left - 1;
                if (left && letter[bw_lowest_bit(left)] == letter[tile]) continue;
                if (worst < 0 || loss < least) {
                    least = loss;
                    worst = tile;
                }
            }
            kept ^= 1 << worst;
            bw_add_pairs(sums, pairs, worst, -1);
        }
        for (int left = kept; left; left &= left - 1) {
            int tile = bw_lowest_bit(left);
            score += 2 * term[tile] + with_others[tile]; /* a pair is counted for both tiles */
        }
        *leave = kept;
        return score / 2 + by_size[size];
    }
    """
    ctypedef struct Search "bw_search":
        const unsigned long long *rows
        const unsigned long long *lengths
        const unsigned int *needs
        const unsigned int *letter_sets
        const int *start
        const int *more
        const int *rank
        const int *text_at
        const int *word_pips
        const int *letter_pips
        const unsigned char *most
        const unsigned char *shortest
        const unsigned char *longest
        const unsigned char *word_length
        const unsigned char *text
        int blocks
        int most_pips
        int wild_pips
        const int *hand
        const int *first_tile
        const int *rare_tiles
        int *tile_rows
        int tiles
        int common
        int rare
        int drawn
        unsigned int held
        unsigned int held_twice
        const int *base_hand
        unsigned long long *base_planes
        unsigned char *base_least
        int *found_mask
        int *found_pips
        int *found_word
        int *tally
        unsigned char *found_wild
    # Find the words of a block; a hit is word << 1 | whether it needs a wild. Return their number.
    int scan_block "bw_scan_block"(Search* search, int block, int wild, int* hits) noexcept nogil
    # Find at least the `limit` alphagrams of the highest price, from a block on. Return their number.
    int find_alphagrams "bw_find_alphagrams"(
        Search* search, int block, int wild, int limit
    ) noexcept nogil
    # Discard the worst tiles of a leave, a mask, down to a limit. Return its score by a quadratic form,
    # given as terms for tiles, rows of 16 terms for pairs, and terms for the size.
    int rank_leave "bw_rank_leave"(
        const int* letter, const int* term, const int* pairs, const int* by_size, int limit, int* leave
    ) noexcept nogil
