/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/atomics/words.h"

#include "hpcmp/base/tables.h"
#include "hpcmp/count/watched.h"

enum { GRANULE = 8 };

/* Aligned bytes.  Those that a store has written have the number of the first of them in `from`,
   and the store is in `stores` there. */
typedef struct {
    VgHashNode node; /* key: the address / GRANULE */
    Store stores[GRANULE];
    UChar from[GRANULE];
    UChar known; /* a bit for each byte that atomic operations have used */
} Granule;

static VgHashTable* g_granules;

/* The table keeps recent look-ups: a key and its granule, or NULL if there is none. */
enum { N_RECENT = 1024 };
static struct {
    UWord key;
    Granule* granule;
} g_recent[N_RECENT];

static void remember(UWord key, Granule* granule) {
    g_recent[key % N_RECENT].key = key;
    g_recent[key % N_RECENT].granule = granule;
}

static Granule* find(Addr a) {
    UWord key = a / GRANULE;
    if (g_recent[key % N_RECENT].key != key)
        remember(key, VG_(HT_lookup)(g_granules, key));
    return g_recent[key % N_RECENT].granule;
}

static Granule* make(Addr a) {
    Granule* granule = find(a);
    if (granule != NULL)
        return granule;
    granule = hp_table_add(g_granules, a / GRANULE, "hp.words.granule", sizeof *granule);
    for (UInt i = 0; i < GRANULE; i++)
        granule->from[i] = i;
    remember(granule->node.key, granule);
    hp_watch_memory(a);
    return granule;
}

/* The bytes of [a, a + n) that are in a's granule. */
static UInt n_in_granule(Addr a, UInt n) {
    UInt left = GRANULE - a % GRANULE;
    return n < left ? n : left;
}

UInt hp_word_find_stores(Addr a, UInt n, const Store* stores[HP_MOST_STORES]) {
    UInt n_found = 0;
    while (n > 0) {
        UInt here = n_in_granule(a, n);
        const Granule* granule = find(a);
        for (UInt i = a % GRANULE; granule != NULL && i < a % GRANULE + here; i++) {
            const Store* store = &granule->stores[granule->from[i]];
            Bool is_new = store->number != 0;
            for (UInt k = 0; k < n_found && is_new; k++)
                is_new = stores[k]->number != store->number;
            if (is_new && n_found < HP_MOST_STORES)
                stores[n_found++] = store;
        }
        a += here;
        n -= here;
    }
    return n_found;
}

static UInt bits_of(UInt begin, UInt end) {
    return (1U << end) - (1U << begin);
}

/* The bytes behind `end` that have their store from before `end` get it at the first of them. */
static void keep_behind(Granule* granule, UInt end) {
    if (end == GRANULE || granule->from[end] >= end)
        return;
    UInt former = granule->from[end];
    granule->stores[end] = granule->stores[former];
    for (UInt i = end; i < GRANULE && granule->from[i] == former; i++)
        granule->from[i] = end;
}

static void set(Granule* granule, UInt begin, UInt end, const Store* store) {
    keep_behind(granule, end);
    granule->stores[begin] = *store;
    for (UInt i = begin; i < end; i++)
        granule->from[i] = begin;
    granule->known |= bits_of(begin, end);
}

Bool hp_word_is_known(Addr a, UInt n) {
    while (n > 0) {
        UInt here = n_in_granule(a, n);
        const Granule* granule = find(a);
        if (granule != NULL && (granule->known & bits_of(a % GRANULE, a % GRANULE + here)) != 0)
            return True;
        a += here;
        n -= here;
    }
    return False;
}

void hp_word_add(Addr a, UInt n) {
    while (n > 0) {
        UInt here = n_in_granule(a, n);
        make(a)->known |= bits_of(a % GRANULE, a % GRANULE + here);
        a += here;
        n -= here;
    }
}

static Bool is_empty(const Granule* granule) {
    for (UInt i = 0; i < GRANULE; i++)
        if (granule->stores[i].number != 0)
            return False;
    return True;
}

static void drop(Granule* granule) {
    remember(granule->node.key, NULL);
    VG_(HT_remove)(g_granules, granule->node.key);
    VG_(free)(granule);
}

void hp_word_remove(Addr a, UInt n) {
    while (n > 0) {
        UInt here = n_in_granule(a, n);
        Granule* granule = find(a);
        if (granule != NULL)
            granule->known &= ~bits_of(a % GRANULE, a % GRANULE + here);
        if (granule != NULL && granule->known == 0 && is_empty(granule))
            drop(granule);
        a += here;
        n -= here;
    }
}

void hp_word_set(Addr a, UInt n, const Store* store) {
    while (n > 0) {
        UInt here = n_in_granule(a, n);
        set(make(a), a % GRANULE, a % GRANULE + here, store);
        a += here;
        n -= here;
    }
}

void hp_word_clear(Addr a, UInt n) {
    static const Store nothing;
    while (n > 0) {
        UInt here = n_in_granule(a, n);
        Granule* granule = find(a);
        if (granule != NULL)
            set(granule, a % GRANULE, a % GRANULE + here, &nothing);
        a += here;
        n -= here;
    }
}

static void forget_at(Addr a, const SyncObj* obj) {
    Granule* granule = find(a);
    if (granule == NULL)
        return;
    for (UInt i = 0; i < GRANULE; i++)
        if (granule->stores[i].obj == obj)
            granule->stores[i] = (Store){0};
    if (is_empty(granule))
        drop(granule);
}

/* The longest access is two granules long. */
void hp_word_forget(const SyncObj* obj) {
    for (UInt i = 0; i <= 2; i++)
        forget_at(obj->at + i * GRANULE, obj);
}

void hp_word_forget_all(void) {
    VG_(HT_destruct)(g_granules, VG_(free));
    VG_(memset)(g_recent, 0, sizeof g_recent);
    hp_words_init();
}

void hp_words_init(void) {
    g_granules = VG_(HT_construct)("hp.words");
}
