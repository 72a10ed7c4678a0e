/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Functions that run an initialiser once, in one of the threads that call them.
 */
#ifndef HPCMP_PRELOAD_ONCE_H
#define HPCMP_PRELOAD_ONCE_H

#include "hpcmp/preload/call.h"

/* libc++.so.1 and libc++abi.so.1. */
#define LIBCXX_SONAME libcZpZpZa

/* Calls the original of such a function. If the call is unwound, HP_REQ_ONCE_UNWOUND is sent. */
DECLARE_CALL(hw_call_once);

#endif
