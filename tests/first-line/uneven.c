// SPDX-License-Identifier: GPL-2.0-or-later
// A triangular loop on four threads of OpenMP.  Of 16 equal parts of its work, the threads have 1,
// 3, 5 and 7.
enum { ROWS = 4000, UNIT = 1 };

static volatile long sums[ROWS];

__attribute__((noinline)) static void sum_row(int row) {
    for (int i = 0; i < row * UNIT; ++i)
        sums[row] += i;
}

int main(void) {
#pragma omp parallel for schedule(static) num_threads(4)
    for (int row = 0; row < ROWS; ++row)
        sum_row(row);
}
