/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/threads/moments.h"

typedef struct {
    HpMoment moment;
    void (*call)(Thread*);
} Row;

static const Row g_rows[] = {
#define MOMENT(moment, call) {moment, call},
#include "hpcmp/threads/moments.def"
#undef MOMENT
};

void hp_moment_comes(HpMoment moment, Thread* t) {
    const Row* const end = g_rows + sizeof g_rows / sizeof g_rows[0];
    const Row* row = g_rows;
    while (row->moment != moment)
        row++;
    for (; row != end && row->moment == moment; row++)
        row->call(t);
}
