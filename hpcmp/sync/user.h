/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a program says itself with the macros of hpcmp.h.  It may say anything: wrong use is
 * answered with a message.
 */
#ifndef HP_USER_H
#define HP_USER_H

#include "hpcmp/threads/threads.h"

/* Handles a request of hpcmp.h; says whether it was one. */
Bool hp_user_request(Thread* t, const UWord* arg, UWord* result);

#endif
