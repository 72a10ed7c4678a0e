/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pthread_once.  C11's call_once and std::call_once are built on it.
 */
#include <pthread.h>

#include "call.h"

/* An initialiser left by an exception has ended, too. */
DEFINE_CALL(hp_call_initialiser, "call *%%rax\n\t", ONCE_RAN)

DEFINE_CALL(hp_call_once, VALGRIND_CALL_NOREDIR_RAX, ONCE_UNWOUND)

/* The original runs this instead of the initialiser, so that its end can be
 * reported before the others learn of it.  The tool has kept which one it is. */
static void run_initialiser(void)
{
   const unsigned long initialiser =
      VALGRIND_DO_CLIENT_REQUEST_EXPR(0, HP_REQ_ONCE_RUN, 0, 0, 0, 0, 0);
   hp_call_initialiser(initialiser, 0, 0, 0, 0);
   TELL(ONCE_RAN, 0, 0, 0);
}

WRAP(int, pthread_once, pthreadZuonce,
     (pthread_once_t * control, void (*initialiser)(void)))
{
   OrigFn original;
   int result;
   VALGRIND_GET_ORIG_FN(original);
   TELL(ONCE_BEGIN, control, initialiser, 0);
   result = hp_call_once(original.nraddr, (unsigned long)control,
                         (unsigned long)run_initialiser, 0, 0);
   TELL(ONCE_END, control, 0, 0);
   return result;
}
