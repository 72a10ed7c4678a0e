/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/atomics/lock_words.h"

static WordUse take(LockWord* word, ULong thid, ULong before) {
    word->holder = thid;
    word->free = before;
    return HP_WORD_TAKEN;
}

static WordUse give(LockWord* word, ULong thid) {
    word->holder = 0;
    if (word->was_waited && word->first_user != 0 && word->first_user != thid)
        word->is_lock = True;
    else
        word->first_user = thid;
    return HP_WORD_GIVEN;
}

static WordUse stop(LockWord* word) {
    *word = (LockWord){.is_none = True};
    return HP_WORD_OTHER;
}

/* Before a word is a lock, anything that it is used for otherwise begins the search anew. */
static WordUse begin_anew(LockWord* word, ULong thid, Bool is_change, ULong before) {
    word->holder = 0;
    word->first_user = 0;
    word->was_waited = False;
    return is_change ? take(word, thid, before) : HP_WORD_OTHER;
}

WordUse hp_lock_word_use(LockWord* word, ULong thid, Bool is_change, ULong before, ULong now) {
    if (word->is_none)
        return HP_WORD_OTHER;
    if (word->is_lock && word->holder == 0 && now == word->free)
        return HP_WORD_MARKED;
    if (word->holder == 0) {
        if (is_change && (!word->is_lock || before == word->free))
            return take(word, thid, before);
        return word->is_lock ? stop(word) : HP_WORD_OTHER;
    }
    if (now != word->free && (word->holder != thid || word->is_lock))
        return HP_WORD_MARKED;
    if (now == word->free && (word->holder == thid || word->is_lock))
        return give(word, thid);
    return begin_anew(word, thid, is_change, before);
}

void hp_lock_word_wait(LockWord* word) {
    word->was_waited |= word->holder != 0;
}
