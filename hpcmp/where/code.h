/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Places in the code. A place stands for an address as long as the same file is mapped there.
 */
#ifndef HP_WHERE_CODE_H
#define HP_WHERE_CODE_H

#include "hpcmp/base/basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_xarray.h"

/* A function at a place, by its names in the source. Strings may be NULL. */
typedef struct {
    HChar* function;
    HChar* file;
    HChar* folder; /* where the file is */
    UInt line;
} SourcePlace;

typedef struct {
    VgHashNode node;          /* key: the address */
    UInt number;              /* 1, 2, ... */
    Bool is_told;             /* this process's trace contains it already */
    Bool is_inside;           /* in the C library, a runtime library, or our own library */
    Bool is_ours;             /* in our own library */
    Bool is_below_main;       /* code that begins the program, or no code at all */
    UInt epoch;               /* Valgrind's epoch when the file was looked at last */
    const DebugInfo* of;      /* the file, or NULL; Valgrind may reuse the structure for another */
    ULong identity;           /* of the file: from its name and where its code begins; or 0 */
    struct _CodeNames* names; /* see hp_code_names; or NULL */
} CodePlace;

/* The place at an address. */
CodePlace* hp_code_at(Addr a);
/* The place that stands for all callers beyond the last recorded one. It has no address. Its
   function's name says that the stack is cut off. */
CodePlace* hp_code_cut_off(void);
/* Have files been mapped or unmapped since the last time? */
Bool hp_code_has_changed(void);

typedef struct _CodeNames {
    HChar* object;     /* the file that the place is in, or NULL */
    Addr offset;       /* in that file, as addr2line counts; without a file, the address */
    XArray* functions; /* of SourcePlace: functions with a name or a line. First the inlined ones,
                          the innermost first; last the function that has been called */
} CodeNames;

/* The first call looks the names up, so the file must still be mapped. They are kept until
   hp_code_drop_names(). */
const CodeNames* hp_code_names(CodePlace* place);
void hp_code_drop_names(CodePlace* place);

void hp_code_init(void);

#endif
