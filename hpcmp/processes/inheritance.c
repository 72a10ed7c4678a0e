/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The ends of pipes are passed on by an option of the tool. It contains the number of the latest
 * pipe that the process has made. Then it contains ",FD:UNIT:FROM:UNITS:TO:UNITS" for each
 * descriptor: the name of the pipe that is read through it, and the one that is written, each with
 * the number of units in it. "-:0" means that there is no such pipe.
 */

#include "hpcmp/processes/inheritance.h"

#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/channels/descriptors.h"
#include "hpcmp/trace/identity.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_options.h"
#include "pub_tool_xarray.h"

#define OPTION "--hpcmp-channels="

/* An argument of execve may have 128 KiB. */
#define MOST_PASSED_ON 800

/*------------------------------------------------------------*/
/*--- To the next program                                   ---*/
/*------------------------------------------------------------*/

static void append_pipe(XArray* text, const Pipe* pipe) {
    HChar name[HP_CHANNEL_NAME_SIZE] = "-";
    HChar part[HP_CHANNEL_NAME_SIZE + 24];
    if (pipe != NULL) {
        const ChannelName of = hp_pipe_name(pipe);
        hp_channel_write_name(name, &of);
    }
    UInt n = VG_(sprintf)(part, ":%s:%llu", name, pipe == NULL ? 0 : hp_pipe_n_unread(pipe));
    VG_(addBytesToXA)(text, part, n);
}

static void append_descriptor(XArray* text, UWord fd, const Descriptor* end) {
    HChar part[40];
    VG_(addBytesToXA)(text, part, VG_(sprintf)(part, ",%lu:%d", fd, end->unit));
    append_pipe(text, end->from);
    append_pipe(text, end->to);
}

void hp_inheritance_pass_on(void) {
    XArray* text = VG_(newXA)(VG_(malloc), "hp.inheritance.text", VG_(free), sizeof(HChar));
    HChar latest[16];
    VG_(addBytesToXA)(text, latest, VG_(sprintf)(latest, "%u", hp_pipe_latest_number()));
    UInt n_passed_on = 0;
    for (UWord fd = 0; fd < hp_n_descriptors() && n_passed_on < MOST_PASSED_ON; fd++) {
        const Descriptor* end = hp_descriptor(fd);
        if ((end->from == NULL && end->to == NULL) || hp_descriptor_closes_on_exec(fd))
            continue;
        append_descriptor(text, fd, end);
        n_passed_on++;
    }
    VG_(addBytesToXA)(text, "", 1);
    hp_pass_on_option(OPTION, VG_(indexXA)(text, 0));
    VG_(deleteXA)(text);
}

/*------------------------------------------------------------*/
/*--- From the program before                               ---*/
/*------------------------------------------------------------*/

/* Reads a number behind this character. */
static Bool take_number(const HChar** at, HChar before, ULong* number) {
    HChar* end;
    if (**at != before)
        return False;
    *number = VG_(strtoull10)(*at + 1, &end);
    *at = end;
    return True;
}

/* To be dropped by the caller, if not NULL. */
static Bool take_pipe(const HChar** at, Pipe** pipe) {
    ChannelName name;
    ULong n_units;
    *pipe = NULL;
    if (VG_(strncmp)(*at, ":-", 2) == 0) {
        *at += 2;
        return take_number(at, ':', &n_units);
    }
    const HChar* end = **at == ':' ? hp_channel_read_name(*at + 1, &name) : NULL;
    if (end == NULL || !take_number(&end, ':', &n_units))
        return False;
    *at = end;
    *pipe = hp_descriptors_find_pipe(&name);
    if (*pipe != NULL)
        hp_pipe_keep(*pipe);
    else
        *pipe = hp_pipe_new_shared(&name, n_units);
    return True;
}

static Bool take_descriptor(const HChar** at) {
    ULong fd;
    ULong unit;
    Descriptor end = {NULL, NULL, HP_BYTES, 0};
    Bool is_good = take_number(at, ',', &fd) && take_number(at, ':', &unit) &&
                   take_pipe(at, &end.from) && take_pipe(at, &end.to);
    if (is_good) {
        end.unit = unit;
        hp_descriptor_set(NULL, fd, end);
    }
    if (end.from != NULL)
        hp_pipe_drop(NULL, end.from);
    if (end.to != NULL)
        hp_pipe_drop(NULL, end.to);
    return is_good;
}

void hp_inheritance_take(void) {
    if (hp_clo_channels == NULL || !hp_clo_sync[HP_PRIM_PIPE])
        return;
    HChar* end;
    ULong latest = VG_(strtoull10)(hp_clo_channels, &end);
    hp_pipe_set_latest_number(latest);
    const HChar* at = end;
    while (*at != '\0')
        if (!take_descriptor(&at))
            hp_refuse_own_option(OPTION);
}
