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

/* Gives the absolute path of an open file, without links. Returns False if it has none that fits
   into `path`, which has HP_PATH_SIZE bytes. */
Bool hp_path_of(Int fd, HChar* path);
/* Gives the absolute path for the name that a call has as an argument, with links as they are. The
   name begins at the folder of the descriptor, which may be AT_FDCWD, if it is relative. Returns
   False if it cannot be read or does not fit. */
Bool hp_path_of_argument(Int folder, Addr name, HChar* path);

/* The number of the processor in whose folder this path is, or which is that folder; -1: none. */
Long hp_path_processor(const HChar* path);
/* Puts another processor's number there. */
Bool hp_path_set_processor(HChar* path, UWord processor);

/* The descriptor is processor 0's folder, or one below it, and is shown as another processor's.
   -1: it is not, from now on. */
void hp_path_set_shown(Int fd, Long processor);

#endif
