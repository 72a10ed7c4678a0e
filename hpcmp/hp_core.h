/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Symbols of Valgrind's core that every version from 3.19 on exports to its
 * tools' link, but that are in no public header.
 */
#ifndef HP_CORE_H
#define HP_CORE_H

#include "hp_include.h"
#include "libvex.h"

/* How the lock that serialises threads is handed on. */
enum { HP_FAIR_SCHED_NO, HP_FAIR_SCHED_YES, HP_FAIR_SCHED_TRY };
extern Int VG_(clo_fair_sched);

/* How translations are made. */
extern VexControl VG_(clo_vex_control);

/* Moves a file descriptor out of the range that the program can see. */
extern Int VG_(safe_fd)(Int oldfd);

#endif
