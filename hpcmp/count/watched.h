/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Watched instructions. A watcher is told of each access of a watched instruction before it takes
 * place.
 *
 * The program's atomic instructions (LOCK, xchg) are watched. So are the plain loads and stores
 * that the watcher (atomics/) asks for, because plain instructions may be atomic operations, too.
 * On this processor a release is a plain store, for example. A watched instruction begins a
 * superblock for two reasons: it can then have a gate (gates.h), and the counts then contain
 * exactly the instructions before it.
 */
#ifndef HP_WATCHED_H
#define HP_WATCHED_H

#include "hpcmp/blocks/block.h"
#include "hpcmp/threads/threads.h"

struct _Repeat;

/* An access of a watched instruction, as long as its translation exists. */
typedef struct {
    Addr instruction;
    UInt n_bytes;
    Bool is_unused;         /* the value that an atomic instruction reads is unused (unused.h) */
    Bool is_marked;         /* it counts as an instruction of the program (base/marked.h) */
    struct _Repeat* repeat; /* for an atomic instruction (repeats.h), else NULL */
} WatchedAccess;

typedef struct {
    /* Is this plain load or store watched? */
    Bool (*is_watched)(Addr instruction);
    /* Are plain loads and stores of these bytes watched? This is asked for instructions that
       contain the address. */
    Bool (*is_watched_memory)(Addr a, SizeT n);
    /* t, in its turn, is about to load these bytes; their value is `value` (0 if there are more
       than 8 of them).  An atomic instruction that changes nothing counts as a load with the value
       HP_UNKNOWN_VALUE. */
    void (*look)(Thread* t, Addr a, const WatchedAccess* access, ULong value);
    void (*store)(Thread* t, Addr a, const WatchedAccess* access);
    /* t is about to load and store these bytes in one operation. */
    void (*change)(Thread* t, Addr a, const WatchedAccess* access);
    /* A loop that can only be waiting for these bytes is about to look at them. */
    void (*expect)(Thread* t, Addr a, UInt n);
    /* Is one of these bytes watched?  Memory around them is, too. */
    Bool (*knows)(Addr a, UInt n);
    /* The counts of t are now those of the moment at which it repeated a change for the last time
       (repeats.h). */
    void (*repeated)(Thread* t);
    /* The turn of t in which this plain access reached into watched memory has ended. */
    void (*touch)(Thread* t, Addr a, const WatchedAccess* access, Bool is_write);
} Watcher;

/* Begins to call this watcher.  Without one, nothing is watched. */
void hp_watch_begin(const Watcher* watcher);

/* Are the atomic instructions in the code at this address watched? They are not in libraries for
   which whole operations are recorded. */
Bool hp_is_watched_code(Addr code);
/* Is the instruction that begins at statement i watched? */
Bool hp_is_watched(const IRSB* sb, Int i);

/* Makes the data that generated code passes on for an instruction. */
WatchedAccess* hp_watched_access(Addr instruction, UInt n_bytes, Bool is_unused);
/* Tells the watcher that a repetition has been handled. */
void hp_watched_note_repetition(Thread* t);

/* This plain load or store is watched from now on. */
void hp_watch_instruction(Addr instruction);
/* Is this the load of a short loop that ends only when the memory changes? */
Bool hp_waits_by_code(Addr instruction);
/* Two ways to stop watching an instruction. hp_watch_end_instruction(): the instruction has turned
   out to access data, but may be watched again. hp_watch_give_up(): it is never watched again,
   because it accesses only local variables, or its address is unknown. */
void hp_watch_end_instruction(Addr instruction);
void hp_watch_give_up(Addr instruction);
/* Does a short loop that stores nothing begin inside the superblock, with the instruction at
   statement i or with a pause just before it? Then a superblock has to begin there, so that it
   contains each round of the loop in the same form. */
Bool hp_begins_loop(const IRSB* sb, Int i);
/* This instruction is part of a loop that may wait for a word. If it is a plain load, it is watched
   until the word is known, or until it has looked in vain for some time. */
void hp_watch_candidate(Addr instruction);
/* Counts one look in vain. Returns whether the instruction is still a candidate
   (hp_watch_candidate). */
Bool hp_watch_count_in_vain(Addr instruction);
/* The memory around a, up to 32 bytes of one heap block or of none, is watched from now on: plain
   accesses to it are found, so that their instructions can be watched.  Only the access sites of
   watched instructions may hold this memory. */
void hp_watch_memory(Addr a);
/* The memory of this Block is not watched any more. The Block has is_word set. */
void hp_watch_end_memory(Block* b);

/* Called by generated code, by the thread that has the turn. */
VG_REGPARM(3) void hp_watched_look(Addr a, const WatchedAccess* access, UWord value);
VG_REGPARM(2) void hp_watched_expect(Addr a, UWord n);
VG_REGPARM(2) void hp_watched_store(Addr a, const WatchedAccess* access);
VG_REGPARM(3) void hp_watched_change(Addr a, const WatchedAccess* access, UWord changes);

#endif
