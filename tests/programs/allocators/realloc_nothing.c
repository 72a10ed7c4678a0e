/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What is left of a block that realloc is to give no bytes.
 */
#include <errno.h>

#include "mark.h"

static volatile size_t none = 0;

static void keep(const char* name, void* block) {
    MUST(errno == 0);
    if (block != NULL)
        mark_address(name, block);
    free(block);
}

int main(void) {
    void* p = calloc(10, 10);
    mark_address("first", p);
    HPCMP_MARK("realloc");
    keep("left by realloc", realloc(p, none));
    p = calloc(10, 10);
    mark_address("second", p);
    HPCMP_MARK("reallocarray");
    keep("left by reallocarray", reallocarray(p, 11, none));
    HPCMP_MARK("done");
    return 0;
}
