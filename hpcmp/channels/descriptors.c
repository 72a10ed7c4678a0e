/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Descriptors are followed from the call that makes them through all copies, forks and executed
 * programs, to the last close. channels/connections.c finds those of connections, and
 * channels/arrivals.c those that come into the process in other ways.
 */

#include "hpcmp/channels/descriptors.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/calls/facts.h"
#include "hpcmp/calls/makers.h"
#include "hpcmp/channels/attempts.h"
#include "hpcmp/channels/sock_diag.h"
#include "hpcmp/threads/moments.h"
#include "pub_tool_libcfile.h"

/* The pipe that a thread's current call reads, and the units in which the call reads and writes. */
typedef struct {
    Pipe* from; /* or NULL */
    HpUnit unit_read;
    HpUnit unit_written;
} Transfer;

HP_THREAD_SLOT(Transfer, transfer)

/* More than Linux lets a process have, unless it is told to. */
#define MOST_DESCRIPTORS (1U << 22)

static Descriptor* g_descriptors;
static UWord g_n_descriptors;

static const Descriptor g_none;

UWord hp_n_descriptors(void) {
    return g_n_descriptors;
}

/* File descriptors are ints; the kernel ignores the rest of the register. */
const Descriptor* hp_descriptor(UWord fd) {
    fd = (UInt)fd;
    return fd < g_n_descriptors ? &g_descriptors[fd] : &g_none;
}

/*------------------------------------------------------------*/
/*--- Beginning and end                                     ---*/
/*------------------------------------------------------------*/

static void forget(Thread* t, UWord fd) {
    Descriptor former = *hp_descriptor(fd);
    if (former.from == NULL && former.to == NULL)
        return;
    g_descriptors[(UInt)fd] = g_none;
    if (former.from != NULL)
        hp_pipe_drop(t, former.from);
    if (former.to != NULL)
        hp_pipe_drop(t, former.to);
}

void hp_descriptor_set(Thread* t, UWord fd, Descriptor value) {
    if ((UInt)fd >= MOST_DESCRIPTORS)
        return;
    if (value.from != NULL)
        hp_pipe_keep(value.from);
    if (value.to != NULL)
        hp_pipe_keep(value.to);
    forget(t, fd);
    fd = (UInt)fd;
    if (fd >= g_n_descriptors) {
        UWord n = 2 * fd + 16;
        g_descriptors = VG_(realloc)("hp.descriptors", g_descriptors, n * sizeof *g_descriptors);
        for (UWord i = g_n_descriptors; i < n; i++)
            g_descriptors[i] = g_none;
        g_n_descriptors = n;
    }
    g_descriptors[fd] = value;
}

static Bool is_named(const Pipe* pipe, const ChannelName* name) {
    if (pipe == NULL)
        return False;
    const ChannelName own = hp_pipe_name(pipe);
    return hp_channel_is_same(&own, name);
}

Pipe* hp_descriptors_find_pipe(const ChannelName* name) {
    for (UWord fd = 0; fd < g_n_descriptors; fd++) {
        if (is_named(g_descriptors[fd].from, name))
            return g_descriptors[fd].from;
        if (is_named(g_descriptors[fd].to, name))
            return g_descriptors[fd].to;
    }
    return NULL;
}

static void new_pipe(Thread* t, UWord reading_fd, UWord writing_fd, HpUnit unit, ULong n_units) {
    Pipe* pipe = hp_pipe_new(n_units);
    Descriptor reading = *hp_descriptor(reading_fd);
    reading.from = pipe;
    reading.unit = unit;
    hp_descriptor_set(t, reading_fd, reading);
    Descriptor writing = *hp_descriptor(writing_fd);
    writing.to = pipe;
    writing.unit = unit;
    hp_descriptor_set(t, writing_fd, writing);
    hp_pipe_drop(t, pipe);
}

static Bool can_be_read(const Pipe* pipe) {
    for (UWord fd = 0; fd < g_n_descriptors; fd++)
        if (g_descriptors[fd].from == pipe)
            return True;
    return False;
}

/* The pipe from which t reads, or NULL. */
static Pipe* read_by(const Thread* t) {
    return transfer_of(t) == NULL ? NULL : transfer_of(t)->from;
}

/* Lets the threads that wait to read from this pipe look again. */
static void ring_readers(const Thread* t, const Pipe* pipe) {
    HP_FOR_EACH_THREAD (other)
        if (pipe != NULL && read_by(other) == pipe)
            hp_attempts_ring(other, t->clock);
}

