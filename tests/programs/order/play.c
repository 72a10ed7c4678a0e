/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * play FILE: threads that do what the file says.  A line is an object (`mutex`, `spin`,
 * `readers`, `writers`: a reader/writer lock of glibc's kind that prefers these, `handover`: of
 * PTHREAD_RWLOCK_PREFER_WRITER_NP, `sem VALUE`, `monitor`: a lock made of a mutex and a condition
 * variable, `flag N`: an atomic word that is set once N threads have added to it, `ticket`: a lock
 * whose threads draw tickets by atomic operations, `mcs`, `clh`: locks whose threads stand in a
 * queue, of which a thread has one at once) or a thread: `thread`, then its actions.  An action is
 * a letter and a number: `w150000` works for 150,000 instructions, `l2` locks the third object,
 * `r2` locks it to read, `u2` unlocks it, `v2` waits for a semaphore or for a flag, in a loop, `p2`
 * posts it or adds to it.  `t2 50000` tries to lock, and works for 50,000 instructions
 * after each failure.  The end of the line ends the thread.
 */
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "rounds.h"

enum { MOST_OBJECTS = 64 };

/* A thread's node in the queue of a lock: on its stack for MCS, in the heap for CLH. */
struct mcs_node {
    _Atomic(struct mcs_node*) next;
    atomic_bool must_wait;
};
struct clh_node {
    atomic_bool is_busy;
};

struct object {
    enum { MUTEX, SPIN, RWLOCK, SEM, MONITOR, FLAG, TICKET, MCS, CLH } kind;
    pthread_mutex_t mutex;
    pthread_cond_t is_free;
    int is_taken;
    pthread_spinlock_t spin;
    pthread_rwlock_t rwlock;
    sem_t sem;
    atomic_int missing;
    atomic_uint next_ticket, now_served;
    _Atomic(struct mcs_node*) mcs_tail;
    _Atomic(struct clh_node*) clh_tail;
};

struct action {
    char what;
    struct object* object;
    unsigned long instructions;
};

struct script {
    struct action* actions;
    int n;
};

static struct object objects[MOST_OBJECTS];
static struct script scripts[MOST_WORKERS];

static _Thread_local struct mcs_node* mcs_own;
static _Thread_local struct clh_node *clh_own, *clh_former;

static struct clh_node* new_clh_node(void) {
    struct clh_node* node = calloc(1, sizeof *node);
    MUST(node);
    return node;
}

static void lock_mcs(struct object* it) {
    atomic_store_explicit(&mcs_own->next, NULL, memory_order_relaxed);
    atomic_store_explicit(&mcs_own->must_wait, true, memory_order_relaxed);
    struct mcs_node* const former =
        atomic_exchange_explicit(&it->mcs_tail, mcs_own, memory_order_acq_rel);
    if (former == NULL)
        return;
    atomic_store_explicit(&former->next, mcs_own, memory_order_release);
    while (atomic_load_explicit(&mcs_own->must_wait, memory_order_acquire)) {
    }
}

static bool try_mcs(struct object* it) {
    struct mcs_node* former = NULL;
    atomic_store_explicit(&mcs_own->next, NULL, memory_order_relaxed);
    return atomic_compare_exchange_strong(&it->mcs_tail, &former, mcs_own);
}

static void unlock_mcs(struct object* it) {
    struct mcs_node *last = mcs_own, *behind;
    if (atomic_load_explicit(&mcs_own->next, memory_order_acquire) == NULL &&
        atomic_compare_exchange_strong(&it->mcs_tail, &last, NULL))
        return;
    while ((behind = atomic_load_explicit(&mcs_own->next, memory_order_acquire)) == NULL) {
    }
    atomic_store_explicit(&behind->must_wait, false, memory_order_release);
}

