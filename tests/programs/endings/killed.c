/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A process that gets SIGKILL while it is busy, or asleep.  Its marks are numbered;
 * before it is killed, stderr says "due N": the last of them that is older than what a
 * trace may lack.
 *    killed busy|asleep
 */
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <x86intrin.h>

#include "mark.h"

enum { MS_UNTIL_KILLED = 2000, MS_BETWEEN_MARKS = 20, MS_MAY_LACK = 500, MS_MAY_LACK_ASLEEP = 10 };
enum { MARKS_BEFORE_SLEEP = 100, MOST_MARKS = 2 * MS_UNTIL_KILLED };

/* The process that is killed tells the one that kills it so much.  Times are the processor's
 * ticks, because these take no system call. */
typedef struct {
    volatile long ms_left;
    volatile unsigned long asleep_since;
    volatile int n_marks;
    volatile unsigned long made[MOST_MARKS + 1]; /* by a mark's number */
} Shared;

static Shared* shared;

static long ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void make_mark(void) {
    char text[40];
    const int n = shared->n_marks + 1;
    if (n > MOST_MARKS)
        return;
    snprintf(text, sizeof text, "mark %d", n);
    HPCMP_MARK(text);
    shared->made[n] = __rdtsc();
    shared->n_marks = n;
}

/* --- The process that kills --- */

static void say_what_is_due(unsigned long end, unsigned long ticks_allowed) {
    int due = shared->n_marks;
    while (due > 0 && end - shared->made[due] < ticks_allowed)
        due--;
    fprintf(stderr, "due %d\n", due);
}

static void end_of(pid_t parent) {
    kill(parent, SIGKILL);
    _exit(0);
}

/* A clock that is read without a system call, for a while. */
static void kill_busy(pid_t parent) {
    const long begin = ms();
    const unsigned long first_tick = __rdtsc();
    while ((shared->ms_left = begin + MS_UNTIL_KILLED - ms()) > 0)
        usleep(1000);
    const unsigned long now = __rdtsc();
    say_what_is_due(now, (now - first_tick) / (unsigned long)(ms() - begin) * MS_MAY_LACK);
    end_of(parent);
}

/* When it has been asleep for a while. */
static void kill_asleep(pid_t parent) {
    char name[40], state = 0;
    const long begin = ms();
    const unsigned long first_tick = __rdtsc();
    snprintf(name, sizeof name, "/proc/%d/stat", (int)parent);
    for (int seen = 0; seen < 10; seen += state == 'S' && shared->asleep_since != 0) {
        usleep(10000);
        FILE* file = fopen(name, "r");
        MUST(file != NULL && fscanf(file, "%*d (%*[^)]) %c", &state) == 1);
        fclose(file);
    }
    const unsigned long n_ticks = __rdtsc() - first_tick;
    say_what_is_due(shared->asleep_since,
                    n_ticks / (unsigned long)(ms() - begin) * MS_MAY_LACK_ASLEEP);
    end_of(parent);
}

/* --- The one that is killed --- */

static void be_busy(void) {
    long next = MS_UNTIL_KILLED;
    for (;;) {
        const long now = shared->ms_left;
        if (now <= next) {
            make_mark();
            next = now - MS_BETWEEN_MARKS;
        }
    }
}

/* Without a system call between the marks and the sleep. */
static void be_asleep(void) {
    for (int i = 0; i < MARKS_BEFORE_SLEEP; i++) {
        make_mark();
        work(200000);
    }
    shared->asleep_since = __rdtsc();
    for (;;)
        pause();
}

int main(int argc, char** argv) {
    MUST(argc == 2);
    const pid_t parent = getpid();
    const int is_busy = strcmp(argv[1], "busy") == 0;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    MUST(shared != MAP_FAILED);
    shared->ms_left = MS_UNTIL_KILLED;
    if (fork() == 0) {
        if (is_busy)
            kill_busy(parent);
        kill_asleep(parent);
    }
    if (is_busy)
        be_busy();
    be_asleep();
    return 0;
}
