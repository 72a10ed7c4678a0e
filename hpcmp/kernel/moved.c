/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/kernel/moved.h"

#include "hpcmp/base/linux.h"
#include "hpcmp/base/readable.h"

/* The most messages that Linux takes in one call. If there are more messages, it takes the first
   1,024; if a message has more parts than that, it refuses the message. */
enum { MOST_MESSAGES = 1024 };

static XArray* new_ranges(void) {
    return VG_(newXA)(VG_(malloc), "hp.moved.ranges", VG_(free), sizeof(Range));
}

Syscall* hp_moved_new(void) {
    Syscall* call = VG_(calloc)("hp.moved.syscall", 1, sizeof *call);
    call->data = new_ranges();
    call->read = new_ranges();
    call->room = new_ranges();
    call->written = new_ranges();
    return call;
}

static void add(XArray* ranges, Addr a, SizeT size) {
    VG_(addToXA)(ranges, &(Range){a, size});
}

static void clear(XArray* ranges) {
    VG_(dropTailXA)(ranges, VG_(sizeXA)(ranges));
}

/*------------------------------------------------------------*/
/*--- What a call sends                                     ---*/
/*------------------------------------------------------------*/

typedef enum {
    BUFFER,   /* args[at], its size in the next argument */
    TYPED,    /* the same behind a long */
    VECTOR,   /* of buffers, their number in the next argument */
    MESSAGE,  /* args[at] */
    MESSAGES, /* their number in the next argument */
    REQUESTS  /* args[at], of pointers to them, their number before */
} Shape;

/* The meaning of the result of a call that has sent something. */
typedef enum { N_BYTES, N_OF_THEM, ALL } Result;

typedef struct _Sends {
    UInt number;
    Shape shape;
    UInt at;
    Result result;
} Sends;

static const Sends g_sends[] = {
    {__NR_write, BUFFER, 1, N_BYTES},         {__NR_pwrite64, BUFFER, 1, N_BYTES},
    {__NR_writev, VECTOR, 1, N_BYTES},        {__NR_pwritev, VECTOR, 1, N_BYTES},
    {__NR_pwritev2, VECTOR, 1, N_BYTES},      {__NR_sendto, BUFFER, 1, N_BYTES},
    {__NR_sendmsg, MESSAGE, 1, N_BYTES},      {__NR_sendmmsg, MESSAGES, 1, N_OF_THEM},
    {__NR_vmsplice, VECTOR, 1, N_BYTES},      {__NR_process_vm_writev, VECTOR, 1, N_BYTES},
    {__NR_mq_timedsend, BUFFER, 1, ALL},      {__NR_msgsnd, TYPED, 1, ALL},
    {__NR_io_submit, REQUESTS, 2, N_OF_THEM},
};

/* By number: one more than its place in g_sends, or 0. */
enum { MOST_NUMBERS = 512 };
static UChar g_sends_of[MOST_NUMBERS];

void hp_moved_init(void) {
    const UInt n = sizeof g_sends / sizeof *g_sends;
    for (UInt i = 0; i < n; i++)
        g_sends_of[g_sends[i].number] = i + 1;
}

static const Sends* sends(UInt number) {
    UInt i = number < MOST_NUMBERS ? g_sends_of[number] : 0;
    return i == 0 ? NULL : &g_sends[i - 1];
}

static ULong size_of(const XArray* ranges) {
    ULong size = 0;
    for (Word i = 0; i < VG_(sizeXA)(ranges); i++)
        size += hp_range(ranges, i)->size;
    return size;
}

static void add_buffer(Syscall* call, Addr a, SizeT size) {
    if (size > 0)
        add(call->data, a, size);
}

static void add_vector(Syscall* call, const struct vki_iovec* part, UWord n_parts) {
    call->is_refused |= n_parts > UIO_MAXIOV;
    if (n_parts > UIO_MAXIOV || !hp_is_readable((Addr)part, n_parts * sizeof *part))
        return;
    for (UWord i = 0; i < n_parts; i++)
        add_buffer(call, (Addr)part[i].iov_base, part[i].iov_len);
}

static void add_message(Syscall* call, const struct vki_msghdr* message) {
    if (hp_is_readable((Addr)message, sizeof *message))
        add_vector(call, message->msg_iov, message->msg_iovlen);
}

static void add_messages(Syscall* call, const struct vki_mmsghdr* message, UInt n) {
    for (UInt i = 0; i < n && i < MOST_MESSAGES; i++) {
        if (!hp_is_readable((Addr)&message[i], sizeof *message))
            return;
        add_message(call, &message[i].msg_hdr);
    }
}

