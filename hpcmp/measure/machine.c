/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/measure/machine.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

void hm_fail(const char* sentence) {
    fprintf(stderr, "hpcmp: %s\n", sentence);
    exit(1);
}

double hm_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

void hm_work(double ns) {
    const double end = hm_now() + ns;
    while (hm_now() < end)
        ;
}

/*------------------------------------------------------------*/
/*--- Processors                                            ---*/
/*------------------------------------------------------------*/

/* The process may run there. */
static cpu_set_t g_all;

/* Opens a file about a processor; NULL: there is none. */
static FILE* open_about(int processor, const char* name) {
    char path[120];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/%s", processor, name);
    return fopen(path, "r");
}

/* The processors of such a file as Linux lists them: "0,4" or "0-1". */
static cpu_set_t listed(int processor, const char* name) {
    int first, last;
    cpu_set_t set;
    CPU_ZERO(&set);
    FILE* file = open_about(processor, name);
    while (file != NULL && fscanf(file, "%d", &first) == 1) {
        last = first;
        if (fscanf(file, "-%d", &last) != 1)
            last = first;
        for (int p = first; p <= last && p < CPU_SETSIZE; p++)
            CPU_SET(p, &set);
        if (fgetc(file) != ',')
            break;
    }
    if (file != NULL)
        fclose(file);
    CPU_SET(processor, &set);
    return set;
}

static void leave_out_core(int processor, cpu_set_t* set) {
    cpu_set_t core = listed(processor, "topology/thread_siblings_list");
    CPU_AND(&core, &core, set);
    CPU_XOR(set, set, &core);
}

/* Reads a word of such a file, shorter than 20 characters; empty: there is none. */
static void read_word(int processor, const char* name, char word[20]) {
    FILE* file = open_about(processor, name);
    if (file == NULL || fscanf(file, "%19s", word) != 1)
        word[0] = '\0';
    if (file != NULL)
        fclose(file);
}

/* A cache for instructions has no bytes for data.  Linux writes "1024K". */
static size_t bytes_of_cache(int processor, int index) {
    char name[40], type[20], size[20];
    snprintf(name, sizeof name, "cache/index%d/type", index);
    read_word(processor, name, type);
    snprintf(name, sizeof name, "cache/index%d/size", index);
    read_word(processor, name, size);
    return strcmp(type, "Instruction") == 0 ? 0 : strtoul(size, NULL, 10) * 1024;
}

Caches hm_caches(int processor) {
    enum { MOST_CACHES = 10 };
    Caches caches = {0, 0};
    for (int index = 0; index < MOST_CACHES; index++) {
        char name[40];
        snprintf(name, sizeof name, "cache/index%d/shared_cpu_list", index);
        const cpu_set_t sharers = listed(processor, name);
        const size_t bytes = bytes_of_cache(processor, index);
        const size_t own = bytes / (size_t)CPU_COUNT(&sharers);
        caches.largest = bytes > caches.largest ? bytes : caches.largest;
        caches.own = own > caches.own ? own : caches.own;
    }
    return caches;
}

static int lowest(const cpu_set_t* set) {
    for (int p = 0; p < CPU_SETSIZE; p++)
        if (CPU_ISSET(p, set))
            return p;
    return -1;
}

Processors hm_processors(void) {
    if (sched_getaffinity(0, sizeof g_all, &g_all) != 0)
        hm_fail("it is not known which processors there are (sched_getaffinity fails)");
    Processors found = {lowest(&g_all), -1, CPU_COUNT(&g_all)};
    cpu_set_t others = g_all;
    leave_out_core(found.first, &others);
    if (CPU_COUNT(&others) == 0) {
        others = g_all;
        CPU_CLR(found.first, &others);
    }
    found.second = lowest(&others);
    return found;
}

void hm_run_on(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (processor >= 0)
        CPU_SET(processor, &set);
    if (sched_setaffinity(0, sizeof set, processor >= 0 ? &set : &g_all) != 0)
        hm_fail("a thread cannot be bound to a processor (sched_setaffinity fails)");
}

pthread_t hm_begin(void* (*run)(void*), void* argument) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, argument) != 0)
        hm_fail("a thread cannot be created (pthread_create fails)");
    return thread;
}

/*------------------------------------------------------------*/
/*--- Load                                                  ---*/
/*------------------------------------------------------------*/

static double seconds(struct timeval time) {
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* The first line of /proc/stat has times of all processors in ticks: user, nice, system, idle,
   waiting, interrupts, the same by software, and what the host of a virtual machine has taken. */
static double busy_seconds(void) {
    double user, nice, system, idle, waiting, irq, softirq, stolen;
    FILE* file = fopen("/proc/stat", "r");
    const int n = file == NULL ? 0
                               : fscanf(file, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &user, &nice,
                                        &system, &idle, &waiting, &irq, &softirq, &stolen);
    if (file != NULL)
        fclose(file);
    if (n != 8)
        hm_fail("it is not known who else uses the machine (/proc/stat cannot be read)");
    return (user + nice + system + irq + softirq + stolen) / (double)sysconf(_SC_CLK_TCK);
}

static double own_seconds(int who) {
    struct rusage usage;
    getrusage(who, &usage);
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Load hm_load(void) {
    return (Load){busy_seconds(), own_seconds(RUSAGE_SELF) + own_seconds(RUSAGE_CHILDREN),
                  hm_now()};
}

double hm_foreign_part(const Load* before, const Load* after) {
    const double own = after->own_s - before->own_s;
    const double foreign = after->busy_s - before->busy_s - own;
    const double all = (after->at_ns - before->at_ns) / 1e9 * (double)sysconf(_SC_NPROCESSORS_ONLN);
    return foreign > 0 && all > 0 ? foreign / all : 0;
}
