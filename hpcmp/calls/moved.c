/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/calls/moved.h"

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

static void add_data(Syscall* call) {
    const UWord* data = &call->args[call->facts->data];
    switch (call->facts->shape) {
    case HP_DATA_BUFFER:
    case HP_DATA_ENTRY: add_buffer(call, data[0], data[1]); break;
    case HP_DATA_TYPED_ENTRY: add_buffer(call, data[0] + sizeof(Word), data[1]); break;
    case HP_DATA_VECTOR: add_vector(call, (const struct vki_iovec*)data[0], data[1]); break;
    case HP_DATA_MESSAGE: add_message(call, (const struct vki_msghdr*)data[0]); break;
    case HP_DATA_MESSAGES: add_messages(call, (const struct vki_mmsghdr*)data[0], data[1]); break;
    case HP_DATA_REQUESTS:
        add_requests(call, (const struct vki_iocb* const*)data[0], data[-1]);
        break;
    default: break;
    }
}

static Bool is_of_several(const Syscall* call) {
    return call->facts->shape == HP_DATA_MESSAGES;
}

static void find_headers(Syscall* call) {
    const UWord* data = &call->args[call->facts->data];
    call->headers = data[0];
    call->n_headers = is_of_several(call) ? (UInt)data[1] : call->facts->shape == HP_DATA_MESSAGE;
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

/* The address that a message is to be sent to. */
static void add_address_of_message(Syscall* call) {
    const struct vki_msghdr* header = (const struct vki_msghdr*)call->headers;
    if (call->facts->sends && call->facts->shape == HP_DATA_MESSAGE &&
        hp_is_readable((Addr)header, sizeof *header))
        add_address(call, (Addr)header->msg_name, header->msg_namelen);
}

static void find_whole(Syscall* call) {
    const UWord* args = call->args;
    const UWord* read = &args[call->facts->read];
    const SizeT most = 1UL << 23;
    call->n_whole = 0;
    add_address_of_message(call);
    switch (call->facts->reads) {
    case HP_MEMORY_ADDRESS: add_address(call, read[0], read[1]); break;
    case HP_MEMORY_POSITION: add_whole(call, read[0], sizeof(Long), most); break;
    case HP_MEMORY_LOCK:
        if (is_about_lock(args[1]))
            add_whole(call, read[0], sizeof(struct vki_flock), most);
        break;
    case HP_MEMORY_POLLED:
        add_whole(call, read[0], (UInt)read[1] * sizeof(struct vki_pollfd), most);
        break;
    case HP_MEMORY_EPOLL_EVENT:
        if (args[1] != VKI_EPOLL_CTL_DEL)
            add_whole(call, read[0], sizeof(struct vki_epoll_event), most);
        break;
    case HP_MEMORY_SETS:
        for (UInt i = 0; i < 3; i++)
            add_whole(call, read[i], size_of_set(args[0]), most);
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
    call->facts = hp_call_facts(call->number);
    find_headers(call);
    find_whole(call);
    if (call->facts->sends)
        add_data(call);
}

ULong hp_size_of_messages(const struct vki_mmsghdr* message, UWord n) {
    ULong size = 0;
    for (UWord i = 0; i < n && hp_is_readable((Addr)&message[i], sizeof *message); i++)
        size += message[i].msg_len;
    return size;
}

static ULong size_of_requests(const Syscall* call, UWord n) {
    Syscall first = {.facts = call->facts, .data = new_ranges()};
    add_requests(&first, (const struct vki_iocb* const*)call->args[call->facts->data], n);
    ULong size = size_of(first.data);
    VG_(deleteXA)(first.data);
    return size;
}

ULong hp_moved_n_sent(const Syscall* call, SysRes res) {
    const UWord data = call->args[call->facts->data];
    if (!call->facts->sends || sr_isError(res))
        return 0;
    switch (call->facts->shape) {
    case HP_DATA_ENTRY:
    case HP_DATA_TYPED_ENTRY: return size_of(call->data);
    case HP_DATA_MESSAGES: return hp_size_of_messages((const struct vki_mmsghdr*)data, sr_Res(res));
    case HP_DATA_REQUESTS: return size_of_requests(call, sr_Res(res));
    default: return sr_Res(res);
    }
}

/*------------------------------------------------------------*/
/*--- What Valgrind says                                    ---*/
/*------------------------------------------------------------*/

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

/* The call can cut what it writes, or only measure it. Even so Valgrind names all of it as
   written. */
void hp_moved_note_room(Syscall* call, Addr a, SizeT size) {
    if (call->facts->writes == HP_MEMORY_CUT || call->facts->writes == HP_MEMORY_ADDRESS)
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
    UWord n = is_of_several(call) ? result : 1;
    for (UWord i = 0; i < n && i < call->n_headers; i++) {
        if (!call->facts->sends)
            add_fields_received(call, &header[i].msg_hdr);
        if (is_of_several(call))
            add(call->written, (Addr)&header[i].msg_len, sizeof header->msg_len);
    }
}

/*------------------------------------------------------------*/
/*--- What else a call has read                             ---*/
/*------------------------------------------------------------*/

void hp_moved_add_read(Syscall* call, SysRes res) {
    add_headers_read(call, res);
    for (UInt i = 0; i < call->n_whole; i++)
        add(call->read, call->whole[i].a, call->whole[i].size);
}

/*------------------------------------------------------------*/
/*--- What a call has written                               ---*/
/*------------------------------------------------------------*/

/* The call has written so many bytes there, whatever Valgrind says. */
static void set_written(Syscall* call, Addr a, SizeT size) {
    for (Word i = 0; i < VG_(sizeXA)(call->written); i++) {
        Range* written = hp_range(call->written, i);
        if (written->a == a || written->a - a < size)
            written->size = 0;
    }
    if (a != 0)
        add(call->written, a, size);
}

/* The kernel writes the size where the argument behind args[at] says, if args[at] is given. */
static void add_size_behind(Syscall* call, UInt at) {
    if (call->args[at] != 0)
        set_written(call, call->args[at + 1], sizeof(Int));
}

/* Linux returns the size of the whole message, even of one that is cut. */
static void add_data_received(Syscall* call, UWord result) {
    const UWord* data = &call->args[call->facts->data];
    if (call->facts->shape == HP_DATA_BUFFER)
        set_written(call, data[0], result < data[1] ? result : data[1]);
}

/* Linux writes only six numbers of a siginfo_t: three at its beginning and three from byte 16
   on. */
static void add_child_info(Syscall* call, Addr info) {
    const SizeT size = 3 * sizeof(Int);
    set_written(call, info, size);
    if (info != 0)
        set_written(call, info + 16, size);
}

static void add_written_by_facts(Syscall* call, UWord result) {
    const UWord* args = call->args;
    const UInt at = call->facts->written;
    switch (call->facts->writes) {
    case HP_MEMORY_ADDRESS:
        add_data_received(call, result);
        add_size_behind(call, at);
        break;
    case HP_MEMORY_OPTION: add_size_behind(call, at); break;
    case HP_MEMORY_PAIR: set_written(call, args[at], 2 * sizeof(Int)); break;
    case HP_MEMORY_POSITIONS:
        set_written(call, args[1], sizeof(Long));
        set_written(call, args[3], sizeof(Long));
        break;
    case HP_MEMORY_SETS:
        for (UInt i = 0; i < call->n_whole; i++)
            set_written(call, call->whole[i].a, call->whole[i].size);
        break;
    case HP_MEMORY_LOCK:
        if (args[1] == VKI_F_GETLK || args[1] == F_OFD_GETLK)
            set_written(call, args[at], sizeof(struct vki_flock));
        break;
    case HP_MEMORY_QUEUE_STATE:
        if (looks_at_queue(args[1]))
            set_written(call, args[at], 120); /* Valgrind's struct lacks its end */
        break;
    case HP_MEMORY_CHILD_STATUS:
        set_written(call, args[1], result == 0 ? 0 : sizeof(Int));
        set_written(call, args[3], result == 0 ? 0 : sizeof(struct vki_rusage));
        break;
    case HP_MEMORY_CHILD_INFO: add_child_info(call, args[at]); break;
    case HP_MEMORY_RESULT_BYTES: set_written(call, args[at], result); break;
    default: break;
    }
}

void hp_moved_add_written(Syscall* call, SysRes res) {
    if (sr_isError(res))
        return;
    add_headers_written(call, sr_Res(res));
    add_written_by_facts(call, sr_Res(res));
}

void hp_moved_free(Syscall* call) {
    VG_(deleteXA)(call->data);
    VG_(deleteXA)(call->read);
    VG_(deleteXA)(call->room);
    VG_(deleteXA)(call->written);
    VG_(free)(call);
}
