// SPDX-License-Identifier: GPL-2.0-or-later
//
// A thread works for a while, so that samples fall into its turn, and then reads an address where
// nothing is mapped.  Its handler of SIGSEGV jumps back, and the thread goes on.  The stretches of
// work have 60 different lengths, because a fault must come after a sample of the same turn.
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FAULTS = 60, STEP = 5000 };

static sigjmp_buf g_back;
static volatile char* g_unmapped;
static volatile long g_work;

static void on_fault(int signal) {
    (void)signal;
    siglongjmp(g_back, 1);
}

static void* works_and_faults(void* unused) {
    static volatile long n_faults;
    for (volatile int i = 0; i < FAULTS; i++) {
        if (sigsetjmp(g_back, 1) != 0) {
            n_faults++;
            continue;
        }
        for (long k = 0; k < (long)STEP * i; k++)
            g_work++;
        g_work += *g_unmapped;
    }
    printf("%ld faults\n", n_faults);
    return unused;
}

int main(void) {
    struct sigaction action = {.sa_handler = on_fault};
    sigaction(SIGSEGV, &action, NULL);
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char* p = mmap(NULL, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return EXIT_FAILURE;
    g_unmapped = p;
    works_and_faults(NULL);
    pthread_t thread;
    if (pthread_create(&thread, NULL, works_and_faults, NULL) != 0)
        return EXIT_FAILURE;
    return pthread_join(thread, NULL) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
