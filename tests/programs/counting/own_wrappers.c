/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The program wraps functions of its own: with a short name, with a name of which another one
 * is the beginning, and with patterns.  A letter for each that is wrapped goes to stdout.
 *
 *    own_wrappers          these
 *    own_wrappers_any      these and "*ump*d", which can match names with any beginning
 */
#include <stdio.h>
#include <valgrind.h>

#define FUNCTION(name)                                                                             \
    __attribute__((noipa)) int name(int n);                                                        \
    int name(int n) {                                                                              \
        return n + 1;                                                                              \
    }

/* As Valgrind encodes names: Za is "*". */
#define WRAPPER(pattern)                                                                           \
    int I_WRAP_SONAME_FNNAME_ZZ(NONE, pattern)(int n);                                             \
    int I_WRAP_SONAME_FNNAME_ZZ(NONE, pattern)(int n) {                                            \
        OrigFn original;                                                                           \
        int result;                                                                                \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        CALL_FN_W_W(result, original, n);                                                          \
        return result + 100;                                                                       \
    }

FUNCTION(up)
FUNCTION(upper)
FUNCTION(tripled)
FUNCTION(trip)
FUNCTION(jumped)
FUNCTION(jump)

WRAPPER(up)
WRAPPER(tripZa)
#ifdef ANY
WRAPPER(ZaumpZad)
#endif

static void tell(char letter, int result) {
    putchar(result == 101 ? letter : '-');
}

int main(void) {
    tell('u', up(0));
    tell('U', upper(0));
    tell('T', tripled(0));
    tell('t', trip(0));
    tell('J', jumped(0));
    tell('j', jump(0));
    putchar('\n');
    return 0;
}
