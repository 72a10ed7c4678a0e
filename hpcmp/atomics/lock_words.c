/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/atomics/lock_words.h"

#include "hpcmp/base/tables.h"

static WordUse take(LockWord* word, ULong thid, ULong before) {
    word->holder = thid;
    word->free = before;
    return HP_WORD_TAKEN;
}

enum { ENOUGH = 4 };

static WordUse give(LockWord* word, ULong thid) {
    if (word->first_user == 0)
        word->first_user = thid;
    word->holder = 0;
    word->n_given++;
    word->is_common |= word->first_user != thid;
    word->is_lock |= word->n_given >= ENOUGH && word->is_common && word->was_waited;
    return HP_WORD_GIVEN;
}

static WordUse mark(LockWord* word, ULong thid) {
    word->marker = thid;
    return HP_WORD_MARKED;
}

static WordUse stop(LockWord* word) {
    *word = (LockWord){.is_none = True};
    return HP_WORD_OTHER;
}

static WordUse use_free(LockWord* word, ULong thid, Bool is_change, ULong before, ULong now) {
    if (is_change && (word->n_given == 0 || before == word->free))
        return take(word, thid, before);
    if (now == word->free)
        return HP_WORD_MARKED;
    return word->n_given == 0 ? HP_WORD_OTHER : stop(word);
}

static WordUse use_taken(LockWord* word, ULong thid, Bool is_change, ULong before, ULong now) {
    if (now == word->free && (word->holder == thid || word->is_lock))
        return give(word, thid);
    if (now != word->free && word->holder != thid && is_change)
        return mark(word, thid);
    if (word->n_given > 0 || !is_change)
        return stop(word);
    return take(word, thid, before);
}

WordUse hp_lock_word_note_write(LockWord* word, ULong thid, Bool is_change, ULong before,
                                ULong now) {
    if (word->is_none)
        return HP_WORD_OTHER;
    if (word->marker == thid)
        return stop(word);
    return word->holder == 0 ? use_free(word, thid, is_change, before, now)
                             : use_taken(word, thid, is_change, before, now);
}

Bool hp_lock_word_is_repeated(const LockWord* word, ULong thid, ULong now) {
    return word->is_none || (word->holder == thid && word->n_given == 0 && word->marker != thid &&
                             now != word->free);
}

/*------------------------------------------------------------*/
/*--- By address                                            ---*/
/*------------------------------------------------------------*/

/* Words that have been changed; key: the address. */
typedef struct {
    VgHashNode node;
    LockWord word;
} Changed;
static VgHashTable* g_changed;

LockWord* hp_lock_word(Addr a) {
    Changed* changed = VG_(HT_lookup)(g_changed, a);
    return changed == NULL ? NULL : &changed->word;
}

LockWord* hp_lock_word_make(Addr a) {
    Changed* changed = hp_table_find_or_add(g_changed, a, "hp.lock_words.changed", sizeof *changed);
    return &changed->word;
}

void hp_lock_word_forget(Addr a) {
    VG_(free)(VG_(HT_remove)(g_changed, a));
}

void hp_lock_word_note_wait(Addr a, ULong thid) {
    LockWord* word = hp_lock_word(a);
    if (word == NULL)
        return;
    word->was_waited |= word->holder != 0;
    if (word->marker == thid)
        word->marker = 0;
}

void hp_lock_words_init(void) {
    g_changed = VG_(HT_construct)("hp.lock_words");
}
