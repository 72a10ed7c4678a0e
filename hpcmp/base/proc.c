/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/base/proc.h"

#include "pub_tool_libcfile.h"

SizeT hp_read_proc(HChar* text, SizeT size, const HChar* name, ...) {
    HChar path[64];
    va_list values;
    va_start(values, name);
    VG_(vsnprintf)(path, sizeof path, name, values);
    va_end(values);
    const Int fd = VG_(fd_open)(path, VKI_O_RDONLY, 0);
    SizeT length = 0;
    for (Int n;
         fd >= 0 && length < size - 1 && (n = VG_(read)(fd, text + length, size - 1 - length)) > 0;)
        length += n;
    if (fd >= 0)
        VG_(close)(fd);
    text[length] = '\0';
    return length;
}
