/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which message a receive has taken.  Messages that agree in communicator, ranks and tag do
 * not overtake each other: the n-th that is sent is taken by the n-th receive that is posted
 * among those that take such messages (MPI 3.1, section 3.5), in whatever order they are
 * complete.  Of those that threads post at once, who is complete first is first: it has taken no
 * message that has not been sent.
 */
#ifndef HP_MPI_RECEIVES_H
#define HP_MPI_RECEIVES_H

#include "hpcmp/runtimes/mpi_comms.h"

typedef struct {
    MpiComm* comm;
    MpiPosting* posting;
    Bool was_any; /* as it was posted, from any rank or with any tag */
    ULong taker;  /* the thread that has completed it */
    Word from;    /* -1: any; once it is complete, what it has taken */
    Word tag;     /* the same */
    Bool is_complete;
    Bool has_request;     /* its call returns before it is complete */
    Bool is_acknowledged; /* its receipt has been released */
    ULong seq;     /* told for it, or for one that has the number that is its own; 0: not yet */
    UWord request; /* by which the program can ask for it; 0: by none now */
    void* operation;
    MpiPosting* looker; /* the call that asks the library for it; NULL: none does */
} MpiReceive;

MpiReceive* hp_mpi_posted(MpiComm* comm, Word from, Word tag, MpiPosting* posting);
/* It will take a message: if it is known which one, who sends that is told. */
void hp_mpi_acknowledge(Thread* t, MpiReceive* receive);
/* It takes nothing, and is gone. */
void hp_mpi_dropped(MpiReceive* receive);
/* Of those that were posted before this one, the n-th, from 0 on, of which it is not known what it
   takes, that can be asked for and that no call looks at; or NULL. */
MpiReceive* hp_mpi_open_before(const MpiReceive* receive, UWord n);
/* As long as a call looks at it, nobody may complete it: its request would be gone.  NULL: has
   looked. */
Bool hp_mpi_is_looked_at(const MpiReceive* receive);
void hp_mpi_is_looked_at_by(MpiReceive* receive, MpiPosting* looker);
/* It has taken a message: returns the object, and the message's number.  The receive may be
   gone afterwards. */
MpiObject* hp_mpi_taken(Thread* t, MpiReceive* receive, Word from, Word tag, ULong* seq);

#endif
