/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/threads/misuse.h"

#include "pub_tool_options.h"

#define MAX_MESSAGES 20

void hp_tell_misuse(const Thread* t, const HChar* what, Addr a) {
    static UInt n_messages;
    if (n_messages == MAX_MESSAGES || VG_(clo_verbosity) == 0)
        return;
    VG_(umsg)("%s: %s %#lx in thread %llu\n", HP_NAME, what, a, t->thid);
    if (++n_messages == MAX_MESSAGES)
        VG_(umsg)("%s: more messages of this kind are not shown\n", HP_NAME);
}