static Bool is_eventfd(const Descriptor* end) {
    return end->unit == HP_COUNTER || end->unit == HP_TOKENS;
}

/* A thread that still reads from the pipe will find the end of the data. An eventfd has no such
   end. */
static void end_writing(Thread* t, UWord fd) {
    Pipe* to = hp_descriptor(fd)->to;
    if (to != NULL && !is_eventfd(hp_descriptor(fd)) && (hp_pipe_is_shared(to) || can_be_read(to)))
        hp_pipe_close(t, to);
    ring_readers(t, to);
}

/* Closes, in the trace, the ends by which the process could still write into shared pipes. */
static void end_all_writing(Thread* t) {
    for (UWord fd = 0; fd < g_n_descriptors; fd++)
        if (g_descriptors[fd].to != NULL && hp_pipe_is_shared(g_descriptors[fd].to))
            end_writing(t, fd);
}

Bool hp_descriptor_closes_on_exec(UWord fd) {
    return (VG_(fcntl)(fd, VKI_F_GETFD, 0) & VKI_FD_CLOEXEC) != 0;
}

void hp_descriptors_before_exec(Thread* t) {
    for (UWord fd = 0; fd < g_n_descriptors; fd++)
        if (g_descriptors[fd].to != NULL && hp_pipe_is_shared(g_descriptors[fd].to) &&
            hp_descriptor_closes_on_exec(fd))
            end_writing(t, fd);
}

static void close(Thread* t, UWord fd) {
    hp_attempts_before_close(fd);
    end_writing(t, fd);
    forget(t, fd);
}

/* The call has made these two descriptors. Returns False if they cannot be read. */
static Bool new_pair(Thread* t, const Int* fds) {
    if (!hp_is_readable((Addr)fds, 2 * sizeof *fds))
        return False;
    forget(t, fds[0]);
    forget(t, fds[1]);
    return True;
}

/* A pipe in packet mode (O_DIRECT) is neither bytes nor messages. */
static void add_pipe(Thread* t, const Int* fds, UWord flags) {
    ChannelName name;
    if (!new_pair(t, fds) || (flags & O_DIRECT) != 0)
        return;
    new_pipe(t, fds[0], fds[1], HP_BYTES, 0);
    if (hp_channel_of_file(fds[0], &name))
        hp_pipe_rename(hp_descriptor(fds[0])->from, &name);
}

static void add_socket_pair(Thread* t, const Int* fds, UWord type) {
    if (!new_pair(t, fds))
        return;
    HpUnit unit = (type & SOCK_TYPE_MASK) == VKI_SOCK_STREAM ? HP_BYTES : HP_MESSAGES;
    new_pipe(t, fds[0], fds[1], unit, 0);
    new_pipe(t, fds[1], fds[0], unit, 0);
    const ULong cookies[] = {hp_socket_cookie(fds[0]), hp_socket_cookie(fds[1])};
    for (UInt i = 0; i < 2 && cookies[0] != 0 && cookies[1] != 0; i++) {
        const ChannelName name = {HP_CHANNEL_SOCKETS, {cookies[i], cookies[1 - i]}};
        hp_pipe_rename(hp_descriptor(fds[i])->to, &name);
    }
}

static void add_eventfd(Thread* t, UWord fd, UInt value, UWord flags) {
    forget(t, fd);
    ChannelName name;
    new_pipe(t, fd, fd, (flags & EFD_SEMAPHORE) != 0 ? HP_TOKENS : HP_COUNTER, value);
    if (hp_channel_of_eventfd((Int)fd, True, &name))
        hp_pipe_rename(hp_descriptor(fd)->from, &name);
}

static void copy_descriptor(Thread* t, UWord from, UWord to) {
    if (from != to)
        hp_descriptor_set(t, to, *hp_descriptor(from));
}

static void close_range(Thread* t, UInt first, UInt last, UWord flags) {
    if ((flags & CLOSE_RANGE_CLOEXEC) == 0)
        for (UWord fd = first; fd <= last && fd < g_n_descriptors; fd++)
            close(t, fd);
}

static Bool is_copy(UInt number, const UWord* args) {
    return number == __NR_dup ||
           (number == __NR_fcntl && (args[1] == VKI_F_DUPFD || args[1] == VKI_F_DUPFD_CLOEXEC));
}

/* From now on another process, such as the child of a fork, may have them, too. */
static void share_all(void) {
    for (UWord fd = 0; fd < g_n_descriptors; fd++) {
        if (g_descriptors[fd].from != NULL)
            hp_pipe_share(g_descriptors[fd].from);
        if (g_descriptors[fd].to != NULL)
            hp_pipe_share(g_descriptors[fd].to);
    }
}

