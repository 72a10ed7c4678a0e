/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Messages in partitions (MPI 4): one each time that they are started, which is sent when the last
 * partition is ready. A receive is matched with a send when both are made, once for all, beside
 * other messages. So each pair is, to the tool, a communicator of its own, and the request is its
 * handle.
 */
#include "hpcmp/preload/mpi/calls.h"
#include "hpcmp/preload/mpi/library.h"

/* The number that both give to messages from the one to the other with this tag (FNV-1a). */
static Word number_of(int sender, int receiver, int tag) {
    const int all[] = {sender, receiver, tag};
    Word number = 0xcbf29ce484222325;
    for (int i = 0; i < 3; i++)
        number = (number ^ (unsigned)all[i]) * 0x100000001b3;
    return number;
}

/* Between groups the peer is not known, because ranks do not tell which process it is. */
static void keep(Word comm, Word request, HpMpiKept* kept) {
    const Word of = hp_mpi_passed(comm);
    const HpMpiComm facts = hp_mpi_facts(of, of);
    if (kept->peer == hp_mpi.proc_null || facts.other_size > 0)
        return;
    kept->comm = hp_mpi_handle((void*)request);
    hp_mpi_use(of);
    TELL_MPI(COMM_OF_GROUP, kept->comm, of, &facts,
             kept->is_send ? number_of(facts.rank, kept->peer, kept->tag)
                           : number_of(kept->peer, facts.rank, kept->tag));
    TELL_MPI(KEEP, kept->comm, kept, 0, 0);
}

/* The rest is what is kept of it. */
#define PARTITIONED(fn, zfn, ...)                                                                  \
    WRAP_MPI(fn, zfn,                                                                              \
             (Word data, Word partitions, Word count, Word type, Word peer, Word tag, Word comm,   \
              Word info, Word request)) {                                                          \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        CALL_FN_W_9W(result, original, data, partitions, count, type, peer, tag, comm, info,       \
                     request);                                                                     \
        if ((int)result == 0)                                                                      \
            keep(comm, request, &(HpMpiKept){.peer = (int)peer, .tag = (int)tag, __VA_ARGS__});    \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

PARTITIONED(Psend_init, PsendZuinit, .is_send = 1, .partitions = (unsigned)partitions,
            .bytes = hp_mpi_bytes((unsigned)partitions * count, type))
PARTITIONED(Precv_init, PrecvZuinit, .has_no_status = 1)

static void is_ready(Word request, int n) {
    const Word handle = hp_mpi_passed(request);
    HpMpiKept kept;
    if (n > 0 && ASK_MPI(READY, handle, n, 0, 0) && ASK_MPI(KEPT, handle, &kept, 0, 0))
        hp_mpi_send_bytes(kept.comm, (Word)kept.peer, (Word)kept.tag, kept.bytes);
}

#define READY(fn, zfn, n, request, n_ready)                                                        \
    WRAP_MPI(fn, zfn, PARAMS_##n) {                                                                \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        is_ready(request, n_ready);                                                                \
        CALL_##n;                                                                                  \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

READY(Pready, Pready, 2, a2, 1)
READY(Pready_range, PreadyZurange, 3, a3, (int)a2 - (int)a1 + 1)
READY(Pready_list, PreadyZulist, 3, a3, (int)a1)

/* Only a wait for the whole message orders, because a partition may be there before the message is
 * sent. */
WRAP_MPI(Parrived, Parrived, PARAMS_3) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    CALL_3;
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}
