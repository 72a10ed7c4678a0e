/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/tool/receives.h"

#include "hpcmp/trace/trace.h"
#include "shared/trace_vocabulary.h"

static MpiReceive* receive_at(const MpiComm* comm, Word i) {
    return *(MpiReceive**)VG_(indexXA)(comm->posted, i);
}

void hp_mpi_match(MpiReceive* receive, Word from, Word tag) {
    receive->from = from;
    receive->tag = tag;
    receive->state = from < 0 || tag < 0 ? HP_MPI_RECEIVE_OPEN : HP_MPI_RECEIVE_MATCHED;
}

MpiReceive* hp_mpi_post_receive(MpiComm* comm, Word from, Word tag, MpiPosting* posting) {
    MpiReceive* receive = VG_(malloc)("hp.mpi.receive", sizeof *receive);
    *receive = (MpiReceive){.comm = comm, .posting = hp_mpi_use_posting(posting)};
    hp_mpi_match(receive, from, tag);
    receive->was_any = receive->state == HP_MPI_RECEIVE_OPEN;
    VG_(addToXA)(comm->posted, &receive);
    return receive;
}

/* The channel of a receive that is not open. */
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

void hp_mpi_set_looker(MpiReceive* receive, MpiPosting* looker) {
    hp_mpi_drop_posting(receive->looker);
    receive->looker = looker == NULL ? NULL : hp_mpi_use_posting(looker);
}

MpiReceive* hp_mpi_open_before(const MpiReceive* receive, UWord n) {
    MpiReceive* earlier;
    for (Word i = 0; (earlier = receive_at(receive->comm, i)) != receive; i++)
        if (earlier->state == HP_MPI_RECEIVE_OPEN && earlier->request != 0 &&
            !hp_mpi_is_looked_at(earlier) && n-- == 0)
            return earlier;
    return NULL;
}

/* Is a receive pending that may turn out to take messages of this one's channel? */
static Bool may_take(const MpiReceive* pending, const MpiReceive* receive) {
    return pending->state != HP_MPI_RECEIVE_COMPLETE &&
           (pending->from < 0 || pending->from == receive->from) &&
           (pending->tag < 0 || pending->tag == receive->tag);
}

static Bool is_same_channel(const MpiReceive* a, const MpiReceive* b) {
    return a->from == b->from && a->tag == b->tag;
}

/* The receive that counts for this number of a receive's channel, or NULL. */
static MpiReceive* holder_of(const MpiReceive* receive, ULong seq) {
    const MpiComm* comm = receive->comm;
    for (Word i = 0; i < VG_(sizeXA)(comm->posted); i++) {
        MpiReceive* other = receive_at(comm, i);
        if (other->seq == seq && is_same_channel(other, receive))
            return other;
    }
    return NULL;
}

/*------------------------------------------------------------*/
/*--- They retire                                           ---*/
/*------------------------------------------------------------*/

/* A pending one may turn out to have taken a message before this one. */
static Bool is_still_needed(const MpiReceive* receive, Word place) {
    const MpiComm* comm = receive->comm;
    for (Word i = 0; i < VG_(sizeXA)(comm->posted); i++) {
        const MpiReceive* other = receive_at(comm, i);
        if (may_take(other, receive) &&
            (i < place || hp_mpi_postings_overlap(other->posting, receive->posting)))
            return True;
    }
    return False;
}

/* Numbers of a channel leave in their order, because only how many have left is kept. So a receive
   that leaves takes the lowest number with it, and the receive that counted for that one counts for
   this one's.
   Example: numbers up to 3 have left. A counts for 6, B for 4. A leaves, with 4; B counts for 6. */
static void retire_at(Thread* t, MpiComm* comm, Word place) {
    MpiReceive* receive = receive_at(comm, place);
    const ULong lowest = ++hp_mpi_channel(t, comm, channel_of(receive))->n;
    MpiReceive* other = holder_of(receive, lowest);
    if (other != NULL)
        other->seq = receive->seq;
    VG_(removeIndexXA)(comm->posted, place);
    free_receive(receive);
}

/* A receive is complete that could have taken messages from this rank (-1: any) with this tag (-1:
   any). Retires the complete receives that were needed because of that one. */
