/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The words that atomic operations use. For each of their bytes the tool knows the store that it
 * comes from.
 *
 * A load comes after the stores of the bytes that it reads.  Example: thread 2 stores 8 bytes at
 * 0x1000, and thread 3 then stores 4 bytes at 0x1004.  A load of 4 bytes at 0x1000 comes after
 * thread 2 only, a load of 8 bytes after both.
 *
 * The room atomics knows atomic operations and loops that wait for them; it asks count and sync.
 */
#ifndef HP_WORDS_H
#define HP_WORDS_H

#include "hpcmp/sync/objects.h"
#include "shared/object_addresses.h"

/* The address of a word in the trace. */
static inline Addr hp_word_trace_address(Addr a) {
    return HP_ATOMIC_ADDRESSES + a;
}

/* A store that a thread has made while other threads lived. */
typedef struct {
    ULong number; /* of all stores; 0: nothing was stored while others lived */
    ULong thid;
    SyncObj* obj; /* its word */
    ULong seq;    /* its number at that word; see is_shared */
    /* Earlier threads have released with this number, too, because the store is a change that
       continues their release sequence (C11, 5.1.2.4) without taking it.  A thread that takes the
       number comes after the latest release with it of each thread. */
    Bool is_shared;
} Store;

/* The most stores that a load finds. */
enum { HP_MOST_STORES = 16 };

/* Gives the stores from which n bytes come, each once. Returns how many there are. */
UInt hp_word_find_stores(Addr a, UInt n, const Store* stores[HP_MOST_STORES]);
/* Is one of the bytes in memory that atomic operations have used? */
Bool hp_word_is_known(Addr a, UInt n);
/* Adds the bytes to this memory.  Plain accesses to them are found from now on. */
void hp_word_add(Addr a, UInt n);
/* Removes the bytes, because other memory is there now. */
void hp_word_remove(Addr a, UInt n);
/* These bytes, which are known, come from this store from now on. */
void hp_word_set(Addr a, UInt n, const Store* store);
/* clear: the bytes no longer come from a store. forget: no bytes come from a store to this object
   any more. forget_all: none come from any store. */
void hp_word_clear(Addr a, UInt n);
void hp_word_forget(const SyncObj* obj);
void hp_word_forget_all(void);

void hp_words_init(void);

#endif
