/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a function of MPI is wrapped.  One library serves every implementation: of MPI's
 * types it knows handles, which are a word or an int, and where a status has its two
 * fields.  It is not linked with MPI; what it calls there itself it looks up (library.h).
 *
 * Functions that begin with PMPI_ are wrapped. Each is the same function as the one without P, so
 * calls from C, Fortran and Python arrive here, also those through a program's own layer of MPI_
 * functions. Functions that the library calls in turn arrive here, too. So the tool counts how deep
 * a thread is in, and ignores calls from inside.
 *
 * functions.def lists the functions and the kind of each. A C file
 * defines kinds, as macros, and then includes functions.h, which make has made of functions.def:
 * that defines the wrappers of all functions of these kinds. For example, inside.c defines INSIDE,
 * so it contains the wrapper of MPI_Probe.
 *
 * A kind is the body of a wrapper. It begins with TELL(MPI_ENTER, ...), and it contains `call`, its
 * first parameter, which calls the original. It may use the function's parameters, by their names
 * in functions.def, `result`, and `name`, which is "MPI_Probe" for example.
 *
 * Sources: the MPI standards 3.1 and 4.0; mpi.h of Open MPI 4.1 and MPICH 4.0.
 */
#ifndef HPCMP_MPI_PROGRAM_WRAPPER_H
#define HPCMP_MPI_PROGRAM_WRAPPER_H

#include "hpcmp/preload/many_words.h"
#include "hpcmp/preload/wrap.h"

#define MPI_NAME(zfn) WRAP_NAME(00000, libmpiZaZdsoZa, zfn)

/* Behind the body are the names. */
#define WRAP_MPI(fn, params, body, ...)                                                            \
    WRAP_AS(int, fn, params, __VA_ARGS__) {                                                        \
        __attribute__((unused)) const char* const name = "MPI_" #fn;                               \
        OrigFn original;                                                                           \
        int result;                                                                                \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        body;                                                                                      \
        TELL(MPI_LEAVE);                                                                           \
        return result;                                                                             \
    }

#endif
