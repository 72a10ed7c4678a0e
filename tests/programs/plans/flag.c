/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A thread waits for a variable that another one writes, which no event tells, and then takes a
 * mutex.
 *
 * CHANGE: sleep       it sleeps each time before it looks again; else it spins
 *         yield       it yields each time
 *         poll        it waits each time in a system call whose time no clock of the tool has
 *         fault       it has a fault if it does not find the variable set
 */

#include "memory.h"

#include <poll.h>
#include <sched.h>

static volatile int flag;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* wait_for_flag(void* unused) {
    const int sleeps = changes("sleep"), polls = changes("poll"), yields = changes("yield"),
              has_fault = changes("fault");
    while (!flag) {
        if (sleeps)
            usleep(1000);
        if (yields)
            sched_yield();
        if (polls)
            poll(NULL, 0, 1);
        if (has_fault)
            *(volatile int*)unused = 1;
    }
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void* set_flag(void* unused) {
    flag = 1;
    return unused;
}

int main(int argc, char** argv) {
    change = argc > 1 ? argv[1] : "";
    pthread_t waiting = begin(wait_for_flag, 0), setting = begin(set_flag, 0);
    end(waiting);
    end(setting);
    return 0;
}
