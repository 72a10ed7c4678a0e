/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Client requests: from the preload library, from programs that use hpcmp.h,
 * and Valgrind's own for custom allocators.
 */
#ifndef HP_REQUESTS_H
#define HP_REQUESTS_H

#include "hpcmp/base/basics.h"

void hp_requests_init(void);

#endif
