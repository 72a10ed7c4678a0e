/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A wavefront: a thread for each row, whose cells need those above them.
 */
#include "memory.h"

/* bench/plans compiles this with other sizes, too. */
#ifndef ROWS
#define ROWS 5
#define COLUMNS 6
#endif
static unsigned char* cell[ROWS][COLUMNS];
static sem_t done[ROWS][COLUMNS];

static void* run_row(void* number) {
    long row = (long)number;
    for (int column = 0; column < COLUMNS; column++) {
        if (row > 0)
            sem_wait(&done[row - 1][column]);
        cell[row][column] = worked((1 + (row * 5 + column * 3) % 7) * 3000, 2);
        if (row > 0)
            free(cell[row - 1][column]);
        if (row < ROWS - 1)
            sem_post(&done[row][column]);
        else
            free(cell[row][column]);
    }
    return NULL;
}

int main(void) {
    pthread_t rows[ROWS];
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++)
            sem_init(&done[row][column], 0, 0);
    for (long row = 0; row < ROWS; row++)
        rows[row] = begin(run_row, row);
    for (int row = 0; row < ROWS; row++)
        end(rows[row]);
    return 0;
}
