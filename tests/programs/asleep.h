/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Waiting for what other threads do without an order that the tool sees: none of this
 * is an event of a primitive.
 */
#ifndef TESTS_ASLEEP_H
#define TESTS_ASLEEP_H

#include <dirent.h>
#include <string.h>

#include "mark.h"

/* Adds to n_switches how often the thread has been given a processor; returns
 * whether it sleeps.  One that has ended meanwhile does not run either. */
static inline int looks_asleep(const char* id, unsigned long* n_switches) {
    char line[300], state = 'S';
    unsigned long n;
    snprintf(line, sizeof line, "/proc/self/task/%s/status", id);
    FILE* status = fopen(line, "r");
    if (status == NULL)
        return 1;
    while (fgets(line, sizeof line, status) != NULL) {
        sscanf(line, "State: %c", &state);
        if (sscanf(line, "voluntary_ctxt_switches: %lu", &n) == 1 ||
            sscanf(line, "nonvoluntary_ctxt_switches: %lu", &n) == 1)
            *n_switches += n;
    }
    fclose(status);
    return state == 'S';
}

/* Returns how many other threads there are; fills in whether all of them sleep. */
static inline int look_at_others(int* all_asleep, unsigned long* n_switches) {
    char self[30];
    int n = 0;
    *all_asleep = 1;
    *n_switches = 0;
    snprintf(self, sizeof self, "%d", (int)gettid());
    DIR* threads = opendir("/proc/self/task");
    MUST(threads != NULL);
    for (struct dirent* entry; (entry = readdir(threads)) != NULL;)
        if (entry->d_name[0] != '.' && strcmp(entry->d_name, self) != 0) {
            n++;
            *all_asleep &= looks_asleep(entry->d_name, n_switches);
        }
    closedir(threads);
    return n;
}

/* Returns when all other threads sleep, and have done so for some time.  (One that
 * only waits for its turn under Valgrind gets it while this one sleeps.) */
static inline void wait_until_others_sleep(void) {
    unsigned long before, after;
    int asleep, still_asleep;
    do {
        look_at_others(&asleep, &before);
        usleep(50000);
        look_at_others(&still_asleep, &after);
    } while (!asleep || !still_asleep || before != after);
}

/* Returns when no other thread is left. */
static inline void wait_until_alone(void) {
    unsigned long n_switches;
    int asleep;
    while (look_at_others(&asleep, &n_switches) > 0)
        usleep(1000);
}

/* Returns when another thread has made it n: who does things in turn counts the turns. */
static inline void wait_for_turn(const volatile int* turn, int n) {
    while (*turn != n)
        usleep(1000);
}

#endif
