/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/calls/unseen.h"

#include "hpcmp/base/libraries.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/count/toggles.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/recording.h"
#include "hpcmp/trace/trace.h"
#include "hpcmp/where/split_dwarf.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "shared/trace_vocabulary.h"

/* Allocators that take memory by mmap, and are not malloc. */
static const struct {
    const HChar* beginning; /* of the name of the file that they are in */
    const HChar* what;
} g_allocators[] = {
    {"libtbbmalloc.so.", "blocks of oneTBB's allocator (scalable_malloc, its containers)"},
    {"libjemalloc.so.", "blocks of jemalloc's own functions (mallocx, rallocx)"},
    {"libpython", "Python's objects of up to 512 bytes; PYTHONMALLOC=malloc records them"},
    {"python", "Python's objects of up to 512 bytes; PYTHONMALLOC=malloc records them"},
};

static void say(Thread* t, const HChar* what) {
    HChar text[160];
    VG_(snprintf)(text, sizeof text, TRACE_INFO_UNSEEN "%s", what);
    hp_trace_info(t, text);
}

/* PYTHONMALLOC=malloc, or malloc_debug: Python's allocator is malloc. */
static Bool is_pythons_malloc(void) {
    const HChar* allocator = VG_(getenv)("PYTHONMALLOC");
    return allocator != NULL && VG_(strncmp)(allocator, "malloc", 6) == 0;
}

static void say_that_dwarf_is_split(Thread* t, const HChar* name) {
    HChar what[120];
    VG_(snprintf)(what, sizeof what,
                  "lines of %.40s, which are in files of their own (.dwo); compile without "
                  "-gsplit-dwarf",
                  name);
    say(t, what);
}

static void look_at_file(Thread* t, const HChar* path) {
    if (path == NULL)
        return;
    const HChar* name = hp_base_name(path);
    if (hp_has_split_dwarf(path))
        say_that_dwarf_is_split(t, name);
    for (UInt i = 0; i < sizeof g_allocators / sizeof *g_allocators; i++) {
        const HChar* beginning = g_allocators[i].beginning;
        if (VG_(strncmp)(name, beginning, VG_(strlen)(beginning)) != 0)
            continue;
        if (VG_(strstr)(beginning, "python") == NULL || !is_pythons_malloc())
            say(t, g_allocators[i].what);
        return;
    }
}

void hp_unseen_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    if (sr_isError(res))
        return;
    if (number == __NR_mmap && (args[2] & VKI_PROT_EXEC) != 0)
        look_at_file(t, hp_file_of(sr_Res(res)));
    else if (number == __NR_io_uring_setup)
        say(t, "what io_uring reads and writes in memory");
}

/* A program that is linked dynamically begins in the dynamic linker: ld-linux-x86-64.so.2 or the
 * like of glibc, and with musl libc.so, to which ld-musl-x86_64.so.1 is a link. */
static void look_at_first_instruction(Thread* t) {
    const HChar* file = hp_file_of(VG_(get_IP)(t->tid));
    if (file == NULL)
        return;
    const HChar* name = hp_base_name(file);
    if (VG_(strcmp)(name, "libc.so") == 0 || VG_(strncmp)(name, "ld-musl-", 8) == 0)
        say(t, "heap, joins and locks of a program with musl's C library; build it with glibc");
    else if (VG_(strncmp)(name, "ld", 2) != 0)
        say(t, "heap, joins and locks of a program that is linked statically; link dynamically");
}

/* In 64-bit code no other instruction begins like AVX-512's. */
enum { EVEX = 0x62 };

void hp_unseen_tell_fatal_signal(Thread* t, UInt signal) {
    const Addr at = VG_(get_IP)(t->tid);
    if (signal == VKI_SIGILL && hp_is_readable(at, 1) && *(const UChar*)at == EVEX)
        say(t, "what follows, because Valgrind does not know AVX-512; compile with "
               "-march=x86-64-v3 or -mno-avx512f");
}

/* The program's own file was mapped before its first instruction. */
static void say_part(Thread* t, const HChar* format, const HChar* function) {
    HChar text[400];
    SizeT n = VG_(sprintf)(text, TRACE_INFO_PART);
    VG_(snprintf)(text + n, sizeof text - n, format, function);
    hp_trace_info(t, text);
}

static void say_which_part(Thread* t) {
    if (hp_clo_from != NULL)
        say_part(t, "only from %.150s on", hp_clo_from);
    if (hp_clo_to != NULL)
        say_part(t, "only until %.150s", hp_clo_to);
    if (hp_clo_only != NULL)
        say_part(t, "only while %.150s runs", hp_clo_only);
    if (hp_clo_begins_stopped)
        say_part(t, "only after a monitor command start", "");
}

/* So that a name with a typing error does not look like a program without work. */
static void say_if_never_called(Thread* t, const HChar* what, const HChar* function) {
    HChar text[400];
    if (function == NULL || hp_toggle_has_been_reached(function))
        return;
    VG_(snprintf)(text, sizeof text,
                  TRACE_INFO_PART "%s of %.150s, because it never called %.150s (misspelt, inlined "
                                  "or without a symbol?)",
                  what, hp_base_name(VG_(args_the_exename)), function);
    hp_trace_info(t, text);
}

void hp_unseen_process_ends(Thread* t) {
    say_if_never_called(t, "nothing", hp_clo_from);
    say_if_never_called(t, "all", hp_clo_to);
    say_if_never_called(t, "nothing", hp_clo_only);
    if (hp_recording_left_out > 0) {
        HChar text[80];
        VG_(sprintf)(text, TRACE_INFO_LEFT_OUT "%llu", hp_recording_left_out);
        hp_trace_info(t, text);
    }
}

void hp_unseen_begins(Thread* t) {
    if (t->thid != 1)
        return;
    say_which_part(t);
    look_at_file(t, VG_(args_the_exename));
    look_at_first_instruction(t);
}
