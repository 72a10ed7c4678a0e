/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Ordered loops in all forms that the compiler has different functions for, and
 * reductions by tasks.  Each loop has one object's numbers all to itself, as it is
 * in a region of its own.
 */
#include "omp_mark.h"

enum { THREADS = 3, N = 6 };

typedef unsigned long long Ull;

/* schedule, type of the counter */
#define ORDERED(text, type, ...)                                                                   \
    do {                                                                                           \
        type next = 0;                                                                             \
        HPCMP_MARK(text);                                                                          \
      _Pragma(PRAGMA(omp parallel for num_threads(THREADS) ordered            \
                     schedule(__VA_ARGS__)))                                  \
      for (type i = 0; i < N; i++) {                                                               \
            _Pragma("omp ordered") MUST(i == next++);                                              \
        }                                                                                          \
        HPCMP_MARK(text " end");                                                                   \
    } while (0)

#define DOACROSS(text, type, ...)                                                                  \
    do {                                                                                           \
        static type cells[N + 1];                                                                  \
        for (int i = 0; i <= N; i++)                                                               \
            cells[i] = 0;                                                                          \
        HPCMP_MARK(text);                                                                          \
      _Pragma(PRAGMA(omp parallel for num_threads(THREADS) ordered(1)         \
                     schedule(__VA_ARGS__)))                                  \
      for (type i = 1; i <= N; i++) {                                                              \
            _Pragma("omp ordered depend(sink : i - 1)") cells[i] = cells[i - 1] + 1;               \
            _Pragma("omp ordered depend(source)")                                                  \
        }                                                                                          \
        MUST(cells[N] == N);                                                                       \
        HPCMP_MARK(text " end");                                                                   \
    } while (0)

#define PRAGMA(...) #__VA_ARGS__

static void ordered_loops(void) {
    ORDERED("ordered static", int, static);
    ORDERED("ordered chunks", int, static, 2);
    ORDERED("ordered dynamic", int, dynamic);
    ORDERED("ordered guided", int, guided);
    ORDERED("ordered runtime", int, runtime);
    ORDERED("ordered ull static", Ull, static);
    ORDERED("ordered ull dynamic", Ull, dynamic);
    ORDERED("ordered ull guided", Ull, guided);
    ORDERED("ordered ull runtime", Ull, runtime);
}

static void doacross_loops(void) {
    DOACROSS("doacross static", int, static);
    DOACROSS("doacross dynamic", int, dynamic);
    DOACROSS("doacross guided", int, guided);
    DOACROSS("doacross runtime", int, runtime);
    DOACROSS("doacross ull static", Ull, static);
    DOACROSS("doacross ull dynamic", Ull, dynamic);
    DOACROSS("doacross ull guided", Ull, guided);
    DOACROSS("doacross ull runtime", Ull, runtime);
}

static void reductions(void) {
    int group = 0, loop = 0, region = 0, share = 0;
    HPCMP_MARK("reductions");
#pragma omp parallel num_threads(THREADS) reduction(task, + : region)
    {
#pragma omp single
#pragma omp taskgroup task_reduction(+ : group)
        for (int i = 0; i < N; i++)
#pragma omp task in_reduction(+ : group)
            group++;
#pragma omp single
#pragma omp taskloop reduction(+ : loop)
        for (int i = 0; i < N; i++)
            loop++;
#pragma omp for reduction(task, + : share)
        for (int i = 0; i < N; i++)
#pragma omp task in_reduction(+ : share)
            share++;
#pragma omp task in_reduction(+ : region)
        region++;
    }
    MUST(group == N && loop == N && share == N && region == THREADS);
    HPCMP_MARK("reductions end");
}

int main(void) {
    start_runtime();
    ordered_loops();
    doacross_loops();
    reductions();
    return 0;
}
