// SPDX-License-Identifier: GPL-2.0-or-later
//
// A thread writes more than a pipe holds.  The child answers once it has some of it, and takes the
// rest when it has heard that the answer has come, which another thread reads: while the write is
// not over.
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIZE = 1 << 18 };

static int to_child[2], answer[2], thanks[2];
static char bytes[SIZE];
static volatile int is_over;

static void* write_all(void* unused) {
    if (write(to_child[1], bytes, SIZE) != SIZE)
        exit(3);
    is_over = 1;
    return unused;
}

static void read_all(long size) {
    for (long n; size > 0; size -= n) {
        n = read(to_child[0], bytes, size);
        if (n <= 0)
            exit(4);
    }
}

static void be_child(void) {
    char byte = 'a';
    read_all(100);
    if (write(answer[1], &byte, 1) != 1 || read(thanks[0], &byte, 1) != 1)
        exit(5);
    read_all(SIZE - 100);
    exit(0);
}

int main(void) {
    pthread_t writer;
    char byte;
    int status;
    if (pipe(to_child) || pipe(answer) || pipe(thanks))
        return 2;
    if (fork() == 0)
        be_child();
    if (pthread_create(&writer, NULL, write_all, NULL) || read(answer[0], &byte, 1) != 1)
        return 6;
    if (is_over || write(thanks[1], &byte, 1) != 1)
        return 7;
    pthread_join(writer, NULL);
    return wait(&status) < 0 || status != 0 ? 8 : 0;
}
