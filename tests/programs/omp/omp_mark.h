/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Marks with a number, for threads and iterations of OpenMP programs.
 */
#ifndef TESTS_OMP_MARK_H
#define TESTS_OMP_MARK_H

#include <omp.h>

#include "mark.h"

/* Writes "TEXT NUMBER" into the trace. */
static inline void mark_number(const char* text, int number) {
    char numbered[80];
    snprintf(numbered, sizeof numbered, "%s %d", text, number);
    HPCMP_MARK(numbered);
}

/* A runtime may begin with the first call only, and load what it needs. */
static inline void start_runtime(void) {
    MUST(omp_get_max_threads() > 0);
}

#endif
