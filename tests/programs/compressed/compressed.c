/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Does what could harm, or find, a process that compresses its trace.
 *    compressed HOW
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "mark.h"

enum { BLOCKS = 30000, CHILDREN = 5, NOBODY = 65534 };

static volatile sig_atomic_t ends_of_children, interrupts;

static void count_signal(int signal) {
    if (signal == SIGCHLD)
        ends_of_children++;
    else
        interrupts++;
}

static void use_block(const char* name, size_t size) {
    volatile char* block = malloc(size);
    mark_address(name, block);
    for (size_t i = 0; i < size; i++)
        block[i] = 1;
}

/* More than waits in all buffers together. */
static void use_many_blocks(void) {
    for (int i = 0; i < BLOCKS; i++) {
        void* volatile block = malloc(1 + i % 100);
        free(block);
    }
}

/*--- Children ---*/

static void must_have_no_child(void) {
    siginfo_t info;
    const int all = WEXITED | WSTOPPED | WCONTINUED;
    MUST(wait(NULL) == -1 && errno == ECHILD);
    MUST(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
    MUST(waitpid(0, NULL, WNOHANG | WUNTRACED) == -1 && errno == ECHILD);
    MUST(waitid(P_ALL, 0, &info, all) == -1 && errno == ECHILD);
}

static long ms_of_children(void) {
    struct rusage usage;
    MUST(getrusage(RUSAGE_CHILDREN, &usage) == 0);
    return usage.ru_utime.tv_sec * 1000 + usage.ru_utime.tv_usec / 1000;
}

static void wait_for_children(void) {
    signal(SIGCHLD, count_signal);
    must_have_no_child();
    use_many_blocks();
    must_have_no_child();
    MUST(ends_of_children == 0 && ms_of_children() == 0);
    for (int i = 0; i < CHILDREN; i++)
        if (fork() == 0)
            _exit(0);
    int n = 0;
    while (wait(NULL) > 0)
        n++;
    MUST(errno == ECHILD && n == CHILDREN && ends_of_children > 0);
    signal(SIGCHLD, SIG_IGN);
    must_have_no_child();
}

/* Our end is what the child waits for. */
static void be_outlived(void) {
    int ends[2];
    char byte;
    MUST(pipe(ends) == 0);
    if (fork() == 0) {
        close(ends[1]);
        _exit(read(ends[0], &byte, 1) == 0 ? 0 : 1);
    }
    use_many_blocks();
}

/*--- Descriptors ---*/

static void close_listed_descriptors(void) {
    DIR* folder = opendir("/proc/self/fd");
    MUST(folder != NULL);
    for (struct dirent* entry; (entry = readdir(folder)) != NULL;) {
        const int fd = atoi(entry->d_name);
        if (fd > 2 && fd != dirfd(folder))
            close(fd);
    }
    closedir(folder);
}

static void close_descriptors(void) {
    struct rlimit limit;
    close_listed_descriptors();
    MUST(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    const int last = limit.rlim_max < 100000 ? (int)limit.rlim_max : 100000;
    for (int fd = 3; fd < last; fd++)
        close(fd);
    MUST(open("/dev/null", O_RDONLY) == 3);
}

/*--- Limits ---*/

static void limit(int resource, rlim_t most) {
    struct rlimit limits;
    MUST(getrlimit(resource, &limits) == 0);
    limits.rlim_cur = most;
    MUST(setrlimit(resource, &limits) == 0);
}

static void limit_all(void) {
    limit(RLIMIT_NOFILE, 10);
    limit(RLIMIT_FSIZE, 1000);
    limit(RLIMIT_NPROC, 1);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_MEMLOCK, 0);
}

/* Root may have any number of processes. */
static void have_no_more_processes(void) {
    if (geteuid() == 0)
        MUST(setgroups(0, NULL) == 0 && setgid(NOBODY) == 0 && setuid(NOBODY) == 0);
    limit(RLIMIT_NPROC, 0);
    MUST(fork() == -1 && errno == EAGAIN);
}

static void fail_to_exec(int times) {
    char* const arguments[] = {"nothing", NULL};
    for (int i = 0; i < times; i++)
        MUST(execv("/nonexistent", arguments) == -1 && errno == ENOENT);
}

/*--- Signals ---*/

static void block_signals(void) {
    sigset_t all;
    sigfillset(&all);
    MUST(sigprocmask(SIG_SETMASK, &all, NULL) == 0);
}

static void interrupt_group(void) {
    signal(SIGINT, count_signal);
    signal(SIGHUP, count_signal);
    signal(SIGQUIT, count_signal);
    MUST(kill(0, SIGINT) == 0 && kill(0, SIGHUP) == 0 && kill(0, SIGQUIT) == 0);
    use_many_blocks();
    MUST(interrupts == 3);
}

/*--- The compressor itself ---*/

static pid_t parent_of(pid_t pid) {
    char name[40], state;
    int parent = 0;
    snprintf(name, sizeof name, "/proc/%d/stat", (int)pid);
    FILE* file = fopen(name, "r");
    if (file == NULL)
        return 0;
    if (fscanf(file, "%*d (%*[^)]) %c %d", &state, &parent) != 2)
        parent = 0;
    fclose(file);
    return parent;
}

/* A process that is the child of such a one, or 0. */
static pid_t child_of(pid_t parent) {
    pid_t child = 0;
    DIR* folder = opendir("/proc");
    MUST(folder != NULL);
    for (struct dirent* entry; (entry = readdir(folder)) != NULL;) {
        const pid_t pid = atoi(entry->d_name);
        if (pid > 0 && parent_of(pid) == parent)
            child = pid;
    }
    closedir(folder);
    return child;
}

static void send_compressor(int signal) {
    const pid_t attendant = child_of(getpid());
    const pid_t compressor = attendant > 0 ? child_of(attendant) : 0;
    if (compressor > 0)
        kill(compressor, signal);
    fprintf(stderr, "compressor: %s\n", compressor > 0 ? "found" : "none");
}

int main(int argc, char** argv) {
    MUST(argc == 2);
    const char* how = argv[1];
    if (strcmp(how, "limit") == 0)
        limit_all();
    use_block("before", 100);
    use_many_blocks();
    if (strcmp(how, "wait") == 0)
        wait_for_children();
    if (strcmp(how, "be-outlived") == 0)
        be_outlived();
    if (strcmp(how, "close") == 0)
        close_descriptors();
    if (strcmp(how, "exec") == 0)
        fail_to_exec(10);
    if (strcmp(how, "exec-ignoring") == 0) {
        signal(SIGCHLD, SIG_IGN);
        fail_to_exec(1);
    }
    if (strcmp(how, "exec-limited") == 0) {
        have_no_more_processes();
        fail_to_exec(1);
    }
    if (strcmp(how, "block-signals") == 0)
        block_signals();
    if (strcmp(how, "interrupt") == 0)
        interrupt_group();
    if (strcmp(how, "kill-compressor") == 0)
        send_compressor(SIGKILL);
    if (strcmp(how, "end-compressor") == 0) {
        send_compressor(SIGTERM);
        send_compressor(SIGINT);
    }
    use_many_blocks();
    use_block("after", 200);
    if (strcmp(how, "kill-group") == 0)
        kill(0, SIGKILL);
    return 3;
}
