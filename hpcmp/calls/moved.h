/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds out which bytes a system call has moved, from its arguments and its result.
 *
 * Before a call, Valgrind names the memory that the call may read. The call may read less. After
 * the call, Valgrind names the memory that the call has written, and for some calls too much of it.
 */
#ifndef HP_MOVED_H
#define HP_MOVED_H

#include "hpcmp/calls/facts.h"
#include "pub_tool_xarray.h"

typedef struct {
    Addr a;
    SizeT size;
} Range;

/* The i-th Range of the array. */
static inline Range* hp_range(const XArray* ranges, Word i) {
    return VG_(indexXA)(ranges, i);
}

/* A thread's latest system call. */
typedef struct {
    UInt number;
    UWord args[6];
    const CallFacts* facts;
    Addr headers;   /* headers of messages, which are read and written by ... */
    UInt n_headers; /* ... special rules */
    Range whole[3]; /* memory that it reads as a whole; Valgrind names parts of it */
    UInt n_whole;
    Bool is_refused;  /* it is going to fail before it reads anything */
    XArray* data;     /* of Range: the data that it is to send, in this order */
    UInt n_confirmed; /* how many Ranges of `data` Valgrind has named, too */
    ULong n_sent;     /* how many bytes of `data` have been counted */
    XArray* read;     /* of Range: other memory that it reads */
    XArray* room;     /* of Range: memory that it may write, in about the order of `written` */
    XArray* written;  /* of Range: memory that it has written */
    UInt next_room;
} Syscall;

Syscall* hp_moved_new(void);
/* Finds out what the call is to send. */
void hp_moved_begin(Syscall* call);
/* Valgrind says that the call reads this memory, may write there, or has written there. */
void hp_moved_note_read(Syscall* call, Addr a, SizeT size);
void hp_moved_note_room(Syscall* call, Addr a, SizeT size);
void hp_moved_note_written(Syscall* call, Addr a, SizeT size);

/* The call has returned `res`. hp_moved_n_sent() returns how many bytes of its data it has sent.
   The other two complete `read` (everything else that it has read) and `written` (everything that
   it has written). */
ULong hp_moved_n_sent(const Syscall* call, SysRes res);
void hp_moved_add_read(Syscall* call, SysRes res);
void hp_moved_add_written(Syscall* call, SysRes res);
void hp_moved_free(Syscall* call);

/* The sum of the sizes that the kernel has written into the headers of n messages. */
ULong hp_size_of_messages(const struct vki_mmsghdr* message, UWord n);

#endif
