/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A named semaphore, opened twice.
 */
#include <fcntl.h>
#include <semaphore.h>

#include "mark.h"

int main(void) {
    char name[40];
    snprintf(name, sizeof name, "/hpcmp-test-%d", (int)getpid());
    MUST(sem_open(name, 0) == SEM_FAILED);
    sem_t* sem = sem_open(name, O_CREAT | O_EXCL, 0600, 3);
    MUST(sem != SEM_FAILED);
    mark_address("sem", sem);
    MUST(sem_wait(sem) == 0);
    MUST(sem_open(name, 0) == sem);
    MUST(sem_unlink(name) == 0);
    for (int i = 0; i < 3; i++) {
        MUST(sem_wait(sem) == 0);
        MUST(sem_post(sem) == 0);
    }
    MUST(sem_close(sem) == 0);
    HPCMP_MARK("closed once");
    MUST(sem_post(sem) == 0);
    MUST(sem_close(sem) == 0);
    return 0;
}
