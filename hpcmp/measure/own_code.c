/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/measure/own_code.h"

#include "shared/runtime_libraries.h"

#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/*------------------------------------------------------------*/
/*--- Mappings                                              ---*/
/*------------------------------------------------------------*/

bool hm_is_own(const char* path) {
#define BEGINNING(beginning, kind) beginning,
    static const char* const beginnings[] = {RUNTIME_LIBRARIES(BEGINNING) "hpcmp-sampler"};
    const char* slash = strrchr(path, '/');
    if (slash == NULL)
        return false;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (strncmp(slash + 1, beginnings[i], strlen(beginnings[i])) == 0)
            return false;
    return true;
}

const HmMapping* hm_mapping_at(const HmSamples* samples, uint64_t address) {
    const uint32_t n = atomic_load(&samples->n_mappings);
    for (uint32_t i = n < HM_MOST_MAPPINGS ? n : HM_MOST_MAPPINGS; i-- > 0;)
        if (address >= samples->mappings[i].begin && address < samples->mappings[i].end)
            return &samples->mappings[i];
    return NULL;
}

/*------------------------------------------------------------*/
/*--- Memory                                                ---*/
/*------------------------------------------------------------*/

bool hm_peek(pid_t process, void* to, uint64_t from, size_t n) {
    struct iovec local = {to, n};
    struct iovec remote = {(void*)(uintptr_t)from, n};
    return syscall(SYS_process_vm_readv, process, &local, 1UL, &remote, 1UL, 0UL) == (long)n;
}

size_t hm_peek_stack(pid_t process, uint64_t sp, uint64_t* words) {
    size_t n = HM_STACK_WORDS;
    while (n > 0 && !hm_peek(process, words, sp, n * sizeof *words))
        n /= 2;
    return n;
}

/* Whether there is a call of 2, 3, 5, 6 or 7 bytes before it. */
static bool is_behind_call(pid_t process, uint64_t address) {
    unsigned char code[7];
    if (!hm_peek(process, code, address - 7, 7))
        return false;
    if (code[2] == 0xe8)
        return true;
    for (int at = 0; at <= 5; at++)
        if (at != 2 && at != 3 && code[at] == 0xff && (code[at + 1] & 0x38) == 0x10)
            return true;
    return false;
}

uint64_t hm_own_caller(pid_t process, const HmSamples* samples, const uint64_t* words, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const HmMapping* mapping = hm_mapping_at(samples, words[i]);
        if (mapping != NULL && mapping->is_own && is_behind_call(process, words[i]))
            return words[i];
    }
    return 0;
}
