/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Two threads look for what never comes, 350,000 times each, and yield after each look.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int has_come;

static void* look(void* unused) {
    for (int i = 0; i < 350000 && !has_come; i++)
        sched_yield();
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, look, NULL);
    look(NULL);
    pthread_join(other, NULL);
    return 0;
}
