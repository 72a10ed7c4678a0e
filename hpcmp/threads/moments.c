/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/threads/moments.h"

enum { MOST_CALLS = 24 };

typedef struct {
    void (*calls[MOST_CALLS])(Thread*);
    UInt n_calls;
} Registered;

static Registered g_registered[HP_N_MOMENTS];

void hp_when(HpMoment moment, void (*call)(Thread*)) {
    Registered* registered = &g_registered[moment];
    tl_assert(registered->n_calls < MOST_CALLS);
    registered->calls[registered->n_calls++] = call;
}

void hp_moment_comes(HpMoment moment, Thread* t) {
    const Registered* registered = &g_registered[moment];
    for (UInt i = 0; i < registered->n_calls; i++)
        registered->calls[i](t);
}
