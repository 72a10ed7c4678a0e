/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds out which message a receive has taken. Messages with the same communicator, ranks and tag
 * (a channel) do not overtake each other. So the n-th receive that is posted for a channel takes
 * the n-th message that is sent there (MPI 3.1, section 3.5), in whatever order the receives become
 * complete. Example: a thread posts receives A and B for rank 0 and tag 5. A takes message 1 and B
 * message 2, even if B is complete first. If several threads post receives at once, the receive
 * that is complete first counts as the first, because its message has certainly been sent.
 */
#ifndef HP_MPI_RECEIVES_H
#define HP_MPI_RECEIVES_H

#include "hpcmp/mpi/tool/comms.h"

/* The states of a receive follow each other in this order. A receive is open at first if it was
   posted for any rank or any tag; else it is matched at once. */
typedef enum {
    HP_MPI_RECEIVE_OPEN,    /* its message may come from one of several channels */
    HP_MPI_RECEIVE_MATCHED, /* its channel is known, but it is not complete */
    HP_MPI_RECEIVE_COMPLETE /* its thread has the message */
} MpiReceiveState;

typedef struct {
    MpiComm* comm;
    MpiPosting* posting;
    MpiReceiveState state;
    Bool was_any;         /* it was open when it was posted */
    Word from;            /* -1: any rank; known once the receive is matched */
    Word tag;             /* -1: any tag; known once the receive is matched */
    ULong taker;          /* the thread that has completed it */
    ULong seq;            /* the number of its message in the channel; 0: it is not complete */
    Bool has_request;     /* its call returns before it is complete */
    Bool is_acknowledged; /* its receipt has been released */
    UWord request;        /* the program can ask for the receive by this request; 0: it cannot now
                           */
    void* operation;
    MpiPosting* looker; /* the call that asks the library for it; NULL: none does */
} MpiReceive;

MpiReceive* hp_mpi_post_receive(MpiComm* comm, Word from, Word tag, MpiPosting* posting);
/* The receive will take a message. If it is known which message, the receipt of this message is
   released. */
void hp_mpi_acknowledge(Thread* t, MpiReceive* receive);
/* A status tells which message the receive takes. */
void hp_mpi_match(MpiReceive* receive, Word from, Word tag);
/* The receive takes no message, and is freed. */
void hp_mpi_drop_receive(MpiReceive* receive);
/* Returns the n-th receive, counted from 0, of those posted before this one that fulfil three
   conditions: the program can ask for it, no call looks at it, and its message is unknown. NULL if
   there is no n-th one. */
MpiReceive* hp_mpi_open_before(const MpiReceive* receive, UWord n);
/* As long as a call looks at a receive, no other call may complete the receive, because its request
   would be gone. hp_mpi_set_looker() sets the call that looks, or NULL when the call has looked. */
Bool hp_mpi_is_looked_at(const MpiReceive* receive);
void hp_mpi_set_looker(MpiReceive* receive, MpiPosting* looker);
/* The receive has taken a message. Returns the object, and sets `seq` to the message's number. The
   receive may be gone afterwards. */
MpiObject* hp_mpi_take_message(Thread* t, MpiReceive* receive, Word from, Word tag, ULong* seq);

#endif
