/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Collects facts about a superblock that have to be known before its first statement is
 * instrumented.
 */
#ifndef HP_SURVEY_H
#define HP_SURVEY_H

#include "hpcmp/base/basics.h"

/* A plain load or store beyond the stack, by the statement that makes it.

   The accesses of a segment whose addresses differ by constants, like those to the fields of a
   structure, are a group. They are checked together at the first of them, the leader, because
   either all of them happen or none does. A fault is the only exception.

   If possible, a group of loads is checked behind the last of them, because code that needs the
   loaded values, such as the branch that ends a loop, can then start earlier. This is possible only
   if the addresses are known even after one of the loads has faulted. They are known if a register
   contains the base, and nothing sets this register before the last load. */
typedef struct {
    IRTemp base; /* the address is base + offset; IRTemp_INVALID: no such access */
    Long offset;
    UInt n_bytes;
    Bool is_write;
    Bool is_seen_to;
    Int leader;        /* statement of the group's first access */
    Int next;          /* statement of the group's next access, or 0 */
    Int behind;        /* of a leader: statement behind which the group is checked; 0: the leader
                        */
    Int base_register; /* if `behind` is not 0: offset in the guest state of the register with the
                          base */
    Addr instruction;
} Access;

typedef struct {
    IRExpr** value;    /* for each temporary: the value that it gets, or NULL */
    UChar* traits;     /* for each temporary */
    Access* accesses;  /* for each statement */
    UInt max_sites;    /* number of unguarded accesses beyond the stack, or a little more */
    UInt max_segments; /* at least the number of segments that there will be */
    Int last_site;     /* no statement behind this has one; -1: none has */
    Bool has_striding; /* an Access is hp_is_striding */
} Survey;

/* hp_survey_end frees the memory of the result. */
Survey hp_survey(const IRSB* in, const VexGuestLayout* layout);
void hp_survey_end(Survey* survey);

/* Is the address the stack pointer, perhaps plus or minus a constant? Then it is nearly always in
   the thread's own stack. */
Bool hp_is_near_SP(const Survey* survey, const IRExpr* address);
/* Was the address made from a register that this superblock increments, as in a loop over an array?
   Then it probably stays in its block. */
Bool hp_is_striding(const Survey* survey, const IRExpr* address);

#endif
