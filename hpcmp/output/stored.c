/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/output/stored.h"

static HChar* put_little_endian(HChar* at, UInt number, UInt n_bytes) {
    for (UInt i = 0; i < n_bytes; i++, number >>= 8)
        *at++ = (HChar)(number & 0xff);
    return at;
}

static HChar* put_bytes(HChar* at, const HChar* bytes, SizeT n) {
    VG_(memcpy)(at, bytes, n);
    return at + n;
}

/* CRC-32 of ISO 3309, a bit at a time: what is stored is short. */
static UInt checksum(const HChar* bytes, SizeT n) {
    enum { BITS = 8, POLYNOMIAL = 0xedb88320 };
    UInt remainder = ~0U;
    for (SizeT i = 0; i < n; i++) {
        remainder ^= (UChar)bytes[i];
        for (UInt bit = 0; bit < BITS; bit++)
            remainder = remainder >> 1 ^ (remainder & 1 ? (UInt)POLYNOMIAL : 0);
    }
    return ~remainder;
}

/* No name, no time, an unknown system. */
HChar* hp_stored_gzip(HChar* frame, const HChar* bytes, SizeT n) {
    enum { MAGIC = 0x8b1f, DEFLATE = 8, UNKNOWN_SYSTEM = 255 };
    HChar* at = put_little_endian(frame, MAGIC, 2);
    at = put_little_endian(at, DEFLATE, 1);
    at = put_little_endian(at, 0, 6);
    at = put_little_endian(at, UNKNOWN_SYSTEM, 1);
    enum { LAST_BLOCK_STORED = 1 };
    at = put_little_endian(at, LAST_BLOCK_STORED, 1);
    at = put_little_endian(at, n, 2);
    at = put_little_endian(at, ~n, 2);
    at = put_bytes(at, bytes, n);
    at = put_little_endian(at, checksum(bytes, n), 4);
    return put_little_endian(at, n, 4);
}

/* No checksum: the text of the trace tells of itself. */
HChar* hp_stored_zstd(HChar* frame, const HChar* bytes, SizeT n) {
    enum { MAGIC = 0xfd2fb528, ONE_SEGMENT_SIZE_OF_4_BYTES = 0xa0 };
    enum { LAST_BLOCK_RAW = 1 };
    HChar* at = put_little_endian(frame, MAGIC, 4);
    at = put_little_endian(at, ONE_SEGMENT_SIZE_OF_4_BYTES, 1);
    at = put_little_endian(at, n, 4);
    at = put_little_endian(at, LAST_BLOCK_RAW | n << 3, 3);
    return put_bytes(at, bytes, n);
}
