/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/runtimes/mpi_receives.h"

#include "hpcmp/trace/trace.h"
#include "shared/trace_vocabulary.h"

static MpiReceive* receive_at(const MpiComm* comm, Word i) {
    return *(MpiReceive**)VG_(indexXA)(comm->posted, i);
}

MpiReceive* hp_mpi_posted(MpiComm* comm, Word from, Word tag, MpiPosting* posting) {
    MpiReceive* receive = VG_(malloc)("hp.mpi.receive", sizeof *receive);
    *receive = (MpiReceive){.comm = comm,
                            .posting = hp_mpi_use_posting(posting),
                            .was_any = from < 0 || tag < 0,
                            .from = from,
                            .tag = tag};
    VG_(addToXA)(comm->posted, &receive);
    return receive;
}

/* The receive's channel, if that is known. */
static MpiChannel channel_of(const MpiReceive* receive) {
    return (MpiChannel){True, receive->from, receive->tag};
}

static void free_receive(MpiReceive* receive) {
    hp_mpi_drop_posting(receive->posting);
    hp_mpi_drop_posting(receive->looker);
    VG_(free)(receive);
}

static Word place_of(const MpiReceive* receive) {
    Word i = 0;
    while (receive_at(receive->comm, i) != receive)
        i++;
    return i;
}

Bool hp_mpi_is_looked_at(const MpiReceive* receive) {
    return receive->looker != NULL && receive->looker->ended == 0;
}

void hp_mpi_is_looked_at_by(MpiReceive* receive, MpiPosting* looker) {
    hp_mpi_drop_posting(receive->looker);
    receive->looker = looker == NULL ? NULL : hp_mpi_use_posting(looker);
}

MpiReceive* hp_mpi_open_before(const MpiReceive* receive, UWord n) {
    MpiReceive* earlier;
    for (Word i = 0; (earlier = receive_at(receive->comm, i)) != receive; i++)
        if ((earlier->from < 0 || earlier->tag < 0) && earlier->request != 0 &&
            !hp_mpi_is_looked_at(earlier) && n-- == 0)
            return earlier;
    return NULL;
}

/* Does it take, or may it, such messages? */
static Bool may_take(const MpiReceive* receive, Word from, Word tag) {
    return (receive->from < 0 || receive->from == from) &&
           (receive->tag < 0 || receive->tag == tag);
}

static Bool is_same(const MpiReceive* a, Word from, Word tag) {
    return a->from == from && a->tag == tag;
}

/* The receive that has this number of such messages, or NULL. */
static MpiReceive* holder_of(const MpiComm* comm, Word from, Word tag, ULong seq) {
    for (Word i = 0; i < VG_(sizeXA)(comm->posted); i++) {
        MpiReceive* other = receive_at(comm, i);
        if (other->seq == seq && is_same(other, from, tag))
            return other;
    }
    return NULL;
}

/*------------------------------------------------------------*/
/*--- Counted by their channels                             ---*/
/*------------------------------------------------------------*/

/* One that is pending may turn out to have taken such a message before this one. */
static Bool is_still_needed(const MpiReceive* receive, Word place) {
    const MpiComm* comm = receive->comm;
    for (Word i = 0; i < VG_(sizeXA)(comm->posted); i++) {
        const MpiReceive* other = receive_at(comm, i);
        if (!other->is_complete && may_take(other, receive->from, receive->tag) &&
            (i < place || hp_mpi_overlap(other->posting, receive->posting)))
            return True;
    }
    return False;
}

/* The receive takes the lowest number, and the receive that had that number takes this one's.
   Example: the lowest number is 4, this receive has 6 and another one has 4. Then the other one has
   6. */
static void retire_at(Thread* t, MpiComm* comm, Word place) {
    MpiReceive* receive = receive_at(comm, place);
    const ULong lowest = ++hp_mpi_channel(t, comm, channel_of(receive))->n;
    MpiReceive* other = holder_of(comm, receive->from, receive->tag, lowest);
    if (other != NULL)
        other->seq = receive->seq;
    VG_(removeIndexXA)(comm->posted, place);
    free_receive(receive);
}

/* Retires complete receives, now that another one that could take their messages is complete. */
static void retire(Thread* t, MpiComm* comm, Word from, Word tag) {
    for (Word i = 0; i < VG_(sizeXA)(comm->posted);) {
        const MpiReceive* receive = receive_at(comm, i);
        if (receive->is_complete && (from < 0 || receive->from == from) &&
            (tag < 0 || receive->tag == tag) && !is_still_needed(receive, i))
            retire_at(t, comm, i);
        else
            i++;
    }
}

