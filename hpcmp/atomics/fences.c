/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/atomics/fences.h"

#include "hpcmp/atomics/looks.h"
#include "hpcmp/atomics/words.h"
#include "hpcmp/base/tables.h"
#include "hpcmp/threads/moments.h"
#include "shared/called_atomics.h"

typedef struct {
    Bool has_released;
    VgHashTable* read; /* of Read, or NULL: the latest store to each word */
} Fences;

HP_THREAD_SLOT(Fences, fences)

typedef struct {
    VgHashNode node; /* key: the object */
    Store store;
} Read;

Bool hp_has_release_fence(const Thread* t) {
    return fences_of(t) != NULL && fences_of(t)->has_released;
}

void hp_fences_note_read(Thread* t, Addr a, UInt n_bytes) {
    const Store* stores[HP_MOST_STORES];
    UInt n = hp_word_find_stores(a, n_bytes, stores);
    for (UInt i = 0; i < n; i++) {
        Fences* fences = HP_THREAD_DATA(t, fences);
        if (fences->read == NULL)
            fences->read = VG_(HT_construct)("hp.fences.read");
        Read* read = hp_table_find_or_add(fences->read, (UWord)stores[i]->obj, "hp.fences.read",
                                          sizeof *read);
        read->store = *stores[i];
    }
}

static void forget_all(Fences* fences) {
    if (fences->read != NULL)
        VG_(HT_destruct)(fences->read, VG_(free));
    fences->read = NULL;
}

static Int by_number(const void* a, const void* b) {
    const Read* const* one = a;
    const Read* const* other = b;
    return (*one)->store.number < (*other)->store.number ? -1 : 1;
}

/* In the order of the stores, so that the trace is the same each time. */
static void take_all(Thread* t, Fences* fences) {
    UInt n = 0;
    VgHashNode** reads = fences->read == NULL ? NULL : VG_(HT_to_array)(fences->read, &n);
    VG_(ssort)(reads, n, sizeof *reads, by_number);
    for (UInt i = 0; i < n; i++)
        hp_acquire_store(t, &((const Read*)reads[i])->store);
    VG_(free)(reads);
    forget_all(fences);
}

void hp_atomics_fence(Thread* t, UInt order) {
    Fences* fences = HP_THREAD_DATA(t, fences);
    order &= HP_ORDER_BITS;
    if (order != HP_ORDER_RELAXED && order != HP_ORDER_RELEASE)
        take_all(t, fences);
    if (order >= HP_ORDER_RELEASE)
        fences->has_released = True;
}

void hp_fences_forget(const SyncObj* obj) {
    HP_FOR_EACH_THREAD (t)
        if (fences_of(t) != NULL && fences_of(t)->read != NULL)
            VG_(free)(VG_(HT_remove)(fences_of(t)->read, (UWord)obj));
}

void hp_fences_gone(Thread* t) {
    if (fences_of(t) != NULL)
        forget_all(fences_of(t));
}

/* Objects of the parent's are none of the child's. */
void hp_fences_in_child(Thread* t) {
    HP_FOR_EACH_THREAD (other)
        hp_fences_gone(other);
}
