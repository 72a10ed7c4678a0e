/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/where/text.h"

#include "hpcmp/base/libraries.h"

/* Appends text without a zero at its end; finished() adds that. */
static void append(XArray* text, const HChar* more) {
    VG_(addBytesToXA)(text, more, VG_(strlen)(more));
}

static void append_place(XArray* text, const CodeNames* names) {
    HChar offset[24];
    VG_(sprintf)(offset, names->object == NULL ? "%#lx" : "+%#lx", names->offset);
    if (names->object != NULL)
        append(text, hp_base_name(names->object));
    append(text, offset);
}

static void append_function(XArray* text, const CodeNames* names, const SourcePlace* source) {
    HChar line[24];
    VG_(sprintf)(line, ":%u)", source->line);
    if (source->function == NULL)
        append_place(text, names);
    else
        append(text, source->function);
    if (source->file == NULL)
        return;
    append(text, " (");
    append(text, source->file);
    append(text, line);
}

/* An XArray that becomes a string. */
static HChar* finish_text(XArray* text) {
    VG_(addToXA)(text, "");
    HChar* result = VG_(strdup)("hp.text", VG_(indexXA)(text, 0));
    VG_(deleteXA)(text);
    return result;
}

static XArray* new_text(void) {
    return VG_(newXA)(VG_(malloc), "hp.text", VG_(free), sizeof(HChar));
}

/* Returns how many. */
static UInt append_functions(XArray* text, const CodeNames* names, UInt most) {
    UInt n = VG_(sizeXA)(names->functions);
    for (UInt i = 0; i < n && i < most; i++) {
        if (i > 0)
            append(text, " < ");
        append_function(text, names, VG_(indexXA)(names->functions, i));
    }
    if (n == 0)
        append_place(text, names);
    return n == 0 ? 1 : n;
}

HChar* hp_stack_text(StackNumber stack, UInt most) {
    XArray* text = new_text();
    for (UInt n = 0; stack != 0 && n < most; stack = hp_stack_caller(stack)) {
        if (n > 0)
            append(text, " < ");
        n += append_functions(text, hp_code_names(hp_stack_place(stack)), most - n);
    }
    return finish_text(text);
}

HChar* hp_code_text(Addr code) {
    const HChar* function;
    Bool is_entry = VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), code, &function);
    XArray* text = new_text();
    append_functions(text, hp_code_names(hp_code_at(is_entry ? code : code - 1)), 1);
    return finish_text(text);
}
