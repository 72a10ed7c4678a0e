/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The n-th operation that writes, or that closes an end for writing, publishes n. A read comes
 * after the last write of each other thread that has written part of the data that it returns.
 * Reading the end of the data comes after all closes. Example: threads 2, 3 and 2 write 10 bytes
 * each, which publishes 1, 2 and 3. When thread 1 reads 25 bytes, it comes after write 3 of thread
 * 2 and write 2 of thread 3.
 *
 * A reader may return before the call that has written its data, and a call that writes may fail.
 * So a release is recorded only when it is known that something was written: when the first reader
 * returns or when the writing call returns, whichever comes first. In a pipe that processes share,
 * it is recorded as soon as it is known, because the reader may be in another process.
 *
 * If channels/attempts.c makes a write, it is known what the write has put in, and when. For other
 * writes this becomes known when they return, or when a thread has read the data.
 */

#include "hpcmp/channels/pipes.h"

#include "hpcmp/sync/objects.h"
#include "hpcmp/sync/sources.h"
#include "hpcmp/trace/identity.h"
#include "shared/object_addresses.h"
#include "shared/trace_vocabulary.h"

/* A thread in the kernel, writing into a pipe. */
typedef struct {
    Pipe* pipe;       /* NULL: it is not */
    ULong began;      /* numbers the calls */
    ULong clock;      /* the machine's, as it or its latest attempt began, if the pipe was shared */
    ULong most;       /* units that it may write */
    Bool is_watched;  /* what it has written so far is known */
    ULong n_known;    /* units that it has written, as far as known */
    ULong seq;        /* of its release, 0: it has written nothing, as far as known */
    Bool is_recorded; /* the release */
} PipeWrite;

/* A thread's current call. */
typedef struct {
    PipeWrite write;
    XArray* sources;   /* of what it has read, or NULL */
    ULong n;           /* units that it has read */
    const HChar* told; /* what that is in the trace of a shared one */
    Bool at_end;       /* that was the end */
} PipeCall;

HP_THREAD_SLOT(PipeCall, call)

/* Units that one write has put in and nobody has taken out. */
typedef struct {
    ULong n; /* units */
    ULong thid;
    ULong seq; /* of the release; 0: of another process */
} Written;

struct _Pipe {
    Addr address;
    ChannelName name;
    Bool is_shared; /* with other processes, perhaps */
    Bool is_told;   /* that, in this process's trace */
    ULong n_shared; /* units in it when it became so */
    UInt n_users;
    ULong n_released;
    Written* written; /* from `first` on, in the order of the pipe */
    UInt first;
    UInt n_written;
    UInt capacity;
    ULong n_unread; /* units in `written` */
    /* Units that a reader has had and of which it is not known yet who will turn
       out to have written them. */
    ULong n_ahead;
    XArray* closers; /* of Source; NULL: none */
};

void hp_pipe_keep(Pipe* pipe) {
    pipe->n_users++;
}

static void forget_closers(Pipe* pipe) {
    if (pipe->closers != NULL)
        VG_(deleteXA)(pipe->closers);
    pipe->closers = NULL;
}

void hp_pipe_drop(Thread* t, Pipe* pipe) {
    tl_assert(pipe->n_users > 0);
    if (--pipe->n_users > 0)
        return;
    hp_object_destroy(t, HP_PRIM_PIPE, pipe->address);
    forget_closers(pipe);
    VG_(free)(pipe->written);
    VG_(free)(pipe);
}

/* NULL: it writes into no pipe. */
static PipeWrite* write_of(const Thread* t) {
    return call_of(t) == NULL || call_of(t)->write.pipe == NULL ? NULL : &call_of(t)->write;
}

Pipe* hp_pipe_written_by(const Thread* t) {
    return write_of(t) == NULL ? NULL : write_of(t)->pipe;
}

ULong hp_pipe_write_most(const Thread* t) {
    return write_of(t)->most;
}

/*------------------------------------------------------------*/
/*--- Events                                                ---*/
/*------------------------------------------------------------*/

