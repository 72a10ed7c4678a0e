/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A program for hpcmp --native: two threads compute, in a function of slow instructions and in one
 * of fast ones; the first one allocates, and asks the kernel.  "fail" as an argument: exits with
 * status 3.  "sleep": each thread sleeps for 100 ms, too.  "differ": writes its process id, which
 * no other run has.  "choose": computes in a function that it chooses by the processor's name, as
 * libraries do.  "kill": kills itself.  "block": waits for a SIGURG of its own, and then blocks all
 * signals.  "read": copies standard input to standard error, and exits with status 4 if there is
 * none. */

#include <cpuid.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile double slow_result;
static volatile unsigned long fast_result;

__attribute__((noinline)) static void slow(long n) {
    double x = 1.1;
    for (long i = 0; i < n; i++)
        x = 1.0 / (x + 0.1);
    slow_result = x;
}

__attribute__((noinline)) static void fast(long n) {
    unsigned long x = 1;
    for (long i = 0; i < n; i++)
        x = x * 3 + (unsigned long)i;
    fast_result = x;
}

__attribute__((noinline)) static void allocate(long n) {
    for (long i = 0; i < n; i++) {
        char* volatile block = malloc(3000);
        char* volatile other = malloc(30);
        free(block);
        free(other);
    }
}

__attribute__((noinline)) static void ask_kernel(long n) {
    char bytes[64] = "";
    const int nothing = open("/dev/null", O_WRONLY);
    for (long i = 0; i < n; i++)
        if (write(nothing, bytes, sizeof bytes) < 0)
            exit(1);
    close(nothing);
}

/* Both compute the same, so that they take equally long. */
__attribute__((noinline)) static void for_valgrind(long n) {
    unsigned long x = 2;
    for (long i = 0; i < n; i++)
        x = x * 3 + (unsigned long)i;
    fast_result = x;
}

__attribute__((noinline)) static void for_the_machine(long n) {
    unsigned long x = 3;
    for (long i = 0; i < n; i++)
        x = x * 5 + (unsigned long)i;
    fast_result = x;
}

/* Valgrind's processor has this name, whatever the machine's has. */
static void choose(void) {
    unsigned words[12];
    for (unsigned i = 0; i < 3; i++)
        __cpuid(0x80000002 + i, words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]);
    const char* const name = (const char*)words;
    (strncmp(name, "Intel(R) Core(TM) i7-4910MQ CPU", 31) == 0 ? for_valgrind
                                                               : for_the_machine)(60000000);
}

static int sleeps;

static void* run(void* unused) {
    if (sleeps)
        usleep(100000);
    slow(3000000);
    fast(12000000);
    return unused;
}

static int copy_input(void) {
    char line[100];
    int n = 0;
    for (; fgets(line, sizeof line, stdin) != NULL; n++)
        fputs(line, stderr);
    return n == 0 ? 4 : 0;
}

/* A program that blocks only SIGURG gets the one that it sends. */
static void wait_and_block(void) {
    sigset_t set;
    int received;
    sigemptyset(&set);
    sigaddset(&set, SIGURG);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGURG);
    if (sigwait(&set, &received) != 0 || received != SIGURG)
        exit(5);
    sigfillset(&set);
    if (sigprocmask(SIG_SETMASK, &set, NULL) != 0 || pthread_sigmask(SIG_BLOCK, &set, NULL) != 0)
        exit(6);
}

int main(int argc, char** argv) {
    const char* how = argc > 1 ? argv[1] : "";
    pthread_t thread;
    sleeps = strcmp(how, "sleep") == 0;
    if (strcmp(how, "kill") == 0)
        raise(SIGKILL);
    if (strcmp(how, "block") == 0)
        wait_and_block();
    pthread_create(&thread, NULL, run, NULL);
    run(NULL);
    pthread_join(thread, NULL);
    ask_kernel(60000);
    allocate(20000);
    if (strcmp(how, "choose") == 0)
        choose();
    printf("%d bytes of output\n", strcmp(how, "differ") == 0 ? (int)getpid() : 12);
    if (strcmp(how, "read") == 0)
        return copy_input();
    return strcmp(how, "fail") == 0 ? 3 : 0;
}
