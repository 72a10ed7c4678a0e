/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The name of a direction consists of the cookies of its two sockets. A thread that connects knows
 * the cookie of its own socket before the call. The other socket exists when the call has
 * succeeded, but it may be closed soon afterwards. Likewise the connecting socket may be closed
 * already when the connection is accepted. So each end looks for the other end, and it is enough if
 * one end has found the other.
 */

#include "hpcmp/channels/connections.h"

#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/channels/descriptors.h"
#include "hpcmp/channels/sock_diag.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/moments.h"

/* How often an end looks for the other one. If a connection is not made at once, its other end
   appears some time later; if that is on another machine, it never appears. */
enum { MOST_LOOKS = 4 };

/* Directions that this process has connected last, whether it has closed them or not: somebody in
   it may accept them yet. */
enum { N_RECENT = 128 };
static Pipe* g_recent[N_RECENT];
static UInt g_n_connected;

static void keep_recent(Thread* t, Pipe* pipe) {
    Pipe** place = &g_recent[g_n_connected++ % N_RECENT];
    if (*place != NULL)
        hp_pipe_drop(t, *place);
    hp_pipe_keep(pipe);
    *place = pipe;
}

static Pipe* find_recent(const ChannelName* name) {
    for (UInt i = 0; i < N_RECENT; i++) {
        if (g_recent[i] == NULL)
            continue;
        const ChannelName own = hp_pipe_name(g_recent[i]);
        if (hp_channel_is_same(&own, name))
            return g_recent[i];
    }
    return NULL;
}

/*------------------------------------------------------------*/
/*--- Directions                                            ---*/
/*------------------------------------------------------------*/

static Bool knows_both(const ChannelName* name) {
    return name->numbers[0] != 0 && name->numbers[1] != 0;
}

/* The caller has to drop the pipe. */
static Pipe* direction(ULong from, ULong to) {
    const ChannelName name = {HP_CHANNEL_SOCKETS, {from, to}};
    Pipe* pipe = hp_descriptors_find_pipe(&name);
    if (pipe == NULL)
        pipe = find_recent(&name);
    if (pipe == NULL)
        return hp_pipe_new_shared(&name, 0);
    const ChannelName known = hp_pipe_name(pipe);
    if (!knows_both(&known) && knows_both(&name))
        hp_pipe_rename(pipe, &name);
    hp_pipe_keep(pipe);
    return pipe;
}

/* Makes fd an end of the connection between these two sockets. */
static void set(Thread* t, UWord fd, ULong own, ULong other) {
    HpUnit unit = hp_socket_option(fd, SO_TYPE) == VKI_SOCK_STREAM ? HP_BYTES : HP_MESSAGES;
    Descriptor end = {direction(other, own), NULL, unit, 0};
    end.to = own == other ? end.from : direction(own, other);
    hp_descriptor_set(t, fd, end);
    hp_pipe_drop(t, end.from);
    if (end.to != end.from)
        hp_pipe_drop(t, end.to);
}

/* Is fd an end whose other end is not known so far? */
static Bool is_open_ended(const Descriptor* end) {
    if (end->to == NULL || end->n_looks >= MOST_LOOKS)
        return False;
    const ChannelName name = hp_pipe_name(end->to);
    return name.kind == HP_CHANNEL_SOCKETS && !knows_both(&name);
}

static void look_for_other_end(Thread* t, UWord fd) {
    Descriptor end = *hp_descriptor(fd);
    if (!is_open_ended(&end))
        return;
    const ChannelName name = hp_pipe_name(end.to);
    ULong other = hp_socket_peer_cookie(fd);
    if (other != 0) {
        const ChannelName to = {HP_CHANNEL_SOCKETS, {name.numbers[0], other}};
        const ChannelName from = {HP_CHANNEL_SOCKETS, {other, name.numbers[0]}};
        hp_pipe_rename(end.to, &to);
        hp_pipe_rename(end.from, &from);
    } else {
        end.n_looks++;
        hp_descriptor_set(t, fd, end);
    }
}

/*------------------------------------------------------------*/
/*--- System calls                                          ---*/
/*------------------------------------------------------------*/

static Bool is_connectable(UWord fd) {
    Int type = hp_socket_option(fd, SO_TYPE);
    if (type != VKI_SOCK_STREAM && type != SOCK_SEQPACKET)
        return False;
    Int domain = hp_socket_option(fd, SO_DOMAIN);
    return domain == AF_UNIX || ((domain == AF_INET || domain == AF_INET6) &&
                                 hp_socket_option(fd, SO_PROTOCOL) == PROTOCOL_TCP);
}

/* Nobody in this process has the other end before the connection is made, so until then its name
   contains only its own socket. */
static void before_connect(Thread* t, UWord fd) {
    ULong own = hp_socket_cookie(fd);
    if (own == 0 || hp_descriptor(fd)->to != NULL || !is_connectable(fd))
        return;
    set(t, fd, own, 0);
    keep_recent(t, hp_descriptor(fd)->from);
    keep_recent(t, hp_descriptor(fd)->to);
}

static Bool is_connected(SysRes res) {
    if (!sr_isError(res))
        return True;
    switch (sr_Err(res)) {
    case VKI_EINTR:
    case EINPROGRESS:
    case EALREADY:
    case EISCONN: return True; /* or will be */
    default: return False;
    }
}

static void after_connect(Thread* t, UWord fd, SysRes res) {
    if (!is_connected(res) && is_open_ended(hp_descriptor(fd)))
        hp_descriptor_set(t, fd, (Descriptor){NULL, NULL, HP_BYTES, 0});
    else
        look_for_other_end(t, fd);
}

/* An accepted socket is known to be an end of a connection, even if the other end is not known. */
static void after_accept(Thread* t, UWord fd) {
    ULong own = hp_socket_cookie(fd);
    hp_descriptor_set(t, fd, (Descriptor){NULL, NULL, HP_BYTES, 0});
    if (own != 0 && is_connectable(fd))
        set(t, fd, own, hp_socket_peer_cookie(fd));
}

void hp_connection_add(Thread* t, UWord fd) {
    ULong own = hp_socket_cookie(fd);
    ULong other = own == 0 || !is_connectable(fd) ? 0 : hp_socket_peer_cookie(fd);
    if (other != 0)
        set(t, fd, own, other);
}

void hp_connections_before(Thread* t, UInt number, const UWord* args) {
    if (!hp_clo_sync[HP_PRIM_PIPE])
        return;
    if (number == __NR_connect && !hp_is_in_runtime(t))
        before_connect(t, args[0]);
    else if (is_open_ended(hp_descriptor(args[0])))
        look_for_other_end(t, args[0]);
}

void hp_connections_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    if (!hp_clo_sync[HP_PRIM_PIPE] || hp_is_in_runtime(t))
        return;
    if (number == __NR_connect)
        after_connect(t, args[0], res);
    else if ((number == __NR_accept || number == __NR_accept4) && !sr_isError(res))
        after_accept(t, sr_Res(res));
}

void hp_connections_in_child(Thread* t) {
    for (UInt i = 0; i < N_RECENT; i++)
        if (g_recent[i] != NULL)
            hp_pipe_reset_in_child(g_recent[i]);
}