void hp_mpi_dropped(MpiReceive* receive) {
    VG_(removeIndexXA)(receive->comm->posted, place_of(receive));
    free_receive(receive);
}

/*------------------------------------------------------------*/
/*--- Numbers                                               ---*/
/*------------------------------------------------------------*/

/* The number of the message that the receive takes, by the order in which receives were posted. */
static ULong number_of(const MpiReceive* receive, const MpiObject* channel, Word from, Word tag) {
    ULong number = channel->n + 1;
    for (Word i = 0; receive_at(receive->comm, i) != receive; i++) {
        const MpiReceive* earlier = receive_at(receive->comm, i);
        if (is_same(earlier, from, tag) &&
            (earlier->is_complete || !hp_mpi_overlap(earlier->posting, receive->posting)))
            number++;
    }
    return number;
}

/* Has another thread taken such a message by a receive that was posted at once with this one? */
static Bool has_rival(const MpiReceive* receive, Word from, Word tag) {
    const MpiComm* comm = receive->comm;
    for (Word i = 0; i < VG_(sizeXA)(comm->posted); i++) {
        const MpiReceive* other = receive_at(comm, i);
        if (other->is_complete && is_same(other, from, tag) &&
            hp_mpi_overlap(other->posting, receive->posting))
            return True;
    }
    return False;
}

/* May one that was posted earlier, or by another thread at once, take its message? */
static Bool is_first(const MpiReceive* receive) {
    const MpiReceive* earlier;
    for (Word i = 0; (earlier = receive_at(receive->comm, i)) != receive; i++)
        if (!earlier->is_complete && may_take(earlier, receive->from, receive->tag) &&
            (earlier->was_any || hp_mpi_overlap(earlier->posting, receive->posting)))
            return False;
    return True;
}

/* Each number is released once, because a receive that has been cancelled may have had it, too. */
static void release_receipt(Thread* t, MpiReceive* receive, ULong seq) {
    MpiObject* receipts = hp_mpi_receipts(t, receive->comm, channel_of(receive));
    receive->is_acknowledged = True;
    if (seq <= receipts->n)
        return;
    receipts->n = seq;
    hp_sync_release(t, hp_mpi_sync_object(t, receipts), seq, NULL);
}

void hp_mpi_acknowledge(Thread* t, MpiReceive* receive) {
    if (receive->was_any || !is_first(receive))
        return;
    const MpiObject* channel = hp_mpi_channel(t, receive->comm, channel_of(receive));
    release_receipt(t, receive, number_of(receive, channel, receive->from, receive->tag));
}

/* The receive is complete. If it has a request and is not acknowledged yet, it has no receipt,
   because the thread may have done something else since it was posted, and the sender would come
   after that, too. */
static void acknowledge_late(Thread* t, MpiReceive* receive, ULong seq) {
    if (receive->is_acknowledged)
        return;
    if (!receive->has_request) {
        release_receipt(t, receive, seq);
        return;
    }
    HChar text[sizeof TRACE_INFO_NO_RECEIPT + 48];
    VG_(sprintf)(text, TRACE_INFO_NO_RECEIPT "%lu %llu",
                 hp_mpi_receipts(t, receive->comm, channel_of(receive))->address, seq);
    hp_trace_info(t, text);
}

/* A receive for any rank or tag has no number as long as it is pending, because it may take another
   message. If it then turns out to have taken a message that has been told for another receive, a
   free number is told for it, and the other receive counts for that number. Example: A, for any
   tag, is posted before B, for tag 5. B is complete first, and message 1 is told for it. Then A
   turns out to have taken tag 5: message 2 is told for A, and B counts for 2. So each receive comes
   after no message that is later than its own, or than one that its thread has taken before. */
MpiObject* hp_mpi_taken(Thread* t, MpiReceive* receive, Word from, Word tag, ULong* seq) {
    MpiComm* comm = receive->comm;
    MpiObject* channel = hp_mpi_channel(t, comm, (MpiChannel){True, from, tag});
    *seq = number_of(receive, channel, from, tag);
    MpiReceive* other = holder_of(comm, from, tag, *seq);
    receive->seq = *seq;
    if (has_rival(receive, from, tag) || (other != NULL && other->taker != t->thid))
        hp_mpi_is_open(t, channel);
    if (other != NULL) {
        while (holder_of(comm, from, tag, *seq) != NULL)
            ++*seq;
        other->seq = *seq;
    }
    receive->from = from;
    receive->tag = tag;
    receive->taker = t->thid;
    receive->is_complete = True;
    acknowledge_late(t, receive, *seq);
    if (receive->was_any)
        retire(t, comm, -1, -1);
    else
        retire(t, comm, from, tag);
    return channel;
}
