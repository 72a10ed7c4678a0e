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

/* How a lock is made, and to whom it belongs. */
typedef enum {
    HP_FILE_LOCK_FLOCK,     /* flock: belongs to an open file; does not exclude locks of the other
                               two kinds */
    HP_FILE_LOCK_OPEN_FILE, /* F_OFD_SETLK: belongs to an open file */
    HP_FILE_LOCK_PROCESS    /* F_SETLK: belongs to the process, whose threads do not exclude each
                               other */
} FileLockKind;

/* A lock of a range of bytes. If it reaches to the end of the file, `last` is HP_LAST_BYTE. */
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
/* Returns an array of FileLock: the locks of the process on the file behind fd, whatever
   descriptors they were made through. */
XArray* hp_file_locks_of_process(Int fd);

/* Does the process have another descriptor of this open file, with a number less than `below`? */
Bool hp_has_other_descriptor(Int fd, Int below);

/* Does the parent process have the same open file, under the same number? */
Bool hp_parent_has_open_file(Int fd);

/* Calls `visit` for all open descriptors. The descriptor that this function opens for the search is
   not among them. */
void hp_for_each_descriptor(void (*visit)(Int fd, void* data), void* data);

#endif
