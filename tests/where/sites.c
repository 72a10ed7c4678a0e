/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Allocates, locks and names in all kinds of places, and says where: besides what sites.h says,
 * "lock ADDRESS FUNCTION LINE NAME", "member SIZE OFFSET ADDRESS" of a lock in a block, "code SIZE
 * FROM TO" of an allocation by code that nobody knows, "deep SIZE", "thread NAME".
 *
 *    sites PLUGIN PLUGIN
 */
#define _GNU_SOURCE
#include "sites.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
struct {
    long before;
    pthread_mutex_t lock;
} table[3];

#define LOCK(mutex, name)                                                                          \
    (printf("lock %lu %s %d %s\n", (unsigned long)(mutex), __func__, __LINE__, name),              \
     pthread_mutex_lock(mutex), pthread_mutex_unlock(mutex))

static inline __attribute__((always_inline)) void inlined(void) {
    ALLOCATE(1001);
}

static __attribute__((noinline)) void calls_inlined(void) {
    inlined();
    STAY();
}

static __attribute__((noinline)) void recurses(int depth) {
    if (depth == 0) {
        printf("deep 1002\n");
        ALLOCATE(1002);
    } else {
        recurses(depth - 1);
    }
    STAY();
}

static void on_signal(int signal) {
    (void)signal;
    ALLOCATE(1003);
}

static void* in_thread(void* unused) {
    ALLOCATE(1004);
    LOCK(&queue_lock, "queue_lock");
    return unused;
}

static void with_plugin(const char* file) {
    void* const library = dlopen(file, RTLD_NOW);
    void (*const site)(void) = (void (*)(void))dlsym(library, "site");
    site();
    dlclose(library);
}

/* push %rbp; mov %rsp,%rbp; mov $SIZE,%edi; mov $malloc,%rax; call *%rax; pop %rbp; ret */
static __attribute__((noinline)) void with_code(void) {
    enum { SIZE = 1005, ROOM = 4096 };
    unsigned char code[] = {0x55, 0x48, 0x89, 0xe5, 0xbf, SIZE & 0xff, SIZE >> 8, 0,
                            0,    0x48, 0xb8, 0,    0,    0,           0,         0,
                            0,    0,    0,    0xff, 0xd0, 0x5d,        0xc3};
    void* (*const called)(size_t) = malloc;
    memcpy(code + 11, &called, sizeof called);
    unsigned char* const page =
        mmap(NULL, ROOM, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memcpy(page, code, sizeof code);
    printf("code %d %lu %lu\n", SIZE, (unsigned long)page, (unsigned long)(page + sizeof code));
    ((void (*)(void))page)();
    STAY();
}

static __attribute__((noinline)) void with_locks(void) {
    pthread_mutex_t local = PTHREAD_MUTEX_INITIALIZER;
    LOCK(&local, "local of with_locks");
    LOCK(&table[2].lock, "table+104");
    char* const block = ALLOCATE(1006);
    pthread_mutex_t* const member = (pthread_mutex_t*)(block + 80);
    pthread_mutex_init(member, NULL);
    printf("member 1006 80 %lu\n", (unsigned long)member);
    LOCK(member, "");
}

static void in_child(void) {
    fflush(stdout);
    if (fork() == 0) {
        calls_inlined();
        ALLOCATE(1007);
        fflush(stdout);
        _exit(0);
    }
    wait(NULL);
}

int main(int argc, char** argv) {
    if (argc != 3)
        return 2;
    setvbuf(stdout, NULL, _IONBF, 0);
    ALLOCATE(1000);
    calls_inlined();
    recurses(50);
    signal(SIGUSR1, on_signal);
    raise(SIGUSR1);
    pthread_setname_np(pthread_self(), "the boss");
    printf("thread the boss\n");
    with_plugin(argv[1]);
    with_plugin(argv[2]);
    with_code();
    with_locks();
    pthread_t thread;
    pthread_create(&thread, NULL, in_thread, NULL);
    pthread_join(thread, NULL);
    in_child();
    return 0;
}
