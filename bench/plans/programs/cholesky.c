/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * OpenMP tasks with dependences, as those of a Cholesky factorisation by tiles.  A task allocates a
 * tile when it needs it first, works in a buffer of its own, and the last user frees the tile.
 */
#include <omp.h>

#include "tests/programs/plans/memory.h"

#ifndef TILES
#define TILES 4
#define THREADS 4
#endif

static unsigned char* tile[TILES][TILES];

static size_t size_of(int row, int column) {
    return (size_t)(2 + (row * 3 + column * 5) % 7) * 2000;
}

/* Work on a tile, in a buffer that is as large. */
static void update(int row, int column) {
    const size_t size = size_of(row, column);
    if (tile[row][column] == NULL)
        tile[row][column] = worked(size, 1);
    unsigned char* buffer = worked(size, 1);
    work_on(tile[row][column], size);
    free(buffer);
}

static void free_tile(int row, int column) {
    free(tile[row][column]);
    tile[row][column] = NULL;
}

static void factorise(void) {
    char done[TILES][TILES];
    for (int k = 0; k < TILES; k++) {
#pragma omp task depend(inout : done[k][k]) firstprivate(k)
        update(k, k);
        for (int i = k + 1; i < TILES; i++) {
#pragma omp task depend(in : done[k][k]) depend(inout : done[i][k]) firstprivate(i, k)
            update(i, k);
        }
        for (int i = k + 1; i < TILES; i++)
            for (int j = k + 1; j <= i; j++) {
#pragma omp task depend(in : done[i][k], done[j][k]) depend(inout : done[i][j]) firstprivate(i, j)
                update(i, j);
            }
        for (int i = k; i < TILES; i++) {
#pragma omp task depend(inout : done[i][k]) firstprivate(i, k)
            free_tile(i, k);
        }
    }
#pragma omp taskwait
    (void)done;
}

int main(void) {
#pragma omp parallel num_threads(THREADS)
#pragma omp single
    factorise();
    return 0;
}
