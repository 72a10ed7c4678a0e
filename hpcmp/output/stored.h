/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Compressed files' formats without compression: bytes as they are, in a frame that
 * every zstd or gzip reads.  A file may consist of several frames, one after the
 * other.
 */
#ifndef HP_STORED_H
#define HP_STORED_H

#include "hpcmp/base/basics.h"

/* A frame holds at most so many bytes, and is longer than them by at most so many. */
#define HP_STORED_MOST 65535
#define HP_STORED_MORE 32

/* Makes a frame of n bytes; returns its end. */
typedef HChar* HpStore(HChar* frame, const HChar* bytes, SizeT n);
HpStore hp_stored_gzip; /* RFC 1952 and 1951 */
HpStore hp_stored_zstd; /* RFC 8878 */

#endif
