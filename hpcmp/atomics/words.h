/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The words that atomic operations use. For each byte of these words the tool keeps the store that
 * has written it.
 *
 * A load comes after the stores that have written its bytes. Example: thread 2 stores 8 bytes at
 * 0x1000, and thread 3 then stores 4 bytes at 0x1004. A load of 4 bytes at 0x1000 comes after
 * thread 2's store only. A load of 8 bytes there comes after both stores.
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
    ULong number; /* counted over all stores; 0: no thread has stored there while other threads
                     lived */
    ULong thid;
    SyncObj* obj; /* the object of its word */
    ULong seq;    /* its number among the releases of obj; see is_shared */
    /* Other threads have released with the same `seq` before, because this store is a change that
       continues their release sequence (C11, 5.1.2.4) without acquiring. A thread that acquires
       this `seq` comes after the latest such release of each of these threads. */
    Bool is_shared;
} Store;

/* The greatest number of stores that a load can find. */
enum { HP_MOST_STORES = 16 };

/* Finds the stores that have written the n bytes at a, each store once. Returns how many there are.
 */
UInt hp_word_find_stores(Addr a, UInt n, const Store* stores[HP_MOST_STORES]);
/* Have atomic operations used one of these bytes? */
Bool hp_word_is_known(Addr a, UInt n);
/* Adds the bytes to those that atomic operations use. From now on plain accesses to them are found,
   too. */
void hp_word_add(Addr a, UInt n);
/* Removes the bytes again, because other memory is there now. */
void hp_word_remove(Addr a, UInt n);
/* These bytes, which are known, come from this store from now on. */
void hp_word_set(Addr a, UInt n, const Store* store);
/* Forget stores: hp_word_clear() those that have written these bytes, hp_word_forget() those to
   this object, hp_word_forget_all() all stores. */
void hp_word_clear(Addr a, UInt n);
void hp_word_forget(const SyncObj* obj);
void hp_word_forget_all(void);

void hp_words_init(void);

#endif