/* Tells the name of a shared pipe, before its other events. */
void hp_pipe_tell_name(Thread* t, Pipe* pipe) {
    if (!pipe->is_shared || pipe->is_told)
        return;
    pipe->is_told = True;
    hp_channel_introduce(t, pipe->address, pipe->n_shared, &pipe->name);
}

static void tell(Thread* t, Pipe* pipe, const HChar* what, const ULong* numbers, UInt n_numbers) {
    if (!pipe->is_shared)
        return;
    hp_pipe_tell_name(t, pipe);
    hp_channel_tell(t, pipe->address, what, numbers, n_numbers);
}

static SyncObj* object(Thread* t, const Pipe* pipe) {
    return hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_PIPE, pipe->address, NULL);
}

static Thread* first_unrecorded(const Pipe* pipe) {
    return HP_FIRST_THREAD(
        t, hp_pipe_written_by(t) == pipe && write_of(t)->seq != 0 && !write_of(t)->is_recorded,
        write_of(t)->seq);
}

/* Records the releases of all threads that have put something in, in that order. */
static void record_releases(Pipe* pipe) {
    Thread* t;
    while ((t = first_unrecorded(pipe)) != NULL) {
        write_of(t)->is_recorded = True;
        hp_pipe_tell_name(t, pipe);
        hp_sync_release(t, object(t, pipe), write_of(t)->seq, NULL);
    }
}

/* Returns whether there was any. */
static Bool acquire_of_others(Thread* t, Pipe* pipe, const XArray* sources) {
    record_releases(pipe);
    return VG_(sizeXA)(sources) > 0 && hp_sources_acquire(t, object(t, pipe), sources, NULL);
}

/*------------------------------------------------------------*/
/*--- Putting in                                            ---*/
/*------------------------------------------------------------*/

/* More writes than a pipe can hold: another process has read the oldest. */
#define MOST_UNREAD (1U << 20)

static void make_room(Pipe* pipe) {
    if (pipe->first + pipe->n_written < pipe->capacity)
        return;
    if (pipe->first > pipe->capacity / 2) {
        VG_(memmove)(pipe->written, pipe->written + pipe->first,
                     pipe->n_written * sizeof *pipe->written);
        pipe->first = 0;
        return;
    }
    pipe->capacity = 2 * pipe->capacity + 8;
    pipe->written =
        VG_(realloc)("hp.pipe.written", pipe->written, pipe->capacity * sizeof *pipe->written);
}

static void forget_oldest(Pipe* pipe) {
    pipe->n_unread -= pipe->written[pipe->first].n;
    pipe->first++;
    pipe->n_written--;
}

static void append(Pipe* pipe, ULong n, ULong thid, ULong seq) {
    if (pipe->n_written == MOST_UNREAD)
        forget_oldest(pipe);
    make_room(pipe);
    pipe->written[pipe->first + pipe->n_written++] = (Written){n, thid, seq};
    pipe->n_unread += n;
}

static UInt g_n_pipes;

Pipe* hp_pipe_new(ULong n_units) {
    Pipe* pipe = VG_(calloc)("hp.pipe", 1, sizeof *pipe);
    const Identity maker = hp_process_identity();
    pipe->name = (ChannelName){HP_CHANNEL_MADE, {maker.pid, maker.start, ++g_n_pipes}};
    pipe->address = HP_PIPE_ADDRESSES + g_n_pipes;
    pipe->n_users = 1;
    if (n_units > 0)
        append(pipe, n_units, 0, 0);
    return pipe;
}

Pipe* hp_pipe_new_shared(const ChannelName* name, ULong n_units) {
    Pipe* pipe = hp_pipe_new(n_units);
    pipe->name = *name;
    hp_pipe_share(pipe);
    return pipe;
}

ChannelName hp_pipe_name(const Pipe* pipe) {
    return pipe->name;
}

void hp_pipe_rename(Pipe* pipe, const ChannelName* name) {
    pipe->name = *name;
    pipe->is_told = False;
    pipe->n_shared = 0;
}

