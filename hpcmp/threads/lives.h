/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Valgrind reports threads' lives and turns to this file, which passes them on as moments
 * (moments.h).
 */
#ifndef HP_LIVES_H
#define HP_LIVES_H

#include "hpcmp/base/basics.h"

void hp_lives_init(void);

/* Is the program's own code running now, and not Valgrind or the kernel on its behalf? */
Bool hp_is_turn(void);

#endif
