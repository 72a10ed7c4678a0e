/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The n-th message of a queue publishes n. A queue delivers messages by priority or type. It
 * delivers messages with the same priority or type in the order in which they came. A received
 * message is taken to be the first one in the queue that has the same priority or type and the same
 * bytes. For example, if "a", "b" and "a" are sent with one type, the first thread that receives
 * "a" has message 1 and the next one has message 3. So only equal messages can be mistaken for each
 * other, however many threads send and receive at once.
 *
 * A receiver may return before the sender. So a release is recorded only when it is known that the
 * message was sent: when its receiver returns or when the sending call returns, whichever comes
 * first. Until then the sender is still in the call, so its event is at the right place.
 *
 * If other processes may have the queue, the trace also tells the type and a mark of the bytes.
 */

#include "hpcmp/ipc/messages.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/channels/channels.h"
#include "hpcmp/sync/objects.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/moments.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_xarray.h"
#include "shared/object_addresses.h"
#include "shared/trace_vocabulary.h"

typedef struct _Queue {
    Addr address;
    Bool is_posix;
    ULong id;     /* of its kind: the number of the file, or of the queue */
    ULong device; /* POSIX */
    ULong n_sent;
    Bool is_told;     /* its name is in this process's trace */
    XArray* messages; /* of Message*, that nobody has received, as they were sent */
} Queue;

typedef struct _Message {
    Queue* queue;
    Thread* sender; /* as long as it is in the call, else NULL */
    Bool is_received;
    Word type; /* or priority */
    SizeT size;
    UChar* bytes;
    ULong since; /* of the machine's clock: it was sent later */
    ULong seq;   /* of the release; 0: not recorded */
} Message;

/* The message that a thread's current call sends, or the queue from which it receives. */
typedef struct {
    Message* sending;     /* or NULL */
    Queue* receives_from; /* or NULL */
} MessageCall;

HP_THREAD_SLOT(MessageCall, call)

static XArray* g_queues; /* of Queue* */

#define MOST_BYTES (1UL << 24) /* the most that Linux can be told to allow */
#define MOST_MESSAGES (1 << 17)

/*------------------------------------------------------------*/
/*--- Queues                                                ---*/
/*------------------------------------------------------------*/

static Queue* queue_with(Bool is_posix, ULong id, ULong device) {
    static UInt n_queues;
    if (g_queues == NULL)
        g_queues = VG_(newXA)(VG_(malloc), "hp.messages.queues", VG_(free), sizeof(Queue*));
    for (Word i = 0; i < VG_(sizeXA)(g_queues); i++) {
        Queue* known = *(Queue**)VG_(indexXA)(g_queues, i);
        if (known->is_posix == is_posix && known->id == id && known->device == device)
            return known;
    }
    Queue* queue = VG_(calloc)("hp.messages.queue", 1, sizeof *queue);
    *queue = (Queue){.address = HP_QUEUE_ADDRESSES + ++n_queues,
                     .is_posix = is_posix,
                     .id = id,
                     .device = device};
    queue->messages = VG_(newXA)(VG_(malloc), "hp.messages.messages", VG_(free), sizeof(Message*));
    VG_(addToXA)(g_queues, &queue);
    return queue;
}

/* All opens of a name are one file. */
static Queue* posix_queue(UWord fd) {
    struct vg_stat status;
    return VG_(fstat)((Int)fd, &status) != 0 ? NULL : queue_with(True, status.ino, status.dev);
}

static Queue* system_v_queue(UWord id) {
    return queue_with(False, (UInt)id, 0);
}

/* Before its newsync. */
static void introduce(Thread* t, Queue* queue) {
    HChar name[64];
    if (queue->is_posix)
        VG_(sprintf)(name, "%llu/%llu", queue->device, queue->id);
    else
        VG_(sprintf)(name, "queue %llu", queue->id);
    if (!queue->is_told)
        hp_channel_introduce_empty(t, queue->address, name);
    queue->is_told = True;
}

static SyncObj* object(Thread* t, Queue* queue) {
    introduce(t, queue);
    return hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_MESSAGE, queue->address, NULL);
}

static Message* message_at(const Queue* queue, Word i) {
    return *(Message**)VG_(indexXA)(queue->messages, i);
}

static void free_message(Message* message) {
    VG_(free)(message->bytes);
    VG_(free)(message);
}

/* It is in its queue no more. */
static void take_out(Queue* queue, Word i) {
    Message* message = message_at(queue, i);
    VG_(removeIndexXA)(queue->messages, i);
    message->is_received = True;
    if (message->sender == NULL)
        free_message(message);
}

static void empty(Queue* queue) {
    for (Word i = VG_(sizeXA)(queue->messages) - 1; i >= 0; i--)
        take_out(queue, i);
}

