/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Equal stages of work with pipes between them; each stage ends with its input.
 */
#include "mark.h"

enum { N_STAGES = 4, N_ITEMS = 60, N_STEPS = 50000 };

static int pipes[N_STAGES + 1][2];

static void* stage(void* number) {
    const int in = pipes[(intptr_t)number][0], out = pipes[(intptr_t)number + 1][1];
    int item;
    while (read(in, &item, sizeof item) == sizeof item) {
        work(N_STEPS);
        MUST(write(out, &item, sizeof item) == sizeof item);
    }
    if (number == NULL)
        HPCMP_MARK("the first closes");
    close(out);
    return NULL;
}

int main(void) {
    pthread_t threads[N_STAGES];
    for (int i = 0; i <= N_STAGES; i++)
        MUST(pipe(pipes[i]) == 0);
    for (int i = 0; i < N_ITEMS; i++)
        MUST(write(pipes[0][1], &i, sizeof i) == sizeof i);
    close(pipes[0][1]);
    for (intptr_t i = 0; i < N_STAGES; i++)
        threads[i] = start(stage, (void*)i);
    int sum = 0, item;
    while (read(pipes[N_STAGES][0], &item, sizeof item) == sizeof item)
        sum += item;
    HPCMP_MARK("the end is here");
    MUST(sum == N_ITEMS * (N_ITEMS - 1) / 2);
    for (int i = 0; i < N_STAGES; i++)
        join(threads[i]);
    return 0;
}
