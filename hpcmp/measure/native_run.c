/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/measure/native_run.h"

#include "hpcmp/measure/machine.h"
#include "hpcmp/measure/native_samples.h"

#include <errno.h>
#include <fcntl.h>
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

static void drop_output(void) {
    const int nothing = open("/dev/null", O_WRONLY);
    if (nothing < 0 || dup2(nothing, STDOUT_FILENO) < 0 || dup2(nothing, STDERR_FILENO) < 0)
        _exit(127);
    if (nothing > STDERR_FILENO)
        close(nothing);
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

/* In the child.  `failed`: takes errno if the program cannot be executed. */
static void execute(char** program, int processor, const char* sampler, const char* folder,
                    int failed) {
    tell_threads(hm_processors().n);
    hm_run_on(processor);
    open_input();
    drop_output();
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

NativeRun hm_run_native(char** program, int processor, const char* sampler, const char* folder) {
    int failed[2];
    int error;
    NativeRun run = {0, 0, 0};
    struct rusage usage;
    if (pipe2(failed, O_CLOEXEC) != 0)
        hm_fail("--native: a pipe cannot be made");
    const double begin = hm_now();
    const pid_t child = fork();
    if (child < 0)
        hm_fail("--native: a process cannot be created (fork fails)");
    if (child == 0)
        execute(program, processor, sampler, folder, failed[1]);
    close(failed[1]);
    if (read(failed[0], &error, sizeof error) == (ssize_t)sizeof error) {
        char sentence[500];
        snprintf(sentence, sizeof sentence, "%.300s: cannot be executed: %s", program[0],
                 strerror(error));
        hm_fail(sentence);
    }
    close(failed[0]);
    while (wait4(child, &run.status, 0, &usage) < 0)
        if (errno != EINTR)
            hm_fail("--native: it is not known how the program has ended (wait4 fails)");
    run.wall_ns = hm_now() - begin;
    run.cpu_ns = ns(usage.ru_utime) + ns(usage.ru_stime);
    return run;
}
