/*
   ----------------------------------------------------------------

   Notice that the following BSD-style license applies to this one
   file (hpcmp.h) only.  The rest of HPCMP is licensed under the terms
   of the GNU General Public License, version 2 or later.  See the
   COPYING file for details.

   ----------------------------------------------------------------

   Copyright (C) 2026 The HPCMP authors.  All rights reserved.

   Redistribution and use in source and binary forms, with or without
   modification, are permitted provided that the following conditions
   are met:

   1. Redistributions of source code must retain the above copyright
      notice, this list of conditions and the following disclaimer.

   2. The name of the author may not be used to endorse or promote
      products derived from this software without specific prior written
      permission.

   THIS SOFTWARE IS PROVIDED BY THE AUTHOR ``AS IS'' AND ANY EXPRESS OR
   IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
   WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE
   ARE DISCLAIMED.  IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY
   DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
   DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE
   GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS
   INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER
   IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR
   OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN
   IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/

/* Tells the HPCMP tool about synchronisation that it cannot see by itself, and steers its
   recording. Outside of Valgrind, and under its other tools, the macros have no effect, and each of
   them costs a few instructions. */

#ifndef HPCMP_H
#define HPCMP_H

#include <valgrind/valgrind.h>

typedef enum {
    HPCMP_USERREQ_RELEASE = VG_USERREQ_TOOL_BASE('H', 'P'),
    HPCMP_USERREQ_ACQUIRE,
    HPCMP_USERREQ_RELEASE_SEQ,
    HPCMP_USERREQ_ACQUIRE_SEQ,
    HPCMP_USERREQ_PRIM_BEGIN,
    HPCMP_USERREQ_PRIM_END,
    HPCMP_USERREQ_PAUSE,
    HPCMP_USERREQ_RESUME,
    HPCMP_USERREQ_MARK,
    HPCMP_USERREQ_SEM_BEGIN,
    HPCMP_USERREQ_SEM_POST,
    HPCMP_USERREQ_SEM_TAKEN,
    HPCMP_USERREQ_BARRIER_BEGIN,
    HPCMP_USERREQ_BARRIER_ARRIVE,
    HPCMP_USERREQ_BARRIER_DEPART,
    HPCMP_USERREQ_FORGET
} HpcmpClientRequest;

/* A synchronisation object of the program's own begins or ends its life at this address. _qzz_prim,
   a C string, names the object's kind. If an address is used without PRIM_BEGIN, an object of kind
   "user" begins there. */
#define HPCMP_PRIM_BEGIN(_qzz_prim, _qzz_obj)                                                      \
    VALGRIND_DO_CLIENT_REQUEST_STMT(HPCMP_USERREQ_PRIM_BEGIN, (_qzz_prim), (_qzz_obj), 0, 0, 0)
#define HPCMP_PRIM_END(_qzz_obj)                                                                   \
    VALGRIND_DO_CLIENT_REQUEST_STMT(HPCMP_USERREQ_PRIM_END, (_qzz_obj), 0, 0, 0, 0)

/* All synchronisation objects in these bytes end, whatever their kind. A pool that reuses memory
   without freeing it needs this, because the tool would take a new mutex there for the old one. */
#define HPCMP_FORGET(_qzz_address, _qzz_size)                                                      \
    VALGRIND_DO_CLIENT_REQUEST_STMT(HPCMP_USERREQ_FORGET, (_qzz_address), (_qzz_size), 0, 0, 0)

/* Everything that this thread did up to now happens before whatever a thread does after its next
   HPCMP_ACQUIRE of the same object.  Place RELEASE before the operation that publishes, ACQUIRE
   after the one that waited. */
#define HPCMP_RELEASE(_qzz_obj)                                                                    \
    VALGRIND_DO_CLIENT_REQUEST_STMT(HPCMP_USERREQ_RELEASE, (_qzz_obj), 0, 0, 0, 0)
