/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/measure/native_run.h"

#include "hpcmp/measure/machine.h"
#include "hpcmp/measure/native_samples.h"
#include "hpcmp/measure/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where standard input is when the first run begins. */
static off_t g_input_begin;

static int is_file(void) {
    struct stat input;
    return fstat(STDIN_FILENO, &input) == 0 && S_ISREG(input.st_mode);
}

void hm_check_input(void) {
    struct stat input;
    if (fstat(STDIN_FILENO, &input) == 0 && (S_ISFIFO(input.st_mode) || S_ISSOCK(input.st_mode)))
        hm_fail("--native: standard input is a pipe, and the program runs several times: give it a "
                "file (< FILE), or nothing (< /dev/null)");
    if (is_file())
        g_input_begin = lseek(STDIN_FILENO, 0, SEEK_CUR);
}

/* The file anew, because descriptors that are inherited share their place in it. */
static void open_input(void) {
    const int input = open(is_file() ? "/proc/self/fd/0" : "/dev/null", O_RDONLY);
    if (input < 0 || dup2(input, STDIN_FILENO) < 0 ||
        (is_file() && lseek(STDIN_FILENO, g_input_begin, SEEK_SET) < 0))
        _exit(127);
    if (input != STDIN_FILENO)
        close(input);
}

/* `to`: where standard output goes; -1: nowhere. */
static void drop_output(int to) {
    const int nothing = open("/dev/null", O_WRONLY);
    if (nothing < 0 || dup2(to < 0 ? nothing : to, STDOUT_FILENO) < 0 ||
        dup2(nothing, STDERR_FILENO) < 0)
        _exit(127);
    if (nothing > STDERR_FILENO)
        close(nothing);
}

/* A pipe whose ends no executed program has; {-1, -1} if none is wanted. */
typedef struct {
    int read;
    int write;
} Pipe;

static Pipe pipe_if(int is_wanted) {
    int ends[2] = {-1, -1};
    if (is_wanted && pipe2(ends, O_CLOEXEC) != 0)
        hm_fail("--native: a pipe cannot be made");
    return (Pipe){ends[0], ends[1]};
}

static pid_t fork_child(void) {
    const pid_t child = fork();
    if (child < 0)
        hm_fail("--native: a process cannot be created (fork fails)");
    return child;
}

static int wait_for(pid_t child, struct rusage* usage) {
    int status;
    while (wait4(child, &status, 0, usage) < 0)
        if (errno != EINTR)
            hm_fail("--native: it is not known how the program has ended (wait4 fails)");
    return status;
}

/* Until the child has ended, or nobody takes what it writes. */
static void take_output(Digest* output, Pipe from, pid_t child, int to) {
    close(from.write);
    *output = hm_digest_of_nothing;
    hm_digest_output(output, from.read, child, to);
    close(from.read);
}

static void preload(const char* sampler, const char* folder) {
    char libraries[8192];
    const char* before = getenv("LD_PRELOAD");
    snprintf(libraries, sizeof libraries, "%s%s%s", sampler, before == NULL ? "" : ":",
             before == NULL ? "" : before);
    setenv("LD_PRELOAD", libraries, 1);
    setenv(HM_SAMPLES_FOLDER, folder, 1);
}

/* Libraries of OpenMP begin as many threads as they have processors.  The recorded run has all of
   them, so a run on one must be told their number. */
static void tell_threads(int n) {
    char number[20];
    snprintf(number, sizeof number, "%d", n);
    setenv("OMP_NUM_THREADS", number, 0);
}

/* In the child.  `output`: takes its standard output; -1: nobody does.  `failed`: takes errno if
   the program cannot be executed. */
static void execute(char** program, int processor, const char* sampler, const char* folder,
                    int output, int failed) {
    tell_threads(hm_processors().n);
    hm_run_on(processor);
    open_input();
    drop_output(output);
    if (sampler != NULL)
        preload(sampler, folder);
    execvp(program[0], program);
    const int error = errno;
    if (write(failed, &error, sizeof error) < 0)
        _exit(126);
    _exit(127);
}

static double ns(struct timeval time) {
    return (double)time.tv_sec * 1e9 + (double)time.tv_usec * 1e3;
}

NativeRun hm_run_native(char** program, int processor, const char* sampler, const char* folder,
                        Digest* output) {
    int error;
    NativeRun run = {0, 0, 0};
    struct rusage usage;
    Watch* watch = sampler == NULL ? NULL : hm_watch_new(folder);
    const Pipe failed = pipe_if(1);
    const Pipe written = pipe_if(output != NULL);
    const double begin = hm_now();
    const pid_t child = fork_child();
    if (child == 0)
        execute(program, processor, sampler, folder, written.write, failed.write);
    close(failed.write);
    if (read(failed.read, &error, sizeof error) == (ssize_t)sizeof error) {
        char sentence[500];
        snprintf(sentence, sizeof sentence, "%.300s: cannot be executed: %s", program[0],
                 strerror(error));
        hm_fail(sentence);
    }
    close(failed.read);
    hm_watch_begin(watch);
    if (output != NULL)
        take_output(output, written, child, -1);
    run.status = wait_for(child, &usage);
    run.wall_ns = hm_now() - begin;
    hm_watch_end(watch);
    run.cpu_ns = ns(usage.ru_utime) + ns(usage.ru_stime);
    return run;
}

/* The child has these signals as they were, and this program lives on until the child has ended. */
static const int g_of_terminal[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE};
enum { N_OF_TERMINAL = sizeof g_of_terminal / sizeof *g_of_terminal };

int hm_run_and_pass_on(char** command, Digest* output) {
    const Pipe written = pipe_if(1);
    const pid_t child = fork_child();
    struct rusage usage;
    if (child == 0) {
        if (dup2(written.write, STDOUT_FILENO) >= 0)
            execvp(command[0], command);
        _exit(127);
    }
    for (int i = 0; i < N_OF_TERMINAL; i++)
        signal(g_of_terminal[i], SIG_IGN);
    take_output(output, written, child, STDOUT_FILENO);
    return wait_for(child, &usage);
}
