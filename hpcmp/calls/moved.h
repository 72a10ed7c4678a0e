/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds out which bytes a system call has moved, from its arguments and its result.
 *
 * Valgrind says before a call which memory it reads, so it names all that the call may read. After
 * the call it says what the call has written, for some calls more than that.
 */
#ifndef HP_MOVED_H
#define HP_MOVED_H

#include "hpcmp/calls/facts.h"
#include "pub_tool_xarray.h"

typedef struct {
    Addr a;
    SizeT size;
} Range;

/* The i-th of an array of them. */
static inline Range* hp_range(const XArray* ranges, Word i) {
    return VG_(indexXA)(ranges, i);
}

/* A thread's latest system call. */
typedef struct _Syscall {
    UInt number;
    UWord args[6];
    const CallFacts* facts;
    Addr headers;   /* of messages, which are read and written by rules ... */
    UInt n_headers; /* ... of their own */
    Range whole[3]; /* what it reads completely; Valgrind names parts of it */
    UInt n_whole;
    Bool is_refused;  /* it is going to fail before it reads anything */
    XArray* data;     /* of Range: what it is to send, in that order */
    UInt n_confirmed; /* how many of these Valgrind has named, too */
    ULong n_sent;     /* bytes of these that have been counted */
    XArray* read;     /* of Range: what else it reads */
    XArray* room;     /* of Range: where it may write, in about the order of ... */
    XArray* written;  /* of Range: ... where it has written */
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
