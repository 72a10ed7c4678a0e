/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Loads a library of atomic variables (atomic_types.c with LIBRARY) twice, and unloads it.  Then
 * plain memory lies at the same addresses, and is handed over between threads like the variables
 * were.  Usage: atomic_library FILE
 */
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

static int* plain;
static sem_t is_stored;

static void* loads(void* unused) {
    sem_wait(&is_stored);
    return *(volatile int*)plain ? NULL : unused;
}

/* Returns where a variable of the library was. */
static char* run(const char* file) {
    void* library = dlopen(file, RTLD_NOW);
    int (*variables)(void) = (int (*)(void))dlsym(library, "run_variables");
    char* declared = dlsym(library, "declared");
    if (variables() != 0 || dlclose(library) != 0)
        exit(1);
    return declared;
}

static int* map_at(char* address) {
    char* page = address - (unsigned long)address % 4096;
    char* got =
        mmap(page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (got != page)
        exit(1);
    return (int*)address;
}

int main(int argc, char** argv) {
    pthread_t thread;
    char* declared = argc > 1 ? run(argv[1]) : NULL;
    if (declared == NULL)
        return 1;
    puts("again");
    declared = run(argv[1]);
    puts("unloaded");
    plain = map_at(declared);
    sem_init(&is_stored, 0, 0);
    pthread_create(&thread, NULL, loads, NULL);
    *(volatile int*)plain = 1;
    sem_post(&is_stored);
    pthread_join(thread, NULL);
    return 0;
}
