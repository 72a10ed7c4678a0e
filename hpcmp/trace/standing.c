/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/trace/standing.h"

#include "pub_tool_xarray.h"
#include "shared/trace_vocabulary.h"

typedef struct {
    EventHead head;
    HChar* text;
    Bool is_threads;
} Standing;

static XArray* g_standing;

/* The infos that stay true begin so. */
static const struct {
    const HChar* text;
    Bool is_threads;
} beginnings[] = {
    {TRACE_INFO_NAMED, True},         {TRACE_INFO_LIBRARYS, True}, {TRACE_INFO_UNSEEN, False},
    {TRACE_INFO_PLAN_DROPPED, False}, {TRACE_INFO_PART, False},    {TRACE_INFO_BEGUN, False},
};
enum { N_BEGINNINGS = sizeof beginnings / sizeof *beginnings };

static Bool begins_with(const HChar* text, const HChar* beginning) {
    return VG_(strncmp)(text, beginning, VG_(strlen)(beginning)) == 0;
}

static Bool g_lacks_others;

static Bool is_about_others(const HChar* text) {
    return begins_with(text, TRACE_INFO_CHANNEL) || begins_with(text, TRACE_INFO_OBJECT) ||
           begins_with(text, TRACE_INFO_SHARED) || begins_with(text, TRACE_INFO_PROCESS);
}

Bool hp_standing_lacks_others(void) {
    return g_lacks_others;
}

void hp_standing_add(EventHead head, const HChar* text) {
    UInt i = 0;
    g_lacks_others |= is_about_others(text);
    while (i < N_BEGINNINGS && !begins_with(text, beginnings[i].text))
        i++;
    if (i == N_BEGINNINGS)
        return;
    if (g_standing == NULL)
        g_standing = VG_(newXA)(VG_(malloc), "hp.standing", VG_(free), sizeof(Standing));
    HChar* copy = VG_(strdup)("hp.standing.text", text);
    head.icnt = 0;
    VG_(addToXA)(g_standing, &(Standing){head, copy, beginnings[i].is_threads});
}

void hp_standing_keep_if(Bool (*is_true)(EventHead head, const HChar* text, Bool is_threads)) {
    const Word n = g_standing == NULL ? 0 : VG_(sizeXA)(g_standing);
    Word n_kept = 0;
    for (Word i = 0; i < n; i++) {
        const Standing standing = *(Standing*)VG_(indexXA)(g_standing, i);
        if (is_true(standing.head, standing.text, standing.is_threads))
            *(Standing*)VG_(indexXA)(g_standing, n_kept++) = standing;
        else
            VG_(free)(standing.text);
    }
    if (n > n_kept)
        VG_(dropTailXA)(g_standing, n - n_kept);
}

void hp_standing_forget(void) {
    for (Word i = 0; g_standing != NULL && i < VG_(sizeXA)(g_standing); i++)
        VG_(free)(((Standing*)VG_(indexXA)(g_standing, i))->text);
    if (g_standing != NULL)
        VG_(deleteXA)(g_standing);
    g_standing = NULL;
    g_lacks_others = False;
}
