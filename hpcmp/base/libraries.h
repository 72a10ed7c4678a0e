/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Tells which library of the program an address belongs to, by the file names in
 * shared/runtime_libraries.h.
 */
#ifndef HP_LIBRARIES_H
#define HP_LIBRARIES_H

#include "hpcmp/base/basics.h"

typedef enum {
    HP_NO_LIBRARY, /* no library, or one that needs no special treatment */
    HP_C_LIBRARY,  /* the C library, its parts for threads, and the dynamic linker */
    HP_TBB_LIBRARY,
    HP_GOMP_LIBRARY,      /* GCC's library for OpenMP */
    HP_RUNTIME_LIBRARY,   /* another runtime library, of a language or a parallel model */
    HP_VALGRINDS_LIBRARY, /* the library that Valgrind's core loads for any tool */
    HP_PRELOAD_LIBRARY    /* our own library */
} HpLibrary;

/* The library that the code or the static variable at this address belongs to. */
HpLibrary hp_library_of(Addr a);
/* The same for a file.  Its path may be NULL. */
HpLibrary hp_library_of_file(const HChar* path);
Bool hp_is_dynamic_linker(Addr code);
/* The program's code that has called the wrapper in which the thread is, or 0 if it is unknown.
   The wrapper may be two functions of the preload library. */
Addr hp_caller_of_wrapper(ThreadId tid);
/* The path of the file that contains this code, or NULL. */
const HChar* hp_file_of(Addr code);
/* The file's name at the end of a path. */
const HChar* hp_base_name(const HChar* path);

#endif