#define HPCMP_ACQUIRE(_qzz_obj)                                                                    \
    VALGRIND_DO_CLIENT_REQUEST_STMT(HPCMP_USERREQ_ACQUIRE, (_qzz_obj), 0, 0, 0, 0)

/* Like RELEASE and ACQUIRE, but with a number: the acquire is ordered only after releases with the
   same number. The number may be that of a round, of a token, or of a message. Example: the sender
   of message 7 releases with 7, and its receiver acquires with 7. An acquire with number 0 comes
   after no release. */
#define HPCMP_RELEASE_SEQ(_qzz_obj, _qzz_seq)                                                      \
    VALGRIND_DO_CLIENT_REQUEST_STMT(HPCMP_USERREQ_RELEASE_SEQ, (_qzz_obj), (_qzz_seq), 0, 0, 0)
#define HPCMP_ACQUIRE_SEQ(_qzz_obj, _qzz_seq)                                                      \
    VALGRIND_DO_CLIENT_REQUEST_STMT(HPCMP_USERREQ_ACQUIRE_SEQ, (_qzz_obj), (_qzz_seq), 0, 0, 0)

/* A semaphore of the program's own begins with this many tokens. POST stands before a token is
   given, TAKEN after a token has been taken. HPCMP_PRIM_END ends the semaphore. */
#define HPCMP_SEM_BEGIN(_qzz_obj, _qzz_tokens)                                                     \
    VALGRIND_DO_CLIENT_REQUEST_STMT(HPCMP_USERREQ_SEM_BEGIN, (_qzz_obj), (_qzz_tokens), 0, 0, 0)
#define HPCMP_SEM_POST(_qzz_obj)                                                                   \
    VALGRIND_DO_CLIENT_REQUEST_STMT(HPCMP_USERREQ_SEM_POST, (_qzz_obj), 0, 0, 0, 0)
#define HPCMP_SEM_TAKEN(_qzz_obj)                                                                  \
    VALGRIND_DO_CLIENT_REQUEST_STMT(HPCMP_USERREQ_SEM_TAKEN, (_qzz_obj), 0, 0, 0, 0)

/* A barrier of the program's own begins, for this many threads in each round. ARRIVE stands before
   a thread arrives, DEPART after the thread has waited for the round to end. In between the thread
   must not arrive at another barrier. */
#define HPCMP_BARRIER_BEGIN(_qzz_obj, _qzz_threads)                                                \
    VALGRIND_DO_CLIENT_REQUEST_STMT(HPCMP_USERREQ_BARRIER_BEGIN, (_qzz_obj), (_qzz_threads), 0, 0, \
                                    0)
#define HPCMP_BARRIER_ARRIVE(_qzz_obj)                                                             \
    VALGRIND_DO_CLIENT_REQUEST_STMT(HPCMP_USERREQ_BARRIER_ARRIVE, (_qzz_obj), 0, 0, 0, 0)
#define HPCMP_BARRIER_DEPART(_qzz_obj)                                                             \
    VALGRIND_DO_CLIENT_REQUEST_STMT(HPCMP_USERREQ_BARRIER_DEPART, (_qzz_obj), 0, 0, 0, 0)

/* Between PAUSE and RESUME this thread's instructions, memory traffic, acquires and releases are
   left out of the trace. Its allocations, frees and creations of threads stay in. Pairs may be
   nested. */
#define HPCMP_PAUSE VALGRIND_DO_CLIENT_REQUEST_STMT(HPCMP_USERREQ_PAUSE, 0, 0, 0, 0, 0)
#define HPCMP_RESUME VALGRIND_DO_CLIENT_REQUEST_STMT(HPCMP_USERREQ_RESUME, 0, 0, 0, 0, 0)

/* Writes the C string _qzz_text into the trace, as an `info` event. */
#define HPCMP_MARK(_qzz_text)                                                                      \
    VALGRIND_DO_CLIENT_REQUEST_STMT(HPCMP_USERREQ_MARK, (_qzz_text), 0, 0, 0, 0)

#endif
