/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/trace/json_where.h"

#include "hpcmp/base/options.h"
#include "hpcmp/output/output.h"
#include "hpcmp/trace/json_string.h"
#include "pub_tool_xarray.h"
#include "shared/trace_vocabulary.h"

#define KEY(name) "\"" name "\":"
#define PUT(literal) HP_OUTPUT_LITERAL(literal)

/* A stack or a place that is new since the mark. */
typedef struct {
    StackNumber stack; /* or 0 */
    CodePlace* place;
} Told;

static Bool g_is_marked;
static XArray* g_told;

static void tell_stack(StackNumber stack) {
    hp_stack_set_told(stack, True);
    if (g_is_marked)
        VG_(addToXA)(g_told, &(Told){.stack = stack});
}

static void tell_place(CodePlace* place) {
    place->is_told = True;
    if (g_is_marked)
        VG_(addToXA)(g_told, &(Told){.place = place});
}

void hp_json_where_mark(void) {
    g_is_marked = True;
    g_told = VG_(newXA)(VG_(malloc), "hp.json_where.told", VG_(free), sizeof(Told));
}

void hp_json_where_undo(void) {
    for (Word i = 0; i < VG_(sizeXA)(g_told); i++) {
        const Told* told = VG_(indexXA)(g_told, i);
        if (told->stack != 0)
            hp_stack_set_told(told->stack, False);
        else
            told->place->is_told = False;
    }
    VG_(deleteXA)(g_told);
    g_is_marked = False;
}

static void put_function(const SourcePlace* source) {
    PUT("{" KEY(TRACE_FUNCTION));
    hp_json_string(source->function == NULL ? "" : source->function);
    if (source->file != NULL) {
        PUT("," KEY(TRACE_FILE));
        hp_json_string(source->file);
        PUT("," KEY(TRACE_LINE));
        hp_output_number(source->line);
    }
    if (source->folder != NULL) {
        PUT("," KEY(TRACE_FOLDER));
        hp_json_string(source->folder);
    }
    PUT("}");
}

static void put_functions(const XArray* functions) {
    Word n = VG_(sizeXA)(functions);
    for (Word i = 0; i < n; i++) {
        if (i == 0)
            PUT("," KEY(TRACE_SOURCE) "[");
        else
            PUT(",");
        put_function(VG_(indexXA)(functions, i));
    }
    if (n > 0)
        PUT("]");
}

static void put_code(CodePlace* place) {
    if (place->is_told) {
        hp_output_number(place->number);
        return;
    }
    tell_place(place);
    const CodeNames* names = hp_code_names(place);
    PUT("{" KEY(TRACE_CODE));
    hp_output_number(place->number);
    if (names->object != NULL) {
        PUT("," KEY(TRACE_OBJECT));
        hp_json_string(names->object);
    }
    PUT("," KEY(TRACE_OFFSET));
    hp_output_number(names->offset);
    put_functions(names->functions);
    PUT("}");
    if (!g_is_marked && hp_clo_keep_last == 0)
        hp_code_drop_names(place);
}

/* Puts a stack that has not been told.  The stack of its caller stands before it. */
static void put_new(StackNumber stack) {
    StackNumber caller = hp_stack_caller(stack);
    if (caller != 0 && !hp_stack_is_told(caller)) {
        put_new(caller);
        PUT(",");
    }
    tell_stack(stack);
    PUT("{" KEY(TRACE_STACK));
    hp_output_number(stack);
    if (caller != 0) {
        PUT("," KEY(TRACE_CALLER));
        hp_output_number(caller);
    }
    PUT("," KEY(TRACE_CODE));
    put_code(hp_stack_place(stack));
    PUT("}");
}

void hp_json_stack(StackNumber stack) {
    if (hp_stack_is_told(stack)) {
        hp_output_number(stack);
        return;
    }
    PUT("[");
    put_new(stack);
    PUT("]");
}
