/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/atomics/called.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"
#include "shared/called_atomics.h"

/* A call whose operation has been executed. */
typedef struct {
    VgHashNode node; /* key: a hash of the rest */
    Addr instruction, caller;
    ULong order, failure;
    CalledAccess called;
} Call;

static UWord register_of(const Thread* t, PtrdiffT offset) {
    UWord value;
    VG_(get_shadow_regs_area)(t->tid, (UChar*)&value, 0, offset, sizeof value);
    return value;
}

/* Bits above the order ask for transactions of the processor. */
static ULong order_in(const Thread* t, PtrdiffT offset) {
    return register_of(t, offset) & HP_ORDER_BITS;
}

static Word compare(const void* a, const void* b) {
    const Call *one = a, *other = b;
    return one->instruction != other->instruction || one->caller != other->caller ||
           one->order != other->order || one->failure != other->failure;
}

static Bool acquires(ULong order) {
    return order != HP_ORDER_RELAXED && order != HP_ORDER_RELEASE;
}

static Bool releases(ULong order) {
    return order == HP_ORDER_RELEASE || order == HP_ORDER_ACQ_REL || order == HP_ORDER_SEQ_CST;
}

/* An operation that fails, or that changes nothing, only looks. */
static void set(Call* call, const WatchedAccess* access) {
    const ULong order = call->order;
    call->called.access = *access;
    call->called.access.instruction = call->caller - 1;
    call->called.retries = call->failure == HP_ORDER_RETRIES;
    call->called.order =
        (AtomicOrder){.look_acquires = acquires(call->called.retries ? order : call->failure),
                      .store_releases = releases(order),
                      .change_acquires = acquires(order),
                      .change_releases = releases(order)};
}

const CalledAccess* hp_called_access(const Thread* t, const WatchedAccess* access) {
    static VgHashTable* calls;
    if (calls == NULL)
        calls = VG_(HT_construct)("hp.called");
    Call call = {.instruction = access->instruction,
                 .caller = register_of(t, offsetof(VexGuestAMD64State, guest_R9)),
                 .order = order_in(t, offsetof(VexGuestAMD64State, guest_R10)),
                 .failure = order_in(t, offsetof(VexGuestAMD64State, guest_R11))};
    call.node.key = (call.caller * 8 + call.order) * 8 + call.failure;
    Call* known = VG_(HT_gen_lookup)(calls, &call, compare);
    if (known != NULL)
        return &known->called;
    known = VG_(malloc)("hp.called.call", sizeof *known);
    *known = call;
    set(known, access);
    VG_(HT_add_node)(calls, known);
    return &known->called;
}

/* cmpxchg compares with the lower bytes of rax.  Of longer words the value is not known. */
Bool hp_called_will_fail(const Thread* t, const CalledAccess* called, ULong found) {
    const UInt n_bytes = called->access.n_bytes;
    if (!called->retries || n_bytes > sizeof found)
        return False;
    ULong difference = register_of(t, offsetof(VexGuestAMD64State, guest_RAX)) ^ found;
    return difference << 8 * (sizeof found - n_bytes) != 0;
}