/* Threads that are in a call on this queue find out by themselves, because the call fails. */
static void remove_system_v_queue(Thread* t, UWord id) {
    Queue* queue = system_v_queue(id);
    empty(queue);
    hp_object_destroy(t, HP_PRIM_MESSAGE, queue->address);
    queue->n_sent = 0;
}

/*------------------------------------------------------------*/
/*--- Sending                                               ---*/
/*------------------------------------------------------------*/

static void note_send(Thread* t, Queue* queue, Word type, Addr bytes, SizeT size) {
    if (queue == NULL || size > MOST_BYTES || !hp_is_readable(bytes, size))
        return;
    if (VG_(sizeXA)(queue->messages) >= MOST_MESSAGES)
        take_out(queue, 0);
    Message* message = VG_(calloc)("hp.messages.message", 1, sizeof *message);
    *message = (Message){
        .queue = queue, .sender = t, .type = type, .size = size, .since = hp_channel_clock()};
    message->bytes = VG_(malloc)("hp.messages.bytes", size + 1);
    VG_(memcpy)(message->bytes, (const void*)bytes, size);
    VG_(addToXA)(queue->messages, &message);
    HP_THREAD_DATA(t, call)->sending = message;
}

/* A hash of the bytes (FNV-1a), never 0. Messages with different bytes practically always have
   different marks. */
static ULong mark_of(const UChar* bytes, SizeT size) {
    ULong mark = 0xcbf29ce484222325ULL;
    for (SizeT i = 0; i < size; i++)
        mark = (mark ^ bytes[i]) * 0x100000001b3ULL;
    return mark == 0 ? 1 : mark;
}

static void record_release(Thread* sender, Message* message) {
    if (message->seq != 0)
        return;
    message->seq = ++message->queue->n_sent;
    hp_sync_release(sender, object(sender, message->queue), message->seq, NULL);
    const ULong told[] = {message->type, mark_of(message->bytes, message->size), message->seq,
                          message->since};
    hp_channel_tell(sender, message->queue->address, TRACE_CHANNEL_SENT, told, 4);
}

static void record_send(Thread* t) {
    Message* message = call_of(t)->sending;
    call_of(t)->sending = NULL;
    record_release(t, message);
    message->sender = NULL;
    if (message->is_received)
        free_message(message);
}

static Word place_of(const Message* message) {
    Word i = VG_(sizeXA)(message->queue->messages) - 1;
    while (message_at(message->queue, i) != message)
        i--;
    return i;
}

/* The call that t was in will not return, or has returned. */
void hp_messages_exits(Thread* t) {
    Message* message = call_of(t) == NULL ? NULL : call_of(t)->sending;
    if (call_of(t) != NULL)
        *call_of(t) = (MessageCall){NULL, NULL};
    if (message == NULL)
        return;
    message->sender = NULL;
    if (message->is_received)
        free_message(message);
    else
        take_out(message->queue, place_of(message));
}

/*------------------------------------------------------------*/
/*--- Receiving                                             ---*/
/*------------------------------------------------------------*/

typedef struct {
    Bool knows_type;
    Word type;
    const UChar* bytes;
    SizeT size;
    Bool may_be_cut; /* there may have been more */
    Bool stays;      /* it was looked at */
} ReceivedMessage;

static Bool is_received_message(const Message* message, const ReceivedMessage* received) {
    if (received->knows_type && message->type != received->type)
        return False;
    Bool has_size =
        message->size == received->size || (received->may_be_cut && message->size > received->size);
    return has_size && VG_(memcmp)(message->bytes, received->bytes, received->size) == 0;
}

/* The place of the received message in the queue, or -1. If its priority is not known, it is the
   one with the highest. */
static Word find(const Queue* queue, const ReceivedMessage* received) {
    Word found = -1;
    for (Word i = 0; i < VG_(sizeXA)(queue->messages); i++) {
        const Message* message = message_at(queue, i);
        if (is_received_message(message, received) &&
            (found < 0 || message->type > message_at(queue, found)->type))
            found = i;
    }
    return found;
}

/* Tells other processes what was received. A message that stays is not told, because it may be any
   message of the queue. */
static void tell(Thread* t, Queue* queue, const ReceivedMessage* received) {
    const ULong told[] = {received->type,
                          received->may_be_cut ? 0 : mark_of(received->bytes, received->size),
                          hp_channel_clock()};
    introduce(t, queue);
    if (!received->stays && received->knows_type)
        hp_channel_tell(t, queue->address, TRACE_CHANNEL_RECEIVED, told, 3);
    else if (!received->stays)
        hp_channel_tell(t, queue->address, TRACE_CHANNEL_FIRST, told + 1, 2);
}

