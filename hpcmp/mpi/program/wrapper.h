/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a function of MPI is wrapped. One library of wrappers serves every implementation of MPI. It
 * knows only two things about MPI's types: a handle is a word or an int, and where a status
 * contains its two fields. The library is not linked with MPI. It looks up the functions of MPI
 * that it calls itself (library.h).
 *
 * Functions that begin with PMPI_ are wrapped. Each of them is the same function as the one without
 * P. So calls from C, Fortran and Python arrive here, and also calls through a program's own layer
 * of MPI_ functions. Calls that MPI's own functions make arrive here, too. So the tool counts how
 * deep a thread is inside MPI, and ignores calls from inside.
 *
 * functions.def lists the functions and the kind of each. From functions.def, `make` makes the
 * header functions.h. A C file defines some kinds as macros and then includes functions.h, which
 * defines the wrappers of all functions of these kinds. For example, inside.c defines INSIDE, so it
 * contains the wrapper of MPI_Probe.
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

/* The names of the wrapper follow the body. */
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
