/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Maps, protects and unmaps pages at random, and says at the end which ones it has, and how many
 * bytes it had at most. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 96, PAGE = 4096, N_STEPS = 400 };
enum { ANON = MAP_PRIVATE | MAP_ANONYMOUS };

static enum { NOTHING, RESERVED, FILES, LENT } state[N];
static char* area;
static size_t beyond; /* bytes that it has outside of it */
static size_t most;

static void* must(void* p) {
    if (p == MAP_FAILED)
        _exit(1);
    return p;
}

static void* map(int first, int n, int protection, int flags, int fd) {
    return must(mmap(area + first * PAGE, n * PAGE, protection, flags | MAP_FIXED, fd, 0));
}

static int is_all_mapped(int first, int n) {
    for (int i = first; i < first + n; i++)
        if (state[i] == NOTHING)
            return 0;
    return 1;
}

static void set(int first, int n, int now) {
    for (int i = first; i < first + n; i++)
        state[i] = now;
}

static void protect(int first, int n, int protection) {
    if (!is_all_mapped(first, n))
        return;
    mprotect(area + first * PAGE, n * PAGE, protection);
    for (int i = first; i < first + n; i++)
        if (state[i] != FILES)
            state[i] = protection == PROT_NONE ? RESERVED : LENT;
}

static void step(int what, int first, int n, int fd) {
    switch (what) {
    case 0: map(first, n, PROT_READ | PROT_WRITE, ANON, -1); break;
    case 1: map(first, n, PROT_NONE, ANON, -1); break;
    case 2: map(first, n, PROT_READ, MAP_PRIVATE, fd); break;
    case 3: munmap(area + first * PAGE, n * PAGE); break;
    case 4: protect(first, n, PROT_NONE); return;
    case 5: protect(first, n, PROT_READ | PROT_WRITE); return;
    default: protect(first, n, PROT_READ); return;
    }
    set(first, n, (int[]){LENT, RESERVED, FILES, NOTHING}[what]);
}

static size_t bytes(void) {
    size_t sum = beyond;
    for (int i = 0; i < N; i++)
        sum += state[i] == LENT ? PAGE : 0;
    return sum;
}

static void look(void) {
    if (bytes() > most)
        most = bytes();
}

static void* thread(void* unused) {
    return unused;
}

/* A library's variables and a thread's stack are no memory that it has asked for. */
static void others(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    dlopen("libresolv.so.2", RTLD_NOW);
}

static char* beyond_area(void) {
    char* p = must(mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, ANON, -1, 0)); /* elsewhere */
    beyond = 3 * PAGE;
    look();
    p = must(mremap(p, 3 * PAGE, 70 * PAGE - 5, MREMAP_MAYMOVE));
    beyond = 70 * PAGE;
    look();
    p = must(mremap(p, 70 * PAGE, 50 * PAGE, 0));
    beyond = 50 * PAGE;
    return p;
}

static void print(void) {
    for (int i = 0; i < N; i++)
        if (state[i] == LENT)
            printf("has %lu %d\n", (unsigned long)(area + i * PAGE), PAGE);
    printf("most %zu\n", most);
}

int main(int argc, char** argv) {
    srand(argc > 1 ? atoi(argv[1]) : 1);
    int fd = open("/proc/self/exe", O_RDONLY);
    area = must(mmap(NULL, N * PAGE, PROT_NONE, ANON | MAP_NORESERVE, -1, 0));
    set(0, N, RESERVED);
    for (int i = 0; i < N_STEPS; i++) {
        int first = rand() % N;
        step(rand() % 7, first, 1 + rand() % (N - first < 20 ? N - first : 20), fd);
        look();
    }
    others();
    printf("has %lu %d\n", (unsigned long)beyond_area(), 50 * PAGE);
    char* end = sbrk(10000);
    sbrk(-4000);
    beyond += 10000;
    look();
    printf("has %lu %d\n", (unsigned long)end, 6000);
    print();
    fflush(stdout);
    if (fork() == 0) {
        munmap(area, N * PAGE);
        must(mmap(NULL, 7 * PAGE, PROT_READ, ANON, -1, 0));
        _exit(0);
    }
    wait(NULL);
    return 0;
}
