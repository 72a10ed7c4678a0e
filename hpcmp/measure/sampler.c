/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A library that is preloaded into a program without Valgrind. It notes where the program's threads
 * compute.
 *
 * Each thread has a timer of its own, which counts the thread's CPU time and sends it SIGURG. This
 * signal is ignored by default. So a program that resets the handlers of all signals loses its
 * samples, but is not harmed otherwise. A program that blocks all signals, as xz does in its
 * threads, keeps this one unblocked. The handler writes into a mapped file (native_samples.h). It
 * takes no lock and allocates nothing.
 */

#include "hpcmp/measure/native_samples.h"
#include "hpcmp/measure/own_code.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

static HmSamples* g_samples; /* NULL: no samples are taken */
static pthread_key_t g_timer_key;
/* Programs may be mapped while the process runs: samples until the mappings are read again. */
static _Atomic int g_until_mappings;
static atomic_flag g_is_reading = ATOMIC_FLAG_INIT;

/*------------------------------------------------------------*/
/*--- Mappings                                              ---*/
/*------------------------------------------------------------*/

/* A number in base 16, and the byte behind it. */
static uint64_t take_number(const char** at) {
    uint64_t number = 0;
    for (;; (*at)++) {
        const char c = **at;
        if (c >= '0' && c <= '9')
            number = number * 16 + (uint64_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            number = number * 16 + (uint64_t)(c - 'a' + 10);
        else
            break;
    }
    if (**at != '\0')
        (*at)++;
    return number;
}

/* "55e0c8a01000-55e0c8a02000 r-xp 00001000 fe:00 1234      /home/me/app" */
static void add_mapping(const char* line) {
    HmMapping mapping = {0};
    mapping.begin = take_number(&line);
    mapping.end = take_number(&line);
    if (strnlen(line, 5) < 5 || line[2] != 'x')
        return;
    line += 5;
    mapping.offset = take_number(&line);
    const char* path = strchr(line, '/');
    if (path == NULL)
        path = strchr(line, '[');
    if (path != NULL)
        strncpy(mapping.path, path, sizeof mapping.path - 1);
    mapping.is_own = hm_is_own(mapping.path);
    const HmMapping* known = hm_mapping_at(g_samples, mapping.begin);
    if (known != NULL && memcmp(known, &mapping, sizeof mapping) == 0)
        return;
    const uint32_t n = atomic_load(&g_samples->n_mappings);
    if (n == HM_MOST_MAPPINGS)
        return;
    g_samples->mappings[n] = mapping;
    atomic_store(&g_samples->n_mappings, n + 1);
}

/* Also in the signal's handler, so without stdio.  A line that does not fit is no line. */
static void read_mappings(void) {
    if (atomic_flag_test_and_set(&g_is_reading))
        return;
    char line[512];
    char bytes[2048];
    size_t n = 0;
    ssize_t n_read;
    const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    while (file >= 0 && (n_read = read(file, bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < n_read; i++) {
            if (bytes[i] != '\n') {
                if (n < sizeof line)
                    line[n++] = bytes[i];
                continue;
            }
            if (n < sizeof line) {
                line[n] = '\0';
                add_mapping(line);
            }
            n = 0;
        }
    if (file >= 0)
        close(file);
    atomic_store(&g_until_mappings, 64);
    atomic_flag_clear(&g_is_reading);
}

/*------------------------------------------------------------*/
/*--- A sample                                              ---*/
/*------------------------------------------------------------*/

static bool is_behind_syscall(uint64_t ip) {
    unsigned char code[2];
    return hm_peek(getpid(), code, ip - 2, 2) && code[0] == 0x0f && code[1] == 0x05;
}

/* Where the program's own code continues after a system call; 0: it is not known. */
static uint64_t own_caller(uint64_t sp) {
    uint64_t words[HM_STACK_WORDS];
    const size_t n = hm_peek_stack(getpid(), sp, words);
    return hm_own_caller(getpid(), g_samples, words, n);
}

/* Where the sample goes: one of the first, or in place of a random one (Vitter's algorithm R), so
   that all samples are kept with the same probability.  NULL: this one is not kept. */
static HmSample* place_of_sample(void) {
    uint64_t n = atomic_fetch_add(&g_samples->n_samples, 1);
    if (n >= HM_MOST_SAMPLES) {
        uint64_t x = (n + 1) * 0x9e3779b97f4a7c15ULL;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
        n = (x ^ (x >> 31)) % (n + 1);
    }
    return n < HM_MOST_SAMPLES ? &g_samples->samples[n] : NULL;
}

static void on_signal(int number, siginfo_t* info, void* context) {
    (void)number;
    /* Others may send this signal, too. */
    if (info->si_code != SI_TIMER || info->si_value.sival_ptr != &g_samples || g_samples == NULL)
        return;
    const int error = errno;
    const greg_t* registers = ((const ucontext_t*)context)->uc_mcontext.gregs;
    const uint64_t ip = (uint64_t)registers[REG_RIP];
    HmSample sample = {ip, 0, 1 + (uint32_t)info->si_overrun, 0};
    if (hm_mapping_at(g_samples, ip) == NULL && atomic_fetch_sub(&g_until_mappings, 1) <= 0)
        read_mappings();
    if (is_behind_syscall(ip)) {
        sample.in_kernel = 1;
        sample.caller = own_caller((uint64_t)registers[REG_RSP]);
    }
    HmSample* place = place_of_sample();
    if (place != NULL)
        *place = sample;
    errno = error;
}

/*------------------------------------------------------------*/
/*--- Threads and processes                                 ---*/
/*------------------------------------------------------------*/

static void end_timer(void* timer) {
    syscall(SYS_timer_delete, (int)(intptr_t)timer - 1);
}

/* The timer has run out before the first tick, so each tick that finds the thread computing takes a
   sample.  If the first period had to pass before, most short threads would have none. */
static void begin_timer(void) {
    if (g_samples == NULL)
        return;
    atomic_fetch_add(&g_samples->n_threads, 1);
    int timer;
    struct sigevent event = {0};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGURG;
    event.sigev_notify_thread_id = (int)syscall(SYS_gettid);
    event.sigev_value.sival_ptr = &g_samples;
    if (syscall(SYS_timer_create, CLOCK_THREAD_CPUTIME_ID, &event, &timer) != 0)
        return;
    const struct itimerspec times = {{0, HM_SAMPLE_PERIOD_NS}, {0, 1}};
    syscall(SYS_timer_settime, timer, 0, &times, NULL);
    pthread_setspecific(g_timer_key, (void*)(intptr_t)(timer + 1));
}

/* The file PID.N of the folder: a process has one for each program that it executes. */
static void begin_samples(void) {
    const char* folder = getenv(HM_SAMPLES_FOLDER);
    char path[4096];
    int file = -1;
    g_samples = NULL;
    if (folder == NULL)
        return;
    for (int i = 0; i < 10000 && file < 0; i++) {
        snprintf(path, sizeof path, "%s/%d.%d", folder, (int)getpid(), i);
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file < 0 && errno != EEXIST)
            return;
    }
    if (file < 0)
        return;
    void* map = MAP_FAILED;
    if (ftruncate(file, sizeof(HmSamples)) == 0)
        map = mmap(NULL, sizeof(HmSamples), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (map == MAP_FAILED)
        return;
    g_samples = map;
    read_mappings();
    g_samples->mark = HM_SAMPLES_MARK;
}

/* The child has no timers, and writes into its own file. */
static void on_fork(void) {
    if (g_samples == NULL)
        return;
    munmap(g_samples, sizeof *g_samples);
    begin_samples();
    begin_timer();
}

/* The process that starts the program may have blocked the signal, and the program inherits that.
 */
static void unblock_sample_signal(void) {
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, SIGURG);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}

__attribute__((constructor)) static void begin(void) {
    struct sigaction action = {0};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    if (pthread_key_create(&g_timer_key, end_timer) != 0 || sigaction(SIGURG, &action, NULL) != 0)
        return;
    begin_samples();
    begin_timer();
    pthread_atfork(NULL, NULL, on_fork);
    if (g_samples != NULL)
        unblock_sample_signal();
}

__attribute__((destructor)) static void end(void) {
    if (g_samples != NULL)
        read_mappings();
}

/*------------------------------------------------------------*/
/*--- In place of the C library's functions                 ---*/
/*------------------------------------------------------------*/

/* Makes `original` the function of this name that the program would call without this library. */
#define FIND_ORIGINAL(name) (*(void**)(&original) = dlsym(RTLD_NEXT, #name))

typedef struct {
    void* (*run)(void*);
    void* argument;
} Start;

static void* run_thread(void* start) {
    const Start copy = *(Start*)start;
    free(start);
    begin_timer();
    return copy.run(copy.argument);
}

__attribute__((visibility("default"))) int pthread_create(pthread_t* thread,
                                                          const pthread_attr_t* attributes,
                                                          void* (*run)(void*), void* argument) {
    static int (*original)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    if (original == NULL && FIND_ORIGINAL(pthread_create) == NULL)
        return EAGAIN;
    Start* start = g_samples == NULL ? NULL : malloc(sizeof *start);
    if (start == NULL)
        return original(thread, attributes, run, argument);
    *start = (Start){run, argument};
    const int error = original(thread, attributes, run_thread, start);
    if (error != 0)
        free(start);
    return error;
}

/* A program that waits for SIGURG blocks it, but hardly blocks SIGWINCH as well. */
static bool has_nearly_all(const sigset_t* set) {
    return sigismember(set, SIGURG) == 1 && sigismember(set, SIGWINCH) == 1;
}

static bool is_sample_signal_ours(void) {
    struct sigaction action;
    return g_samples != NULL && sigaction(SIGURG, NULL, &action) == 0 &&
           action.sa_sigaction == on_signal;
}

/* The set, but without the samples' signal if all signals are to be blocked. */
static const sigset_t* to_block(int how, const sigset_t* set, sigset_t* copy) {
    if (how == SIG_UNBLOCK || set == NULL || !has_nearly_all(set) || !is_sample_signal_ours())
        return set;
    *copy = *set;
    sigdelset(copy, SIGURG);
    return copy;
}

__attribute__((visibility("default"))) int pthread_sigmask(int how, const sigset_t* set,
                                                           sigset_t* old) {
    static int (*original)(int, const sigset_t*, sigset_t*);
    sigset_t copy;
    if (original == NULL && FIND_ORIGINAL(pthread_sigmask) == NULL)
        return EINVAL;
    return original(how, to_block(how, set, &copy), old);
}

__attribute__((visibility("default"))) int sigprocmask(int how, const sigset_t* set,
                                                       sigset_t* old) {
    const int error = pthread_sigmask(how, set, old);
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}