static void add_request(Syscall* call, const struct vki_iocb* request) {
    if (!hp_is_readable((Addr)request, sizeof *request))
        return;
    if (request->aio_lio_opcode == VKI_IOCB_CMD_PWRITE)
        add_buffer(call, request->aio_buf, request->aio_nbytes);
    else if (request->aio_lio_opcode == VKI_IOCB_CMD_PWRITEV)
        add_vector(call, (const struct vki_iovec*)request->aio_buf, request->aio_nbytes);
}

static void add_requests(Syscall* call, const struct vki_iocb* const* requests, Word n) {
    for (Word i = 0; i < n && hp_is_readable((Addr)&requests[i], sizeof *requests); i++)
        add_request(call, requests[i]);
}

static void add_data(Syscall* call, const Sends* s) {
    UWord a = call->args[s->at];
    UWord n = s->shape == REQUESTS ? call->args[s->at - 1] : call->args[s->at + 1];
    switch (s->shape) {
    case BUFFER: add_buffer(call, a, n); break;
    case TYPED: add_buffer(call, a + sizeof(Word), n); break;
    case VECTOR: add_vector(call, (const struct vki_iovec*)a, n); break;
    case MESSAGE: add_message(call, (const struct vki_msghdr*)a); break;
    case MESSAGES: add_messages(call, (const struct vki_mmsghdr*)a, n); break;
    case REQUESTS: add_requests(call, (const struct vki_iocb* const*)a, n); break;
    }
}

static void find_headers(Syscall* call) {
    Bool is_one = call->number == __NR_sendmsg || call->number == __NR_recvmsg;
    Bool are_more = call->number == __NR_sendmmsg || call->number == __NR_recvmmsg;
    call->headers = call->args[1];
    call->n_headers = is_one ? 1 : are_more ? (UInt)call->args[2] : 0;
    if (call->n_headers > MOST_MESSAGES)
        call->n_headers = MOST_MESSAGES;
}

/* Linux refuses a size of more than `most`. */
static void add_whole(Syscall* call, Addr a, SizeT size, SizeT most) {
    call->is_refused |= size > most;
    if (a != 0 && size <= most)
        call->whole[call->n_whole++] = (Range){a, size};
}

static void add_address(Syscall* call, Addr a, UInt size) {
    add_whole(call, a, size, 128);
}

/* The number of bytes that Linux reads and writes of each set. */
static SizeT size_of_set(Int n_descriptors) {
    const Int bits = 8 * sizeof(Word);
    return n_descriptors <= 0 ? 0 : (n_descriptors + bits - 1) / bits * sizeof(Word);
}

static Bool is_about_lock(UWord command) {
    return command == VKI_F_GETLK || command == VKI_F_SETLK || command == VKI_F_SETLKW ||
           command == F_OFD_GETLK || command == F_OFD_SETLK || command == F_OFD_SETLKW;
}

static Bool looks_at_queue(UWord command) {
    return command == VKI_IPC_STAT || command == MSG_STAT || command == MSG_STAT_ANY;
}

static void find_whole(Syscall* call) {
    const UWord* args = call->args;
    const struct vki_msghdr* header = (const struct vki_msghdr*)args[1];
    const SizeT most = 1UL << 23;
    call->n_whole = 0;
    switch (call->number) {
    case __NR_bind:
    case __NR_connect: add_address(call, args[1], args[2]); break;
    case __NR_sendto: add_address(call, args[4], args[5]); break;
    case __NR_sendmsg:
        if (hp_is_readable((Addr)header, sizeof *header))
            add_address(call, (Addr)header->msg_name, header->msg_namelen);
        break;
    case __NR_fcntl:
        if (is_about_lock(args[1]))
            add_whole(call, args[2], sizeof(struct vki_flock), most);
        break;
    case __NR_poll:
    case __NR_ppoll:
        add_whole(call, args[0], (UInt)args[1] * sizeof(struct vki_pollfd), most);
        break;
    case __NR_epoll_ctl:
        if (args[1] != VKI_EPOLL_CTL_DEL)
            add_whole(call, args[3], sizeof(struct vki_epoll_event), most);
        break;
    case __NR_select:
    case __NR_pselect6:
        for (UInt i = 1; i <= 3; i++)
            add_whole(call, args[i], size_of_set(args[0]), most);
        break;
    default: break;
    }
}

void hp_moved_begin(Syscall* call) {
    clear(call->data);
    clear(call->read);
    clear(call->room);
    clear(call->written);
    call->n_confirmed = call->next_room = 0;
    call->n_sent = 0;
    call->is_refused = False;
    find_headers(call);
    find_whole(call);
    call->sends = sends(call->number);
    if (call->sends != NULL)
        add_data(call, call->sends);
}

