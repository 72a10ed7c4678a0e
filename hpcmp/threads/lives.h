/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Valgrind tells of threads' lives and turns; from here it goes to whom it concerns, as
 * moments.
 */
#ifndef HP_LIVES_H
#define HP_LIVES_H

#include "hpcmp/base/basics.h"

void hp_lives_init(void);

/* Is the program running, and not Valgrind or the kernel on its behalf? */
Bool hp_is_turn(void);

#endif
