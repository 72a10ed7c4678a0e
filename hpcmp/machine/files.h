/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The content of files that say which processors there are, on the machine that the program sees.
 * files.def lists these files.
 */
#ifndef HP_FILES_H
#define HP_FILES_H

#include "hpcmp/base/basics.h"
#include "pub_tool_xarray.h"

/* The file that is open as `fd` has this path. If files.def has a row for it, appends what the file
   says to `text` and returns True. What the row does not change is taken from the file itself,
   whose position stays. */
Bool hp_append_shown_file(const HChar* path, Int fd, XArray* text);

#endif
