/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Asks for processors by system calls, sets the processors of threads, and says what came back.
 * With an argument it does not say where threads run, because on a real machine that is chance.
 */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

static int says_where = 1;

static cpu_set_t set_of(int n, const int* processors) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (int i = 0; i < n; i++)
        CPU_SET(processors[i], &set);
    return set;
}
#define SET(...) set_of(sizeof((int[]){__VA_ARGS__}) / sizeof(int), (int[]){__VA_ARGS__})

static void say_set(const char* whose, pid_t of) {
    cpu_set_t set;
    printf("%s:", whose);
    if (sched_getaffinity(of, sizeof set, &set) != 0)
        printf(" %s", strerror(errno));
    else if (CPU_COUNT(&set) > 4)
        printf(" %d processors", CPU_COUNT(&set));
    else
        for (int i = 0; i < CPU_SETSIZE; i++)
            if (CPU_ISSET(i, &set))
                printf(" %d", i);
    printf("\n");
}

static void say_here(const char* whose) {
    unsigned processor, node;
    syscall(SYS_getcpu, &processor, &node, NULL);
    say_set(whose, 0);
    if (says_where)
        printf("%s is on %u of node %u\n", whose, processor, node);
}

static void* say_thread(void* name) {
    say_here(name);
    return NULL;
}

static void in_thread(const char* name, const pthread_attr_t* attributes) {
    pthread_t thread;
    if (pthread_create(&thread, attributes, say_thread, (void*)name) == 0)
        pthread_join(thread, NULL);
    else
        printf("%s was not created\n", name);
}

static void raw(const char* what, size_t size, void* room) {
    const long result = syscall(SYS_sched_getaffinity, 0, size, room);
    printf("%s: %ld%s%s\n", what, result, result < 0 ? " " : "", result < 0 ? strerror(errno) : "");
}

static void set(const char* what, pid_t of, size_t size, const cpu_set_t* wanted) {
    printf("set %s: %s\n", what,
           sched_setaffinity(of, size, wanted) == 0 ? "done" : strerror(errno));
}

static void room_for_sets(void) {
    unsigned long room[CPU_SETSIZE / 64];
    raw("a large room", sizeof room, room);
    raw("no room", 0, room);
    raw("half a word", 4, room);
    raw("a word and a half", 12, room);
    raw("a wrong address", sizeof room, (void*)8);
    say_set("nobody", INT_MAX);
}

static void refused(void) {
    cpu_set_t none = SET(1000), empty;
    CPU_ZERO(&empty);
    set("none that is there", 0, sizeof none, &none);
    set("none", 0, sizeof empty, &empty);
    set("nothing", 0, 0, &none);
    set("at a wrong address", 0, sizeof none, (cpu_set_t*)8);
    set("of nobody", INT_MAX, sizeof none, &none);
}

/* Its set changes from outside, while it waits. */
static pthread_barrier_t meeting;
static pid_t other_tid;

static void* wait_for_set(void* unused) {
    other_tid = gettid();
    pthread_barrier_wait(&meeting);
    pthread_barrier_wait(&meeting);
    say_here("changed from outside");
    return unused;
}

static void from_outside(void) {
    pthread_t thread;
    const cpu_set_t wanted = SET(7);
    pthread_barrier_init(&meeting, NULL, 2);
    pthread_create(&thread, NULL, wait_for_set, NULL);
    pthread_barrier_wait(&meeting);
    set("from outside", other_tid, sizeof wanted, &wanted);
    pthread_barrier_wait(&meeting);
    pthread_join(thread, NULL);
}

static void in_child(void) {
    const cpu_set_t wanted = SET(3);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        say_here("child");
        set("in child", 0, sizeof wanted, &wanted);
        say_here("child then");
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    say_here("parent then");
}

/* The last word of Cpus_allowed, whatever process it is. */
static void other_process(void) {
    char line[2000] = "", path[40];
    unsigned long said = 0;
    cpu_set_t own;
    CPU_ZERO(&own);
    snprintf(path, sizeof path, "/proc/%d/status", getppid());
    FILE* file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "Cpus_allowed:", 13) == 0)
            said = strtoul(strpbrk(strrchr(line, ',') ? strrchr(line, ',') : line, ",\t") + 1, NULL,
                           16);
    if (file != NULL)
        fclose(file);
    sched_getaffinity(getppid(), sizeof own, &own);
    printf("another process: %s\n",
           said == *(unsigned long*)&own ? "as its status says" : "differs");
}

int main(int argc, char** argv) {
    (void)argv;
    says_where = argc == 1;
    printf("online %ld, configured %ld, %d\n", sysconf(_SC_NPROCESSORS_ONLN),
           sysconf(_SC_NPROCESSORS_CONF), get_nprocs());
    room_for_sets();
    say_here("main");
    in_thread("thread 2", NULL);
    in_thread("thread 3", NULL);
    refused();
    say_here("still");
    const cpu_set_t wanted = SET(38, 39, 700);
    set("two", 0, sizeof wanted, &wanted);
    say_here("two");
    in_thread("heir", NULL);
    pthread_attr_t attributes;
    const cpu_set_t one = SET(30);
    pthread_attr_init(&attributes);
    pthread_attr_setaffinity_np(&attributes, sizeof one, &one);
    in_thread("by attributes", &attributes);
    from_outside();
    in_child();
    other_process();
    return 0;
}
