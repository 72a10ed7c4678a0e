/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/measure/io_calls.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/*------------------------------------------------------------*/
/*--- Calls                                                 ---*/
/*------------------------------------------------------------*/

/* syscalls.def says of a call whether it is for I/O, and which arguments are descriptors of what it
   reads or writes. */
enum { IO = 1, ANY_DESCRIPTOR = 2 };
#define DESCRIPTOR(n) (ANY_DESCRIPTOR << (n))
#define FROM(n) DESCRIPTOR(n)
#define TO(n) DESCRIPTOR(n)
#define SENDS(...) 0
#define RECEIVES(...) 0
#define FLAGS(...) 0
#define READS(...) 0
#define WRITES(...) 0
#define CLOSES(...) 0
#define WAITS(...) 0
enum { FORKS = 0, EXECUTES = 0, PRIVATE = 0 };

static unsigned facts_of(long number) {
    unsigned facts = 0;
    switch (number) {
#define CALL(name, ...)                                                                            \
    case SYS_##name: {                                                                             \
        const unsigned columns[] = {__VA_ARGS__};                                                  \
        for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)                              \
            facts |= columns[i];                                                                   \
        break;                                                                                     \
    }
#include "hpcmp/calls/syscalls.def"
    default: break;
    }
    return facts;
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
    return (facts_of(call->number) & IO) != 0;
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

bool hm_is_io(const SystemCall* call, pid_t thread) {
    const unsigned facts = facts_of(call->number);
    bool has_descriptor = false;
    for (int i = 0; i < 6; i++)
        if ((facts & DESCRIPTOR(i)) != 0) {
            if (is_outside(thread, (int)call->arguments[i]))
                return true;
            has_descriptor = true;
        }
    return hm_may_be_io(call) && !has_descriptor;
}
