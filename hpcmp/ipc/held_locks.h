/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds out which parts of a file are locked, and through which descriptors, from
 * /proc/self/fdinfo.
 */
#ifndef HP_HELD_LOCKS_H
#define HP_HELD_LOCKS_H

#include "hpcmp/base/basics.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_xarray.h"

/* How a lock is made, and whose it is. */
typedef enum {
    HP_FILE_LOCK_FLOCK,     /* flock: of an open file; the other two do not see it */
    HP_FILE_LOCK_OPEN_FILE, /* F_OFD_SETLK: of an open file */
    HP_FILE_LOCK_PROCESS    /* F_SETLK: its threads do not keep each other out */
} FileLockKind;

/* A lock of a range of bytes; the last one may be HP_LAST_BYTE. */
#define HP_LAST_BYTE (~0ULL)
typedef struct {
    ULong first;
    ULong last;
    Bool is_write;
    FileLockKind kind;
} FileLock;

/* Returns an array of FileLock: the locks of this kind that were made through the open file behind
   fd. VG_(deleteXA) frees it. */
XArray* hp_file_locks_through(Int fd, FileLockKind kind);
/* Returns the same: the locks of the process on the file behind fd, made through any
   descriptors. */
XArray* hp_file_locks_of_process(Int fd);

/* Has the process another descriptor of this open file, below this number? */
Bool hp_has_other_descriptor(Int fd, Int below);

/* Has the process that has forked this one the same open file, under the same number? */
Bool hp_parent_has_open_file(Int fd);

/* Calls this for all descriptors that are open; what it opens, it closes. */
void hp_for_each_descriptor(void (*visit)(Int fd, void* data), void* data);

#endif
