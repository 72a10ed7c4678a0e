/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * System calls that move data: all of what they were asked for, a part or nothing;
 * in one thread, and beside another one, with which the tool makes them differently.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/aio_abi.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/random.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>

#include "syscall_bytes.h"

enum { PIPE_SIZE = 65536 };

static int scratch_file(size_t size) {
    char name[] = "scratch-XXXXXX";
    const int file = mkstemp(name);
    MUST(file >= 0 && unlink(name) == 0 && ftruncate(file, (off_t)size) == 0);
    static const char digits[] = "0123456789";
    for (size_t i = 0; i < size; i++)
        MUST(pwrite(file, &digits[i % 10], 1, (off_t)i) == 1);
    return file;
}

static void close_both(const int ends[2]) {
    MUST(close(ends[0]) == 0 && close(ends[1]) == 0);
}

static const char digits[] = "0123456789";

/*--- Reading and receiving ---*/

static void reading(void) {
    const int file = scratch_file(100);
    char* whole = room("read", 300, 100);
    MUST(CALL(syscall(SYS_read, file, whole, 300)) == 100);
    char* at_end = room("read at the end", 300, 0);
    MUST(CALL(syscall(SYS_read, file, at_end, 300)) == 0);
    char* wrong = room("read that fails", 300, 0);
    MUST(CALL(syscall(SYS_read, -1, wrong, 300)) == -1);
    char* placed = room("pread", 300, 60);
    MUST(CALL(pread(file, placed, 300, 40)) == 60);
    char *first = room("readv 1", 30, 30), *second = room("readv 2", 300, 50);
    struct iovec parts[] = {{first, 30}, {second, 300}};
    struct iovec* vector = input("readv vector", parts, sizeof parts, 32, 0);
    MUST(CALL(preadv(file, vector, 2, 20)) == 80);
    MUST(close(file) == 0);
}

static void readv2(void) {
    const int file = scratch_file(100);
    char *first = room("preadv2 1", 30, 30), *second = room("preadv2 2", 300, 50);
    struct iovec parts[] = {{first, 30}, {second, 300}};
    MUST(CALL(preadv2(file, parts, 2, 20, 0)) == 80);
    MUST(CALL(lseek(file, 90, SEEK_SET)) == 90);
    char *third = room("readv 3", 30, 10), *fourth = room("readv 4", 300, 0);
    struct iovec others[] = {{third, 30}, {fourth, 300}};
    MUST(CALL(readv(file, others, 2)) == 10);
    MUST(close(file) == 0);
}

/* Sends ten bytes and receives them with much room, then finds the end. */
static void receive(const int ends[2], int has_end) {
    MUST(write(ends[1], digits, 10) == 10);
    char* buffer = room("recv", 65001, 10);
    MUST(CALL(recv(ends[0], buffer, 65001, 0)) == 10);
    MUST(write(ends[1], digits, 10) == 10);
    char* looked = room("recv that looks", 65001, 10);
    MUST(CALL(recv(ends[0], looked, 65001, MSG_PEEK)) == 10);
    char* from = room("recvfrom", 65001, 10);
    MUST(CALL(recvfrom(ends[0], from, 65001, 0, NULL, NULL)) == 10);
    char* nothing = room("recv of nothing", 65001, 0);
    MUST(CALL(recv(ends[0], nothing, 65001, MSG_DONTWAIT)) == -1 && errno == EAGAIN);
    if (!has_end)
        return;
    MUST(shutdown(ends[1], SHUT_WR) == 0);
    char* end = room("recv at the end", 65001, 0);
    MUST(CALL(recv(ends[0], end, 65001, 0)) == 0);
}

