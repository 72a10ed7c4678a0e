// SPDX-License-Identifier: GPL-2.0-or-later
//
// Functions between which recording is switched on and off.  Each thread writes into the block
// before, in and behind solve; main calls phase, whose threads write, too.
#include <csetjmp>

#include "mark.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile char* block;
static jmp_buf behind;

static void write_block(int n) {
    for (int i = 0; i < n; i++)
        block[i] = 1;
}

static void lock_once(void) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}

namespace calc {

int solve(int depth);

// Calls itself, so that it has ended only when the outermost call returns.
__attribute__((noinline)) int solve(int depth) {
    write_block(100);
    lock_once();
    const int below = depth > 0 ? solve(depth - 1) : 0;
    write_block(1);
    return below + 1;
}

} // namespace calc

extern "C" {

void leap(int n);
void phase(void);

__attribute__((noinline)) void leap(int n) {
    write_block(n);
    if (n == 30)
        longjmp(behind, 1);
}

static void* share(void*) {
    write_block(50);
    return NULL;
}

__attribute__((noinline)) void phase(void) {
    pthread_t threads[2];
    for (pthread_t& thread : threads)
        thread = start(share, NULL);
    for (pthread_t thread : threads)
        pthread_join(thread, NULL);
}

} // extern "C"

static void* worker(void*) {
    lock_once();
    write_block(10);
    MUST(calc::solve(2) == 3);
    write_block(1000);
    return NULL;
}

int main(void) {
    block = static_cast<volatile char*>(calloc(1000, 1));
    mark_address("block", block);
    mark_address("mutex", &mutex);
    write_block(7);
    pthread_t threads[2];
    for (pthread_t& thread : threads)
        thread = start(worker, NULL);
    for (pthread_t thread : threads)
        pthread_join(thread, NULL);
    phase();
    write_block(3);
    // Left by a jump, and entered again: the end of the second call is its end.
    if (setjmp(behind) == 0)
        leap(30);
    leap(40);
    write_block(9);
    free(const_cast<char*>(block));
    return 0;
}
