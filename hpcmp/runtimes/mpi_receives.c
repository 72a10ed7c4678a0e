/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/runtimes/mpi_receives.h"

static MpiReceive* receive_at(const MpiComm* comm, Word i) {
    return *(MpiReceive**)VG_(indexXA)(comm->posted, i);
}

MpiReceive* hp_mpi_posted(MpiComm* comm, Word from, Word tag) {
    MpiReceive* receive = VG_(malloc)("hp.mpi.receive", sizeof *receive);
    *receive = (MpiReceive){.comm = comm, .from = from, .tag = tag};
    VG_(addToXA)(comm->posted, &receive);
    return receive;
}

void hp_mpi_dropped(MpiReceive* receive) {
    Word i = 0;
    while (receive_at(receive->comm, i) != receive)
        i++;
    VG_(removeIndexXA)(receive->comm->posted, i);
    VG_(free)(receive);
}

/* What is complete and has no pending one before it is counted by its channel. */
static void retire(Thread* t, MpiComm* comm) {
    Word n = 0;
    while (n < VG_(sizeXA)(comm->posted) && receive_at(comm, n)->is_complete) {
        MpiReceive* receive = receive_at(comm, n++);
        hp_mpi_channel(t, comm, True, receive->from, receive->tag)->n++;
        VG_(free)(receive);
    }
    if (n == VG_(sizeXA)(comm->posted))
        VG_(dropTailXA)(comm->posted, n);
    else
        for (Word i = 0; i < n; i++)
            VG_(removeIndexXA)(comm->posted, 0);
}

MpiReceive* hp_mpi_open_before(const MpiReceive* receive, UWord n) {
    MpiReceive* earlier;
    for (Word i = 0; (earlier = receive_at(receive->comm, i)) != receive; i++)
        if ((earlier->from < 0 || earlier->tag < 0) && earlier->request != 0 && n-- == 0)
            return earlier;
    return NULL;
}

static Bool is_same(const MpiReceive* a, Word from, Word tag) {
    return a->from == from && a->tag == tag;
}

/* Who has a number of such messages; or NULL. */
static MpiReceive* holder_of(const MpiComm* comm, Word from, Word tag, ULong seq) {
    for (Word i = 0; i < VG_(sizeXA)(comm->posted); i++) {
        MpiReceive* other = receive_at(comm, i);
        if (other->seq == seq && is_same(other, from, tag))
            return other;
    }
    return NULL;
}

/* One for any rank or tag that is still pending counts for none: it may take another.  If it
   turns out that it has taken such a message, that is told to be one that is free, and who has been
   told to have taken it counts for the other: each comes after no message that is later than its
   own, or than one taken before. */
MpiObject* hp_mpi_taken(Thread* t, MpiReceive* receive, Word from, Word tag, ULong* seq) {
    MpiComm* comm = receive->comm;
    MpiObject* channel = hp_mpi_channel(t, comm, True, from, tag);
    *seq = channel->n + 1;
    for (Word i = 0; receive_at(comm, i) != receive; i++) {
        const MpiReceive* earlier = receive_at(comm, i);
        if (is_same(earlier, from, tag))
            ++*seq;
    }
    receive->seq = *seq;
    MpiReceive* other = holder_of(comm, from, tag, *seq);
    if (other != NULL && other != receive) {
        while (holder_of(comm, from, tag, *seq) != NULL)
            ++*seq;
        other->seq = *seq;
    }
    receive->from = from;
    receive->tag = tag;
    receive->is_complete = True;
    retire(t, comm);
    return channel;
}
