/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The kinds of glibc's reader/writer locks, also of locks that no call initialises.
 */
#include "mark.h"

static pthread_rwlock_t by_default;
static pthread_rwlock_t handover;
static pthread_rwlock_t writers;
static pthread_rwlock_t unseen_default = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t unseen_writers = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void initialise(pthread_rwlock_t* lock, int kind) {
    pthread_rwlockattr_t attributes;
    MUST(pthread_rwlockattr_init(&attributes) == 0);
    MUST(pthread_rwlockattr_setkind_np(&attributes, kind) == 0);
    MUST(pthread_rwlock_init(lock, &attributes) == 0);
}

static void use(const char* name, pthread_rwlock_t* lock) {
    mark_address(name, lock);
    MUST(pthread_rwlock_rdlock(lock) == 0);
    MUST(pthread_rwlock_unlock(lock) == 0);
    MUST(pthread_rwlock_trywrlock(lock) == 0);
    MUST(pthread_rwlock_unlock(lock) == 0);
}

int main(void) {
    MUST(pthread_rwlock_init(&by_default, NULL) == 0);
    initialise(&handover, PTHREAD_RWLOCK_PREFER_WRITER_NP);
    initialise(&writers, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    use("by_default", &by_default);
    use("handover", &handover);
    use("writers", &writers);
    use("unseen_default", &unseen_default);
    use("unseen_writers", &unseen_writers);
    return 0;
}