static ULong size_of_messages(const struct vki_mmsghdr* message, UWord n) {
    ULong size = 0;
    for (UWord i = 0; i < n && hp_is_readable((Addr)&message[i], sizeof *message); i++)
        size += message[i].msg_len;
    return size;
}

static ULong size_of_requests(const Syscall* call, UWord n) {
    Syscall first = {.number = call->number, .data = new_ranges()};
    add_requests(&first, (const struct vki_iocb* const*)call->args[2], n);
    ULong size = size_of(first.data);
    VG_(deleteXA)(first.data);
    return size;
}

ULong hp_moved_sent(const Syscall* call, SysRes res) {
    const Sends* s = call->sends;
    if (s == NULL || sr_isError(res))
        return 0;
    if (s->result == ALL)
        return size_of(call->data);
    if (s->result == N_BYTES)
        return sr_Res(res);
    return s->shape == MESSAGES
               ? size_of_messages((const struct vki_mmsghdr*)call->args[s->at], sr_Res(res))
               : size_of_requests(call, sr_Res(res));
}

/*------------------------------------------------------------*/
/*--- What Valgrind says                                    ---*/
/*------------------------------------------------------------*/

static Bool is_of_several(const Syscall* call) {
    return call->number == __NR_sendmmsg || call->number == __NR_recvmmsg;
}

/* Valgrind names the fields that it knows. */
static Bool is_in_header(const Syscall* call, Addr a) {
    SizeT size = is_of_several(call) ? call->n_headers * sizeof(struct vki_mmsghdr)
                                     : call->n_headers * sizeof(struct vki_msghdr);
    return a - call->headers < size;
}

static Bool is_in_whole(const Syscall* call, Addr a) {
    for (UInt i = 0; i < call->n_whole; i++)
        if (a - call->whole[i].a < call->whole[i].size)
            return True;
    return False;
}

static Bool is_next(const XArray* ranges, Word i, Addr a, SizeT size) {
    return i >= 0 && i < VG_(sizeXA)(ranges) && hp_range(ranges, i)->a == a &&
                             hp_range(ranges, i)->size == size;
}

/* Memory that Valgrind names twice in a row is read only once. */
void hp_moved_note_read(Syscall* call, Addr a, SizeT size) {
    if (size == 0 || call->is_refused)
        return;
    if (is_next(call->data, call->n_confirmed, a, size))
        call->n_confirmed++;
    else if (!is_in_header(call, a) && !is_in_whole(call, a) &&
             !is_next(call->read, VG_(sizeXA)(call->read) - 1, a, size))
        add(call->read, a, size);
}

/* These calls can cut what they write, or only measure it. Even so Valgrind names all of it as
   written. */
static Bool can_be_cut(UInt number) {
    switch (number) {
    case __NR_accept:
    case __NR_accept4:
    case __NR_getsockname:
    case __NR_getpeername:
    case __NR_recvfrom:
    case __NR_recvmsg:
    case __NR_recvmmsg:
    case __NR_getxattr:
    case __NR_lgetxattr:
    case __NR_fgetxattr:
    case __NR_listxattr:
    case __NR_llistxattr:
    case __NR_flistxattr: return True;
    default: return False;
    }
}

void hp_moved_note_room(Syscall* call, Addr a, SizeT size) {
    if (can_be_cut(call->number))
        add(call->room, a, size);
}

void hp_moved_note_written(Syscall* call, Addr a, SizeT size) {
    if (is_in_header(call, a))
        return;
    const Word n_rooms = VG_(sizeXA)(call->room);
    for (Word i = 0; i < n_rooms; i++) {
        const Range* room = hp_range(call->room, (call->next_room + i) % n_rooms);
        if (room->a != a)
            continue;
        call->next_room += i + 1;
        if (size > room->size)
            size = room->size;
        break;
    }
    add(call->written, a, size);
}

/*------------------------------------------------------------*/
/*--- Headers of messages                                   ---*/
/*------------------------------------------------------------*/

/* Linux reads the header of the message that failed, too. */
static UInt n_headers_read(const Syscall* call, SysRes res) {
    UWord n = is_of_several(call) && !sr_isError(res) ? sr_Res(res) + 1 : 1;
    return n < call->n_headers ? n : call->n_headers;
}

static void add_headers_read(Syscall* call, SysRes res) {
    const struct vki_mmsghdr* header = (const struct vki_mmsghdr*)call->headers;
    UInt n = n_headers_read(call, res);
    for (UInt i = 0; i < n; i++)
        add(call->read, (Addr)&header[i].msg_hdr, sizeof header->msg_hdr);
}

