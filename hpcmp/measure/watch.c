/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/measure/watch.h"

#include "hpcmp/measure/io_calls.h"
#include "hpcmp/measure/machine.h"
#include "hpcmp/measure/native_samples.h"
#include "hpcmp/measure/own_code.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PERIOD_NS 1e6
#define MOST_OF_A_PROCESSOR 0.02
/* A thread that the sampler does not know, because the program has called clone itself, is found
   after so many looks. */
#define LOOKS_UNTIL_LISTING 16

typedef struct Task {
    struct Task* next;
    pid_t id;
    int file; /* /proc/TID/syscall */
    /* As the last look found the thread. Another look that finds the same does not need to ask for
       the descriptor and the caller again. */
    char text[200];
    uint64_t stack[HM_STACK_WORDS];
    size_t n_stack;
    HmWait* wait; /* NULL: it does not wait for I/O */
} Task;

typedef struct Process {
    struct Process* next;
    pid_t id;
    DIR* folder;        /* /proc/PID/task: has nothing more when the process has ended */
    int file;           /* the sampler's file; -1: it is mapped */
    HmSamples* samples; /* NULL: the file is not complete yet */
    Task* tasks;
    uint32_t n_threads; /* as the sampler has counted them when tasks were listed last */
    int until_listing;
} Process;

struct Watch {
    const char* folder;
    int created; /* inotify: the files that the sampler has created */
    int ended;   /* eventfd: can be read when the watch is to end */
    pthread_t thread;
    double last_look_ns;
    Process* processes;
};

/*------------------------------------------------------------*/
/*--- Threads                                               ---*/
/*------------------------------------------------------------*/

static void add_task(Process* process, pid_t id) {
    char path[40];
    for (const Task* task = process->tasks; task != NULL; task = task->next)
        if (task->id == id)
            return;
    snprintf(path, sizeof path, "/proc/%d/syscall", (int)id);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    Task* task = file < 0 ? NULL : calloc(1, sizeof *task);
    if (task == NULL) {
        if (file >= 0)
            close(file);
        return;
    }
    task->id = id;
    task->file = file;
    task->next = process->tasks;
    process->tasks = task;
}

static void remove_task(Task** place) {
    Task* task = *place;
    *place = task->next;
    close(task->file);
    free(task);
}

/* False: the process has ended. */
static bool list_tasks(Process* process) {
    bool has_any = false;
    const struct dirent* entry;
    rewinddir(process->folder);
    while ((entry = readdir(process->folder)) != NULL)
        if (entry->d_name[0] != '.') {
            add_task(process, atoi(entry->d_name));
            has_any = true;
        }
    return has_any;
}

/* Where the waits of the caller are summed up. If there is no place, that of no known caller. */
static HmWait* wait_of(HmSamples* samples, uint64_t caller) {
    for (uint32_t i = 0; i < samples->n_waits; i++)
        if (samples->waits[i].caller == caller)
            return &samples->waits[i];
    if (samples->n_waits == HM_MOST_WAITS)
        return &samples->waits[0];
    HmWait* wait = &samples->waits[samples->n_waits++];
    wait->caller = caller;
    return wait;
}

static HmWait* wait_in(const Process* process, const Task* task, const SystemCall* call) {
    if (!hm_is_io(call, task->id))
        return NULL;
    return wait_of(process->samples,
                   hm_own_caller(task->id, process->samples, task->stack, task->n_stack));
}

/* `text`: what Linux says about the thread, which has waited for so long, if it waits. */
static void count(const Process* process, Task* task, const char* text, double ns) {
    uint64_t stack[HM_STACK_WORDS];
    const SystemCall call = hm_system_call(text);
    const size_t n = hm_may_be_io(&call) ? hm_peek_stack(task->id, call.sp, stack) : 0;
    if (strcmp(text, task->text) != 0 || n != task->n_stack ||
        memcmp(stack, task->stack, n * sizeof *stack) != 0) {
        strcpy(task->text, text);
        memcpy(task->stack, stack, n * sizeof *stack);
        task->n_stack = n;
        task->wait = hm_may_be_io(&call) ? wait_in(process, task, &call) : NULL;
    }
    if (task->wait != NULL) {
        task->wait->ns += (uint64_t)ns;
        task->wait->looks++;
    }
}

/* False: the thread has ended, or Linux does not tell. */
static bool look_at_task(const Process* process, Task* task, double ns) {
    char text[sizeof task->text];
    const ssize_t n = pread(task->file, text, sizeof text - 1, 0);
    if (n < 0 && errno == EPERM)
        process->samples->is_hidden = true;
    if (n <= 0)
        return false;
    text[n] = '\0';
    process->samples->looks++;
    if (text[0] >= '0' && text[0] <= '9')
        count(process, task, text, ns);
    else
        task->text[0] = '\0'; /* it is running */
    return true;
}

/*------------------------------------------------------------*/
/*--- Processes                                             ---*/
/*------------------------------------------------------------*/

/* Another program has other addresses. */
static void forget_program(Process* process) {
    while (process->tasks != NULL)
        remove_task(&process->tasks);
    if (process->file >= 0)
        close(process->file);
    if (process->samples != NULL)
        munmap(process->samples, sizeof *process->samples);
    process->file = -1;
    process->samples = NULL;
}

