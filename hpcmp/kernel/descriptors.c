/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Followed from where they are made through all copies to the last close.  What
 * comes into the process otherwise (inherited over execve, received through a
 * socket, opened by name) is not known to be a pipe.
 */

#include "hpcmp/kernel/descriptors.h"

#include "hpcmp/base/options.h"
#include "hpcmp/kernel/accesses.h"
#include "hpcmp/kernel/attempts.h"
#include "hpcmp/kernel/pipes.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_vkiscnums.h"

/* What a unit is. */
typedef enum {
    BYTES,
    MESSAGES,
    COUNTER, /* of an eventfd; a read takes all */
    TOKENS   /* the same, but a read takes one */
} Unit;

typedef struct {
    Pipe* from; /* what is read from it, or NULL */
    Pipe* to;   /* what is written into it, or NULL */
    Unit unit;
} Descriptor;

/* More than Linux lets a process have, unless it is told to. */
#define MOST_DESCRIPTORS (1U << 22)

static Descriptor* g_descriptors;
static UWord g_n_descriptors;

static const Descriptor g_none;

/* File descriptors are ints; the kernel ignores the rest of the register. */
static const Descriptor* descriptor(UWord fd) {
    fd = (UInt)fd;
    return fd < g_n_descriptors ? &g_descriptors[fd] : &g_none;
}

/*------------------------------------------------------------*/
/*--- Beginning and end                                     ---*/
/*------------------------------------------------------------*/

static void forget(Thread* t, UWord fd) {
    Descriptor former = *descriptor(fd);
    if (former.from == NULL && former.to == NULL)
        return;
    g_descriptors[(UInt)fd] = g_none;
    if (former.from != NULL)
        hp_pipe_drop(t, former.from);
    if (former.to != NULL)
        hp_pipe_drop(t, former.to);
}

