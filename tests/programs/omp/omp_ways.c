/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a program may do in the middle of a parallel region.
 *    omp_ways exit|fork|stay
 */
#include <setjmp.h>
#include <signal.h>
#include <sys/wait.h>

#include "asleep.h"
#include "omp_meet.h"

static Meeting meeting;

static void exit_in_worker(void) {
#pragma omp parallel num_threads(3)
    {
        meet(&meeting, 3);
        if (omp_get_thread_num() == 2) {
            wait_until_others_sleep();
            mark_number("exits", 2);
            exit(7);
        }
#pragma omp barrier
    }
}

static void fork_in_worker(void) {
#pragma omp parallel num_threads(3)
    if (omp_get_thread_num() == 1) {
        const pid_t child = fork();
        MUST(child >= 0);
        if (child == 0)
            _exit(3);
        int status;
        MUST(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
    }
}

static volatile sig_atomic_t handled;

static void handle(int number) {
    (void)number;
    work(100000);
    HPCMP_MARK("handled");
    handled = 1;
}

/* A thread that waits in a barrier executes the handler meanwhile. */
static void signal_in_barrier(void) {
    signal(SIGUSR1, handle);
    static pthread_t waiter;
    static atomic_int waits;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            waiter = pthread_self();
            waits = 1;
        } else {
            while (!waits)
                usleep(1000);
            wait_until_others_sleep();
            pthread_kill(waiter, SIGUSR1);
            while (!handled)
                usleep(1000);
        }
#pragma omp barrier
    }
    MUST(handled);
}

/* Out of a function that the region calls, within the thread. */
static void jump(void) {
#pragma omp parallel num_threads(3)
    {
        jmp_buf before;
        if (setjmp(before) == 0)
            longjmp(before, 1);
#pragma omp barrier
    }
}

static void pause_recording(void) {
#pragma omp parallel num_threads(2)
    {
        HPCMP_PAUSE;
#pragma omp barrier
        HPCMP_RESUME;
#pragma omp barrier
    }
}

int main(int argc, char** argv) {
    MUST(argc == 2);
    start_runtime();
    HPCMP_MARK("begin");
    if (strcmp(argv[1], "exit") == 0)
        exit_in_worker();
    else if (strcmp(argv[1], "fork") == 0)
        fork_in_worker();
    else {
        signal_in_barrier();
        HPCMP_MARK("jump");
        jump();
        HPCMP_MARK("pause");
        pause_recording();
    }
    HPCMP_MARK("end");
    return 0;
}
