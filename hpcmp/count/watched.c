/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/count/watched.h"

#include "hpcmp/base/libraries.h"
#include "hpcmp/count/traffic.h"

static const Watcher* g_watcher;

void hp_watch(const Watcher* watcher) {
    g_watcher = watcher;
}

Bool hp_is_watched_code(Addr code) {
    return g_watcher != NULL && hp_library_of(code) == HP_NO_LIBRARY;
}

static Bool is_plain_access(const IRStmt* st) {
    return st->tag == Ist_Store ||
           (st->tag == Ist_WrTmp && st->Ist.WrTmp.data->tag == Iex_Load);
}

Bool hp_is_watched(const IRSB* sb, Int i) {
    Addr instruction = sb->stmts[i]->Ist.IMark.addr;
    Bool is_plain = False;
    for (i++; i < sb->stmts_used && sb->stmts[i]->tag != Ist_IMark; i++) {
        if (sb->stmts[i]->tag == Ist_CAS || sb->stmts[i]->tag == Ist_LLSC)
            return True;
        is_plain |= is_plain_access(sb->stmts[i]);
    }
    return is_plain && g_watcher != NULL && g_watcher->is_watched(instruction);
}

VG_REGPARM(3) void hp_watched_look(Addr a, const WatchedAccess* access, UWord value) {
    g_watcher->look(hp_traffic_toucher, a, access, value);
}

VG_REGPARM(2) void hp_watched_store(Addr a, const WatchedAccess* access) {
    g_watcher->store(hp_traffic_toucher, a, access);
}

VG_REGPARM(3) void hp_watched_change(Addr a, const WatchedAccess* access, UWord changes) {
    if (changes)
        g_watcher->change(hp_traffic_toucher, a, access);
    else
        g_watcher->look(hp_traffic_toucher, a, access, 0);
}
