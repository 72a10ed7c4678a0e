/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Valgrind's core compares the name of each function in each mapped file with the patterns of all
 * functions that are wrapped or replaced. Our library has 860 patterns and the C library has 10,000
 * names, so these comparisons took a quarter of the start-up time.
 *
 * The beginning of nearly all these names fits no pattern. The core does not compare the names of
 * variables. So for such a name we tell the core that it is the name of a variable. For example,
 * only names that begin with "pthr" can fit the pattern pthread_mutex_lock. The name "strcmp"
 * cannot, so it is not compared.
 *
 * The linker makes the core call our function instead of its own (--wrap in local.mk).
 */

#include "hpcmp/base/core.h"

/* So many characters of a pattern are looked at, with the one that ends it. */
enum { LOOKED_AT = 4 };

/* By a hash of a pattern's beginning.  Two beginnings that share a bit cost a comparison. */
enum { BITS = 16 };
static UChar g_beginnings[(1 << BITS) / 8];
/* There is a pattern that may match any name. */
static Bool g_is_any_possible;

static UInt hash_of(const HChar* name) {
    UInt hash = 0;
    for (UInt i = 0; i < LOOKED_AT; i++) {
        hash = (hash ^ (UChar)name[i]) * 0x9e3779b1U;
        if (name[i] == '\0')
            break;
    }
    return hash >> (32 - BITS);
}

static void add_pattern(const HChar* pattern) {
    for (UInt i = 0; i < LOOKED_AT; i++) {
        if (pattern[i] == '*' || pattern[i] == '?')
            g_is_any_possible = True;
        if (pattern[i] == '\0')
            break;
    }
    UInt hash = hash_of(pattern);
    g_beginnings[hash / 8] |= 1 << hash % 8;
}

static Bool can_match(const HChar* name) {
    UInt hash = hash_of(name);
    return g_is_any_possible || (g_beginnings[hash / 8] >> hash % 8 & 1) != 0;
}

/* The core asks this for each name of a file before it compares the file's names, and only
   patterns have a meaning then. */
Bool HP_OURS(PATTERN_OF)(const HChar* name, const HChar** soname, const HChar** function,
                         Bool* is_wrapper, Int* tag, Int* priority) {
    Bool is_pattern = HP_REAL(PATTERN_OF)(name, soname, function, is_wrapper, tag, priority);
    if (is_pattern)
        add_pattern(*function);
    return is_pattern;
}

/* Where the core compares, and nowhere else, it asks for is_indirect. */
void HP_OURS(SYMBOL)(const DebugInfo* of, Int i, SymAVMAs* address, UInt* size, const HChar** name,
                     const HChar*** other_names, Bool* is_function, Bool* is_indirect,
                     Bool* is_global) {
    HP_REAL(SYMBOL)(of, i, address, size, name, other_names, is_function, is_indirect, is_global);
    if (is_indirect == NULL || !*is_function || can_match(*name))
        return;
    for (const HChar** other = *other_names; other != NULL && *other != NULL; other++)
        if (can_match(*other))
            return;
    *is_function = False;
}