static void add_fields_received(Syscall* call, const struct vki_msghdr* header) {
    if (!hp_is_readable((Addr)header, sizeof *header))
        return;
    if (header->msg_name != NULL)
        add(call->written, (Addr)&header->msg_namelen, sizeof header->msg_namelen);
    add(call->written, (Addr)&header->msg_controllen, sizeof header->msg_controllen);
    add(call->written, (Addr)&header->msg_flags, sizeof header->msg_flags);
}

static void add_headers_written(Syscall* call, UWord result) {
    const struct vki_mmsghdr* header = (const struct vki_mmsghdr*)call->headers;
    Bool receives = call->number == __NR_recvmsg || call->number == __NR_recvmmsg;
    UWord n = is_of_several(call) ? result : 1;
    for (UWord i = 0; i < n && i < call->n_headers; i++) {
        if (receives)
            add_fields_received(call, &header[i].msg_hdr);
        if (is_of_several(call))
            add(call->written, (Addr)&header[i].msg_len, sizeof header->msg_len);
    }
}

/*------------------------------------------------------------*/
/*--- What else a call has read                             ---*/
/*------------------------------------------------------------*/

void hp_moved_read(Syscall* call, SysRes res) {
    add_headers_read(call, res);
    for (UInt i = 0; i < call->n_whole; i++)
        add(call->read, call->whole[i].a, call->whole[i].size);
    if (call->number == __NR_sendfile && call->args[2] != 0)
        add(call->read, call->args[2], sizeof(Long));
}

/*------------------------------------------------------------*/
/*--- What a call has written                               ---*/
/*------------------------------------------------------------*/

/* The call has written so many bytes there, whatever Valgrind says. */
static void exactly(Syscall* call, Addr a, SizeT size) {
    for (Word i = 0; i < VG_(sizeXA)(call->written); i++) {
        Range* written = hp_range(call->written, i);
        if (written->a == a || written->a - a < size)
            written->size = 0;
    }
    if (a != 0)
        add(call->written, a, size);
}

/* The size at args[at] of something at `what`. */
static void size_at(Syscall* call, UInt at, Addr what) {
    if (what != 0)
        exactly(call, call->args[at], sizeof(Int));
}

/* Linux writes only six numbers of a siginfo_t: three at its beginning and three from byte 16
   on. */
static void child_info(Syscall* call, Addr info) {
    const SizeT size = 3 * sizeof(Int);
    exactly(call, info, size);
    if (info != 0)
        exactly(call, info + 16, size);
}

static void written_in_success(Syscall* call, const UWord* args, UWord result) {
    switch (call->number) {
    case __NR_recvfrom:
        exactly(call, args[1], result < args[2] ? result : args[2]);
        size_at(call, 5, args[4]);
        break;
    case __NR_accept:
    case __NR_accept4:
    case __NR_getsockname:
    case __NR_getpeername: size_at(call, 2, args[1]); break;
    case __NR_getsockopt: size_at(call, 4, args[3]); break;
    case __NR_socketpair: exactly(call, args[3], 2 * sizeof(Int)); break;
    case __NR_splice:
    case __NR_copy_file_range:
        exactly(call, args[1], sizeof(Long));
        exactly(call, args[3], sizeof(Long));
        break;
    case __NR_select:
    case __NR_pselect6:
        for (UInt i = 0; i < call->n_whole; i++)
            exactly(call, call->whole[i].a, call->whole[i].size);
        break;
    case __NR_fcntl:
        if (args[1] == VKI_F_GETLK || args[1] == F_OFD_GETLK)
            exactly(call, args[2], sizeof(struct vki_flock));
        break;
    case __NR_msgctl:
        if (looks_at_queue(args[1]))
            exactly(call, args[2], 120); /* Valgrind's struct lacks its end */
        break;
    case __NR_wait4:
        exactly(call, args[1], result == 0 ? 0 : sizeof(Int));
        exactly(call, args[3], result == 0 ? 0 : sizeof(struct vki_rusage));
        break;
    case __NR_waitid: child_info(call, args[2]); break;
    case __NR_sched_getaffinity: exactly(call, args[2], result); break;
    default: break;
    }
}

void hp_moved_written(Syscall* call, SysRes res) {
    if (sr_isError(res))
        return;
    add_headers_written(call, sr_Res(res));
    written_in_success(call, call->args, sr_Res(res));
}

void hp_moved_free(Syscall* call) {
    VG_(deleteXA)(call->data);
    VG_(deleteXA)(call->read);
    VG_(deleteXA)(call->room);
    VG_(deleteXA)(call->written);
    VG_(free)(call);
}
