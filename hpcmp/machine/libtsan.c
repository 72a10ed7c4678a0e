/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/machine/libtsan.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/libraries.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/readable.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_machine.h"

#define OURS "vgpreload_tsan_hpcmp-amd64-linux.so"

static Bool begins_with(const HChar* name, const HChar* beginning) {
    return VG_(strncmp)(name, beginning, VG_(strlen)(beginning)) == 0;
}

static Bool is_libtsan(Addr path) {
    enum { LONGEST = 4096 };
    SizeT length = hp_readable_string_length(path, LONGEST);
    if (length == LONGEST || !hp_is_readable(path, length + 1))
        return False;
    const HChar* name = hp_base_name((const HChar*)path);
    return begins_with(name, "libtsan.so.") || begins_with(name, "libclang_rt.tsan");
}

static void put_ours_at(Int fd) {
    HChar* path = VG_(malloc)("hp.libtsan", VG_(strlen)(VG_(libdir)) + sizeof "/" OURS);
    VG_(sprintf)(path, "%s/%s", VG_(libdir), OURS);
    SysRes res = VG_(open)(path, VKI_O_RDONLY, 0);
    if (!sr_isError(res)) {
        const Int ours = (Int)sr_Res(res);
        res = VG_(do_syscall)(__NR_dup3, ours, fd, O_CLOEXEC, 0, 0, 0, 0, 0);
        VG_(close)(ours);
    }
    if (sr_isError(res))
        VG_(umsg)(
            "%s: the work of the sanitizer for data races is in the trace, because %s cannot be "
            "opened (error %lu); install hpcmp again\n",
            HP_NAME, path, sr_Err(res));
    VG_(free)(path);
}

void hp_libtsan_after(const Thread* t, UInt number, const UWord* args, SysRes res) {
    if ((number != __NR_openat && number != __NR_open) || sr_isError(res) ||
        !hp_is_dynamic_linker(VG_(get_IP)(t->tid)))
        return;
    if (is_libtsan(args[number == __NR_openat ? 1 : 0]))
        put_ours_at((Int)sr_Res(res));
}
