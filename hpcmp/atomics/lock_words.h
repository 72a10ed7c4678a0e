/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds the words by which a program's own locks keep threads out.
 *
 * A thread takes such a word by changing it from a value that means free, and gives it back by
 * writing that value again. A counter or a flag may look like this by chance. So a word counts as a
 * lock once it has been taken and given four times, by at least two threads, while another thread
 * has waited. A word is no lock if a thread changes it while another thread has it, and does not
 * wait afterwards. Readers of a reader/writer lock do so. If a word counts as a lock, its uses are
 * recorded as those of a lock (`lock`). So the report counts the word among the locks, and a replay
 * may let another thread have the lock first.
 *
 * Example: Rust's Mutex is a word with 0 (free), 1 (taken) and 2 (taken, and a thread sleeps).
 * Thread 2 changes 0 to 1, thread 3 changes 1 to 2 and sleeps, thread 2 exchanges it for 0 and
 * wakes thread 3, which changes 0 to 2.
 */
#ifndef HP_LOCK_WORDS_H
#define HP_LOCK_WORDS_H

#include "hpcmp/base/basics.h"

/* The facts that the tool knows about a word. All members are 0 at first. */
typedef struct {
    ULong holder; /* thid of the thread that has changed it from `free`, or 0 */
    ULong free;
    ULong first_user; /* thid of a thread that has taken and given it, or 0 */
    ULong marker;     /* thid of another thread that has changed it since, and has not waited yet,
                         or 0 */
    UInt n_given;
    Bool is_common;  /* another thread has taken and given it, too */
    Bool was_waited; /* a thread has waited while another one had taken it */
    Bool is_none;    /* it is no lock, because it was used in a way in which no lock is used */
    Bool is_lock;
} LockWord;

typedef enum {
    HP_WORD_OTHER, /* not a use of a lock */
    HP_WORD_TAKEN,
    HP_WORD_MARKED, /* it stays taken */
    HP_WORD_GIVEN
} WordUse;

/* A thread writes `now` in place of `before`. is_change: it does so by one operation. Returns what
   the access means if the word is a lock. */
WordUse hp_lock_word_note_write(LockWord* word, ULong thid, Bool is_change, ULong before,
                                ULong now);

/* The thread that changed the word last changes it again. Do this change and those of other threads
   tell nothing about a lock? Then the caller only has to store the word's former value in `free`.
 */
Bool hp_lock_word_is_repeated(const LockWord* word, ULong thid, ULong now);

/* hp_lock_word() returns what is known of the word at this address, or NULL. hp_lock_word_make()
   makes a LockWord if there is none. hp_lock_word_forget() removes it. */
LockWord* hp_lock_word(Addr a);
LockWord* hp_lock_word_make(Addr a);
void hp_lock_word_forget(Addr a);
/* A thread waits for the word. */
void hp_lock_word_note_wait(Addr a, ULong thid);

void hp_lock_words_init(void);

#endif
