/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/tool/postings.h"

static ULong g_now;

MpiPosting* hp_mpi_posting_begin(const Thread* t) {
    MpiPosting* posting = VG_(malloc)("hp.mpi.posting", sizeof *posting);
    *posting = (MpiPosting){.thread = t->thid, .begun = ++g_now, .n_users = 1};
    return posting;
}

void hp_mpi_posting_end(MpiPosting* posting) {
    posting->ended = ++g_now;
    hp_mpi_drop_posting(posting);
}

MpiPosting* hp_mpi_use_posting(MpiPosting* posting) {
    posting->n_users++;
    return posting;
}

void hp_mpi_drop_posting(MpiPosting* posting) {
    if (posting != NULL && --posting->n_users == 0)
        VG_(free)(posting);
}

static Bool ended_before(const MpiPosting* a, const MpiPosting* b) {
    return a->ended != 0 && a->ended < b->begun;
}

Bool hp_mpi_postings_overlap(const MpiPosting* a, const MpiPosting* b) {
    return a->thread != b->thread && !ended_before(a, b) && !ended_before(b, a);
}
