/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Places in the code: addresses, as long as the same file is mapped there.
 */
#ifndef HP_WHERE_CODE_H
#define HP_WHERE_CODE_H

#include "hpcmp/base/basics.h"
#include "pub_tool_debuginfo.h"

typedef struct {
    VgHashNode node;     /* key: the address */
    UInt number;         /* 1, 2, ... */
    Bool is_told;        /* in this process's trace */
    Bool is_inside;      /* of the C library, a runtime library, or our own */
    Bool is_ours;        /* in our own */
    Bool is_below_main;  /* what begins the program; or no code at all, behind that */
    UInt epoch;          /* of Valgrind's, when the file was looked at last */
    const DebugInfo* of; /* the file, or NULL; what describes it may be used again for another */
    ULong identity;      /* of its name and where its code begins, or 0 */
} CodePlace;

/* The place at an address. */
CodePlace* hp_code_at(Addr a);
/* Have files been mapped or unmapped since the last time? */
Bool hp_code_has_changed(void);

/* The file that a place is in, or NULL; and where, as its own tools count.  In no file, the
   address.  Valid until the file is unmapped. */
typedef struct {
    const HChar* file;
    Addr offset;
} CodeObject;

CodeObject hp_code_object(const CodePlace* place);

/* A function at a place, as the source calls it.  Strings are valid until the next call of
   anything here, and may be NULL. */
typedef struct {
    const HChar* function;
    const HChar* file;
    const HChar* folder; /* where the file is */
    UInt line;
} SourcePlace;

/* Calls this for each function at the place that has a name or a line, from the innermost
   one that is inlined there to the one that has been called. */
void hp_code_describe(const CodePlace* place, void (*say)(const SourcePlace* source));

void hp_code_init(void);

#endif
