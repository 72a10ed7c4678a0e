/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads by clone(), which end on small stacks of their own: in a mapping, below a page that
 * nobody may access, in a static array, in a heap block.
 */
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "mark.h"

enum { PAGE = 4096, LARGEST = 16384 };
static const size_t sizes[] = {LARGEST, 8192, PAGE};
static char array[LARGEST] __attribute__((aligned(4096)));
static volatile sig_atomic_t n_handled;

static void on_signal(int signal) {
    n_handled += signal == SIGUSR1;
}

static void to_itself(int signal) {
    MUST(syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), signal) == 0);
}

/* It has main's errno and the like, so main waits meanwhile. */
static int body(void* size) {
    HPCMP_MARK("runs");
    char* volatile block = malloc(100);
    block[0] = 'x';
    work(1000);
    free(block);
    /* The kernel puts some 3,000 bytes there, on a machine with large registers. */
    if ((size_t)size > PAGE)
        to_itself(SIGUSR1);
    return 0;
}

static void run_on(char* stack, size_t size) {
    const int like_a_thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
                              CLONE_SYSVSEM | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID;
    static pid_t tid;
    MUST(clone(body, stack + size, like_a_thread, (void*)size, &tid, NULL, &tid) > 0);
    for (pid_t left; (left = __atomic_load_n(&tid, __ATOMIC_ACQUIRE)) != 0;)
        syscall(SYS_futex, &tid, FUTEX_WAIT, left, NULL, NULL, 0);
}

static char* mapping(size_t size) {
    char* memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MUST(memory != MAP_FAILED);
    return memory;
}

int main(void) {
    MUST(signal(SIGUSR1, on_signal) != SIG_ERR);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const size_t size = sizes[i];
        char* mapped = mapping(size);
        run_on(mapped, size);
        char* guarded = mapping(PAGE + size);
        MUST(mprotect(guarded, PAGE, PROT_NONE) == 0);
        run_on(guarded + PAGE, size);
        run_on(array, size);
        char* block = malloc(size);
        run_on(block, size);
        free(block);
        MUST(munmap(mapped, size) == 0 && munmap(guarded, PAGE + size) == 0);
    }
    printf("%d\n", (int)n_handled);
    return 0;
}
