/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every allocation function of the C library, also where it fails.
 */
#include <errno.h>
#include <malloc.h>
#include <string.h>

#include "mark.h"

static volatile size_t huge = (size_t)1 << 60, most = (size_t)-1;

static void* named(const char* name, void* block) {
    MUST(block != NULL);
    mark_address(name, block);
    return block;
}

static void plain(void) {
    void* p = named("malloc", malloc(100));
    MUST(malloc_usable_size(p) >= 100);
    free(p);
    free(named("malloc zero", malloc(0)));
    char* zeroed = named("calloc", calloc(10, 20));
    for (int i = 0; i < 200; i++)
        MUST(zeroed[i] == 0);
    free(zeroed);
    free(named("calloc zero", calloc(0, 20)));
    free(named("strdup", strdup("hello")));
    free(NULL);
}

static void resized(void) {
    HPCMP_MARK("realloc begins");
    char* p = named("realloc null", realloc(NULL, 50));
    memset(p, 7, 50);
    p = named("grown", realloc(p, 5000));
    MUST(p[0] == 7 && p[49] == 7);
    p = named("shrunk", realloc(p, 30));
    MUST(p[0] == 7 && p[29] == 7);
    p = named("same", realloc(p, 30));
    HPCMP_MARK("realloc fails");
    MUST(realloc(p, huge) == NULL && errno == ENOMEM);
    MUST(reallocarray(p, most / 2, 4) == NULL && errno == ENOMEM);
    HPCMP_MARK("realloc failed");
    MUST(p[29] == 7);
    p = named("array", reallocarray(p, 11, 10));
    MUST(p[0] == 7 && p[29] == 7);
    HPCMP_MARK("realloc to nothing");
    MUST(realloc(p, 0) == NULL);
    HPCMP_MARK("realloc done");
}

static void aligned(void) {
    void* p = NULL;
    p = named("memalign", memalign(64, 101));
    MUST((uintptr_t)p % 64 == 0);
    free(p);
    MUST(posix_memalign(&p, 128, 102) == 0 && (uintptr_t)p % 128 == 0);
    free(named("posix_memalign", p));
    MUST(posix_memalign(&p, 3, 102) == EINVAL);
    MUST(posix_memalign(&p, 64, huge) == ENOMEM);
    p = named("aligned_alloc", aligned_alloc(4096, 8192));
    MUST((uintptr_t)p % 4096 == 0);
    free(p);
    p = named("valloc", valloc(104));
    MUST((uintptr_t)p % 4096 == 0);
    free(p);
    p = named("pvalloc", pvalloc(5000));
    MUST((uintptr_t)p % 4096 == 0);
    ((volatile char*)p)[8191] = 1;
    free(p);
}

static void failing(void) {
    HPCMP_MARK("failing");
    MUST(malloc(huge) == NULL && errno == ENOMEM);
    MUST(calloc(huge, 1) == NULL && errno == ENOMEM);
    MUST(calloc(most / 2, 4) == NULL && errno == ENOMEM);
    MUST(memalign(64, huge) == NULL);
    MUST(pvalloc(huge) == NULL && pvalloc(most) == NULL);
    MUST(realloc(NULL, huge) == NULL);
    HPCMP_MARK("failed");
}

int main(void) {
    plain();
    resized();
    aligned();
    failing();
    return 0;
}
