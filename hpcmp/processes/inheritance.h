/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * When a process executes another program, the tool tells the tool in the next program which
 * descriptors are ends of pipes.
 */
#ifndef HP_INHERITANCE_H
#define HP_INHERITANCE_H

#include "hpcmp/base/basics.h"

/* Takes over the ends of pipes from the program before, if there was one. */
void hp_inheritance_take(void);
/* Passes the ends of pipes on to a program that is about to be executed under Valgrind. */
void hp_inheritance_pass_on(void);

#endif
