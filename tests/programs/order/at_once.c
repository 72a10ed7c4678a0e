/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Calls that wait, though it seems that they need not: for the rest of what is to be received,
 * for the other end of a FIFO in another folder, and for room for all parts of what is written.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "mark.h"

static int ends[2];
static char folder[] = "at_once.XXXXXX";
static char parts[4][65536];

/* Connects the ends.  The tool does not know that they are two ends of one thing. */
static void connect_ends(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    const int listening = socket(AF_INET, SOCK_STREAM, 0);
    MUST(bind(listening, (struct sockaddr*)&address, size) == 0 && listen(listening, 1) == 0);
    MUST(getsockname(listening, (struct sockaddr*)&address, &size) == 0);
    ends[0] = socket(AF_INET, SOCK_STREAM, 0);
    MUST(connect(ends[0], (struct sockaddr*)&address, size) == 0);
    ends[1] = accept(listening, NULL, NULL);
    MUST(ends[1] >= 0);
    close(listening);
}

static void* receive_all(void* unused) {
    char two[2];
    MUST(recv(ends[1], two, sizeof two, MSG_WAITALL) == 2);
    return unused;
}

static void* write_parts(void* unused) {
    struct iovec all[4];
    for (int i = 0; i < 4; i++)
        all[i] = (struct iovec){parts[i], sizeof parts[i]};
    const int folder_fd = open(folder, O_RDONLY | O_DIRECTORY);
    const int fifo = openat(folder_fd, "fifo", O_WRONLY);
    MUST(fifo >= 0 && writev(fifo, all, 4) == sizeof parts);
    close(fifo);
    return unused;
}

static void send_one_by_one(void) {
    connect_ends();
    MUST(send(ends[0], "1", 1, 0) == 1);
    const pthread_t receiver = start(receive_all, NULL);
    usleep(20000);
    MUST(send(ends[0], "2", 1, 0) == 1);
    join(receiver);
}

static void read_parts(void) {
    static char buffer[65536];
    char path[100];
    long n, sum = 0;
    MUST(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/fifo", folder);
    MUST(mkfifo(path, 0600) == 0);
    const pthread_t writer = start(write_parts, NULL);
    usleep(20000);
    const int fifo = open(path, O_RDONLY);
    usleep(20000);
    while ((n = read(fifo, buffer, sizeof buffer)) > 0)
        sum += n;
    join(writer);
    MUST(sum == sizeof parts);
    unlink(path);
    rmdir(folder);
}

int main(void) {
    send_one_by_one();
    read_parts();
    puts("done");
}
