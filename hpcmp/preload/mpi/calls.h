/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Wrappers that know their parameters by numbers, and calls of the originals with as many.
 */
#ifndef HPCMP_PRELOAD_MPI_CALLS_H
#define HPCMP_PRELOAD_MPI_CALLS_H

#include "hpcmp/preload/many_words.h"
#include "hpcmp/preload/mpi/mpi.h"

/* As functions have them. */
#define PARAMS_1 (Word a1)
#define PARAMS_2 (Word a1, Word a2)
#define PARAMS_3 (Word a1, Word a2, Word a3)
#define PARAMS_4 (Word a1, Word a2, Word a3, Word a4)
#define PARAMS_5 (Word a1, Word a2, Word a3, Word a4, Word a5)
#define PARAMS_6 (Word a1, Word a2, Word a3, Word a4, Word a5, Word a6)
#define PARAMS_7 (Word a1, Word a2, Word a3, Word a4, Word a5, Word a6, Word a7)
#define PARAMS_8 (Word a1, Word a2, Word a3, Word a4, Word a5, Word a6, Word a7, Word a8)
#define PARAMS_9 (Word a1, Word a2, Word a3, Word a4, Word a5, Word a6, Word a7, Word a8, Word a9)
#define PARAMS_10                                                                                  \
    (Word a1, Word a2, Word a3, Word a4, Word a5, Word a6, Word a7, Word a8, Word a9, Word a10)
#define PARAMS_11                                                                                  \
    (Word a1, Word a2, Word a3, Word a4, Word a5, Word a6, Word a7, Word a8, Word a9, Word a10,    \
     Word a11)
#define PARAMS_12                                                                                  \
    (Word a1, Word a2, Word a3, Word a4, Word a5, Word a6, Word a7, Word a8, Word a9, Word a10,    \
     Word a11, Word a12)
#define PARAMS_13                                                                                  \
    (Word a1, Word a2, Word a3, Word a4, Word a5, Word a6, Word a7, Word a8, Word a9, Word a10,    \
     Word a11, Word a12, Word a13)
#define CALL_1 CALL_FN_W_W(result, original, a1)
#define CALL_2 CALL_FN_W_WW(result, original, a1, a2)
#define CALL_3 CALL_FN_W_WWW(result, original, a1, a2, a3)
#define CALL_4 CALL_FN_W_WWWW(result, original, a1, a2, a3, a4)
#define CALL_5 CALL_FN_W_5W(result, original, a1, a2, a3, a4, a5)
#define CALL_6 CALL_FN_W_6W(result, original, a1, a2, a3, a4, a5, a6)
#define CALL_7 CALL_FN_W_7W(result, original, a1, a2, a3, a4, a5, a6, a7)
#define CALL_8 CALL_FN_W_8W(result, original, a1, a2, a3, a4, a5, a6, a7, a8)
#define CALL_9 CALL_FN_W_9W(result, original, a1, a2, a3, a4, a5, a6, a7, a8, a9)
#define CALL_10 CALL_FN_W_10W(result, original, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10)
#define CALL_11 CALL_FN_W_11W(result, original, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11)
#define CALL_12 CALL_FN_W_12W(result, original, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12)
#define CALL_13                                                                                    \
    result = hp_call_with(original.nraddr, 13,                                                     \
                          (const Word[]){a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13})

#endif
