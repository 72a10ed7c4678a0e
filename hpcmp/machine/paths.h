/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Paths of files that system calls open or look at, and folders of processors that the host does
 * not have.
 *
 * Example: the program sees 64 processors, the host has two. The folder
 * /sys/devices/system/cpu/cpu40 does not exist on the host, so the program is shown cpu0's folder
 * under this name. A descriptor of it is noted here, because the kernel takes it for cpu0's, and
 * what the program opens below it is about processor 40.
 */
#ifndef HP_PATHS_H
#define HP_PATHS_H

#include "hpcmp/base/basics.h"

/* Linux' limit of a path, with the '\0' at its end. */
enum { HP_PATH_SIZE = 4096 };

#define HP_CPU_FOLDER "/sys/devices/system/cpu"

/* Writes the absolute path of an open file, without links, to `path`, which has HP_PATH_SIZE bytes.
   Returns False if there is no path, or if it does not fit. */
Bool hp_path_of(Int fd, HChar* path);
/* Writes the absolute path for a name that a call has as an argument, with links as they are. A
   relative name begins at the folder that the descriptor `folder` refers to. `folder` may be
   AT_FDCWD. Returns False if the name cannot be read, or if the path does not fit. */
Bool hp_path_of_argument(Int folder, Addr name, HChar* path);

/* If this path is the folder of a processor, or lies in it, returns the processor's number;
   otherwise -1. */
Long hp_path_processor(const HChar* path);
/* Replaces the processor's number in such a path. */
Bool hp_path_set_processor(HChar* path, UWord processor);

/* The descriptor refers to processor 0's folder, or to a folder below it. From now on it is shown
   as that of this processor. -1: it is no longer shown as another processor's. */
void hp_path_set_shown(Int fd, Long processor);

#endif
