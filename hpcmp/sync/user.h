/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Handles the requests of a program that uses the macros of hpcmp.h.  A program may say anything,
 * so wrong use is answered with a message.
 */
#ifndef HP_USER_H
#define HP_USER_H

#include "hpcmp/threads/threads.h"

/* Handles a request of hpcmp.h; says whether it was one. */
Bool hp_user_request(Thread* t, const UWord* arg, UWord* result);

#endif
