/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/channels/channels.h"

#include "hpcmp/base/machine_clock.h"
#include "hpcmp/base/proc.h"
#include "hpcmp/trace/trace.h"
#include "pub_tool_libcfile.h"
#include "shared/trace_vocabulary.h"

/* The character that separates the numbers of a name, and how many numbers there are. */
typedef struct {
    HChar separator;
    UInt n_numbers;
} NameForm;

static const NameForm g_forms[] = {
    [HP_CHANNEL_MADE] = {'.', 3},        [HP_CHANNEL_FILE] = {'/', 2},
    [HP_CHANNEL_SOCKETS] = {'>', 2},     [HP_CHANNEL_EVENTFD] = {'@', 2},
    [HP_CHANNEL_GOT_EVENTFD] = {'<', 2},
};

static Bool is_same_socket(const ChannelName* a, const ChannelName* b, UInt i) {
    return a->numbers[i] != 0 && a->numbers[i] == b->numbers[i];
}

static Bool is_of_eventfd(const ChannelName* name) {
    return name->kind == HP_CHANNEL_EVENTFD || name->kind == HP_CHANNEL_GOT_EVENTFD;
}

Bool hp_channel_is_same(const ChannelName* a, const ChannelName* b) {
    if (is_of_eventfd(a) && is_of_eventfd(b))
        return a->numbers[0] == b->numbers[0];
    if (a->kind != b->kind)
        return False;
    if (a->kind == HP_CHANNEL_SOCKETS)
        return is_same_socket(a, b, 0) || is_same_socket(a, b, 1);
    for (UInt i = 0; i < g_forms[a->kind].n_numbers; i++)
        if (a->numbers[i] != b->numbers[i])
            return False;
    return True;
}

void hp_channel_write_name(HChar* text, const ChannelName* name) {
    const NameForm* form = &g_forms[name->kind];
    text += VG_(sprintf)(text, "%llu", name->numbers[0]);
    for (UInt i = 1; i < form->n_numbers; i++)
        text += VG_(sprintf)(text, "%c%llu", form->separator, name->numbers[i]);
}

static const HChar* read_name(const HChar* text, const NameForm* form, ULong* numbers) {
    for (UInt i = 0; i < form->n_numbers; i++) {
        HChar* end;
        if (i > 0 && *text++ != form->separator)
            return NULL;
        numbers[i] = VG_(strtoull10)(text, &end);
        if (end == text)
            return NULL;
        text = end;
    }
    return text;
}

const HChar* hp_channel_read_name(const HChar* text, ChannelName* name) {
    for (UInt kind = 0; kind < sizeof g_forms / sizeof *g_forms; kind++) {
        const HChar* end = read_name(text, &g_forms[kind], name->numbers);
        name->kind = kind;
        if (end != NULL)
            return end;
    }
    return NULL;
}

Bool hp_channel_of_file(Int fd, ChannelName* name) {
    struct vg_stat status;
    if (VG_(fstat)(fd, &status) != 0)
        return False;
    *name = (ChannelName){HP_CHANNEL_FILE, {status.dev, status.ino}};
    return True;
}

/* Linux 5.2 and later. */
static Bool number_of_eventfd(Int fd, ULong* number) {
    const HChar field[] = "\neventfd-id:";
    HChar text[512];
    hp_read_proc(text, sizeof text, "/proc/self/fdinfo/%d", fd);
    const HChar* found = VG_(strstr)(text, field);
    if (found == NULL)
        return False;
    *number = VG_(strtoull10)(found + sizeof field - 1, NULL);
    return True;
}

Bool hp_channel_of_eventfd(Int fd, Bool is_new, ChannelName* name) {
    ULong number;
    if (!number_of_eventfd(fd, &number))
        return False;
    *name = (ChannelName){is_new ? HP_CHANNEL_EVENTFD : HP_CHANNEL_GOT_EVENTFD,
                          {number, hp_channel_clock()}};
    return True;
}

ULong hp_channel_clock(void) {
    return hp_machine_clock();
}

void hp_channel_introduce(Thread* t, Addr a, ULong n_units, const ChannelName* name) {
    HChar text[160];
    UInt n = VG_(sprintf)(text, TRACE_INFO_CHANNEL "%lu" TRACE_CHANNEL_IS "%llu ", a, n_units);
    hp_channel_write_name(text + n, name);
    hp_trace_info(t, text);
}

void hp_channel_introduce_empty(Thread* t, Addr a, const HChar* name) {
    HChar text[160];
    VG_(snprintf)(text, sizeof text, TRACE_INFO_CHANNEL "%lu" TRACE_CHANNEL_IS "0 %s", a, name);
    hp_trace_info(t, text);
}

void hp_channel_tell(Thread* t, Addr a, const HChar* what, const ULong* numbers, UInt n_numbers) {
    HChar text[160];
    UInt n = VG_(sprintf)(text, TRACE_INFO_CHANNEL "%lu%s", a, what);
    for (UInt i = 0; i < n_numbers; i++)
        n += VG_(sprintf)(text + n, i == 0 ? "%llu" : " %llu", numbers[i]);
    hp_trace_info(t, text);
}
