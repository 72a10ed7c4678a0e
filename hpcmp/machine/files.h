/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Some files say which processors the machine has. This file makes the content that they have on
 * the machine that the program sees. files.def lists them.
 */
#ifndef HP_FILES_H
#define HP_FILES_H

#include "hpcmp/base/basics.h"
#include "pub_tool_xarray.h"

/* The file that is open as `fd` has this path. If files.def has a row for it, appends the content
   that the program sees to `text`, and returns True. Parts that the row does not change are read
   from the file itself, without changing its position. */
Bool hp_append_shown_file(const HChar* path, Int fd, XArray* text);

#endif