static void receiving_unix(void) {
    int ends[2];
    MUST(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    receive(ends, 1);
    close_both(ends);
    MUST(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
    receive(ends, 1);
    close_both(ends);
    MUST(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
    receive(ends, 0);
    close_both(ends);
}

static struct sockaddr_in bound(int socket) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    MUST(bind(socket, (struct sockaddr*)&address, size) == 0);
    MUST(getsockname(socket, (struct sockaddr*)&address, &size) == 0);
    return address;
}

static void receiving_tcp(void) {
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    const struct sockaddr_in address = bound(listener);
    MUST(listen(listener, 1) == 0);
    int ends[2];
    ends[1] = socket(AF_INET, SOCK_STREAM, 0);
    MUST(connect(ends[1], (const struct sockaddr*)&address, sizeof address) == 0);
    struct sockaddr_in* peer = room("accept address", 100, 16);
    const socklen_t size = 100;
    socklen_t* length = input("accept length", &size, sizeof size, 4, 4);
    ends[0] = (int)CALL(accept(listener, (struct sockaddr*)peer, length));
    MUST(ends[0] >= 0);
    receive(ends, 1);
    close_both(ends);
    MUST(close(listener) == 0);
}

static void receiving_udp(void) {
    int ends[2] = {socket(AF_INET, SOCK_DGRAM, 0), socket(AF_INET, SOCK_DGRAM, 0)};
    const struct sockaddr_in address = bound(ends[0]);
    bound(ends[1]);
    MUST(connect(ends[1], (const struct sockaddr*)&address, sizeof address) == 0);
    receive(ends, 0);
    MUST(write(ends[1], digits, 10) == 10);
    char* buffer = room("recvfrom cut", 4, 4);
    struct sockaddr_in* peer = room("recvfrom address cut", 100, 8);
    const socklen_t size = 8;
    socklen_t* length = input("recvfrom length", &size, sizeof size, 4, 4);
    MUST(CALL(recvfrom(ends[0], buffer, 4, MSG_TRUNC, (struct sockaddr*)peer, length)) == 10);
    MUST(*length == 16);
    close_both(ends);
}

static void receiving_messages(void) {
    int ends[2] = {socket(AF_INET, SOCK_DGRAM, 0), socket(AF_INET, SOCK_DGRAM, 0)};
    const struct sockaddr_in address = bound(ends[0]);
    bound(ends[1]);
    MUST(connect(ends[1], (const struct sockaddr*)&address, sizeof address) == 0);
    MUST(write(ends[1], digits, 10) == 10);
    char *first = room("recvmsg 1", 4, 4), *second = room("recvmsg 2", 100, 6);
    struct sockaddr_in* peer = room("recvmsg name", 100, 16);
    struct iovec parts[] = {{first, 4}, {second, 100}};
    struct iovec* vector = input("recvmsg vector", parts, sizeof parts, 32, 0);
    struct msghdr header = {
        .msg_iov = vector, .msg_iovlen = 2, .msg_name = peer, .msg_namelen = 100};
    struct msghdr* message = input("recvmsg header", &header, sizeof header, 56, 16);
    MUST(CALL(recvmsg(ends[0], message, 0)) == 10);
    close_both(ends);
}

static void receiving_several(void) {
    int ends[2];
    MUST(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
    MUST(write(ends[1], digits, 10) == 10 && write(ends[1], digits, 5) == 5);
    char* parts[3] = {room("recvmmsg 1", 100, 10), room("recvmmsg 2", 3, 3),
                      room("recvmmsg 3", 100, 0)};
    struct iovec vectors[3] = {{parts[0], 100}, {parts[1], 3}, {parts[2], 100}};
    struct mmsghdr messages[3] = {0};
    for (int i = 0; i < 3; i++) {
        messages[i].msg_hdr.msg_iov = &vectors[i];
        messages[i].msg_hdr.msg_iovlen = 1;
    }
    MUST(CALL(recvmmsg(ends[0], messages, 3, MSG_DONTWAIT, NULL)) == 2);
    close_both(ends);
}

/*--- Writing and sending ---*/

/* A pipe takes what it has room for, and refuses the next write. */
static void writing(void) {
    int ends[2];
    MUST(pipe2(ends, O_NONBLOCK) == 0);
    char* big = block("write of a part", 100001, PIPE_SIZE, 0, 1);
    MUST(CALL(write(ends[1], big, 100001)) == PIPE_SIZE);
    char* refused = block("write refused", 1000, 0, 0, 1);
    for (int i = 0; i < 10; i++)
        MUST(CALL(write(ends[1], refused, 1000)) == -1 && errno == EAGAIN);
    MUST(read(ends[0], big, 100001) == PIPE_SIZE);
    close_both(ends);
}

static void writing_vectors(void) {
    int ends[2];
    MUST(pipe2(ends, O_NONBLOCK) == 0);
    char* first = block("writev 1", 50000, 50000, 0, 1);
    char* second = block("writev 2", 50000, PIPE_SIZE - 50000, 0, 1);
    char* third = block("writev 3", 50000, 0, 0, 1);
    struct iovec parts[] = {{first, 50000}, {second, 50000}, {third, 50000}};
    struct iovec* vector = input("writev vector", parts, sizeof parts, 48, 0);
    MUST(CALL(writev(ends[1], vector, 3)) == PIPE_SIZE);
    char* refused = block("writev refused", 1000, 0, 0, 1);
    struct iovec one = {refused, 1000};
    MUST(CALL(writev(ends[1], &one, 1)) == -1 && errno == EAGAIN);
    close_both(ends);
}

static void writing_to_nobody(void) {
    int ends[2];
    MUST(pipe(ends) == 0 && close(ends[0]) == 0);
    char* broken = block("write to nobody", 1000, 0, 0, 1);
    MUST(CALL(write(ends[1], broken, 1000)) == -1 && errno == EPIPE);
    MUST(close(ends[1]) == 0);
    char* wrong = block("write nowhere", 1000, 0, 0, 1);
    MUST(CALL(syscall(SYS_write, 12345, wrong, 1000)) == -1 && errno == EBADF);
    char* too_many = block("writev of too many", 1000, 0, 0, 1);
    struct iovec parts[1025];
    for (int i = 0; i < 1025; i++)
        parts[i] = (struct iovec){too_many, 1};
    MUST(CALL(writev(1, parts, 1025)) == -1 && errno == EINVAL);
}

/* A file that may have no more than so many bytes. */
static void writing_files(void) {
    const int file = scratch_file(100);
    char* whole = block("pwrite", 300, 200, 0, 1);
    MUST(CALL(pwrite(file, whole, 200, 50)) == 200);
    char* refused = block("pwrite refused", 300, 0, 0, 1);
    MUST(CALL(pwrite(file, refused, 200, -1)) == -1);
    char* first = block("pwritev 1", 20, 20, 0, 1);
    char* second = block("pwritev 2", 300, 30, 0, 1);
    struct iovec parts[] = {{first, 20}, {second, 30}};
    MUST(CALL(pwritev(file, parts, 2, 0)) == 50);
    char* third = block("pwritev2 1", 20, 20, 0, 1);
    struct iovec part = {third, 20};
    MUST(CALL(pwritev2(file, &part, 1, 0, 0)) == 20);
    MUST(close(file) == 0);
}

static long fill(int socket) {
    static char bytes[4096];
    long n, sum = 0;
    while ((n = send(socket, bytes, sizeof bytes, MSG_DONTWAIT)) > 0)
        sum += n;
    MUST(errno == EAGAIN);
    return sum;
}

static void sending(void) {
    int ends[2];
    MUST(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    char* whole = block("send", 1000, 700, 0, 1);
    MUST(CALL(send(ends[1], whole, 700, 0)) == 700);
    char* first = block("sendmsg 1", 100, 100, 0, 1);
    char* second = block("sendmsg 2", 100, 50, 0, 1);
    struct iovec parts[] = {{first, 100}, {second, 50}};
    struct iovec* vector = input("sendmsg vector", parts, sizeof parts, 32, 0);
    struct msghdr header = {.msg_iov = vector, .msg_iovlen = 2};
    struct msghdr* message = input("sendmsg header", &header, sizeof header, 56, 0);
    MUST(CALL(sendmsg(ends[1], message, 0)) == 150);
    fill(ends[1]);
    char* refused = block("send refused", 5000, 0, 0, 1);
    MUST(CALL(send(ends[1], refused, 5000, MSG_DONTWAIT)) == -1);
    struct iovec part = {refused, 5000};
    struct msghdr again = {.msg_iov = &part, .msg_iovlen = 1};
    MUST(CALL(sendmsg(ends[1], &again, MSG_DONTWAIT)) == -1);
    close_both(ends);
}

/* How much is sent of more than there is room for, is known with hindsight. */
static void sending_a_part(void) {
    int ends[2];
    MUST(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    enum { ASKED_FOR = 10000000 };
    char* big = malloc(ASKED_FOR);
    MUST(big != NULL);
    char text[80], name[40];
    static int n_names;
    snprintf(name, sizeof name, "%ssend of a part %d", who, ++n_names);
    mark_address(name, big);
    const long n = CALL(send(ends[1], big, ASKED_FOR, MSG_DONTWAIT));
    MUST(n > 0 && n < ASKED_FOR);
    snprintf(text, sizeof text, "moved|%s|%ld|0", name, n);
    HPCMP_MARK(text);
    free(big);
    close_both(ends);
}

static void sending_several(void) {
    int ends[2];
    MUST(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
    char* parts[3] = {block("sendmmsg 1", 100, 10, 0, 1), block("sendmmsg 2", 300000, 0, 0, 1),
                      block("sendmmsg 3", 100, 0, 0, 1)};
    struct iovec vectors[3] = {{parts[0], 10}, {parts[1], 300000}, {parts[2], 10}};
    struct mmsghdr messages[3] = {0};
    for (int i = 0; i < 3; i++) {
        messages[i].msg_hdr.msg_iov = &vectors[i];
        messages[i].msg_hdr.msg_iovlen = 1;
    }
    MUST(CALL(sendmmsg(ends[1], messages, 3, 0)) == 1);
    close_both(ends);
}

static void sending_to(void) {
    int ends[2] = {socket(AF_INET, SOCK_DGRAM, 0), socket(AF_INET, SOCK_DGRAM, 0)};
    const struct sockaddr_in address = bound(ends[0]);
    char* data = block("sendto", 100, 70, 0, 1);
    void* to = input("sendto address", &address, sizeof address, 16, 0);
    MUST(CALL(sendto(ends[1], data, 70, 0, to, sizeof address)) == 70);
    char* large = block("sendto too large", 100000, 0, 0, 1);
    MUST(CALL(sendto(ends[1], large, 100000, 0, to, 0)) == -1);
    close_both(ends);
}

/*--- Others that move data ---*/

static void splicing(void) {
    int ends[2];
    MUST(pipe(ends) == 0);
    char* given = block("vmsplice", 3000, 3000, 0, 1);
    struct iovec part = {given, 3000};
    MUST(CALL(vmsplice(ends[1], &part, 1, 0)) == 3000);
    close_both(ends);
}

static void between_descriptors(void) {
    const int from = scratch_file(100), to = scratch_file(1);
    const off_t begin = 10;
    off_t* offset = input("sendfile offset", &begin, sizeof begin, 8, 8);
    MUST(CALL(sendfile(to, from, offset, 50)) == 50);
    loff_t* in = input("copy_file_range in", &begin, sizeof begin, 8, 8);
    loff_t* out = input("copy_file_range out", &begin, sizeof begin, 8, 8);
    MUST(CALL(copy_file_range(from, in, to, out, 20, 0)) == 20);
    int ends[2];
    MUST(pipe(ends) == 0);
    loff_t* source = input("splice offset", &begin, sizeof begin, 8, 8);
    MUST(CALL(splice(from, source, ends[1], NULL, 20, 0)) == 20);
    close_both(ends);
    const int both[2] = {from, to};
    close_both(both);
}

static void of_processes(void) {
    static char here[1000];
    char* first = room("process_vm_readv 1", 100, 100);
    char* second = room("process_vm_readv 2", 100, 50);
    struct iovec local[] = {{first, 100}, {second, 100}}, remote = {here, 150};
    MUST(CALL(process_vm_readv(getpid(), local, 2, &remote, 1, 0)) == 150);
    char* source = block("process_vm_writev", 100, 60, 0, 1);
    struct iovec from = {source, 100}, to = {here, 60};
    MUST(CALL(process_vm_writev(getpid(), &from, 1, &to, 1, 0)) == 60);
    char* refused = block("process_vm_writev refused", 100, 0, 0, 1);
    struct iovec some = {refused, 100}, nowhere = {(void*)8, 60};
    MUST(CALL(process_vm_writev(getpid(), &some, 1, &nowhere, 1, 0)) == -1);
}

static void of_queues(void) {
    const int queue = msgget(IPC_PRIVATE, 0600);
    MUST(queue >= 0);
    struct {
        long type;
        char text[92];
    } data = {.type = 1};
    void* sent = input("msgsnd", &data, sizeof data, 8 + 70, 0);
    MUST(CALL(msgsnd(queue, sent, 70, 0)) == 0);
    void* received = room("msgrcv", 200, 8 + 70);
    MUST(CALL(msgrcv(queue, received, 192, 0, 0)) == 70);
    while (msgsnd(queue, &data, 90, IPC_NOWAIT) == 0)
        ;
    void* refused = input("msgsnd refused", &data, sizeof data, 8, 0);
    MUST(CALL(msgsnd(queue, refused, 90, IPC_NOWAIT)) == -1);
    MUST(msgctl(queue, IPC_RMID, NULL) == 0);
}

static void of_named_queues(void) {
    char name[40];
    snprintf(name, sizeof name, "/hpcmp-%d", getpid());
    struct mq_attr limits = {.mq_maxmsg = 1, .mq_msgsize = 100};
    const mqd_t queue = mq_open(name, O_RDWR | O_CREAT | O_NONBLOCK, 0600, &limits);
    MUST(queue != (mqd_t)-1 && mq_unlink(name) == 0);
    char* data = block("mq_send", 100, 60, 0, 1);
    memset(data, 'x', 100);
    MUST(CALL(syscall(SYS_mq_timedsend, queue, data, 60, 1, NULL)) == 0);
    char* refused = block("mq_send refused", 100, 0, 0, 1);
    MUST(CALL(syscall(SYS_mq_timedsend, queue, refused, 60, 1, NULL)) == -1);
    char* received = room("mq_receive", 100, 60);
    unsigned* priority = room("mq_receive priority", 4, 4);
    MUST(CALL(syscall(SYS_mq_timedreceive, queue, received, 100, priority, NULL)) == 60);
    char* nothing = room("mq_receive nothing", 100, 0);
    MUST(CALL(syscall(SYS_mq_timedreceive, queue, nothing, 100, NULL, NULL)) == -1);
    mq_close(queue);
}

static void asynchronous(void) {
    aio_context_t context = 0;
    MUST(syscall(SYS_io_setup, 4, &context) == 0);
    const int file = scratch_file(100);
    char* written = block("io_submit, written", 300, 200, 0, 1);
    char* refused = block("io_submit, refused", 300, 0, 0, 1);
    char* read = room("io_submit, read", 300, 60);
    struct iocb requests[3] = {{.aio_lio_opcode = IOCB_CMD_PREAD,
                                .aio_fildes = (unsigned)file,
                                .aio_buf = (uintptr_t)read,
                                .aio_nbytes = 300,
                                .aio_offset = 40},
                               {.aio_lio_opcode = IOCB_CMD_PWRITE,
                                .aio_fildes = (unsigned)file,
                                .aio_buf = (uintptr_t)written,
                                .aio_nbytes = 200,
                                .aio_offset = 100},
                               {.aio_lio_opcode = IOCB_CMD_PWRITE,
                                .aio_fildes = 12345,
                                .aio_buf = (uintptr_t)refused,
                                .aio_nbytes = 200,
                                .aio_offset = 100}};
    struct iocb* pointers[3] = {&requests[0], &requests[1], &requests[2]};
    remember();
    MUST(CALL(syscall(SYS_io_submit, context, 3, pointers)) == 2);
    struct io_event* events = room("io_getevents", 4 * sizeof *events, 64);
    MUST(CALL(syscall(SYS_io_getevents, context, 2, 4, events, NULL)) == 2);
    MUST(syscall(SYS_io_destroy, context) == 0 && close(file) == 0);
}

/*--- Runs ---*/

static void run_all(void) {
    run_case("reading", reading);
    run_case("readv2", readv2);
    run_case("receiving_unix", receiving_unix);
    run_case("receiving_tcp", receiving_tcp);
    run_case("receiving_udp", receiving_udp);
    run_case("receiving_messages", receiving_messages);
    run_case("receiving_several", receiving_several);
    run_case("writing", writing);
    run_case("writing_vectors", writing_vectors);
    run_case("writing_to_nobody", writing_to_nobody);
    run_case("writing_files", writing_files);
    run_case("sending", sending);
    run_case("sending_a_part", sending_a_part);
    run_case("sending_several", sending_several);
    run_case("sending_to", sending_to);
    run_case("splicing", splicing);
    run_case("between_descriptors", between_descriptors);
    run_case("of_processes", of_processes);
    run_case("of_queues", of_queues);
    run_case("of_named_queues", of_named_queues);
    run_case("asynchronous", asynchronous);
}

static void* wait_for_end(void* ends) {
    char byte;
    MUST(read(*(int*)ends, &byte, 1) == 0);
    return NULL;
}

int main(void) {
    MUST(signal(SIGPIPE, SIG_IGN) != SIG_ERR);
    run_all();
    int ends[2];
    MUST(pipe(ends) == 0);
    const pthread_t other = start(wait_for_end, ends);
    who = "beside another thread, ";
    run_all();
    MUST(close(ends[1]) == 0);
    join(other);
    return 0;
}