/* If the message is not found, another process has sent it. */
static void record_receive(Thread* t, const ReceivedMessage* received) {
    Queue* queue = call_of(t)->receives_from;
    if (!hp_is_readable((Addr)received->bytes, received->size))
        return;
    ULong seq = 0;
    Word found = find(queue, received);
    if (found >= 0) {
        Message* message = message_at(queue, found);
        if (message->sender != NULL)
            record_release(message->sender, message);
        seq = message->seq;
        if (!received->stays)
            take_out(queue, found);
    }
    tell(t, queue, received);
    hp_sync_acquire(t, object(t, queue), seq, NULL);
}

/* mq_timedreceive(queue, bytes, room, where to put the priority, until). */
static void record_receive_posix(Thread* t, const UWord* args, SizeT size) {
    const UInt* priority = (const UInt*)args[3];
    Bool is_known = hp_is_readable((Addr)priority, sizeof *priority);
    record_receive(t, &(ReceivedMessage){.knows_type = is_known,
                                         .type = is_known ? *priority : 0,
                                         .bytes = (const UChar*)args[1],
                                         .size = size});
}

/* msgrcv(queue, message, room, type, flags); a message begins with its type. */
static void record_receive_system_v(Thread* t, const UWord* args, SizeT size) {
    const Word* type = (const Word*)args[1];
    if (!hp_is_readable((Addr)type, sizeof *type))
        return;
    Bool may_be_cut = (args[4] & MSG_NOERROR) != 0 && size == args[2];
    record_receive(t, &(ReceivedMessage){.knows_type = True,
                                         .type = *type,
                                         .bytes = (const UChar*)(type + 1),
                                         .size = size,
                                         .may_be_cut = may_be_cut,
                                         .stays = (args[4] & MSG_COPY) != 0});
}

/*------------------------------------------------------------*/
/*--- System calls                                          ---*/
/*------------------------------------------------------------*/

static void begin_msgsnd(Thread* t, const UWord* args) {
    const Word* type = (const Word*)args[1];
    if (hp_is_readable((Addr)type, sizeof *type))
        note_send(t, system_v_queue(args[0]), *type, (Addr)(type + 1), args[2]);
}

void hp_messages_before(Thread* t, UInt number, const UWord* args) {
    if (!hp_clo_sync[HP_PRIM_MESSAGE])
        return;
    hp_messages_exits(t);
    if (hp_is_in_runtime(t))
        return;
    switch (number) {
    case __NR_mq_timedsend:
        note_send(t, posix_queue(args[0]), (UInt)args[3], args[1], args[2]);
        break;
    case __NR_mq_timedreceive: HP_THREAD_DATA(t, call)->receives_from = posix_queue(args[0]); break;
    case __NR_msgsnd: begin_msgsnd(t, args); break;
    case __NR_msgrcv: HP_THREAD_DATA(t, call)->receives_from = system_v_queue(args[0]); break;
    default: break;
    }
}

static Bool is_in_use(const Queue* queue) {
    HP_FOR_EACH_THREAD (t) {
        const MessageCall* call = call_of(t);
        if (call != NULL && (call->receives_from == queue ||
                             (call->sending != NULL && call->sending->queue == queue)))
            return True;
    }
    return False;
}

/* A queue that is gone may have had the same file. Then the messages that nobody received from it
   are gone, too, so they are forgotten if the queue is empty now. */
static void open_posix_queue(UWord fd) {
    struct {
        Word flags, most_messages, most_bytes, n_messages, unused[4];
    } state;
    Queue* queue = posix_queue(fd);
    SysRes res = VG_(do_syscall)(__NR_mq_getsetattr, fd, 0, (UWord)&state, 0, 0, 0, 0, 0);
    if (queue != NULL && !sr_isError(res) && state.n_messages == 0 && !is_in_use(queue))
        empty(queue);
}

void hp_messages_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    if (!hp_clo_sync[HP_PRIM_MESSAGE])
        return;
    if (!sr_isError(res)) {
        const MessageCall* call = call_of(t);
        if (call != NULL && call->sending != NULL)
            record_send(t);
        else if (number == __NR_mq_timedreceive && call != NULL && call->receives_from != NULL)
            record_receive_posix(t, args, sr_Res(res));
        else if (number == __NR_msgrcv && call != NULL)
            record_receive_system_v(t, args, sr_Res(res));
        else if (number == __NR_msgctl && (Int)args[1] == IPC_RMID)
            remove_system_v_queue(t, args[0]);
        else if (number == __NR_mq_open)
            open_posix_queue(sr_Res(res));
    }
    hp_messages_exits(t);
}

/* In the child, the messages in the queues are from another process. */
void hp_messages_in_child(Thread* unused) {
    HP_FOR_EACH_THREAD (t)
        hp_messages_exits(t);
    for (Word i = 0; g_queues != NULL && i < VG_(sizeXA)(g_queues); i++) {
        Queue* queue = *(Queue**)VG_(indexXA)(g_queues, i);
        empty(queue);
        queue->n_sent = 0;
        queue->is_told = False;
    }
}
