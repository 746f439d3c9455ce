# The innermost loops of V.
from bwtools._engine.vectors cimport lowest_bit

cdef extern from *:
    """
    BW_CLONES void bw_add_rows(short *total, const short *rows, const int *at, int count) {
        bw_shorts *sums = (bw_shorts *)total;
        for (int part = 0; part < BW_SHORTS; part += 4) {
            bw_shorts a = sums[part], b = sums[part + 1], c = sums[part + 2], d = sums[part + 3];
            for (int i = 0; i < count; i++) {
                const bw_shorts *row = (const bw_shorts *)(rows + 256 * at[i]) + part;
                a += row[0];
                b += row[1];
                c += row[2];
                d += row[3];
            }
            sums[part] = a;
            sums[part + 1] = b;
            sums[part + 2] = c;
            sums[part + 3] = d;
        }
    }

    BW_CLONES void bw_replace_row(short *total, const short *old, const short *now) {
        for (int j = 0; j < 256; j++) total[j] += now[j] - old[j];
    }

    BW_CLONES void bw_second_layer(int *out, const short *first, const short *extra,
                                   const short *weights, const int *bias) {
        short units[256];
        for (int j = 0; j < 256; j++) {
            short unit = first[j] + (extra ? extra[j] : 0);
            units[j] = unit > unit >> 3 ? unit : unit >> 3;
        }
        for (int k = 0; k < 32; k += 4) {
            const short *row = weights + 256 * k;
            int sums[4] = {0, 0, 0, 0};
            for (int j = 0; j < 256; j++) {
                sums[0] += units[j] * row[j];
                sums[1] += units[j] * row[j + 256];
                sums[2] += units[j] * row[j + 512];
                sums[3] += units[j] * row[j + 768];
            }
            for (int i = 0; i < 4; i++) {
                int unit = (bias[k + i] + sums[i]) >> 13;
                out[k + i] = unit > 0 ? unit : unit >> 3;
            }
        }
    }

    BW_CLONES void bw_third_layer(int *out, const int *second, const short *weights,
                                  const int *bias) {
        for (int k = 0; k < 4; k++) {
            long long sum = bias[k];
            for (int j = 0; j < 32; j++) sum += (long long)second[j] * weights[32 * k + j];
            out[k] = (int)(sum >> 7);
        }
    }
    """
    # Add rows of 256 numbers.
    void add_rows "bw_add_rows"(
        short* total, const short* rows, const int* at, int count
    ) noexcept nogil
    # Add a row, and subtract another.
    void replace_row "bw_replace_row"(short* total, const short* old, const short* now) noexcept nogil
    # Set the 32 units of the second layer from the 256 sums of the first, with `extra` (may be NULL)
    # added to them.
    void second_layer "bw_second_layer"(
        int* out, const short* first, const short* extra, const short* weights, const int* bias
    ) noexcept nogil
    # Set the four outputs of the third layer.
    void third_layer "bw_third_layer"(
        int* out, const int* second, const short* weights, const int* bias
    ) noexcept nogil