static void lock_clh(struct object* it) {
    if (clh_own == NULL)
        clh_own = new_clh_node();
    atomic_store_explicit(&clh_own->is_busy, true, memory_order_relaxed);
    clh_former = atomic_exchange_explicit(&it->clh_tail, clh_own, memory_order_acq_rel);
    while (atomic_load_explicit(&clh_former->is_busy, memory_order_acquire)) {
    }
}

static void unlock_clh(void) {
    atomic_store_explicit(&clh_own->is_busy, false, memory_order_release);
    clh_own = clh_former;
}

static void lock(struct object* it) {
    switch (it->kind) {
    case MUTEX: pthread_mutex_lock(&it->mutex); break;
    case SPIN: pthread_spin_lock(&it->spin); break;
    case RWLOCK: pthread_rwlock_wrlock(&it->rwlock); break;
    case SEM: sem_wait(&it->sem); break;
    case FLAG:
        while (atomic_load_explicit(&it->missing, memory_order_acquire) > 0) {
        }
        break;
    case TICKET:
        for (unsigned mine = atomic_fetch_add_explicit(&it->next_ticket, 1, memory_order_relaxed);
             atomic_load_explicit(&it->now_served, memory_order_acquire) != mine;) {
        }
        break;
    case MCS: lock_mcs(it); break;
    case CLH: lock_clh(it); break;
    case MONITOR:
        pthread_mutex_lock(&it->mutex);
        while (it->is_taken)
            pthread_cond_wait(&it->is_free, &it->mutex);
        it->is_taken = 1;
        pthread_mutex_unlock(&it->mutex);
    }
}

static int try_to_lock(struct object* it) {
    return it->kind == SPIN     ? pthread_spin_trylock(&it->spin) == 0
           : it->kind == RWLOCK ? pthread_rwlock_trywrlock(&it->rwlock) == 0
           : it->kind == MCS    ? try_mcs(it)
                                : pthread_mutex_trylock(&it->mutex) == 0;
}

static void unlock(struct object* it) {
    switch (it->kind) {
    case MUTEX: pthread_mutex_unlock(&it->mutex); break;
    case SPIN: pthread_spin_unlock(&it->spin); break;
    case RWLOCK: pthread_rwlock_unlock(&it->rwlock); break;
    case SEM: sem_post(&it->sem); break;
    case FLAG: atomic_fetch_sub_explicit(&it->missing, 1, memory_order_release); break;
    case TICKET: atomic_fetch_add_explicit(&it->now_served, 1, memory_order_release); break;
    case MCS: unlock_mcs(it); break;
    case CLH: unlock_clh(); break;
    case MONITOR:
        pthread_mutex_lock(&it->mutex);
        it->is_taken = 0;
        pthread_cond_signal(&it->is_free);
        pthread_mutex_unlock(&it->mutex);
    }
}

static void* play(void* argument) {
    const struct script* const script = &scripts[number_of(argument)];
    struct mcs_node node;
    mcs_own = &node;
    for (const struct action* it = script->actions; it < script->actions + script->n; it++)
        switch (it->what) {
        case 'w': instructions(it->instructions); break;
        case 'r': pthread_rwlock_rdlock(&it->object->rwlock); break;
        case 't':
            while (!try_to_lock(it->object))
                instructions(it->instructions);
            break;
        case 'u':
        case 'p': unlock(it->object); break;
        default: lock(it->object);
        }
    return NULL;
}

