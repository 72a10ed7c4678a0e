/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Workers take items under a lock, and name themselves after each.  A name is given at once:
 * nobody passes a thread that gives itself one.
 */
#include <pthread.h>
#include <sys/prctl.h>

#include "rounds.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int taken;

static int take(void) {
    pthread_mutex_lock(&lock);
    const int item = taken < n_rounds ? taken++ : -1;
    pthread_mutex_unlock(&lock);
    return item;
}

static void* take_items(void* argument) {
    for (int item; (item = take()) >= 0; n_done[number_of(argument)]++) {
        char name[] = "item    ";
        memcpy(name + sizeof name - 4, (char[]){'0' + item / 10 % 10, '0' + item % 10}, 2);
        MUST(prctl(PR_SET_NAME, name) == 0);
        do_item(item);
    }
    return NULL;
}

int main(int argc, char** argv) {
    read_arguments(argc, argv);
    run_workers(take_items);
    print_done();
    return 0;
}
