/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HPCMP_PRELOAD_WAIT_H
#define HPCMP_PRELOAD_WAIT_H

#include "wrap.h"

/* Calls the original of a function in which a thread may wait, as CALL_FN_W_WWWW
 * does, with as many of the arguments as it has.  If the thread never returns
 * from there because it is cancelled, or left by pthread_exit in a signal's
 * handler, the tool hears HP_REQ_WAIT_UNWOUND. */
#define CALL_TO_WAIT(original, arg1, arg2, arg3, arg4)                        \
   hp_call_to_wait((original).nraddr, (unsigned long)(arg1),                  \
                   (unsigned long)(arg2), (unsigned long)(arg3),              \
                   (unsigned long)(arg4))

__attribute__((visibility("hidden"))) int hp_call_to_wait(
   unsigned long original, unsigned long arg1, unsigned long arg2,
   unsigned long arg3, unsigned long arg4);

#endif
