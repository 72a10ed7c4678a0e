/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A thread sets its own name by prctl. It sets the name of another thread by writing to that
 * thread's file `comm` below /proc. pthread_setname_np uses both ways.
 */

#include "hpcmp/processes/thread_names.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/trace/trace.h"
#include "shared/trace_vocabulary.h"

/* The size of the longest name, with the zero at its end. */
enum { LONGEST_NAME = 16 };

static void name_thread(Thread* t, const HChar* name, SizeT length) {
    HChar text[sizeof TRACE_INFO_NAMED + LONGEST_NAME] = TRACE_INFO_NAMED;
    HChar* end = text + sizeof TRACE_INFO_NAMED - 1;
    for (SizeT i = 0; i < length && i + 1 < LONGEST_NAME && name[i] != '\0'; i++)
        *end++ = name[i];
    *end = '\0';
    hp_trace_info(t, text);
}

/* The descriptor of a thread's file `comm`, from its open to the first write (-1: there is none),
   and the thread that it belongs to. */
static Int g_fd = -1;
static Int g_lwpid;

/* The thread of this process whose name the file is, by the kernel's number, or 0. */
static Int thread_of_file(const HChar* path) {
    const HChar* task = "/proc/self/task/";
    SizeT length = VG_(strlen)(task);
    if (VG_(strncmp)(path, task, length) != 0)
        return 0;
    HChar* end;
    Long lwpid = VG_(strtoll10)(path + length, &end);
    return VG_(strcmp)(end, "/comm") == 0 ? (Int)lwpid : 0;
}

static void open_file(const HChar* path, Int fd) {
    Int lwpid = thread_of_file(path);
    if (lwpid == 0)
        return;
    g_fd = fd;
    g_lwpid = lwpid;
}

static void name_written_thread(const HChar* name, SizeT length) {
    g_fd = -1;
    Thread* named = hp_thread(VG_(lwpid_to_vgtid)(g_lwpid));
    if (named != NULL)
        name_thread(named, name, length);
}

void hp_thread_names_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    if (sr_isError(res))
        return;
    switch (number) {
    case __NR_prctl:
        if (args[0] == VKI_PR_SET_NAME)
            name_thread(t, (const HChar*)args[1], LONGEST_NAME);
        break;
    case __NR_open: open_file((const HChar*)args[0], (Int)sr_Res(res)); break;
    case __NR_openat: open_file((const HChar*)args[1], (Int)sr_Res(res)); break;
    case __NR_write:
        if ((Int)args[0] == g_fd)
            name_written_thread((const HChar*)args[1], sr_Res(res));
        break;
    case __NR_close:
        if ((Int)args[0] == g_fd)
            g_fd = -1;
        break;
    default: break;
    }
}
