/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Stores bytes without compression in the formats of compressed files. The bytes stand unchanged in
 * a frame that every zstd or gzip can read. A file may consist of several frames, one after the
 * other.
 */
#ifndef HP_STORED_H
#define HP_STORED_H

#include "hpcmp/base/basics.h"

/* A frame contains at most HP_STORED_MOST bytes, and is at most HP_STORED_MORE bytes longer than
   its content. */
#define HP_STORED_MOST 65535
#define HP_STORED_MORE 32

/* Makes a frame of n bytes; returns its end. */
typedef HChar* HpStore(HChar* frame, const HChar* bytes, SizeT n);
HpStore hp_stored_gzip; /* RFC 1952 and 1951 */
HpStore hp_stored_zstd; /* RFC 8878 */

#endif
