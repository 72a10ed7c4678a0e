/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The locks of streams.
 */
#include "asleep.h"

static FILE* file;

static void* write_locked(void* mark) {
    flockfile(file);
    fputs("text\n", file);
    flockfile(file);
    MUST(ftrylockfile(file) == 0);
    funlockfile(file);
    fprintf(file, "%s\n", (const char*)mark);
    funlockfile(file);
    HPCMP_MARK(mark);
    funlockfile(file);
    return NULL;
}

static void* try_in_vain(void* unused) {
    MUST(ftrylockfile(file) != 0);
    HPCMP_MARK("did not get it");
    return unused;
}

static void* lock_often(void* unused) {
    for (int i = 0; i < 100; i++) {
        flockfile(stdout);
        putc_unlocked('a', stdout);
        work(100);
        funlockfile(stdout);
    }
    return unused;
}

int main(void) {
    MUST((file = tmpfile()) != NULL);
    mark_address("file", file);
    mark_address("stdout", stdout);
    HPCMP_MARK("only the library locks");
    fputs("text\n", file);
    puts("text");
    fflush(NULL);
    HPCMP_MARK("locks");
    flockfile(file);
    pthread_t threads[] = {start(write_locked, "wrote"), start(write_locked, "wrote, too")};
    wait_until_others_sleep();
    in_a_thread(try_in_vain, NULL);
    HPCMP_MARK("unlocks");
    funlockfile(file);
    for (int i = 0; i < 2; i++)
        join(threads[i]);
    for (int i = 0; i < 2; i++)
        threads[i] = start(lock_often, NULL);
    for (int i = 0; i < 2; i++)
        join(threads[i]);
    fclose(file);
    return 0;
}
