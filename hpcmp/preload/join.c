/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Joining a thread.
 */
#include <pthread.h>

#include "wrap.h"

WRAP(int, pthread_join, pthreadZujoin, (pthread_t thread, void** value))
{
   OrigFn original;
   int result;
   VALGRIND_GET_ORIG_FN(original);
   TELL(JOIN_BEGIN, thread, 0, 0);
   CALL_FN_W_WW(result, original, thread, value);
   if (result == 0)
      TELL(JOINED, thread, 0, 0);
   return result;
}

WRAP(int, pthread_tryjoin_np, pthreadZutryjoinZunp,
     (pthread_t thread, void** value))
{
   OrigFn original;
   int result;
   VALGRIND_GET_ORIG_FN(original);
   TELL(JOIN_BEGIN, thread, 0, 0);
   CALL_FN_W_WW(result, original, thread, value);
   if (result == 0)
      TELL(JOINED, thread, 0, 0);
   return result;
}

WRAP(int, pthread_timedjoin_np, pthreadZutimedjoinZunp,
     (pthread_t thread, void** value, const struct timespec* until))
{
   OrigFn original;
   int result;
   VALGRIND_GET_ORIG_FN(original);
   TELL(JOIN_BEGIN, thread, 0, 0);
   CALL_FN_W_WWW(result, original, thread, value, until);
   if (result == 0)
      TELL(JOINED, thread, 0, 0);
   return result;
}

WRAP(int, pthread_clockjoin_np, pthreadZuclockjoinZunp,
     (pthread_t thread, void** value, clockid_t clock,
      const struct timespec* until))
{
   OrigFn original;
   int result;
   VALGRIND_GET_ORIG_FN(original);
   TELL(JOIN_BEGIN, thread, 0, 0);
   CALL_FN_W_WWWW(result, original, thread, value, clock, until);
   if (result == 0)
      TELL(JOINED, thread, 0, 0);
   return result;
}
