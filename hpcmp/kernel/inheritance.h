/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which descriptors are ends of pipes, told from a program to the one that the process
 * executes next.
 */
#ifndef HP_INHERITANCE_H
#define HP_INHERITANCE_H

#include "hpcmp/base/basics.h"

/* Of the program before, if there was one. */
void hp_inheritance_take(void);
/* Before a program is executed under Valgrind. */
void hp_inheritance_pass_on(void);

#endif