/* Tells the names of eventfds, because a process that receives one knows it only by the kernel's
   number, which ilmgen looks up among the names that were told. */
static void tell_eventfds(Thread* t) {
    for (UWord fd = 0; fd < g_n_descriptors; fd++)
        if (is_eventfd(&g_descriptors[fd]))
            hp_pipe_tell_name(t, g_descriptors[fd].to);
}

/* Descriptors may go with a message. */
static void share_if_sent(Thread* t, UInt number, const UWord* args) {
    const struct vki_msghdr* message = (const struct vki_msghdr*)args[1];
    if (number != __NR_sendmsg || !hp_is_readable((Addr)message, sizeof *message) ||
        message->msg_controllen == 0)
        return;
    share_all();
    tell_eventfds(t);
}

static void after_success(Thread* t, UInt number, const UWord* args, UWord result) {
    switch (number) {
    case __NR_pipe: add_pipe(t, (const Int*)args[0], 0); break;
    case __NR_pipe2: add_pipe(t, (const Int*)args[0], args[1]); break;
    case __NR_socketpair: add_socket_pair(t, (const Int*)args[3], args[1]); break;
    case __NR_eventfd: add_eventfd(t, result, args[0], 0); break;
    case __NR_eventfd2: add_eventfd(t, result, args[0], args[1]); break;
    case __NR_dup2:
    case __NR_dup3: copy_descriptor(t, args[0], args[1]); break;
    case __NR_close_range: close_range(t, args[0], args[1], args[2]); break;
    default:
        if (is_copy(number, args))
            copy_descriptor(t, args[0], result);
        else if (hp_call_forks(number, args))
            share_all();
        break;
    }
}

/*------------------------------------------------------------*/
/*--- What goes through them                                ---*/
/*------------------------------------------------------------*/

/* A call takes the data that it receives, only looks at them, or receives other data. */
typedef enum { TAKES, LOOKS, OTHER } Receiving;

static Receiving receiving(UInt number, const UWord* args) {
    UWord flags = hp_call_flags(number, args);
    if ((flags & (MSG_OOB | MSG_ERRQUEUE)) != 0)
        return OTHER;
    return (flags & MSG_PEEK) != 0 || number == __NR_tee ? LOOKS : TAKES;
}

/* The call that t was in will not return, or has returned. */
void hp_descriptors_exits(Thread* t) {
    hp_pipe_write_end(t, 0);
    hp_pipe_read_forget(t);
    hp_attempts_end(t);
    if (read_by(t) == NULL)
        return;
    hp_pipe_drop(t, transfer_of(t)->from);
    transfer_of(t)->from = NULL;
}

/* A FIFO that is opened to read and to write has both ends, and they are one. */
static HpEnd what_is_behind(const Descriptor* end) {
    if (is_eventfd(end))
        return HP_EVENTFD;
    if (end->from == NULL || end->to == NULL || end->from == end->to)
        return HP_END_OF_PIPE;
    return end->unit == HP_MESSAGES ? HP_MESSAGE_SOCKET : HP_STREAM_SOCKET;
}

static const Descriptor* descriptor_in(const UWord* args, HpArgument argument) {
    return argument == 0 ? &g_none : hp_descriptor(args[argument - 1]);
}

static void before_transfer(Thread* t, UInt number, const UWord* args) {
    const CallFacts* facts = hp_call_facts(number);
    const Descriptor* to = descriptor_in(args, facts->to);
    if (to->to != NULL) {
        HP_THREAD_DATA(t, transfer)->unit_written = to->unit;
        hp_pipe_write_begin(t, to->to, hp_units_at_most(to->unit, number, args));
    }
    const Descriptor* from = descriptor_in(args, facts->from);
    if (from->from != NULL && receiving(number, args) != OTHER) {
        HP_THREAD_DATA(t, transfer)->unit_read = from->unit;
        transfer_of(t)->from = from->from;
        hp_pipe_keep(from->from);
    }
    Bool is_one_way = (facts->from == 0) != (facts->to == 0);
    if (is_one_way && (read_by(t) != NULL || hp_pipe_written_by(t) != NULL))
        hp_attempts_begin(t, what_is_behind(hp_descriptor(args[0])), number, args,
                          hp_transfer_size(number, args));
}

/* Is it through this descriptor that the call of t transfers?  It may have been closed
   since it began. */
