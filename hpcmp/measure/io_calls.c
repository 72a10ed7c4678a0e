/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/measure/io_calls.h"

#include "hpcmp/measure/own_code.h"

#include <dirent.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <unistd.h>

/*------------------------------------------------------------*/
/*--- Calls                                                 ---*/
/*------------------------------------------------------------*/

/* What decides whether a call waits for I/O. */
enum {
    FD_0 = 1, /* the descriptor that is this argument; one of several is enough */
    FD_1 = 2,
    FD_2 = 4,
    POLLED = 8,    /* the descriptors of poll */
    SELECTED = 16, /* the descriptors of select */
    ALWAYS = 32,
};

/* Newer calls are missing in older headers. */
#ifndef SYS_openat2
#define SYS_openat2 437
#endif
#ifndef SYS_faccessat2
#define SYS_faccessat2 439
#endif
#ifndef SYS_epoll_pwait2
#define SYS_epoll_pwait2 441
#endif

static const unsigned char g_calls[] = {
    [SYS_read] = FD_0,
    [SYS_readv] = FD_0,
    [SYS_pread64] = FD_0,
    [SYS_preadv] = FD_0,
    [SYS_preadv2] = FD_0,
    [SYS_write] = FD_0,
    [SYS_writev] = FD_0,
    [SYS_pwrite64] = FD_0,
    [SYS_pwritev] = FD_0,
    [SYS_pwritev2] = FD_0,
    [SYS_sendfile] = FD_0 | FD_1,
    [SYS_splice] = FD_0 | FD_2,
    [SYS_tee] = FD_0 | FD_1,
    [SYS_vmsplice] = FD_0,
    [SYS_copy_file_range] = FD_0 | FD_2,
    /* Sockets. */
    [SYS_recvfrom] = FD_0,
    [SYS_recvmsg] = FD_0,
    [SYS_recvmmsg] = FD_0,
    [SYS_sendto] = FD_0,
    [SYS_sendmsg] = FD_0,
    [SYS_sendmmsg] = FD_0,
    [SYS_connect] = FD_0,
    [SYS_accept] = FD_0,
    [SYS_accept4] = FD_0,
    /* Files. */
    [SYS_open] = ALWAYS,
    [SYS_openat] = ALWAYS,
    [SYS_openat2] = ALWAYS,
    [SYS_open_by_handle_at] = ALWAYS,
    [SYS_creat] = ALWAYS,
    [SYS_close] = FD_0,
    [SYS_fsync] = FD_0,
    [SYS_fdatasync] = FD_0,
    [SYS_sync] = ALWAYS,
    [SYS_syncfs] = FD_0,
    [SYS_sync_file_range] = FD_0,
    [SYS_msync] = ALWAYS,
    [SYS_ftruncate] = FD_0,
    [SYS_truncate] = ALWAYS,
    [SYS_fallocate] = FD_0,
    [SYS_readahead] = FD_0,
    [SYS_fadvise64] = FD_0,
    [SYS_flock] = FD_0,
    [SYS_fcntl] = FD_0,
    /* What folders contain. */
    [SYS_stat] = ALWAYS,
    [SYS_fstat] = FD_0,
    [SYS_lstat] = ALWAYS,
    [SYS_newfstatat] = ALWAYS,
    [SYS_statx] = ALWAYS,
    [SYS_statfs] = ALWAYS,
    [SYS_fstatfs] = FD_0,
    [SYS_access] = ALWAYS,
    [SYS_faccessat] = ALWAYS,
    [SYS_faccessat2] = ALWAYS,
    [SYS_getdents] = FD_0,
    [SYS_getdents64] = FD_0,
    [SYS_readlink] = ALWAYS,
    [SYS_readlinkat] = ALWAYS,
    [SYS_link] = ALWAYS,
    [SYS_linkat] = ALWAYS,
    [SYS_symlink] = ALWAYS,
    [SYS_symlinkat] = ALWAYS,
    [SYS_rename] = ALWAYS,
    [SYS_renameat] = ALWAYS,
    [SYS_renameat2] = ALWAYS,
    [SYS_unlink] = ALWAYS,
    [SYS_unlinkat] = ALWAYS,
    [SYS_mkdir] = ALWAYS,
    [SYS_mkdirat] = ALWAYS,
    [SYS_rmdir] = ALWAYS,
    /* Several at once. */
    [SYS_poll] = POLLED,
    [SYS_ppoll] = POLLED,
    [SYS_select] = SELECTED,
    [SYS_pselect6] = SELECTED,
    [SYS_epoll_wait] = ALWAYS,
    [SYS_epoll_pwait] = ALWAYS,
    [SYS_epoll_pwait2] = ALWAYS,
    [SYS_io_submit] = ALWAYS,
    [SYS_io_getevents] = ALWAYS,
    [SYS_io_pgetevents] = ALWAYS,
    [SYS_io_uring_enter] = ALWAYS,
};

