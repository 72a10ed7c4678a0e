/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The kernel is asked by netlink, see sock_diag(7). For TCP, we exchange the two addresses and ask
 * for the connection as the other end sees it. For a Unix socket, the kernel tells the other end's
 * inode. A socket that is not accepted yet has no inode. To find it, we search all sockets for the
 * one whose other end is this socket.
 */

#include "hpcmp/channels/sock_diag.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "pub_tool_libcfile.h"

enum { AF_NETLINK = 16, SOCK_RAW = 3, SOCK_CLOEXEC = 02000000, NETLINK_SOCK_DIAG = 4 };
enum { SOCK_DIAG_BY_FAMILY = 20, NLM_F_REQUEST = 1, NLM_F_DUMP = 0x300 };
enum { SO_COOKIE = 57, TCP_LISTEN = 10 };
enum { UDIAG_SHOW_PEER = 4, UNIX_DIAG_PEER = 2 };
#define ANY_STATE 0xffffffffU

typedef struct {
    UInt length;
    UShort type;
    UShort flags;
    UInt number;
    UInt port;
} Header;

typedef struct {
    UShort length; /* with this */
    UShort type;
} Attribute;

typedef struct {
    Header header;
    UChar family;
    UChar protocol;
    UShort pad;
    UInt states;
    UInt inode;
    UInt show;
    ULong cookie __attribute__((packed));
} UnixRequest;

typedef struct {
    Header header;
    UChar family, type, state, pad;
    UInt inode;
    ULong cookie __attribute__((packed));
} UnixAnswer;

/* As sent over the net; the socket's own ones first. */
typedef struct {
    UShort port, other_port;
    UChar address[16], other_address[16];
    UInt interface;
    ULong cookie __attribute__((packed));
} InetSocket;

typedef struct {
    Header header;
    UChar family, protocol, extensions, pad;
    UInt states;
    InetSocket socket;
} InetRequest;

typedef struct {
    Header header;
    UChar family, state, timer, n_retransmits;
    InetSocket socket;
} InetAnswer;

static SysRes syscall(UWord number, UWord a, UWord b, UWord c, UWord d, UWord e) {
    return VG_(do_syscall)(number, a, b, c, d, e, 0, 0, 0);
}

static Bool get_option(Int fd, Int option, void* value, UInt size) {
    return !sr_isError(
        syscall(__NR_getsockopt, fd, VKI_SOL_SOCKET, option, (UWord)value, (UWord)&size));
}

Int hp_socket_option(Int fd, Int option) {
    Int value = 0;
    return get_option(fd, option, &value, sizeof value) ? value : 0;
}

ULong hp_socket_cookie(Int fd) {
    ULong cookie = 0;
    return get_option(fd, SO_COOKIE, &cookie, sizeof cookie) ? cookie : 0;
}

/*------------------------------------------------------------*/
/*--- Questions                                             ---*/
/*------------------------------------------------------------*/

/* Takes an answer; returns whether that is the one that was looked for. */
typedef Bool Take(void* of, const Header* answer);

/* Returns whether more is to come. */
static Bool take_all(const UChar* at, ULong size, Take* take, void* of) {
    while (size >= sizeof(Header)) {
        const Header* answer = (const Header*)at;
        if (answer->type != SOCK_DIAG_BY_FAMILY || answer->length < sizeof *answer ||
            answer->length > size || take(of, answer))
            return False;
        ULong step = (answer->length + 3UL) & ~3UL;
        at += step;
        size -= step < size ? step : size;
    }
    return True;
}

static void ask(const void* request, ULong size, Take* take, void* of) {
    static UChar buffer[16384] __attribute__((aligned(8)));
    SysRes made =
        syscall(__NR_socket, AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG, 0, 0);
    if (sr_isError(made))
        return;
    Int fd = sr_Res(made);
    Bool goes_on = !sr_isError(syscall(__NR_sendto, fd, (UWord)request, size, MSG_DONTWAIT, 0));
    while (goes_on) {
        SysRes got = syscall(__NR_recvfrom, fd, (UWord)buffer, sizeof buffer, MSG_DONTWAIT, 0);
        goes_on = !sr_isError(got) && take_all(buffer, sr_Res(got), take, of);
    }
    VG_(close)(fd);
}

