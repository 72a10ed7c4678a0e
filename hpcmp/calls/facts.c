/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/calls/facts.h"

#include "hpcmp/base/linux.h"
#include "hpcmp/base/readable.h"
#include "pub_tool_libcfile.h"

#define SENDS(shape_, n) .shape = HP_DATA_##shape_, .data = (n), .sends = True
#define RECEIVES(shape_, n) .shape = HP_DATA_##shape_, .data = (n)
#define FROM(n) .from = (n) + 1
#define TO(n) .to = (n) + 1
#define FLAGS(n) .flags = (n) + 1
#define READS(what, n) .reads = HP_MEMORY_##what, .read = (n)
#define WRITES(what, ...) .writes = HP_MEMORY_##what, .written = (__VA_ARGS__ + 0)
#define CLOSES(n) .closes = (n) + 1
#define FORKS .forks = True
#define EXECUTES .executes = True
#define WAITS(when, ...) .waits = HP_WAITS_##when, .waits_by = (__VA_ARGS__ + 0)
#define PRIVATE .is_private = True
#define IO .is_io = True
#define CALL(name, ...) [__NR_##name] = {__VA_ARGS__},

static const CallFacts g_facts[] = {
#include "hpcmp/calls/syscalls.def"
};

const CallFacts* hp_call_facts(UWord number) {
    static const CallFacts none;
    return number < sizeof g_facts / sizeof *g_facts ? &g_facts[number] : &none;
}

UWord hp_call_flags(UInt number, const UWord* args) {
    HpArgument flags = hp_call_facts(number)->flags;
    return flags == 0 ? 0 : args[flags - 1];
}

Bool hp_call_forks(UInt number, const UWord* args) {
    Bool is_thread = number == __NR_clone && (args[0] & VKI_CLONE_THREAD) != 0;
    return hp_call_facts(number)->forks && !is_thread;
}

/* dup2 and dup3 close the descriptor that they set, if there is another one to copy. */
Int hp_call_closed_descriptor(UInt number, const UWord* args) {
    HpArgument closes = hp_call_facts(number)->closes;
    struct vg_stat status;
    if (closes == 0)
        return -1;
    Bool is_done = closes == 1 || (args[0] != args[1] && VG_(fstat)((Int)args[0], &status) == 0);
    return is_done ? (Int)args[closes - 1] : -1;
}

Bool hp_call_is_private(UWord number) {
    return hp_call_facts(number)->is_private;
}

static ULong size_of_vector(const struct vki_iovec* part, UWord n_parts) {
    if (n_parts > UIO_MAXIOV || !hp_is_readable((Addr)part, n_parts * sizeof *part))
        return HP_SIZE_UNKNOWN;
    ULong size = 0;
    for (UWord i = 0; i < n_parts; i++)
        size += part[i].iov_len;
    return size;
}

static ULong size_of_message(const struct vki_msghdr* message) {
    return hp_is_readable((Addr)message, sizeof *message)
               ? size_of_vector(message->msg_iov, message->msg_iovlen)
               : HP_SIZE_UNKNOWN;
}

/* vmsplice reads or writes, which only the pipe's descriptor tells. */
ULong hp_transfer_size(UInt number, const UWord* args) {
    const CallFacts* facts = hp_call_facts(number);
    const UWord* data = &args[facts->data];
    if (facts->from != 0 && facts->to != 0)
        return HP_SIZE_UNKNOWN;
    switch (facts->shape) {
    case HP_DATA_BUFFER: return data[1];
    case HP_DATA_VECTOR: return size_of_vector((const struct vki_iovec*)data[0], data[1]);
    case HP_DATA_MESSAGE: return size_of_message((const struct vki_msghdr*)data[0]);
    default: return HP_SIZE_UNKNOWN;
    }
}
