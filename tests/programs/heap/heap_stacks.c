/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Stacks that lie in heap blocks: a thread's, and a coroutine's.
 */
#include <ucontext.h>

#include "mark.h"

enum { SIZE = 256 * 1024, ROUNDS = 1000 };

static ucontext_t main_context, coroutine;

/* Writes ROUNDS ints to its stack and reads them. */
__attribute__((noinline)) static void use_stack(void) {
    volatile int local[ROUNDS];
    for (int i = 0; i < ROUNDS; i++)
        local[i] = i;
    for (int i = 0; i < ROUNDS; i++)
        (void)local[i];
}

static void* body(void* unused) {
    use_stack();
    return unused;
}

static void run_coroutine(void) {
    use_stack();
    swapcontext(&coroutine, &main_context);
    use_stack();
}

int main(void) {
    void *stack, *other = malloc(SIZE);
    pthread_t thread;
    pthread_attr_t attr;
    MUST(posix_memalign(&stack, 4096, SIZE) == 0);
    mark_address("thread's", stack);
    mark_address("coroutine's", other);

    pthread_attr_init(&attr);
    MUST(pthread_attr_setstack(&attr, stack, SIZE) == 0);
    MUST(pthread_create(&thread, &attr, body, NULL) == 0);
    join(thread);

    getcontext(&coroutine);
    coroutine.uc_stack.ss_sp = other;
    coroutine.uc_stack.ss_size = SIZE;
    coroutine.uc_link = &main_context;
    makecontext(&coroutine, run_coroutine, 0);
    swapcontext(&main_context, &coroutine);
    use_stack();
    swapcontext(&main_context, &coroutine);
    free(stack);
    free(other);
    return 0;
}
