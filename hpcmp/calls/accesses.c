/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/calls/accesses.h"

#include "hpcmp/base/readable.h"
#include "hpcmp/count/traffic.h"
#include "hpcmp/threads/moments.h"

/* The latest. */
HP_THREAD_SLOT(Syscall, syscall)

/*------------------------------------------------------------*/
/*--- Notes                                                 ---*/
/*------------------------------------------------------------*/

/* The call in which this belongs, or NULL. */
static Syscall* call_of(CorePart part, ThreadId tid) {
    return part == Vg_CoreSysCall ? syscall_of(hp_thread(tid)) : NULL;
}

static void on_read(CorePart part, ThreadId tid, const HChar* what, Addr a, SizeT size) {
    Syscall* call = call_of(part, tid);
    if (call != NULL)
        hp_moved_note_read(call, a, size);
}

static void on_read_string(CorePart part, ThreadId tid, const HChar* what, Addr a) {
    const SizeT no_limit = ~(SizeT)0;
    if (hp_is_readable(a, 1))
        on_read(part, tid, what, a, hp_readable_string_length(a, no_limit) + 1);
}

static void on_room(CorePart part, ThreadId tid, const HChar* what, Addr a, SizeT size) {
    Syscall* call = call_of(part, tid);
    if (call != NULL)
        hp_moved_note_room(call, a, size);
}

static void on_written(CorePart part, ThreadId tid, Addr a, SizeT size) {
    Syscall* call = call_of(part, tid);
    if (call != NULL)
        hp_moved_note_written(call, a, size);
}

/*------------------------------------------------------------*/
/*--- Notes become traffic                                  ---*/
/*------------------------------------------------------------*/

void hp_accesses_before(Thread* t, UInt number, const UWord* args) {
    if (syscall_of(t) == NULL)
        *syscall_slot(t) = hp_moved_new();
    Syscall* call = syscall_of(t);
    call->number = number;
    VG_(memcpy)(call->args, args, sizeof call->args);
    hp_moved_begin(call);
}

const Syscall* hp_accesses_call(const Thread* t) {
    return syscall_of(t);
}

void hp_accesses_count_sent(Thread* t, ULong n) {
    Syscall* call = syscall_of(t);
    ULong first = call->n_sent;
    call->n_sent += n;
    for (Word i = 0; i < VG_(sizeXA)(call->data) && n > 0; i++) {
        const Range* part = hp_range(call->data, i);
        ULong skipped = first < part->size ? first : part->size;
        ULong counted = part->size - skipped < n ? part->size - skipped : n;
        hp_traffic_count_range(t, part->a + skipped, counted, False);
        first -= skipped;
        n -= counted;
    }
}

static void count(Thread* t, const XArray* ranges, Bool is_write) {
    for (Word i = 0; i < VG_(sizeXA)(ranges); i++)
        hp_traffic_count_range(t, hp_range(ranges, i)->a, hp_range(ranges, i)->size, is_write);
}

void hp_accesses_count_read(Thread* t, SysRes res) {
    Syscall* call = syscall_of(t);
    if (call == NULL)
        return;
    hp_moved_add_read(call, res);
    count(t, call->read, False);
    ULong n = hp_moved_n_sent(call, res);
    if (call->n_confirmed > 0 && n > call->n_sent)
        hp_accesses_count_sent(t, n - call->n_sent);
}

void hp_accesses_count_written(Thread* t, SysRes res) {
    Syscall* call = syscall_of(t);
    if (call == NULL)
        return;
    hp_moved_add_written(call, res);
    count(t, call->written, True);
}

/* The call will not return. */
void hp_accesses_forget(Thread* t) {
    if (syscall_of(t) != NULL)
        hp_moved_free(syscall_of(t));
    *syscall_slot(t) = NULL;
}

void hp_accesses_init(void) {
    VG_(track_pre_mem_read)(on_read);
    VG_(track_pre_mem_read_asciiz)(on_read_string);
    VG_(track_pre_mem_write)(on_room);
    VG_(track_post_mem_write)(on_written);
}
