/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A process may execute another program, which is recorded, too. The tool there has to know which
 * descriptors are ends of pipes, so this is passed on.
 */
#ifndef HP_INHERITANCE_H
#define HP_INHERITANCE_H

#include "hpcmp/base/basics.h"

/* Takes over the ends of pipes from the program before, if there was one. */
void hp_inheritance_take(void);
/* Passes the ends of pipes on to a program that is about to be executed under Valgrind. */
void hp_inheritance_pass_on(void);

#endif
