/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One thread sleeps for a second.  Another one looks whether it is awake, and sleeps for a
 * microsecond after each look.  Says how often it has looked.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static atomic_int is_awake;
static long n_looks;

static void* look(void* unused) {
    const struct timespec short_time = {0, 1000};
    for (; !is_awake; n_looks++)
        nanosleep(&short_time, NULL);
    return unused;
}

int main(void) {
    pthread_t looks;
    pthread_create(&looks, NULL, look, NULL);
    sleep(1);
    is_awake = 1;
    pthread_join(looks, NULL);
    printf("%ld\n", n_looks);
    return 0;
}
