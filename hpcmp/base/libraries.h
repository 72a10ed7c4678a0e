/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which library of the program an address belongs to: the only place that knows their
 * names.
 */
#ifndef HP_LIBRARIES_H
#define HP_LIBRARIES_H

#include "hpcmp/base/basics.h"

typedef enum {
    HP_NO_LIBRARY, /* or one that we know nothing special of */
    HP_C_LIBRARY,  /* with its parts for threads, and the dynamic linker */
    HP_TBB_LIBRARY,
    HP_GOMP_LIBRARY,      /* GCC's for OpenMP */
    HP_RUNTIME_LIBRARY,   /* another one of a language or a parallel model */
    HP_VALGRINDS_LIBRARY, /* of the core's, whatever the tool is */
    HP_PRELOAD_LIBRARY    /* our own */
} HpLibrary;

/* Of code, or of a static variable. */
HpLibrary hp_library_of(Addr a);
/* Of what is in the file at that path, which may be NULL. */
HpLibrary hp_library_of_file(const HChar* path);
Bool hp_is_dynamic_linker(Addr code);
/* The path of the file that this code is from, or NULL. */
const HChar* hp_file_of(Addr code);
/* Of a path, the file's name. */
const HChar* hp_without_folder(const HChar* path);

#endif