/*------------------------------------------------------------*/
/*--- Unix                                                  ---*/
/*------------------------------------------------------------*/

typedef struct {
    UInt inode;
    UInt peer; /* its inode */
    ULong cookie;
} UnixSocket;

static UInt peer_inode(const Header* answer) {
    ULong at = sizeof(UnixAnswer);
    while (at + sizeof(Attribute) + sizeof(UInt) <= answer->length) {
        const Attribute* attribute = (const Attribute*)((const UChar*)answer + at);
        if (attribute->type == UNIX_DIAG_PEER)
            return *(const UInt*)(attribute + 1);
        if (attribute->length < sizeof *attribute)
            break;
        at += (attribute->length + 3UL) & ~3UL;
    }
    return 0;
}

static Bool take_unix(void* of, const Header* answer) {
    UnixSocket* wanted = of;
    const UnixAnswer* said = (const UnixAnswer*)answer;
    if (answer->length < sizeof *said)
        return False;
    UInt peer = peer_inode(answer);
    if (wanted->inode != 0 ? said->inode != wanted->inode : peer != wanted->peer)
        return False;
    *wanted = (UnixSocket){said->inode, peer, said->cookie};
    return True;
}

/* The socket with this inode; if that is 0, the socket whose other end has the inode `peer`. */
static UnixSocket unix_socket(UInt inode, UInt peer) {
    UnixSocket wanted = {inode, peer, 0};
    const UnixRequest request = {
        .header = {.length = sizeof request,
                   .type = SOCK_DIAG_BY_FAMILY,
                   .flags = inode != 0 ? NLM_F_REQUEST : NLM_F_REQUEST | NLM_F_DUMP},
        .family = AF_UNIX,
        .states = ANY_STATE,
        .inode = inode,
        .show = UDIAG_SHOW_PEER,
        .cookie = ~0UL,
    };
    ask(&request, sizeof request, take_unix, &wanted);
    return wanted;
}

static ULong unix_peer(Int fd) {
    struct vg_stat status;
    if (VG_(fstat)(fd, &status) != 0)
        return 0;
    UInt own = status.ino;
    UInt peer = unix_socket(own, 0).peer;
    return unix_socket(peer, own).cookie;
}

/*------------------------------------------------------------*/
/*--- TCP                                                   ---*/
/*------------------------------------------------------------*/

/* sockaddr_in and sockaddr_in6. */
typedef struct {
    UShort family;
    UShort port;
    UChar address4[4];
    UChar address6[16];
    UInt scope;
} InetAddress;

static Bool get_address(UInt number, Int fd, InetAddress* address) {
    UInt size = sizeof *address;
    *address = (InetAddress){.family = 0};
    return !sr_isError(syscall(number, fd, (UWord)address, (UWord)&size, 0, 0));
}

static void copy_address(UChar* to, const InetAddress* address) {
    if (address->family == AF_INET)
        VG_(memcpy)(to, address->address4, sizeof address->address4);
    else
        VG_(memcpy)(to, address->address6, sizeof address->address6);
}

static Bool take_inet(void* of, const Header* answer) {
    const InetAnswer* said = (const InetAnswer*)answer;
    if (answer->length >= sizeof *said && said->state != TCP_LISTEN)
        *(ULong*)of = said->socket.cookie;
    return True;
}

static ULong tcp_peer(Int fd) {
    InetAddress own, other;
    ULong cookie = 0;
    if (!get_address(__NR_getsockname, fd, &own) || !get_address(__NR_getpeername, fd, &other))
        return 0;
    InetRequest request = {
        .header = {.length = sizeof request, .type = SOCK_DIAG_BY_FAMILY, .flags = NLM_F_REQUEST},
        .family = own.family,
        .protocol = PROTOCOL_TCP,
        .states = ANY_STATE,
        .socket = {.port = other.port, .other_port = own.port, .cookie = ~0UL},
    };
    copy_address(request.socket.address, &other);
    copy_address(request.socket.other_address, &own);
    ask(&request, sizeof request, take_inet, &cookie);
    return cookie;
}

ULong hp_socket_peer_cookie(Int fd) {
    switch (hp_socket_option(fd, SO_DOMAIN)) {
    case AF_UNIX: return unix_peer(fd);
    case AF_INET:
    case AF_INET6: return tcp_peer(fd);
    default: return 0;
    }
}