static void remove_process(Process** place) {
    Process* process = *place;
    *place = process->next;
    forget_program(process);
    closedir(process->folder);
    free(process);
}

static Process* process_of(Watch* watch, pid_t id) {
    char path[40];
    Process* process = watch->processes;
    while (process != NULL && process->id != id)
        process = process->next;
    if (process != NULL)
        return process;
    snprintf(path, sizeof path, "/proc/%d/task", (int)id);
    DIR* folder = opendir(path);
    process = folder == NULL ? NULL : calloc(1, sizeof *process);
    if (process == NULL) {
        if (folder != NULL)
            closedir(folder);
        return NULL;
    }
    *process = (Process){.next = watch->processes, .id = id, .folder = folder, .file = -1};
    watch->processes = process;
    return process;
}

/* `name`: "PID.N", as sampler.c makes it. A process that executes another program begins another
   file. */
static void begin_file(Watch* watch, const char* name) {
    char path[5000];
    Process* process = process_of(watch, atoi(name));
    if (process == NULL)
        return;
    forget_program(process);
    snprintf(path, sizeof path, "%s/%s", watch->folder, name);
    process->file = open(path, O_RDWR | O_CLOEXEC);
    process->until_listing = 0;
}

static void take_new_files(Watch* watch) {
    _Alignas(struct inotify_event) char events[4096];
    ssize_t n;
    while ((n = read(watch->created, events, sizeof events)) > 0)
        for (const char* at = events; at < events + n;) {
            const struct inotify_event* event = (const struct inotify_event*)at;
            if (event->len > 0)
                begin_file(watch, event->name);
            at += sizeof *event + event->len;
        }
}

/* Whether the sampler has made the file complete. */
static bool is_ready(Process* process) {
    struct stat facts;
    if (process->samples == NULL && process->file >= 0 && fstat(process->file, &facts) == 0 &&
        facts.st_size == (off_t)sizeof(HmSamples)) {
        void* map =
            mmap(NULL, sizeof(HmSamples), PROT_READ | PROT_WRITE, MAP_SHARED, process->file, 0);
        process->samples = map == MAP_FAILED ? NULL : map;
        close(process->file);
        process->file = -1;
    }
    return process->samples != NULL && process->samples->mark == HM_SAMPLES_MARK;
}

/* False: the process has ended. */
static bool look_at_process(Process* process, double ns) {
    const bool is_known = is_ready(process);
    const uint32_t n_threads = is_known ? atomic_load(&process->samples->n_threads) : 0;
    if (n_threads != process->n_threads || process->until_listing-- <= 0) {
        if (!list_tasks(process))
            return false;
        process->n_threads = n_threads;
        process->until_listing = LOOKS_UNTIL_LISTING;
    }
    for (Task** place = &process->tasks; is_known && *place != NULL;)
        if (look_at_task(process, *place, ns))
            place = &(*place)->next;
        else
            remove_task(place);
    return true;
}

/*------------------------------------------------------------*/
/*--- The watch                                             ---*/
/*------------------------------------------------------------*/

static void look(Watch* watch) {
    const double now = hm_now();
    const double ns = now - watch->last_look_ns;
    watch->last_look_ns = now;
    take_new_files(watch);
    for (Process** place = &watch->processes; *place != NULL;)
        if (look_at_process(*place, ns))
            place = &(*place)->next;
        else
            remove_process(place);
}

static double cpu_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* False: the watch is to end. */
static bool pause_for(const Watch* watch, double ns) {
    struct pollfd ended = {watch->ended, POLLIN, 0};
    const struct timespec time = {(time_t)(ns / 1e9), (long)ns % 1000000000};
    return ppoll(&ended, 1, &time, NULL) <= 0;
}

static void* run(void* argument) {
    Watch* watch = argument;
    double cpu = cpu_time();
    double ns = PERIOD_NS;
    while (pause_for(watch, ns)) {
        look(watch);
        const double before = cpu;
        cpu = cpu_time();
        ns = (cpu - before) / MOST_OF_A_PROCESSOR;
        if (ns < PERIOD_NS)
            ns = PERIOD_NS;
    }
    return NULL;
}

static void free_watch(Watch* watch) {
    while (watch->processes != NULL)
        remove_process(&watch->processes);
    if (watch->created >= 0)
        close(watch->created);
    if (watch->ended >= 0)
        close(watch->ended);
    free(watch);
}

Watch* hm_watch_new(const char* folder) {
    Watch* watch = calloc(1, sizeof *watch);
    if (watch == NULL)
        return NULL;
    watch->folder = folder;
    watch->created = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    watch->ended = eventfd(0, EFD_CLOEXEC);
    if (watch->ended >= 0 && watch->created >= 0 &&
        inotify_add_watch(watch->created, folder, IN_CREATE) >= 0)
        return watch;
    free_watch(watch);
    return NULL;
}

void hm_watch_begin(Watch* watch) {
    if (watch == NULL)
        return;
    watch->last_look_ns = hm_now();
    watch->thread = hm_begin(run, watch);
}

void hm_watch_end(Watch* watch) {
    if (watch == NULL)
        return;
    eventfd_write(watch->ended, 1);
    pthread_join(watch->thread, NULL);
    free_watch(watch);
}
