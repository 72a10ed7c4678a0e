/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A list of releases, for acquires that come after several releases: the latest release of each
 * thread.
 */
#ifndef HP_SOURCES_H
#define HP_SOURCES_H

#include "hpcmp/sync/objects.h"
#include "pub_tool_xarray.h"

typedef struct {
    ULong thid;
    ULong seq; /* number of the release; 0: the release is of another process */
} Source;

/* An array of Source, in which each thread occurs once.  VG_(deleteXA) frees it. */
XArray* hp_sources_new(void);
void hp_sources_add(XArray* sources, ULong thid, ULong seq);
/* t acquires each release in the list that is of another thread. Returns whether there was any. */
Bool hp_sources_acquire(Thread* t, SyncObj* obj, const XArray* sources, const HChar* mode);

#endif