static int what_decides(const SystemCall* call) {
    return call->number < 0 || call->number >= (long)sizeof g_calls ? 0 : g_calls[call->number];
}

SystemCall hm_system_call(const char* text) {
    SystemCall call = {0};
    char* at;
    call.number = strtol(text, &at, 10);
    for (int i = 0; i < 6; i++)
        call.arguments[i] = strtoull(at, &at, 16);
    call.sp = strtoull(at, &at, 16);
    return call;
}

bool hm_may_be_io(const SystemCall* call) {
    return what_decides(call) != 0;
}

/*------------------------------------------------------------*/
/*--- Descriptors                                           ---*/
/*------------------------------------------------------------*/

enum { MOST_INHERITED = 64, NAME_SIZE = 40 };
/* As Linux names them: "pipe:[81275]". */
static char g_inherited[MOST_INHERITED][NAME_SIZE];
static int g_n_inherited;

/* Where the descriptor of the process, or thread, leads; false: it cannot be told. A longer name
   than `to` can hold is cut. */
static bool name_of(const char* process, const char* descriptor, char to[NAME_SIZE]) {
    char path[80];
    snprintf(path, sizeof path, "/proc/%.20s/fd/%.20s", process, descriptor);
    const ssize_t n = readlink(path, to, NAME_SIZE - 1);
    to[n < 0 ? 0 : n] = '\0';
    return n >= 0;
}

static bool is_pipe(const char* name) {
    return strncmp(name, "pipe:[", 6) == 0;
}

void hm_note_inherited_pipes(void) {
    const struct dirent* entry;
    DIR* all = opendir("/proc/self/fd");
    while (all != NULL && g_n_inherited < MOST_INHERITED && (entry = readdir(all)) != NULL) {
        char* name = g_inherited[g_n_inherited];
        if (name_of("self", entry->d_name, name) && is_pipe(name))
            g_n_inherited++;
    }
    if (all != NULL)
        closedir(all);
}

/* If Linux does not tell, the thread may be just closing the descriptor. Closing a pipe waits for
   nothing, so it is another one. */
static bool is_outside(pid_t thread, int descriptor) {
    char id[20], number[20], name[NAME_SIZE];
    snprintf(id, sizeof id, "%d", (int)thread);
    snprintf(number, sizeof number, "%d", descriptor);
    if (!name_of(id, number, name) || !is_pipe(name))
        return true;
    for (int i = 0; i < g_n_inherited; i++)
        if (strcmp(g_inherited[i], name) == 0)
            return true;
    return false;
}

/* Many descriptors are not looked at one by one, because that would take long: one of them is
   outside. */
static bool polls_outside(const SystemCall* call, pid_t thread) {
    struct pollfd all[64];
    const uint64_t n = call->arguments[1];
    if (n > sizeof all / sizeof *all)
        return true;
    if (!hm_peek(thread, all, call->arguments[0], n * sizeof *all))
        return false;
    for (uint64_t i = 0; i < n; i++)
        if (all[i].fd >= 0 && is_outside(thread, all[i].fd))
            return true;
    return false;
}

static bool set_has_outside(uint64_t address, int n, pid_t thread) {
    fd_set set;
    FD_ZERO(&set);
    if (address == 0 || !hm_peek(thread, &set, address, (size_t)(n + 63) / 64 * 8))
        return false;
    for (int i = 0; i < n; i++)
        if (FD_ISSET(i, &set) && is_outside(thread, i))
            return true;
    return false;
}

static bool selects_outside(const SystemCall* call, pid_t thread) {
    const int n = (int)call->arguments[0];
    if (n > FD_SETSIZE)
        return true;
    for (int i = 1; i <= 3; i++)
        if (n > 0 && set_has_outside(call->arguments[i], n, thread))
            return true;
    return false;
}

bool hm_is_io(const SystemCall* call, pid_t thread) {
    const int decides = what_decides(call);
    for (int i = 0; i < 3; i++)
        if ((decides & (FD_0 << i)) != 0 && is_outside(thread, (int)call->arguments[i]))
            return true;
    return (decides & ALWAYS) != 0 || ((decides & POLLED) != 0 && polls_outside(call, thread)) ||
           ((decides & SELECTED) != 0 && selects_outside(call, thread));
}
