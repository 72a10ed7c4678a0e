/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Pipes and FIFOs are named by device and inode, sockets by their cookies, eventfds by the kernel's
 * number. So all processes that have the same one use the same name.
 */

#include "hpcmp/channels/arrivals.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/channels/connections.h"
#include "hpcmp/channels/descriptors.h"
#include "hpcmp/threads/in_runtime.h"
#include "pub_tool_libcfile.h"

/* The caller has to drop the pipe. */
static Pipe* pipe_of_name(const ChannelName* name) {
    Pipe* pipe = hp_descriptors_find_pipe(name);
    if (pipe == NULL)
        return hp_pipe_new_shared(name, 0);
    hp_pipe_keep(pipe);
    return pipe;
}

/* A pipe in packet mode is neither bytes nor messages. */
static void add_pipe(Thread* t, UWord fd) {
    ChannelName name;
    Int flags = VG_(fcntl)(fd, VKI_F_GETFL, 0);
    if (flags < 0 || (flags & (O_DIRECT | O_PATH)) != 0 || !hp_channel_of_file(fd, &name))
        return;
    Pipe* pipe = pipe_of_name(&name);
    Int access = flags & VKI_O_ACCMODE;
    Descriptor end = {access == VKI_O_WRONLY ? NULL : pipe, access == VKI_O_RDONLY ? NULL : pipe,
                      HP_BYTES, 0};
    hp_descriptor_set(t, fd, end);
    hp_pipe_drop(t, pipe);
}

/* HP_COUNTER is right in any case, because the value that a read returns is the number of units
   that it takes: 1 if the eventfd was made with EFD_SEMAPHORE. */
static void add_eventfd(Thread* t, UWord fd) {
    ChannelName name;
    if (!hp_channel_of_eventfd((Int)fd, False, &name))
        return;
    Pipe* pipe = pipe_of_name(&name);
    const Descriptor end = {pipe, pipe, HP_COUNTER, 0};
    hp_descriptor_set(t, fd, end);
    hp_pipe_drop(t, pipe);
}

static void add_descriptor(Thread* t, UWord fd) {
    struct vg_stat status;
    if (VG_(fstat)(fd, &status) != 0)
        return;
    if ((status.mode & S_IFMT) == S_IFIFO)
        add_pipe(t, fd);
    else if ((status.mode & S_IFMT) == S_IFSOCK)
        hp_connection_add(t, fd);
    else if ((status.mode & S_IFMT) == 0)
        add_eventfd(t, fd);
}

/* The head of one item in a message's ancillary data (cmsg(3)). */
typedef struct {
    UWord size; /* with this */
    Int level;
    Int type;
} Ancillary;

static void take_received(Thread* t, const struct vki_msghdr* message) {
    if (!hp_is_readable((Addr)message, sizeof *message) || message->msg_controllen == 0 ||
        !hp_is_readable((Addr)message->msg_control, message->msg_controllen))
        return;
    UWord at = 0;
    while (at + sizeof(Ancillary) <= message->msg_controllen) {
        const Ancillary* data = (const Ancillary*)((Addr)message->msg_control + at);
        if (data->size < sizeof *data || data->size > message->msg_controllen - at)
            break;
        const Int* fds = (const Int*)(data + 1);
        if (data->level == VKI_SOL_SOCKET && data->type == SCM_RIGHTS)
            for (UWord i = 0; i < (data->size - sizeof *data) / sizeof *fds; i++)
                add_descriptor(t, fds[i]);
        at += (data->size + 7) & ~7UL;
    }
}

void hp_arrivals_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    if (!hp_clo_sync[HP_PRIM_PIPE] || sr_isError(res) || hp_is_in_runtime(t))
        return;
    switch (number) {
    case __NR_open:
    case __NR_openat:
    case __NR_openat2:
    case __NR_pidfd_getfd: add_descriptor(t, sr_Res(res)); break;
    case __NR_recvmsg: take_received(t, (const struct vki_msghdr*)args[1]); break;
    default: break;
    }
}