static void set(Thread* t, UWord fd, Descriptor value) {
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

static void new_pipe(Thread* t, UWord reading_fd, UWord writing_fd, Unit unit, ULong n_units) {
    Pipe* pipe = hp_pipe_new(n_units);
    Descriptor reading = *descriptor(reading_fd);
    reading.from = pipe;
    reading.unit = unit;
    set(t, reading_fd, reading);
    Descriptor writing = *descriptor(writing_fd);
    writing.to = pipe;
    writing.unit = unit;
    set(t, writing_fd, writing);
    hp_pipe_drop(t, pipe);
}

static Bool can_be_read(const Pipe* pipe) {
    for (UWord fd = 0; fd < g_n_descriptors; fd++)
        if (g_descriptors[fd].from == pipe)
            return True;
    return False;
}

/* Who still reads, will find the end.  An eventfd has none. */
static void end_writing(Thread* t, UWord fd) {
    Pipe* to = descriptor(fd)->to;
    if (to != NULL && descriptor(fd)->from != to && can_be_read(to))
        hp_pipe_close(t, to);
}

static void close(Thread* t, UWord fd) {
    hp_attempts_closing(fd);
    end_writing(t, fd);
    forget(t, fd);
}

/* Numbers that Valgrind's headers do not have. */
enum { DIRECT = 040000, EVENTFD_SEMAPHORE = 1, SOCKET_TYPE = 0xf };
enum { SHUT_WRITING = 1, SHUT_BOTH = 2 };
enum { CLOSE_RANGE = 436, ONLY_ON_EXEC = 4 }; /* not in Valgrind 3.19 at all */

/* What was made is at args[i]: two descriptors. */
static Bool new_pair(Thread* t, const Int* fds) {
    if (!hp_is_readable((Addr)fds, 2 * sizeof *fds))
        return False;
    forget(t, fds[0]);
    forget(t, fds[1]);
    return True;
}

/* A pipe in packet mode (O_DIRECT) is neither bytes nor messages. */
static void made_pipe(Thread* t, const Int* fds, UWord flags) {
    if (new_pair(t, fds) && (flags & DIRECT) == 0)
        new_pipe(t, fds[0], fds[1], BYTES, 0);
}

static void made_socket_pair(Thread* t, const Int* fds, UWord type) {
    if (!new_pair(t, fds))
        return;
    Unit unit = (type & SOCKET_TYPE) == VKI_SOCK_STREAM ? BYTES : MESSAGES;
    new_pipe(t, fds[0], fds[1], unit, 0);
    new_pipe(t, fds[1], fds[0], unit, 0);
}

static void made_eventfd(Thread* t, UWord fd, UInt value, UWord flags) {
    forget(t, fd);
    new_pipe(t, fd, fd, (flags & EVENTFD_SEMAPHORE) != 0 ? TOKENS : COUNTER, value);
}

static void copied(Thread* t, UWord from, UWord to) {
    if (from != to)
        set(t, to, *descriptor(from));
}

/* dup2 and dup3 close the descriptor that they set, if they succeed. */
static void before_copy(Thread* t, UWord from, UWord to) {
    struct vg_stat status;
    if (from != to && VG_(fstat)(from, &status) == 0)
        close(t, to);
}

static void closed_range(Thread* t, UInt first, UInt last, UWord flags) {
    if ((flags & ONLY_ON_EXEC) == 0)
        for (UWord fd = first; fd <= last && fd < g_n_descriptors; fd++)
            close(t, fd);
}

static Bool is_copy(UInt number, const UWord* args) {
    return number == __NR_dup ||
           (number == __NR_fcntl && (args[1] == VKI_F_DUPFD || args[1] == VKI_F_DUPFD_CLOEXEC));
}

static void after_success(Thread* t, UInt number, const UWord* args, UWord result) {
    switch (number) {
    case __NR_pipe: made_pipe(t, (const Int*)args[0], 0); break;
    case __NR_pipe2: made_pipe(t, (const Int*)args[0], args[1]); break;
    case __NR_socketpair: made_socket_pair(t, (const Int*)args[3], args[1]); break;
    case __NR_eventfd: made_eventfd(t, result, args[0], 0); break;
    case __NR_eventfd2: made_eventfd(t, result, args[0], args[1]); break;
    case __NR_dup2:
    case __NR_dup3: copied(t, args[0], args[1]); break;
    case CLOSE_RANGE: closed_range(t, args[0], args[1], args[2]); break;
    default:
        if (is_copy(number, args))
            copied(t, args[0], result);
        break;
    }
}

/*------------------------------------------------------------*/
/*--- What goes through them                                ---*/
/*------------------------------------------------------------*/

/* Which arguments of a system call are the descriptors that it reads and writes. */
enum { NONE = -1 };
typedef struct {
    UInt number;
    Int from;
    Int to;
} Transfer;

static const Transfer g_transfers[] = {
    {__NR_read, 0, NONE},     {__NR_write, NONE, 0},    {__NR_readv, 0, NONE},
    {__NR_writev, NONE, 0},   {__NR_recvfrom, 0, NONE}, {__NR_sendto, NONE, 0},
    {__NR_recvmsg, 0, NONE},  {__NR_sendmsg, NONE, 0},  {__NR_recvmmsg, 0, NONE},
    {__NR_sendmmsg, NONE, 0}, {__NR_splice, 0, 2},      {__NR_tee, 0, 1},
    {__NR_vmsplice, 0, 0},    {__NR_sendfile, NONE, 0},
};

static const Transfer* transfer(UInt number) {
    const UInt n = sizeof g_transfers / sizeof *g_transfers;
    for (UInt i = 0; i < n; i++)
        if (g_transfers[i].number == number)
            return &g_transfers[i];
    return NULL;
}

#define UNKNOWN (~0ULL)

static ULong size_of_vector(const struct vki_iovec* part, UWord n_parts) {
    if (n_parts > 1024 || !hp_is_readable((Addr)part, n_parts * sizeof *part))
        return UNKNOWN;
    ULong size = 0;
    for (UWord i = 0; i < n_parts; i++)
        size += part[i].iov_len;
    return size;
}

/* How many bytes the call is to transfer. */
static ULong size_asked_for(UInt number, const UWord* args) {
    const struct vki_msghdr* message = (const struct vki_msghdr*)args[1];
    switch (number) {
    case __NR_read:
    case __NR_write:
    case __NR_recvfrom:
    case __NR_sendto: return args[2];
    case __NR_readv:
    case __NR_writev: return size_of_vector((const struct vki_iovec*)args[1], args[2]);
    case __NR_recvmsg:
    case __NR_sendmsg:
        return hp_is_readable(args[1], sizeof *message)
                   ? size_of_vector(message->msg_iov, message->msg_iovlen)
                   : UNKNOWN;
    default: return UNKNOWN;
    }
}

static Bool is_of_several_messages(UInt number) {
    return number == __NR_recvmmsg || number == __NR_sendmmsg;
}

static ULong size_of_messages(const struct vki_mmsghdr* message, UWord n_messages) {
    ULong size = 0;
    if (hp_is_readable((Addr)message, n_messages * sizeof *message))
        for (UWord i = 0; i < n_messages; i++)
            size += message[i].msg_len;
    return size;
}

static ULong counter_at(Addr a, UWord size) {
    const SizeT width = sizeof(ULong);
    return size >= width && hp_is_readable(a, width) ? *(const ULong*)a : 0;
}

/* How many units the call has transferred that returned `result`. */
static ULong units(Unit unit, UInt number, const UWord* args, UWord result) {
    switch (unit) {
    case MESSAGES: return is_of_several_messages(number) ? result : 1;
    case COUNTER:
    case TOKENS: return counter_at(args[1], args[2]);
    default:
        return is_of_several_messages(number)
                   ? size_of_messages((const struct vki_mmsghdr*)args[1], result)
                   : result;
    }
}

/* How many it may write. */
static ULong most_units(Unit unit, UInt number, const UWord* args) {
    if (unit == BYTES)
        return size_asked_for(number, args);
    return is_of_several_messages(number) ? UNKNOWN : units(unit, number, args, 1);
}

/* What the call does with data that it receives. */
typedef enum { TAKES, LOOKS, OTHER } Receiving;

static Receiving receiving(UInt number, const UWord* args) {
    enum { OUT_OF_BAND = 1, PEEK = 2, ERROR_QUEUE = 0x2000 };
    UWord flags = number == __NR_recvmsg                               ? args[2]
                  : number == __NR_recvfrom || number == __NR_recvmmsg ? args[3]
                                                                       : 0;
    if ((flags & (OUT_OF_BAND | ERROR_QUEUE)) != 0)
        return OTHER;
    return (flags & PEEK) != 0 || number == __NR_tee ? LOOKS : TAKES;
}

void hp_descriptors_abandon(Thread* t) {
    hp_pipe_write_end(t, 0);
    hp_pipe_read_forget(t);
    hp_attempts_end(t);
    if (t->pipe_read != NULL)
        hp_pipe_drop(t, t->pipe_read);
    t->pipe_read = NULL;
}

static HpEnd what_is_behind(const Descriptor* end) {
    if (end->unit == COUNTER || end->unit == TOKENS)
        return HP_EVENTFD;
    if (end->from == NULL || end->to == NULL)
        return HP_END_OF_PIPE;
    return end->unit == MESSAGES ? HP_MESSAGE_SOCKET : HP_STREAM_SOCKET;
}

static void before_transfer(Thread* t, const Transfer* call, const UWord* args) {
    const Descriptor* to = call->to == NONE ? &g_none : descriptor(args[call->to]);
    if (to->to != NULL) {
        t->pipe_write_unit = to->unit;
        hp_pipe_write_begin(t, to->to, most_units(to->unit, call->number, args));
    }
    const Descriptor* from = call->from == NONE ? &g_none : descriptor(args[call->from]);
    if (from->from != NULL && receiving(call->number, args) != OTHER) {
        t->pipe_read_unit = from->unit;
        t->pipe_read = from->from;
        hp_pipe_keep(from->from);
    }
    Bool is_one_way = (call->from == NONE) != (call->to == NONE);
    if (is_one_way && (t->pipe_read != NULL || t->pipe_write.pipe != NULL))
        hp_attempts_begin(t, what_is_behind(descriptor(args[0])), call->number, args,
                          size_asked_for(call->number, args));
}

Bool hp_descriptors_transfers(const Thread* t, UWord fd) {
    const Descriptor* end = descriptor(fd);
    return t->pipe_read != NULL ? end->from == t->pipe_read : end->to == t->pipe_write.pipe;
}

static void has_read(Thread* t, UInt number, const UWord* args, UWord result) {
    Unit unit = t->pipe_read_unit;
    Bool is_empty_message = unit == MESSAGES && hp_pipe_has_units(t->pipe_read);
    if (result > 0 || is_empty_message)
        hp_pipe_read(t, t->pipe_read, unit == TOKENS ? 1 : units(unit, number, args, result),
                     receiving(number, args) == LOOKS);
    else if (size_asked_for(number, args) > 0)
        hp_pipe_at_end(t, t->pipe_read);
}

static ULong units_written(const Thread* t, UInt number, const UWord* args, UWord result) {
    Bool is_counter = t->pipe_write_unit == COUNTER || t->pipe_write_unit == TOKENS;
    return is_counter ? t->pipe_write.most : units(t->pipe_write_unit, number, args, result);
}

void hp_descriptors_transferred(Thread* t, UInt number, const UWord* args, UWord result) {
    if (t->pipe_read != NULL)
        has_read(t, number, args, result);
    else
        hp_pipe_written(t, units_written(t, number, args, result));
}

static void after_transfer(Thread* t, UInt number, const UWord* args, UWord result) {
    if (t->pipe_read != NULL) {
        if (!hp_attempts_made(t))
            has_read(t, number, args, result);
        hp_pipe_read_end(t, t->pipe_read);
    }
    if (t->pipe_write.pipe != NULL)
        hp_pipe_write_end(t, units_written(t, number, args, result));
}

/*------------------------------------------------------------*/
/*--- System calls                                          ---*/
/*------------------------------------------------------------*/

void hp_descriptors_before(Thread* t, UInt number, const UWord* args) {
    if (!hp_clo_sync[HP_PRIM_PIPE])
        return;
    hp_descriptors_abandon(t);
    const Transfer* call = transfer(number);
    if (call != NULL)
        before_transfer(t, call, args);
    else if (number == __NR_close)
        close(t, args[0]);
    else if (number == __NR_dup2 || number == __NR_dup3)
        before_copy(t, args[0], args[1]);
    else if (number == __NR_shutdown && (args[1] == SHUT_WRITING || args[1] == SHUT_BOTH))
        end_writing(t, args[0]);
}

void hp_descriptors_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    if (!hp_clo_sync[HP_PRIM_PIPE])
        return;
    if (!sr_isError(res)) {
        after_transfer(t, number, args, sr_Res(res));
        after_success(t, number, args, sr_Res(res));
    }
    hp_descriptors_abandon(t);
}

void hp_descriptors_reset_in_child(void) {
    for (Thread* t = hp_thread_next_living(1); t != NULL; t = hp_thread_next_living(t->tid + 1)) {
        hp_pipe_write_forget(t);
        hp_descriptors_abandon(t);
    }
    for (UWord fd = 0; fd < g_n_descriptors; fd++) {
        if (g_descriptors[fd].from != NULL)
            hp_pipe_reset_in_child(g_descriptors[fd].from);
        if (g_descriptors[fd].to != NULL)
            hp_pipe_reset_in_child(g_descriptors[fd].to);
    }
}