static Bool transfers_through(const Thread* t, UWord fd) {
    const Descriptor* end = hp_descriptor(fd);
    return read_by(t) != NULL ? end->from == read_by(t) : end->to == hp_pipe_written_by(t);
}

static void note_read(Thread* t, UInt number, const UWord* args, UWord result) {
    HpUnit unit = transfer_of(t)->unit_read;
    Bool is_empty_message = unit == HP_MESSAGES && hp_pipe_has_units(read_by(t));
    if (result > 0 || is_empty_message)
        hp_pipe_read(t, read_by(t),
                     unit == HP_TOKENS ? 1 : hp_units_transferred(unit, number, args, result),
                     receiving(number, args) == LOOKS);
    else if (hp_transfer_size(number, args) > 0)
        hp_pipe_read_at_end(t, read_by(t));
}

static ULong units_written(const Thread* t, UInt number, const UWord* args, UWord result) {
    HpUnit unit = transfer_of(t)->unit_written;
    return unit == HP_COUNTER || unit == HP_TOKENS
               ? hp_pipe_write_most(t)
               : hp_units_transferred(unit, number, args, result);
}

/* t is about to put something in or to take something out, so that threads that wait at the other
   end can go on. They are rung before the kernel wakes them, because that may happen any time
   later. */
static void begin_partial_transfer(const Thread* t) {
    hp_pipe_write_more_begin(t);
    if (hp_clo_order != HP_ORDER_VIRTUAL)
        return;
    ring_readers(t, hp_pipe_written_by(t));
    HP_FOR_EACH_THREAD (other)
        if (hp_pipe_written_by(other) != NULL && hp_pipe_written_by(other) == read_by(t))
            hp_attempts_ring(other, t->clock);
}

/* The call of t, which has not returned, has transferred something, and would return this
   result. */
static void note_partial_transfer(Thread* t, UInt number, const UWord* args, UWord result) {
    if (read_by(t) != NULL)
        note_read(t, number, args, result);
    else
        hp_pipe_write_more_end(t, units_written(t, number, args, result));
}

static void after_transfer(Thread* t, UInt number, const UWord* args, UWord result) {
    if (read_by(t) != NULL) {
        if (hp_makers_progress(t) == HP_NOT_MADE_HERE)
            note_read(t, number, args, result);
        hp_pipe_read_end(t, read_by(t));
    }
    if (hp_pipe_written_by(t) != NULL)
        hp_pipe_write_end(t, units_written(t, number, args, result));
}

/*------------------------------------------------------------*/
/*--- System calls                                          ---*/
/*------------------------------------------------------------*/

void hp_descriptors_before(Thread* t, UInt number, const UWord* args) {
    if (!hp_clo_sync[HP_PRIM_PIPE])
        return;
    hp_descriptors_exits(t);
    share_if_sent(t, number, args);
    before_transfer(t, number, args);
    const Int closed = hp_call_closed_descriptor(number, args);
    if (closed >= 0)
        close(t, closed);
    if (number == __NR_shutdown && (args[1] == SHUT_WR || args[1] == SHUT_RDWR))
        end_writing(t, args[0]);
}

void hp_descriptors_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    if (!hp_clo_sync[HP_PRIM_PIPE])
        return;
    if (!sr_isError(res)) {
        after_transfer(t, number, args, sr_Res(res));
        after_success(t, number, args, sr_Res(res));
    } else if (sr_Err(res) == ECONNRESET && read_by(t) != NULL) {
        hp_pipe_read_at_end(t, read_by(t));
        hp_pipe_read_end(t, read_by(t));
    }
    hp_descriptors_exits(t);
}

void hp_descriptors_process_ends(Thread* t) {
    hp_descriptors_exits(t);
    if (hp_clo_sync[HP_PRIM_PIPE])
        end_all_writing(t);
}

void hp_descriptors_in_child(Thread* unused) {
    HP_FOR_EACH_THREAD (t) {
        hp_pipe_write_forget(t);
        hp_descriptors_exits(t);
    }
    for (UWord fd = 0; fd < g_n_descriptors; fd++) {
        if (g_descriptors[fd].from != NULL)
            hp_pipe_reset_in_child(g_descriptors[fd].from);
        if (g_descriptors[fd].to != NULL)
            hp_pipe_reset_in_child(g_descriptors[fd].to);
    }
}

void hp_descriptors_init(void) {
    hp_attempts_set_callbacks(begin_partial_transfer, note_partial_transfer, transfers_through);
}