static void retire(Thread* t, MpiComm* comm, Word from, Word tag) {
    for (Word i = 0; i < VG_(sizeXA)(comm->posted);) {
        const MpiReceive* receive = receive_at(comm, i);
        if (receive->state == HP_MPI_RECEIVE_COMPLETE && (from < 0 || receive->from == from) &&
            (tag < 0 || receive->tag == tag) && !is_still_needed(receive, i))
            retire_at(t, comm, i);
        else
            i++;
    }
}

void hp_mpi_drop_receive(MpiReceive* receive) {
    VG_(removeIndexXA)(receive->comm->posted, place_of(receive));
    free_receive(receive);
}

/*------------------------------------------------------------*/
/*--- Numbers                                               ---*/
/*------------------------------------------------------------*/

/* The number of the message that the receive takes, by the order in which receives were posted. */
static ULong number_of(const MpiReceive* receive, const MpiObject* channel) {
    ULong number = channel->n + 1;
    const MpiReceive* earlier;
    for (Word i = 0; (earlier = receive_at(receive->comm, i)) != receive; i++)
        if (is_same_channel(earlier, receive) &&
            (earlier->state == HP_MPI_RECEIVE_COMPLETE ||
             !hp_mpi_postings_overlap(earlier->posting, receive->posting)))
            number++;
    return number;
}

/* Has another thread taken such a message by a receive that was posted at once with this one? */
static Bool has_rival(const MpiReceive* receive) {
    const MpiComm* comm = receive->comm;
    for (Word i = 0; i < VG_(sizeXA)(comm->posted); i++) {
        const MpiReceive* other = receive_at(comm, i);
        if (other->state == HP_MPI_RECEIVE_COMPLETE && is_same_channel(other, receive) &&
            hp_mpi_postings_overlap(other->posting, receive->posting))
            return True;
    }
    return False;
}

/* May one that was posted earlier, or by another thread at once, take its message? */
static Bool is_first(const MpiReceive* receive) {
    const MpiReceive* earlier;
    for (Word i = 0; (earlier = receive_at(receive->comm, i)) != receive; i++)
        if (may_take(earlier, receive) &&
            (earlier->was_any || hp_mpi_postings_overlap(earlier->posting, receive->posting)))
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
    release_receipt(t, receive, number_of(receive, channel));
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

/* The receive is complete, and `own` is its number. Returns the number that the trace tells for it:
   its own, unless another receive, which was complete before, counts for that number. Then the
   number is a free one, and the other receive counts for the free one from now on. So each receive
   comes after no message that is later than its own, or than one that its thread has taken before.

   Example: A is posted for any tag, and then B for tag 5. Two messages with tag 5 come, and B is
   complete first. Message 1 is A's, but nobody knows that before A is complete.

   | what happens      | told | A counts for | B counts for |
   | B is complete     | 1    |              | 1            |
   | A has taken tag 5 | 2    | 1            | 2            | */
static ULong take_number(MpiReceive* receive, ULong own) {
    ULong told = own;
    MpiReceive* other = holder_of(receive, own);
    while (holder_of(receive, told) != NULL)
        told++;
    if (other != NULL)
        other->seq = told;
    receive->seq = own;
    return told;
}

/* Another thread may have taken the message that is this receive's own. */
static Bool may_be_anothers(const Thread* t, const MpiReceive* receive, ULong own) {
    const MpiReceive* other = holder_of(receive, own);
    return has_rival(receive) || (other != NULL && other->taker != t->thid);
}

MpiObject* hp_mpi_take_message(Thread* t, MpiReceive* receive, Word from, Word tag, ULong* seq) {
    hp_mpi_match(receive, from, tag);
    MpiComm* comm = receive->comm;
    MpiObject* channel = hp_mpi_channel(t, comm, channel_of(receive));
    const ULong own = number_of(receive, channel);
    if (may_be_anothers(t, receive, own))
        hp_mpi_tell_open(t, channel);
    *seq = take_number(receive, own);
    receive->taker = t->thid;
    receive->state = HP_MPI_RECEIVE_COMPLETE;
    acknowledge_late(t, receive, *seq);
    if (receive->was_any)
        retire(t, comm, -1, -1);
    else
        retire(t, comm, from, tag);
    return channel;
}