static void make_object(struct object* it, const char* kind, int value) {
    pthread_rwlockattr_t prefer;
    pthread_rwlockattr_init(&prefer);
    if (strcmp(kind, "writers") == 0)
        pthread_rwlockattr_setkind_np(&prefer, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    if (strcmp(kind, "handover") == 0)
        pthread_rwlockattr_setkind_np(&prefer, PTHREAD_RWLOCK_PREFER_WRITER_NP);
    pthread_mutex_init(&it->mutex, NULL);
    pthread_cond_init(&it->is_free, NULL);
    pthread_spin_init(&it->spin, PTHREAD_PROCESS_PRIVATE);
    pthread_rwlock_init(&it->rwlock, &prefer);
    sem_init(&it->sem, 0, (unsigned)value);
    atomic_init(&it->missing, value);
    it->kind = strcmp(kind, "mutex") == 0     ? MUTEX
               : strcmp(kind, "spin") == 0    ? SPIN
               : strcmp(kind, "sem") == 0     ? SEM
               : strcmp(kind, "monitor") == 0 ? MONITOR
               : strcmp(kind, "flag") == 0    ? FLAG
               : strcmp(kind, "ticket") == 0  ? TICKET
               : strcmp(kind, "mcs") == 0     ? MCS
               : strcmp(kind, "clh") == 0     ? CLH
                                              : RWLOCK;
    if (it->kind == CLH)
        atomic_init(&it->clh_tail, new_clh_node());
}

static void read_script(struct script* it, const char* line) {
    it->actions = calloc(strlen(line), sizeof *it->actions);
    MUST(it->actions);
    int length, object;
    char what;
    while (sscanf(line, " %c%n", &what, &length) == 1) {
        struct action* const action = &it->actions[it->n++];
        line += length;
        action->what = what;
        if (what != 'w') {
            MUST(sscanf(line, "%d%n", &object, &length) == 1 && object < MOST_OBJECTS);
            line += length;
            action->object = &objects[object];
        }
        if (what == 'w' || what == 't') {
            MUST(sscanf(line, "%lu%n", &action->instructions, &length) == 1);
            line += length;
        }
    }
}

/* The tool knows a lock of tickets once two threads have used it, and a replay keeps the first use
   after that, because it comes after those.  So three threads use it before the others begin. */
static void* use_tickets(void* unused) {
    (void)unused;
    for (struct object* it = objects; it < objects + MOST_OBJECTS; it++)
        if (it->kind == TICKET) {
            lock(it);
            unlock(it);
        }
    return NULL;
}

static void tickets_become_known(void) {
    pthread_t thread;
    for (int i = 0; i < 3; i++)
        MUST(pthread_create(&thread, NULL, use_tickets, NULL) == 0 &&
             pthread_join(thread, NULL) == 0);
}

static void* use_once(void* object) {
    struct mcs_node node;
    mcs_own = &node;
    lock(object);
    unlock(object);
    return NULL;
}

/* A lock with a queue is known once two threads have handed it over.  So some threads wait for it
   together before the others begin. */
static void queue_becomes_known(struct object* it) {
    struct mcs_node node;
    pthread_t threads[4];
    const int n = sizeof threads / sizeof *threads;
    mcs_own = &node;
    lock(it);
    for (int i = 0; i < n; i++)
        MUST(pthread_create(&threads[i], NULL, use_once, it) == 0);
    instructions(20000);
    unlock(it);
    for (int i = 0; i < n; i++)
        MUST(pthread_join(threads[i], NULL) == 0);
}

static void become_known(void) {
    if (objects[0].kind == TICKET)
        tickets_become_known();
    for (struct object* it = objects; it < objects + MOST_OBJECTS; it++)
        if (it->kind == MCS || it->kind == CLH)
            queue_becomes_known(it);
}

int main(int argc, char** argv) {
    MUST(argc == 2);
    FILE* const file = fopen(argv[1], "r");
    MUST(file);
    char* line = NULL;
    size_t room = 0;
    for (int n_objects = 0; getline(&line, &room, file) > 0;) {
        char kind[16];
        int length, value = 0;
        MUST(sscanf(line, "%15s%n %d", kind, &length, &value) >= 1);
        if (strcmp(kind, "thread") == 0) {
            MUST(n_workers < MOST_WORKERS);
            read_script(&scripts[n_workers++], line + length);
        } else {
            MUST(n_objects < MOST_OBJECTS);
            make_object(&objects[n_objects++], kind, value);
        }
    }
    fclose(file);
    free(line);
    become_known();
    run_workers(play);
    return 0;
}
