/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Handles the requests of a program that uses the macros of hpcmp.h. A program may use the macros
 * wrongly. Then the tool prints a message.
 */
#ifndef HP_USER_H
#define HP_USER_H

#include "hpcmp/threads/threads.h"

/* Handles the request if it is one of hpcmp.h. Returns whether it is one. */
Bool hp_user_request(Thread* t, const UWord* arg, UWord* result);

#endif
