/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A spin lock: init and unlock are one function in the C library.
 */
#include <errno.h>

#include "mark.h"

static pthread_spinlock_t lock, used_again;

static void* fail(void* unused) {
    MUST(pthread_spin_trylock(&lock) == EBUSY);
    return unused;
}

int main(void) {
    mark_address("lock", &lock);
    mark_address("used again", &used_again);
    for (int i = 0; i < 2; i++) {
        MUST(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE) == 0);
        MUST(pthread_spin_lock(&lock) == 0);
        in_a_thread(fail, NULL);
        MUST(pthread_spin_unlock(&lock) == 0);
        MUST(pthread_spin_trylock(&lock) == 0);
        MUST(pthread_spin_unlock(&lock) == 0);
        MUST(pthread_spin_destroy(&lock) == 0);
    }
    /* Initialised again without a destroy. */
    for (int i = 0; i < 2; i++) {
        MUST(pthread_spin_init(&used_again, PTHREAD_PROCESS_PRIVATE) == 0);
        MUST(pthread_spin_lock(&used_again) == 0);
        MUST(pthread_spin_unlock(&used_again) == 0);
    }
    return 0;
}
