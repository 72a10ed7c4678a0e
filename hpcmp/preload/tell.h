/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How the preload library sends the requests of shared/client_requests.def.
 */
#ifndef HPCMP_PRELOAD_TELL_H
#define HPCMP_PRELOAD_TELL_H

#include <stdbool.h>

#include "shared/client_requests.h"

/* Any argument or result that is passed in an integer register. */
typedef unsigned long Word;

/* The number under which the tool knows an operation of MPI: a receive that is posted, or a
 * collective operation that has begun. 0: the tool need not be told about the operation. */
typedef Word Operation;

/* The tool's names of types, as client_requests.def uses them. */
typedef const volatile void* Addr;
typedef Word UWord;
typedef unsigned long ULong;
typedef unsigned UInt;
typedef int Int;
typedef bool Bool;

/* For each request, a function is declared but never called. So the compiler checks the number and
 * the types of the arguments wherever a request is sent. */
#define REQUESTS_FROM(room, n)
#define PARAMETER(i, argument) HP_ARGUMENT argument
#define NEXT_PARAMETER(i, argument) , HP_ARGUMENT argument
#define TOLD(ID, when, call, ...)                                                                  \
    int hp_takes_##ID(HP_ARGUMENTS(void, PARAMETER, NEXT_PARAMETER, ##__VA_ARGS__));
#define ASKED TOLD
#include "shared/client_requests.def"
#undef PARAMETER
#undef NEXT_PARAMETER

/* Asks the tool; outside of Valgrind the answer would be the fallback. */
#define ASK_OR(fallback, request, ...)                                                             \
    ((void)sizeof hp_takes_##request(__VA_ARGS__),                                                 \
     SEND_REQUEST(fallback, HP_REQ_##request, ##__VA_ARGS__, 0, 0, 0, 0, 0))
#define SEND_REQUEST(fallback, number, a, b, c, d, ...)                                            \
    VALGRIND_DO_CLIENT_REQUEST_EXPR(fallback, number, a, b, c, d, 0)
#define ASK(request, ...) ASK_OR(0, request, ##__VA_ARGS__)

/* Reports to the tool. */
#define TELL(request, ...) (void)ASK(request, ##__VA_ARGS__)

#endif