UInt hp_pipe_latest_number(void) {
    return g_n_pipes;
}

void hp_pipe_set_latest_number(UInt latest) {
    g_n_pipes = latest;
}

void hp_pipe_share(Pipe* pipe) {
    if (pipe->is_shared)
        return;
    pipe->is_shared = True;
    pipe->n_shared = pipe->n_unread;
}

Bool hp_pipe_is_shared(const Pipe* pipe) {
    return pipe->is_shared;
}

void hp_pipe_write_begin(Thread* t, Pipe* pipe, ULong most) {
    static ULong n_calls;
    hp_pipe_keep(pipe);
    HP_THREAD_DATA(t, call)->write = (PipeWrite){.pipe = pipe, .began = ++n_calls, .most = most};
    if (pipe->is_shared)
        call_of(t)->write.clock = hp_channel_clock();
}

static void put_in(Thread* t, ULong n) {
    PipeWrite* write = write_of(t);
    if (write->seq == 0)
        write->seq = ++write->pipe->n_released;
    append(write->pipe, n, t->thid, write->seq);
}

void hp_pipe_watch_write(Thread* t, Bool is_watched) {
    if (write_of(t) != NULL)
        write_of(t)->is_watched = is_watched;
}

void hp_pipe_write_more_begin(const Thread* t) {
    PipeWrite* write = write_of(t);
    if (write != NULL && write->pipe->is_shared)
        write->clock = hp_channel_clock();
}

static void tell_put(Thread* t, ULong n) {
    const PipeWrite* write = write_of(t);
    const ULong told[] = {n, write->seq, write->clock};
    if (n > 0)
        tell(t, write->pipe, TRACE_CHANNEL_PUT, told, 3);
}

void hp_pipe_write_more_end(Thread* t, ULong n) {
    write_of(t)->n_known += n;
    put_in(t, n);
    if (!write_of(t)->pipe->is_shared)
        return;
    record_releases(write_of(t)->pipe);
    tell_put(t, n);
}

/* The call of which only this is known has written n. */
static void account_for(Thread* t, ULong n) {
    const PipeWrite* write = write_of(t);
    Pipe* pipe = write->pipe;
    if (write->n_known > n)
        pipe->n_ahead += write->n_known - n;
    ULong rest = n > write->n_known ? n - write->n_known : 0;
    ULong already_read = rest < pipe->n_ahead ? rest : pipe->n_ahead;
    pipe->n_ahead -= already_read;
    if (rest > already_read)
        put_in(t, rest - already_read);
}

void hp_pipe_write_end(Thread* t, ULong n) {
    PipeWrite* write = write_of(t);
    if (write == NULL)
        return;
    Pipe* pipe = write->pipe;
    if (!write->is_watched)
        account_for(t, n);
    record_releases(pipe);
    if (!write->is_watched)
        tell_put(t, n);
    write->pipe = NULL;
    hp_pipe_drop(t, pipe);
}

void hp_pipe_write_forget(Thread* t) {
    if (write_of(t) != NULL)
        write_of(t)->is_recorded = True;
}

/*------------------------------------------------------------*/
/*--- Taking out                                            ---*/
/*------------------------------------------------------------*/

static Thread* first_writer(const Pipe* pipe) {
    return HP_FIRST_THREAD(t,
                           hp_pipe_written_by(t) == pipe && !write_of(t)->is_watched &&
                               write_of(t)->n_known < write_of(t)->most,
                           write_of(t)->began);
}

/* n units more must be in there: of threads that are still in their calls and,
   beyond that, of other processes. */
static void put_in_for_others(Pipe* pipe, ULong n) {
    Thread* writer;
    while (n > 0 && (writer = first_writer(pipe)) != NULL) {
        PipeWrite* write = write_of(writer);
        ULong share = write->most - write->n_known;
        if (share > n)
            share = n;
        put_in(writer, share);
        write->n_known += share;
        n -= share;
    }
    if (n > 0)
        append(pipe, n, 0, 0);
}

