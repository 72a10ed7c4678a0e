/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A program that does not know of OpenMP loads a library that does, twice.
 *    omp_late keep     the library, and with it the runtime, remains
 *    omp_late remove   they are taken away in between, and at the end; LLVM's
 *                      runtime remains nevertheless
 *                      must not be linked with an OpenMP runtime
 *    -DLIBRARY         the library, omp_late.so
 */
#ifdef LIBRARY

#include "omp/omp_mark.h"

int in_parallel(int n) {
    int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
    {
        mark_number("share", omp_get_thread_num());
        sum += n;
#pragma omp barrier
        mark_number("after barrier", omp_get_thread_num());
    }
    return sum;
}

#else

#include <dlfcn.h>

#include "asleep.h"

static void call_library(const char* program, int keep) {
    char name[4096];
    MUST(snprintf(name, sizeof name, "%s.so", program) < (int)sizeof name);
    void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL | (keep ? RTLD_NODELETE : 0));
    MUST(library != NULL);
    int (*in_parallel)(int) = (int (*)(int))dlsym(library, "in_parallel");
    MUST(in_parallel != NULL && in_parallel(2) == 6);
    /* GCC's runtime does not end its threads.  One that still runs has no code. */
    wait_until_others_sleep();
    MUST(dlclose(library) == 0);
    MUST((dlopen(name, RTLD_NOW | RTLD_NOLOAD) != NULL) == keep);
}

static void* sleeper(void* nothing) {
    return nothing;
}

int main(int argc, char** argv) {
    MUST(argc == 2);
    const int keep = strcmp(argv[1], "keep") == 0;
    in_a_thread(sleeper, NULL);
    HPCMP_MARK("begin");
    call_library(argv[0], keep);
    HPCMP_MARK("again");
    call_library(argv[0], keep);
    HPCMP_MARK("end");
    return 0;
}

#endif
