/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/trace/json_string.h"

#include "hpcmp/output/output.h"

#define PUT(literal) HP_OUTPUT_LITERAL(literal)

/* The length of the well-formed UTF-8 sequence at s, or 0 (Unicode, table
   3-7). */
static UInt utf8_length(const UChar* s) {
    UInt n = s[0] < 0x80   ? 1
             : s[0] < 0xc2 ? 0
             : s[0] < 0xe0 ? 2
             : s[0] < 0xf0 ? 3
             : s[0] < 0xf5 ? 4
                           : 0;
    for (UInt i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90))
        return 0;
    return n;
}

/* A byte that is not UTF-8 becomes the code point of its value. */
void hp_json_string(const HChar* text) {
    PUT("\"");
    const UChar* s = (const UChar*)text;
    while (*s != '\0') {
        UInt n = utf8_length(s);
        if (n == 0 || *s < 0x20) {
            HChar escaped[8];
            hp_output_bytes(escaped, VG_(sprintf)(escaped, "\\u%04x", *s));
            n = 1;
        } else {
            if (*s == '"' || *s == '\\')
                PUT("\\");
            hp_output_bytes((const HChar*)s, n);
        }
        s += n;
    }
    PUT("\"");
}
