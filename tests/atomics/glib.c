/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * GLib's locks, condition variables and queues, which wait for words of their own in the kernel.
 * Its functions are declared here, because its headers need not be installed.
 */
#include "sections.h"

typedef union {
    void* pointer;
    unsigned words[2];
} g_mutex;

typedef struct {
    void* pointer;
    unsigned words[2];
} g_cond;

void g_mutex_lock(g_mutex* mutex);
void g_mutex_unlock(g_mutex* mutex);
void g_cond_wait(g_cond* condition, g_mutex* mutex);
void g_cond_signal(g_cond* condition);
void* g_async_queue_new(void);
void g_async_queue_push(void* queue, void* item);
void* g_async_queue_pop(void* queue);
int g_once_init_enter(volatile void* location);
void g_once_init_leave(volatile void* location, size_t result);

static g_mutex mutex;

static void take_mutex(int me) {
    (void)me;
    g_mutex_lock(&mutex);
}
static void give_mutex(int me) {
    (void)me;
    g_mutex_unlock(&mutex);
}
static void run_mutex(void) {
    run_lock(take_mutex, give_mutex);
}

static g_mutex other_mutex;

static void take_other(int me) {
    (void)me;
    g_mutex_lock(&other_mutex);
}
static void give_other(int me) {
    (void)me;
    g_mutex_unlock(&other_mutex);
}
static void run_two_mutexes(void) {
    run_two_locks(take_mutex, give_mutex, take_other, give_other);
}

static g_cond changed;
static volatile int has_changed;

static void changes(int me) {
    units(20);
    point(POINT(me, 1));
    g_mutex_lock(&mutex);
    has_changed = 1;
    g_mutex_unlock(&mutex);
    g_cond_signal(&changed);
    point(POINT(me, 2));
}

static void awaits_change(int me) {
    g_mutex_lock(&mutex);
    while (!has_changed)
        g_cond_wait(&changed, &mutex);
    g_mutex_unlock(&mutex);
    point(POINT(me, 1));
    units(20);
}

static void run_condition(void) {
    run_two(changes, awaits_change);
    required(POINT(1, 1), POINT(2, 1));
    known_parallelism = 1;
}

/* An item is the point at which it was made. */
enum { ITEMS = 12 };
static void* queue;

static void puts_items(int me) {
    for (int i = 0; i < ITEMS; i++) {
        units(2);
        point(POINT(me, 10 + i));
        g_async_queue_push(queue, (void*)(intptr_t)POINT(me, 10 + i));
    }
}

static void takes_items(int me) {
    for (int i = 0; i < ITEMS; i++) {
        int made = (int)(intptr_t)g_async_queue_pop(queue);
        point(POINT(me, 10 + i));
        note_pair(me, "required", made, POINT(me, 10 + i));
        units(3);
    }
}

static void run_queue(void) {
    queue = g_async_queue_new();
    run_two(puts_items, takes_items);
    known_parallelism = 60.0 / 38;
}

static size_t initialised;
static int initialised_by;

static void initialises(int me) {
    units((unsigned)me);
    if (g_once_init_enter(&initialised)) {
        units(10);
        initialised_by = me;
        point(POINT(me, 1));
        g_once_init_leave(&initialised, 1);
    }
    point(POINT(me, 2));
    units(5);
}

static void run_once(void) {
    run_same(initialises, THREADS);
    for (int me = 1; me <= THREADS; me++)
        if (me != initialised_by)
            required(POINT(initialised_by, 1), POINT(me, 2));
    known_parallelism = 31.0 / 16;
}

static const struct kind kinds[] = {{"mutex", run_mutex},
                                    {"two_mutexes", run_two_mutexes},
                                    {"condition", run_condition},
                                    {"queue", run_queue},
                                    {"once", run_once}};

int main(int argc, char** argv) {
    return RUN_KIND(kinds, argc, argv);
}
