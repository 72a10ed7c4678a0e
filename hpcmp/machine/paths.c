/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/machine/paths.h"

#include "hpcmp/base/linux.h"
#include "hpcmp/base/readable.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_xarray.h"

#define BEFORE_NUMBER HP_CPU_FOLDER "/cpu"

/* Descriptors that are shown as another processor's folder. Few programs have any. */
typedef struct {
    Int fd;
    Long processor;
} Shown;
static XArray* g_shown;

static Shown* find_shown(Int fd) {
    for (Word i = 0; g_shown != NULL && i < VG_(sizeXA)(g_shown); i++) {
        Shown* shown = VG_(indexXA)(g_shown, i);
        if (shown->fd == fd)
            return shown;
    }
    return NULL;
}

void hp_path_set_shown(Int fd, Long processor) {
    Shown* shown = find_shown(fd);
    if (shown != NULL) {
        shown->processor = processor;
        return;
    }
    if (processor < 0)
        return;
    if (g_shown == NULL)
        g_shown = VG_(newXA)(VG_(malloc), "hp.paths.shown", VG_(free), sizeof(Shown));
    const Shown added = {fd, processor};
    VG_(addToXA)(g_shown, &added);
}

/* Where the path has the number, or NULL. */
static const HChar* number_in(const HChar* path, const HChar** end) {
    const SizeT length = sizeof BEFORE_NUMBER - 1;
    if (VG_(strncmp)(path, BEFORE_NUMBER, length) != 0)
        return NULL;
    const HChar* at = path + length;
    *end = at;
    while (**end >= '0' && **end <= '9')
        ++*end;
    return *end > at && (**end == '/' || **end == '\0') ? at : NULL;
}

Long hp_path_processor(const HChar* path) {
    const HChar* end;
    const HChar* number = number_in(path, &end);
    return number == NULL || end - number > 9 ? -1 : VG_(strtoll10)(number, NULL);
}

Bool hp_path_set_processor(HChar* path, UWord processor) {
    const HChar* end;
    HChar* number = (HChar*)number_in(path, &end);
    HChar text[24];
    const SizeT length = VG_(sprintf)(text, "%lu", processor);
    const SizeT rest = number == NULL ? 0 : VG_(strlen)(end) + 1;
    if (number == NULL || number - path + length + rest > HP_PATH_SIZE)
        return False;
    VG_(memmove)(number + length, end, rest);
    VG_(memcpy)(number, text, length);
    return True;
}

static Bool read_link(const HChar* link, HChar* path) {
    const SSizeT length = VG_(readlink)(link, path, HP_PATH_SIZE - 1);
    if (length <= 0 || length >= HP_PATH_SIZE - 1 || path[0] != '/')
        return False;
    path[length] = '\0';
    return True;
}

Bool hp_path_of(Int fd, HChar* path) {
    HChar link[40];
    VG_(sprintf)(link, "/proc/self/fd/%d", fd);
    if (!read_link(link, path))
        return False;
    const Shown* shown = find_shown(fd);
    if (shown != NULL && shown->processor >= 0 && hp_path_processor(path) == 0)
        return hp_path_set_processor(path, shown->processor);
    return True;
}

/* "//" and "/./" mean "/". */
static void shorten(HChar* path) {
    HChar* to = path;
    for (const HChar* at = path; *at != '\0'; at++) {
        while (at[0] == '/' && (at[1] == '/' || (at[1] == '.' && at[2] == '/')))
            at += at[1] == '/' ? 1 : 2;
        *to++ = *at;
    }
    if (to > path + 1 && to[-1] == '/')
        to--;
    *to = '\0';
}

Bool hp_path_of_argument(Int folder, Addr name, HChar* path) {
    const SizeT length = hp_readable_string_length(name, HP_PATH_SIZE);
    if (length == 0 || length >= HP_PATH_SIZE || !hp_is_readable(name + length, 1))
        return False;
    const HChar* const text = (const HChar*)name;
    path[0] = '\0';
    if (text[0] != '/') {
        const Bool has_folder =
            folder == VKI_AT_FDCWD ? read_link("/proc/self/cwd", path) : hp_path_of(folder, path);
        if (!has_folder || VG_(strlen)(path) + 1 + length >= HP_PATH_SIZE)
            return False;
        VG_(strcat)(path, "/");
    }
    VG_(strcat)(path, text);
    shorten(path);
    return True;
}