Bool hp_pipe_has_units(const Pipe* pipe) {
    return pipe->n_unread > 0 || first_writer(pipe) != NULL;
}

ULong hp_pipe_n_unread(const Pipe* pipe) {
    return pipe->n_unread;
}

static void note_sources(const Pipe* pipe, ULong n, XArray* sources) {
    for (UInt i = 0; i < pipe->n_written && n > 0; i++) {
        const Written* written = &pipe->written[pipe->first + i];
        hp_sources_add(sources, written->thid, written->seq);
        n -= written->n < n ? written->n : n;
    }
}

static void take_out(Pipe* pipe, ULong n) {
    while (n > 0 && pipe->n_written > 0) {
        Written* written = &pipe->written[pipe->first];
        if (written->n > n) {
            written->n -= n;
            pipe->n_unread -= n;
            return;
        }
        n -= written->n;
        forget_oldest(pipe);
    }
}

void hp_pipe_read(Thread* t, Pipe* pipe, ULong n, Bool is_look) {
    if (n > pipe->n_unread)
        put_in_for_others(pipe, n - pipe->n_unread);
    hp_pipe_read_forget(t);
    PipeCall* call = HP_THREAD_DATA(t, call);
    call->sources = hp_sources_new();
    note_sources(pipe, n, call->sources);
    call->told = is_look ? TRACE_CHANNEL_SAW : TRACE_CHANNEL_TOOK;
    call->n = n;
    if (!is_look)
        take_out(pipe, n);
}

/* An acquire always follows. */
static void tell_read(Thread* t, Pipe* pipe, const PipeCall* call) {
    const ULong numbers[] = {call->n, hp_channel_clock()};
    if (call->at_end)
        tell(t, pipe, TRACE_CHANNEL_ENDED, numbers + 1, 1);
    else
        tell(t, pipe, call->told, numbers, 2);
}

void hp_pipe_read_end(Thread* t, Pipe* pipe) {
    const PipeCall* call = call_of(t);
    if (call == NULL || call->sources == NULL)
        return;
    if (pipe->is_shared)
        tell_read(t, pipe, call);
    if (!acquire_of_others(t, pipe, call->sources) && (!call->at_end || pipe->is_shared))
        hp_sync_acquire(t, object(t, pipe), 0, NULL);
    hp_pipe_read_forget(t);
}

void hp_pipe_read_forget(Thread* t) {
    PipeCall* call = call_of(t);
    if (call == NULL)
        return;
    if (call->sources != NULL)
        VG_(deleteXA)(call->sources);
    call->sources = NULL;
    call->at_end = False;
}

/*------------------------------------------------------------*/
/*--- The end                                               ---*/
/*------------------------------------------------------------*/

void hp_pipe_close(Thread* t, Pipe* pipe) {
    if (pipe->closers == NULL)
        pipe->closers = hp_sources_new();
    record_releases(pipe);
    const ULong told[] = {++pipe->n_released, pipe->is_shared ? hp_channel_clock() : 0};
    hp_pipe_tell_name(t, pipe);
    hp_sync_release(t, object(t, pipe), told[0], NULL);
    hp_sources_add(pipe->closers, t->thid, told[0]);
    tell(t, pipe, TRACE_CHANNEL_CLOSED, told, 2);
}

void hp_pipe_read_at_end(Thread* t, Pipe* pipe) {
    if (pipe->closers == NULL && !pipe->is_shared)
        return;
    hp_pipe_read_forget(t);
    PipeCall* call = HP_THREAD_DATA(t, call);
    call->sources =
        pipe->closers == NULL ? hp_sources_new() : VG_(cloneXA)("hp.pipe.sources", pipe->closers);
    call->at_end = True;
}

void hp_pipe_reset_in_child(Pipe* pipe) {
    hp_pipe_share(pipe);
    pipe->is_told = False;
    for (UInt i = 0; i < pipe->n_written; i++)
        pipe->written[pipe->first + i].seq = 0;
    pipe->n_ahead = 0;
    forget_closers(pipe);
}
